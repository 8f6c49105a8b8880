"""Weaving restrictions: an observer (gdl/ludeme/weaving.py) puts gates around what may be taken from a seat.

    offer 3(from1) to S      =>      if @taken[@mover] != 2:
                                         if @taken[@mover] < 128:
                                             offer 3(from1) to S
                                         else:
                                             offer 3(from1) to S without the cells that are taken

A gate asks who is the mover where it stands, which may be a player whose moves are only asked about. So what
is taken from a seat is known to everybody: a rule that asks whether that seat could move counts it, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError
from gdl.compile.restrictions import MOST, OF_MOVES, TAKE, TAKEN, Restriction, What
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Proc, Stmt
from gdl.core.walk import bits, map_block, substitute
from gdl.lower.directions import absolute_rows, relative_rows
from gdl.lower.moving import to_clear
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import around
from gdl.lower.tiles import coloured
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr, IntExpr, Moves, Region
from gdl.ludeme.weaving import Advice, Join
from gdl.ludemes.afterwards import Do
from gdl.ludemes.arguments import Between, From, To
from gdl.ludemes.connectives import AllHold, AnyHolds
from gdl.ludemes.ending import EndIf, PlayerResult
from gdl.ludemes.game import Play
from gdl.source.text import NOWHERE, Span
from gdl.support.identity import IdentitySet
from gdl.support.values import define, evolve, field
from gdl.words.words import AbsoluteDirection, RelationType, RelativeDirection, ResultType, RoleType

#: By facing, where the players face different ways.
_RELATIVE = ("Forward", "Backward", "Leftward", "Rightward", "FL", "FR", "BL", "BR")
#: So many directions at most.
_DIRECTIONS = 8
_OFFERS = bits(o.Offer)

_ASKING = (BoolExpr, IntExpr, Region)

#: What people ask for first.
_FIRST = (
    What.CAPTURES, What.PIECE, What.MOVES, What.EFFECT, What.WAY, What.ENDING, What.ONTO, What.LEAVING,
    What.DIRECTION,
)  # fmt: skip

#: What a restriction is known by.
_Key = tuple[What, object]


@define
class RestrictionWeaver:
    """The observer that puts gates in, and knows what may be taken when the game has been lowered."""

    _found: list[Restriction] = field(factory=list)
    #: by what they are known by, the numbers of restrictions
    _numbers: dict[_Key, int] = field(factory=dict)
    _places: dict[int, set[Span]] = field(factory=dict)
    #: those that are about more than what is only asked about
    _played: set[int] = field(factory=set)
    #: offers that have their gates
    _done: IdentitySet[Stmt] = field(factory=IdentitySet)
    #: ludemes in conditions, numbers and regions: their moves are asked about, not played
    _asked: IdentitySet[Ludeme] = field(factory=IdentitySet)
    _play: Span = NOWHERE

    @property
    def restrictions(self) -> tuple[Restriction, ...]:
        """What may be taken from a seat: what people ask for first, then in the order of the rules."""
        result = [
            evolve(each, places=len(self._places[each.number]))
            for each in self._found
            if each.number in self._played
        ]
        # without its only rule, or its only kind of piece, a seat has nothing to play with
        for what in (What.MOVES, What.PIECE):
            if sum(each.what is what for each in result) == 1:
                result = [each for each in result if each.what is not what]
        return tuple(sorted(result, key=_place))

    # --- Advice -----------------------------------------------------------------------------------------

    def advise(self, join: Join) -> Advice | None:
        """A gate for what may be taken."""
        ludeme, holder = join.ludeme, join.holder
        if isinstance(ludeme, _ASKING) or (holder is not None and holder.ludeme in self._asked):
            self._asked.add(ludeme)
        if ludeme.span is NOWHERE:
            return None
        if isinstance(ludeme, Moves):
            root = holder is not None and isinstance(holder.ludeme, Play)
            return lambda b, method, go: self._moves(b, ludeme, root, method, go)
        if isinstance(ludeme, BoolExpr) and _is_way(join):
            return lambda b, method, go: self._way(b, ludeme, go()) if method == "lower" else go()
        if isinstance(ludeme, EndIf) and _wins(ludeme):
            return lambda b, method, go: self._gated(b, What.ENDING, ludeme, go)
        return None

    def _moves(self, b: Builder, ludeme: Moves, root: bool, method: str, go: Callable[[], Any]) -> Any:
        if method == "effect" and not (ludeme.composed or ludeme.for_later):
            return self._gated(b, What.EFFECT, ludeme, go)
        if method != "lower":
            return go()
        if root:
            self._play = ludeme.span
            return self._without_captures(b, lambda: self._offers(b, ludeme, go))
        return self._offers(b, ludeme, go)

    def _gated(self, b: Builder, what: What, ludeme: Ludeme, go: Callable[[], Any]) -> None:
        with b.if_(self._free(b, self._number(b, what, ludeme))):
            go()

    def _way(self, b: Builder, ludeme: BoolExpr, made: Expr) -> Expr:
        if made in (k.TRUE, k.FALSE):
            return made
        return k.and_(self._free(b, self._number(b, What.WAY, ludeme)), made)

    # --- Numbers ----------------------------------------------------------------------------------------

    def _number(
        self, b: Builder, what: What, ludeme: Ludeme, name: str = "", span: Span | None = None
    ) -> int | None:
        """The number of a restriction; None where there are too many already.

        Rules that say the same share what they become, so they are one; so are those of one place.
        """
        wide = span is not None
        span = span or ludeme.span
        keys: tuple[_Key, ...] = ((what, name),)
        if not wide:
            keys = ((what, structural_key(b, ludeme)), (what, span))
        number = next((self._numbers[key] for key in keys if key in self._numbers), None)
        if number is None:
            first = OF_MOVES if wide else 1
            number = first + sum((each.number >= OF_MOVES) == wide for each in self._found)
            if number > (MOST if wide else OF_MOVES - 1):
                return None
            self._found.append(Restriction(number, what, name, span, ludeme=None if wide else ludeme))
            self._places[number] = set()
        for key in keys:
            self._numbers.setdefault(key, number)
        self._places[number].add(span)
        if what is What.WAY or ludeme not in self._asked:
            self._played.add(number)
        return number

    def _taken(self, b: Builder) -> Expr:
        """The number of what is taken from the mover."""
        taken: o.Field = b.declare(TAKEN, o.INT, b.facts.players + 1, 0, called=None)
        if TAKE not in b.procs:
            seat, number = o.Param("seat", o.INT), o.Param("number", o.INT)
            bounded = k.min_(k.max_(k.var("number", o.INT), k.int_(0)), k.int_(MOST))
            b.procs[TAKE] = Proc(
                TAKE, (seat, number), (o.Store(taken, k.var("seat", o.INT), bounded),), entry=True
            )
        return k.elem(taken, b.context(Context.MOVER))

    def _free(self, b: Builder, number: int | None) -> Expr:
        return k.TRUE if number is None else k.ne(self._taken(b), k.int_(number))

    # --- Moves that are offered ---------------------------------------------------------------------------

    def _offers(self, b: Builder, ludeme: Moves, go: Callable[[], Any]) -> None:
        """A gate around what a decision offers, and less of it where something of all moves is taken."""
        body = b.body(go)
        result: list[o.Offer] = []

        def note(stmt: Stmt) -> tuple[Stmt, ...]:
            if isinstance(stmt, o.Offer) and stmt not in self._done:
                result.append(stmt)
            return (stmt,)

        map_block(body, on_stmt=note, mask=_OFFERS)
        if not result:
            for stmt in body:
                b.emit(stmt)
            return
        if not around(b).origins_only:
            mine = IdentitySet[Stmt](result)

            def less(stmt: Stmt) -> tuple[Stmt, ...]:
                return self._less(b, ludeme, stmt) if isinstance(stmt, o.Offer) and stmt in mine else (stmt,)

            body = map_block(body, on_stmt=less, mask=_OFFERS)

        def finish(stmt: Stmt) -> tuple[Stmt, ...]:
            self._done.add(stmt)
            return (stmt,)

        map_block(body, on_stmt=finish, mask=_OFFERS)
        with b.if_(self._free(b, self._number(b, What.MOVES, ludeme))):
            for stmt in body:
                b.emit(stmt)

    def _less(self, b: Builder, ludeme: Moves, offer: o.Offer) -> tuple[Stmt, ...]:
        """The offer; where something of all moves is taken, without the sites that it is true of."""
        kind: o.Kind | None = b.kinds[offer.kind]
        if kind is None or kind.target == k.NOWHERE_SITE:
            return (offer,)
        taken = self._taken(b)
        sites = offer.sites

        def without(number: int | None, gone: Expr) -> None:
            nonlocal sites
            if number is not None:
                sites = k.diff(sites, k.select(k.eq(taken, k.int_(number)), gone, k.EMPTY_SET))

        everything = k.sites_((1 << b.facts.size) - 1)
        for colour in b.facts.coloured:
            number = self._number(b, What.ONTO, ludeme, colour, self._play)
            without(number, coloured(b, colour))
        origin = _origin(kind, offer)
        if origin is not None:
            for colour in b.facts.coloured:
                number = self._number(b, What.LEAVING, ludeme, colour, self._play)
                without(number, k.select(k.has(coloured(b, colour), origin), everything, k.EMPTY_SET))
            for name, whats in _kinds_of_piece(b).items():
                number = self._number(b, What.PIECE, ludeme, name, whats[0][1])
                is_it = k.or_(*(k.eq(k.what(origin), k.int_(what)) for what, _ in whats))
                without(number, k.select(is_it, everything, k.EMPTY_SET))
            for name, reached in _directions(b, origin):
                without(self._number(b, What.DIRECTION, ludeme, name, self._play), reached)
        if sites is offer.sites:
            return (offer,)
        ordinary = k.lt(taken, k.int_(OF_MOVES))
        return (o.If(ordinary, (offer,), (evolve(offer, sites=sites),), span=offer.span),)

    def _without_captures(self, b: Builder, offers: Callable[[], None]) -> None:
        """What is played at all; where captures are taken, only moves after which others have no less."""
        if b.facts.players < 2 or around(b).origins_only:
            offers()
            return
        assert self._play is not NOWHERE
        number = self._number(b, What.CAPTURES, _NOBODY, "", self._play)
        taken = self._taken(b)
        every = b.generator("played", offers)
        with b.bind({Context.VALUE: k.size(_theirs(b))}):
            takes_nothing = b.function(
                "takes_nothing", o.BOOL, lambda: k.ge(k.size(_theirs(b)), b.context(Context.VALUE))
            )
        plain: Block = (o.Generate(every.name, every.args, span=b.span),)
        judged = o.Provided(plain, str(takes_nothing.data), takes_nothing.args, span=b.span)
        b.emit(o.If(k.eq(taken, k.int_(number or 0)), (judged,), plain, span=b.span))


_NOBODY = Ludeme()


def _place(restriction: Restriction) -> tuple[int, str, int, int]:
    """What people ask for first, and then in the order of the rules."""
    span = restriction.span
    return (_FIRST.index(restriction.what), span.source.name, span.start, restriction.number)


def _theirs(b: Builder) -> Expr:
    """The sites of others' pieces, but those that go when the turn ends."""
    return k.diff(k.OCCUPIED, k.union(k.owned(b.context(Context.MOVER)), to_clear(b)))


def _origin(kind: o.Kind, offer: o.Offer) -> Expr | None:
    """Where the moves offered start, if they start elsewhere than they end."""
    *given, end = kind.params
    if kind.origin == k.NOWHERE_SITE or kind.origin == k.var(end.name, end.type):
        return None
    return substitute(kind.origin, {p.name: arg for p, arg in zip(given, offer.args, strict=True)})


def _kinds_of_piece(b: Builder) -> dict[str, list[tuple[int, Span]]]:
    """The components of each kind of piece, with where it is declared."""
    result: dict[str, list[tuple[int, Span]]] = {}
    for component in b.facts.components[1:]:
        span = component.ludeme.span if component.ludeme is not None else NOWHERE
        if span is not NOWHERE:
            result.setdefault(component.base, []).append((component.index, span))
    return result if len(result) > 1 else {}


def _directions(b: Builder, origin: Expr) -> list[tuple[str, Expr]]:
    """The directions there are, each with all sites that lie that way: as the seats see them, where they face
    different ways, else by the compass."""
    facts = b.facts
    facing = {facts.default_facing(player) for player in range(1, facts.players + 1)}
    result = []
    if len(facing) > 1:
        for name in _RELATIVE:
            try:
                rows = relative_rows(b, RelativeDirection(name), None, RelationType.ADJACENT)
            except MeaningError:
                continue
            result.append((name, rows))
    else:
        for way in facts.topology.directions(facts.main, RelationType.ADJACENT)[:_DIRECTIONS]:
            try:
                result.append((way.value, absolute_rows(b, AbsoluteDirection(way.value), None)))
            except (MeaningError, ValueError):
                continue
    return [
        (name, k.table(rows.reach(b), rows.row(origin))) for name, rows in result if any(map(any, rows.rays))
    ]


def _is_way(join: Join) -> bool:
    """Is it one of the ways in which a condition on a move may hold?"""
    holder = join.holder
    if holder is None or not isinstance(holder.ludeme, AnyHolds) or isinstance(join.ludeme, AnyHolds):
        return False
    here = holder
    while here.holder is not None and isinstance(here.holder.ludeme, AnyHolds | AllHold):
        here = here.holder
    return here.argument == "condition" and isinstance(
        None if here.holder is None else here.holder.ludeme, From | To | Between | Do
    )


def _wins(ending: EndIf) -> bool:
    """Does it let whoever has just moved win?"""
    result = ending.result
    if not isinstance(result, PlayerResult):
        return False
    results = (result.role, result.result)
    return results in ((RoleType.MOVER, ResultType.WIN), (RoleType.NEXT, ResultType.LOSS))
