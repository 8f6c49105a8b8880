"""Effect profiling: counters of what each write of a program did, and to whom, as seen by whoever moves.

    take {5}    =>    if some((occupied() & {5})):
                          tally acts[7]
                      ...
                      take {5}

Of every write that stands at a ludeme it is counted whether it changed anything (for compilers,
a silent store is one that does not); of writes of pieces whose pieces were lost by it, or gave way; of points
who got them; of pieces that come into a hand whose hand it is. "Whose" is relative to the mover, so that one
counter serves all players. Where a game ends it is counted whether the winner had the fewest pieces.

What a region of simultaneous effects counts is what holds at its entry, as its conditions do.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from enum import IntEnum
from functools import reduce
from operator import or_

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.programs import SCORE, TO_CLEAR
from gdl.core.walk import bits, map_block, map_expr, statements, with_body
from gdl.passes.profile import Counter, Profile, What
from gdl.source.text import NOWHERE, Span
from gdl.support.values import evolve, field, frozen


class Whose(IntEnum):
    """Whose something is, as seen by whoever moves."""

    OWN = 1
    OTHERS = 2
    #: nobody's, or everybody's
    NEUTRAL = 3
    #: the mover's own that has just moved
    MOVED = 4


_WRITES = bits(
    o.Do, o.Store, o.Adjust, o.Include, o.Put, o.Take, o.MovePiece, o.SetAt, o.Push, o.MoveLevels, o.TakeLevel
)
_REGION = bits(o.Simultaneous)
#: What brings a piece to a site.
_ARRIVING = (o.MovePiece, o.MoveLevels, o.Put, o.Push)
#: Procedures in which nobody moves yet.
_BEFORE = ("start", "start_game", "chance", "turn", "next_game")
#: How a value that a piece has is read.
_READ = {"count": Op.COUNT_AT, "state": Op.STATE_AT, "value": Op.VALUE_AT, "rotation": Op.ROTATION_AT}


def profile_effects(
    program: Program, profile: Profile, hands: Mapping[int, int], unplayed: Container[str] = ()
) -> Program:
    """The program as it was lowered, counting what its writes do.

    `hands` are the sites of each player's, `unplayed` the procedures whose writes are only tried for what
    would be: who moves in them is not the mover.
    """
    fields = {f.name: f for f in program.fields}
    if "mover" not in fields:
        return program
    work = _Work(program, profile, fields, hands)
    procs = [
        proc if proc.name in _BEFORE or proc.name in unplayed else work.counted(proc)
        for proc in program.procs
    ]
    names = {proc.name for proc in procs}
    begins = "start_game" if "start_game" in names else "start"  # of a match each game
    procs = [
        evolve(proc, body=(*proc.body, *work.begins())) if proc.name == begins else proc for proc in procs
    ]
    return evolve(program, procs=tuple(procs))


def count_changes(block: Block, profile: Profile, counter: Counter) -> Block:
    """The block, in which each write of values by the ludeme at a place counts that it changes something.

    What takes or moves pieces is left alone: a use of a definition may be about there being none.
    """

    def counted(stmt: Stmt) -> Block:
        if stmt.span != counter.span or isinstance(stmt, o.Take | o.TakeLevel | o.MovePiece | o.MoveLevels):
            return (stmt,)
        condition = changes(stmt)
        if condition is None:
            return (stmt,)
        return (o.If(condition, (profile.tally(counter),), span=counter.span), stmt)

    return map_block(block, on_stmt=counted, mask=_WRITES)


def changes(stmt: Stmt) -> Expr | None:
    """Whether it changes anything."""
    match stmt:
        case o.Store(field=field, index=index, value=value):
            now = k.field(field) if index is None else k.elem(field, index)
            return k.ne(now, value)
        case o.Adjust(delta=delta):
            return k.ne(delta, k.int_(0) if delta.type is o.INT else k.float_(0.0))
        case o.Include(field=field, index=index, sites=sites, present=present):
            now = k.field(field) if index is None else k.elem(field, index)
            return k.some(k.diff(sites, now) if present else k.inter(sites, now))
        case o.Take(sites=sites):
            return k.some(k.inter(sites, k.OCCUPIED))
        case o.MovePiece(origin=origin, target=target) | o.MoveLevels(origin=origin, target=target):
            return k.and_(k.gt(k.what(origin), k.int_(0)), k.ne(origin, target))
        case o.Put(site=site, what=what):
            given = [
                k.ne(k.at(op, site), value)
                for op, value in (
                    (Op.STATE_AT, stmt.state), (Op.VALUE_AT, stmt.value), (Op.ROTATION_AT, stmt.rotation),
                    (Op.COUNT_AT, stmt.count),
                )
                if value is not None
            ]  # fmt: skip
            return k.or_(k.ne(k.what(site), what), *given)
        case o.SetAt(kind=kind, site=site, value=value, level=None):
            return k.ne(k.at(_READ[kind], site), value)
        case o.Push() | o.TakeLevel() | o.SetAt() | o.Do():
            return k.TRUE  # or so it may be
        case _:
            return None


@frozen(eq=False)
class _Work:
    """The work on one program."""

    program: Program
    profile: Profile
    fields: Mapping[str, o.Field]
    hands: Mapping[int, int]
    #: the places of values that are set as pieces come to sites, at once with that
    with_arrivals: set[Span] = field(factory=set, init=False)

    def counted(self, proc: Proc) -> Proc:
        """The procedure, counting."""
        for region in statements(proc.body, _REGION):
            inside = [*statements(region.body)] if isinstance(region, o.Simultaneous) else []
            if any(isinstance(each, _ARRIVING) for each in inside):
                self.with_arrivals.update(each.span for each in inside if isinstance(each, o.SetAt))
        return with_body(proc, map_block(proc.body, on_stmt=self._counted, mask=_WRITES))

    def begins(self) -> Iterator[Stmt]:
        """Count whose pieces stand in the regions that are asked about, when everything is set up."""
        for span, region in self.profile.regions.items():
            for player in range(1, self.program.players + 1):
                sites = self._for_player(region, player)
                if sites is not None:
                    own = k.owned(k.int_(player))
                    inside = k.some(k.inter(own, k.sites_(sites)))
                    for what, holds in (
                        (What.BEGINS_IN, inside),
                        (What.BEGINS_WHOLLY_IN, k.and_(inside, k.subset(own, k.sites_(sites)))),
                    ):
                        counter = Counter(what, span, player=player)
                        yield o.If(holds, (self.profile.tally(counter),), span=span)

    def _for_player(self, region: Expr, player: int) -> int | None:
        """What a region is when that player moves, if it is always that."""

        def known(expr: Expr) -> Expr:
            if expr.data == self.fields["mover"]:
                return k.int_(player)
            if expr.data == self.fields.get("next") and self.program.players == 2:
                return k.int_(3 - player)
            return expr

        try:
            value = evaluate(map_expr(region, known, Op.FIELD.bit), {}, self.program.sites)
        except NotConstant:
            return None
        return value if isinstance(value, int) else None

    def _counted(self, stmt: Stmt) -> Block:
        if stmt.span is NOWHERE:
            return (stmt,)
        return (*self._counts(stmt), stmt)

    def _counts(self, stmt: Stmt) -> Iterator[Stmt]:
        changing = changes(stmt)
        if stmt.span in self.with_arrivals:
            changing = k.TRUE  # or so it may be: what is set is that of a piece which is not there at entry
        if changing is not None:
            yield from self._noted(stmt.span, What.CHANGED, 0, changing)
        match stmt:
            case o.Take(sites=sites):
                yield from self._taken(stmt.span, sites)
                yield from self._out_of_hand(stmt.span, sites)
            case o.Include(field=field, sites=sites, present=True) if field.name == TO_CLEAR:
                yield from self._taken(stmt.span, sites)
            case o.TakeLevel(site=site, level=level):
                owner = k.at_level(Op.WHO_LEVEL, site, level)
                there = k.gt(k.at_level(Op.WHAT_LEVEL, site, level), k.int_(0))
                yield from self._by_owner(stmt.span, What.LOST, owner, k.and_(there, self._not_moved(site)))
            case o.MovePiece(origin=origin, target=target):
                goes = k.and_(k.gt(k.what(origin), k.int_(0)), k.ne(origin, target))
                lost = k.and_(goes, k.gt(k.what(target), k.int_(0)))
                yield from self._by_owner(stmt.span, What.COVERED, k.who(target), lost)
                yield from self._into_hand(stmt.span, target, k.who(origin), goes)
                yield from self._out_of_hand(stmt.span, k.one(origin))
            case o.MoveLevels(origin=origin, target=target, level=level):
                goes = k.and_(k.gt(k.at_level(Op.WHAT_LEVEL, origin, level), k.int_(0)), k.ne(origin, target))
                owner = k.at_level(Op.WHO_LEVEL, origin, level)
                yield from self._by_owner(stmt.span, What.DISPLACED, owner, goes)
                yield from self._into_hand(stmt.span, target, owner, goes)
                yield from self._out_of_hand(stmt.span, k.one(origin))
            case o.Push(site=site, what=what):
                on_top = k.TRUE if stmt.level is None else k.FALSE
                yield from self._put_in_its_place(stmt.span, on_top, site, what)
                yield from self._into_hand(stmt.span, site, self._owner(what), k.gt(what, k.int_(0)))
            case o.Put(site=site, what=what):
                # in a hand there may be more of a kind: nothing gives way there
                there = k.and_(
                    k.gt(what, k.int_(0)), k.gt(k.what(site), k.int_(0)), k.not_(self._in_a_hand(site))
                )
                if stmt.count is not None:
                    grows = k.gt(stmt.count, k.at(Op.COUNT_AT, site))  # a heap, by more of its kind
                    there = k.and_(there, k.not_(k.and_(k.eq(k.what(site), what), grows)))
                yield from self._by_owner(stmt.span, What.REPLACED, k.who(site), there)
                yield from self._given_away(
                    stmt.span, k.and_(there, k.gt(k.who(site), k.int_(0))), site, what
                )
                free = k.le(k.what(site), k.int_(0))
                yield from self._put_in_its_place(stmt.span, free, site, what)
                yield from self._into_hand(stmt.span, site, self._owner(what), k.gt(what, k.int_(0)))
            case o.Store(field=field, index=index, value=value) if index is not None and field.name == SCORE:
                yield from self._scored(stmt.span, index, k.sub(value, k.elem(field, index)))
            case o.Adjust(field=field, index=index, delta=delta) if index is not None and field.name == SCORE:
                yield from self._scored(stmt.span, index, delta)
            case o.Store(field=field, value=value) if field.name == "over" and value == k.TRUE:
                yield from self._left(stmt.span)
            case _:
                pass

    def _in_a_hand(self, site: Expr) -> Expr:
        """Whether the site is in a hand, whosever it is."""
        sites = reduce(or_, self.hands.values(), 0)
        return k.has(k.sites_(sites), site) if sites else k.FALSE

    def _given_away(self, span: Span, there: Expr, site: Expr, what: Expr) -> Iterator[Stmt]:
        """Count whether a piece of the mover's becomes another player's."""
        old, new, players = k.who(site), self._owner(what), k.int_(self.program.players)
        others = k.and_(k.ne(new, self._mover()), k.gt(new, k.int_(0)), k.le(new, players))
        given = k.and_(there, k.eq(old, self._mover()), others)
        yield from self._noted(span, What.HANDED_OVER, 0, given)
        yield from self._noted(span, What.CLAIMED, 0, k.and_(there, k.not_(given)))

    def _put_in_its_place(self, span: Span, condition: Expr, site: Expr, what: Expr) -> Iterator[Stmt]:
        """Count whose piece is put where the mover's has just come to: that is taken off, or beneath it."""
        moved = self.fields.get("last_to")
        if moved is None:
            return
        there = k.and_(condition, k.eq(site, k.field(moved)), k.not_(self._in_a_hand(site)))
        new, players = self._owner(what), k.int_(self.program.players)
        others = k.and_(k.ne(new, self._mover()), k.gt(new, k.int_(0)), k.le(new, players))
        yield from self._noted(span, What.HANDED_OVER, 0, k.and_(there, others))
        yield from self._noted(span, What.CLAIMED, 0, k.and_(there, k.not_(others)))

    def _owner(self, what: Expr) -> Expr:
        """Whose a component is."""
        owners = self.program.owners
        if what.op is Op.CONST:
            number = what.data if isinstance(what.data, int) else 0
            return k.int_(owners[number] if 0 <= number < len(owners) else 0)
        owner = k.int_(0)
        for number, each in enumerate(owners):
            if each:
                owner = k.select(k.eq(what, k.int_(number)), k.int_(each), owner)
        return owner

    # --- counters -------------------------------------------------------------------------------------

    def _noted(self, span: Span, what: What, number: int, condition: Expr) -> Iterator[Stmt]:
        tally = self.profile.tally(Counter(what, span, number))
        if condition == k.TRUE:
            yield tally
        elif condition != k.FALSE:
            yield o.If(condition, (tally,), span=span)

    def _mover(self) -> Expr:
        return k.field(self.fields["mover"])

    def _by_owner(self, span: Span, what: What, owner: Expr, condition: Expr) -> Iterator[Stmt]:
        """Count under a condition whose it is that has this owner."""
        players = k.int_(self.program.players)
        own = k.eq(owner, self._mover())
        nobodys = k.or_(k.le(owner, k.int_(0)), k.gt(owner, players))
        yield from self._noted(span, what, Whose.OWN, k.and_(condition, own))
        yield from self._noted(span, what, Whose.NEUTRAL, k.and_(condition, nobodys))
        others = k.and_(condition, k.not_(own), k.not_(nobodys))
        yield from self._noted(span, what, Whose.OTHERS, others)

    def _not_moved(self, site: Expr) -> Expr:
        """Is it another site than that of the piece that moved? What comes to its aim may well go."""
        moved = self.fields.get("last_to")
        return k.TRUE if moved is None else k.ne(site, k.field(moved))

    def _taken(self, span: Span, sites: Expr) -> Iterator[Stmt]:
        mine = k.owned(self._mover())
        moved = self.fields.get("last_to")
        own = mine if moved is None else k.diff(mine, k.one(k.field(moved)))
        nobodys = k.union(k.owned(k.int_(0)), k.owned(k.int_(self.program.players + 1)))
        yield from self._noted(span, What.LOST, Whose.OWN, k.some(k.inter(sites, own)))
        if moved is not None:
            gone = k.and_(k.has(sites, k.field(moved)), k.has(mine, k.field(moved)))
            yield from self._noted(span, What.LOST, Whose.MOVED, gone)
        yield from self._noted(span, What.LOST, Whose.NEUTRAL, k.some(k.inter(sites, nobodys)))
        yield from self._noted(span, What.FOUND_NONE, 0, k.not_(k.some(k.inter(sites, k.OCCUPIED))))
        others = k.diff(k.diff(k.inter(sites, k.OCCUPIED), mine), nobodys)
        yield from self._noted(span, What.LOST, Whose.OTHERS, k.some(others))

    def _into_hand(self, span: Span, site: Expr, owner: Expr, condition: Expr) -> Iterator[Stmt]:
        """Count whose hand a piece comes to, and whether the piece is another's than the hand."""
        for player, sites in self.hands.items():
            if not 1 <= player <= self.program.players:
                continue  # it is everybody's
            here = k.and_(condition, k.has(k.sites_(sites), site))
            yield from self._by_owner(span, What.TO_HAND, k.int_(player), here)
            players = k.int_(self.program.players)
            anothers = k.and_(k.ne(owner, k.int_(player)), k.gt(owner, k.int_(0)), k.le(owner, players))
            stranger = k.and_(here, anothers)
            yield from self._noted(span, What.STRANDED, 0, stranger)

    def _out_of_hand(self, span: Span, sites: Expr) -> Iterator[Stmt]:
        """Count that pieces leave a hand."""
        if self.hands:
            hands = k.inter(k.OCCUPIED, k.sites_(reduce(or_, self.hands.values())))
            yield from self._noted(span, What.FROM_HAND, 0, k.some(k.inter(sites, hands)))

    def _scored(self, span: Span, index: Expr, gain: Expr) -> Iterator[Stmt]:
        yield from self._by_owner(span, What.SCORED, index, k.gt(gain, k.int_(0)))
        yield from self._by_owner(span, What.FINED, index, k.lt(gain, k.int_(0)))

    def _left(self, span: Span) -> Iterator[Stmt]:
        """Whether, where the game ends, all who have won have fewer pieces than who has not."""
        rank = self.fields["rank"]
        players = range(1, self.program.players + 1)
        if len(players) < 2:
            return

        def won(player: int) -> Expr:
            return k.eq(k.elem(rank, k.int_(player)), k.float_(1.0))

        def pieces(player: int) -> Expr:
            return k.size(k.owned(k.int_(player)))

        decided = k.or_(*(won(p) for p in players))
        fewer = k.and_(
            *(
                k.or_(k.not_(won(p)), won(q), k.lt(pieces(p), pieces(q)))
                for p in players
                for q in players
                if p != q
            )
        )
        yield from self._noted(span, What.WON_WITH_FEWER, 0, k.and_(decided, fewer))
        yield from self._noted(span, What.WON_WITH_ENOUGH, 0, k.and_(decided, k.not_(fewer)))
