"""Liveness analysis of fields: those whose values at the start of a turn decide what follows.

    proc play_drop(s: Int):              @last is written before it is read:  not live
        @last = s                =>      @stones is read by the next `moves`:  live
        @stones |= one(s)

What is written before it is read in every turn does not count (where the last move went, mostly), nor what is
only counted and never looked at. Searches tell positions apart by the rest: the more positions are the same,
the less there is to search.

*The limits of a game's length* (limits.py) are far away: their counters do not count, unless a limit is
nearer than HORIZON plies (`limit_counters`). What a search proves on the way to an end stays true with other
counters, as long as its lines end before the limit: so whoever tells that a player wins in so many plies
looks whether the limit comes first (`sure_within` of engines). That a player cannot win stays true whatever
the counters are, as the limit makes a draw of a game and no more. Only such questions are left out as have
just that consequence: where a rule asks for the same number and lets somebody win, or where a game drawn so
is one of a match, which goes on, the counter decides as any other does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.analyses.mod_ref import Effects, callees
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.core.programs import ALL_DRAW, HORIZON, MOVE_LIMIT, MOVES, TRIALS, TURNS, turn_limit
from gdl.core.walk import exprs_of, judges, statements, subexprs
from gdl.support.values import define, field, frozen

#: The fields surely written so far; None where control does not arrive.
Sure = frozenset[o.Field] | None
_NOTHING: frozenset[o.Field] = frozenset()


def live_fields(program: Program) -> tuple[o.Field, ...]:
    """These fields, in the program's order. For programs with all passes done."""
    work = _Reading(program, _looked_at(program))
    seen = set(work.proc("moves").exposed)
    for kind in program.kinds:
        play = work.proc(kind.play)
        after, turn = work.proc("after"), work.proc("turn")
        seen |= play.exposed | (after.exposed - play.sure) | (turn.exposed - play.sure - after.sure)
    # the ranks that players have already are not read by the rules before the end is
    return tuple(f for f in program.fields if f in seen or f.name in ("mover", "rank", "overflow"))


@frozen
class LimitCounter:
    """A counter that decides only near the end of what it counts."""

    counter: o.Field
    limit: int

    @property
    def near(self) -> int:
        """Beyond this it is told how far it has counted."""
        return self.limit - HORIZON


def limit_counters(program: Program, decide: tuple[o.Field, ...]) -> tuple[LimitCounter, ...]:
    """The counters of the limits of the game's length, but those that decide anyway."""
    limits = {MOVES: MOVE_LIMIT, TURNS: turn_limit(program.players)}
    return tuple(
        LimitCounter(f, limits[f.name]) for f in program.fields if f.name in limits and f not in decide
    )


def _looked_at(program: Program) -> frozenset[o.Field]:
    """The fields that decide anything at all: not those that only go into themselves or others like it."""
    feeds: dict[o.Field, set[o.Field]] = {}
    needed: set[o.Field] = {f for f in program.fields if f.name in ("mover", "over", "rank")}
    for proc in program.procs:
        for stmt in statements(proc.body):
            if isinstance(stmt, o.Store | o.Adjust | o.Include):
                into = feeds.setdefault(stmt.field, set())
                into.update(_fields(exprs_of(stmt)))
                needed.update(f for e in exprs_of(stmt) for f in _called_fields(e, program))
            else:
                needed.update(_fields(exprs_of(stmt), far_away(stmt, program)))
            if isinstance(stmt, o.Remember | o.Snapshot):
                needed.update(f for f in program.fields if f.position)
    todo = list(needed)
    while todo:
        for f in feeds.get(todo.pop(), set()) - needed:
            needed.add(f)
            todo.append(f)
    return frozenset(needed)


def _fields(exprs: Iterable[Expr], without: tuple[Expr, ...] = ()) -> Iterator[o.Field]:
    """The fields that are read, but for some questions."""
    waiting = list(exprs)
    while waiting:
        here = waiting.pop()
        if here.op in o.FIELD_READS:
            assert isinstance(here.data, o.Field)
            yield here.data
        if here not in without:
            waiting.extend(here.args)


def far_away(stmt: Stmt, program: Program) -> tuple[Expr, ...]:
    """The questions in a statement's condition whether a game has lasted as long as any may, where nothing
    but its end without a winner comes of that."""
    if not isinstance(stmt, o.If) or stmt.otherwise or not _ends_unwon(stmt.then, program):
        return ()
    # with an `and` or a `not` around it, it would not be the limit alone
    waiting, result = [stmt.condition], []
    while waiting:
        here = waiting.pop()
        if here.op is Op.OR:
            waiting.extend(here.args)
        elif _at_limit(here, program.players):
            result.append(here)
    return tuple(result)


def _at_limit(expr: Expr, players: int) -> bool:
    """Whether this asks if a game has reached the limit of all games, or gone beyond."""
    if expr.op not in (Op.GE, Op.GT) or expr.args[0].op is not Op.FIELD or expr.args[1].op is not Op.CONST:
        return False
    counted, limit = expr.args[0].data, expr.args[1].data
    assert isinstance(counted, o.Field) and isinstance(limit, int | float)
    limit += expr.op is Op.GT
    return (counted.name == MOVES and limit >= MOVE_LIMIT) or (
        counted.name == TURNS and limit >= turn_limit(players)
    )


def _ends_unwon(block: Block, program: Program) -> bool:
    """Whether it ends the game and does nothing else; of two neither wins, nor one who plays alone."""
    if any(f.name == TRIALS for f in program.fields):
        return False  # a game of a match: the match goes on
    if block and isinstance(block[-1], o.Return):
        block = block[:-1]
    if program.players > 2:
        return len(block) == 1 and isinstance(block[0], o.Do) and block[0].name == ALL_DRAW
    rank = k.float_(1.5 if program.players == 2 else 0.0)
    ranks = {
        (s.index, s.value) for s in block
        if isinstance(s, o.Store) and s.field.name == "rank" and s.index is not None
    }  # fmt: skip
    over = [s for s in block if isinstance(s, o.Store) and s.field.name == "over" and s.value == k.TRUE]
    wanted = {(k.int_(player), rank) for player in range(1, program.players + 1)}
    return ranks == wanted and len(over) == 1 and len(block) == len(wanted) + 1


def _called_fields(expr: Expr, program: Program) -> Iterator[o.Field]:
    """A repetition asked for in a value that is written looks at the position."""
    if any(inner.op is Op.REPEATS for inner in subexprs(expr)):
        yield from (f for f in program.fields if f.position)


@define
class _Summary:
    """What a procedure reads that it has not surely written itself; what it has written at its end."""

    exposed: frozenset[o.Field]
    sure: frozenset[o.Field]


@define
class _Reading:
    """Goes through procedures in the order in which they run."""

    program: Program
    needed: frozenset[o.Field]
    _known: dict[str, _Summary] = field(factory=dict)
    _running: set[str] = field(factory=set)
    _effects: Effects = field(init=False)
    _judging: tuple[str, ...] = field(init=False)
    #: of the procedure at hand
    _exposed: set[o.Field] = field(factory=set)
    _exits: list[frozenset[o.Field]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self._effects = Effects(self.program)
        names: set[str] = set()
        for proc in self.program.procs:
            for stmt in statements(proc.body):
                if isinstance(stmt, o.Best | o.Narrow | o.Provided):
                    names.update(judges(stmt))
                for expr in exprs_of(stmt):
                    names.update(str(e.data[1]) for e in subexprs(expr)
                                 if e.op is Op.MOST and isinstance(e.data, tuple))  # fmt: skip
        self._judging = tuple(sorted(names))

    def proc(self, name: str) -> _Summary:
        known = self._known.get(name)
        if known is not None:
            return known
        if name in self._running:  # calls itself: all that it may read, and nothing is sure
            return _Summary(self._effects.proc(name).reads & self.needed, _NOTHING)
        self._running.add(name)
        outer = self._exposed, self._exits
        self._exposed, self._exits = set(), []
        end = self.block(self._effects.procs[name].body, _NOTHING)
        exits = [*self._exits, *([] if end is None else [end])]
        sure = frozenset.intersection(*exits)
        result = self._known[name] = _Summary(frozenset(self._exposed), sure)
        self._exposed, self._exits = outer
        self._running.discard(name)
        return result

    def block(self, block: Block, sure: Sure) -> Sure:
        for stmt in block:
            if sure is None:
                return None
            sure = self.stmt(stmt, sure)
        return sure

    def stmt(self, stmt: Stmt, sure: frozenset[o.Field]) -> Sure:
        if not (isinstance(stmt, o.Store | o.Adjust | o.Include) and stmt.field not in self.needed):
            for expr in exprs_of(stmt):
                self.expr(expr, sure, far_away(stmt, self.program))
        match stmt:
            case o.Store() | o.Restore():
                whole = isinstance(stmt, o.Restore) or stmt.index is None
                return sure | {stmt.field} if whole else sure
            case o.Adjust() | o.Include():
                self.read(stmt.field, sure)
            case o.Snapshot():
                self.read(stmt.field, sure)
            case o.Remember():
                for f in self._effects.position.reads:
                    self.read(f, sure)
            case o.Return():
                self._exits.append(sure)
                return None
            case o.Break() | o.Continue():
                return None
            case o.If():
                first, second = self.block(stmt.then, sure), self.block(stmt.otherwise, sure)
                if first is None or second is None:
                    return second if first is None else first
                return first & second
            case o.While() | o.ForSites() | o.ForRange():
                self.block(stmt.body, sure)
            case o.Do() | o.Generate():
                result = self.proc(stmt.name)
                self._exposed |= result.exposed - sure
                return sure | result.sure if isinstance(stmt, o.Do) else sure
            case o.Offer():
                self.judged(stmt, sure)
            case o.Priority():
                for body in stmt.bodies:
                    self.block(body, sure)
            case o.Best() | o.Narrow() | o.Provided() | o.Sandbox():
                self.block(stmt.body, sure)
            case _:
                body = getattr(stmt, "body", ())
                return self.block(body, sure)
        return sure

    def judged(self, stmt: o.Offer, sure: frozenset[o.Field]) -> None:
        """A move may be played to see what comes of it, wherever anything in the program is judged so."""
        # what playing it reads decides in any case
        for name in self._judging:
            played = self.proc(self.program.kinds[stmt.kind].play).sure
            self._exposed |= self.proc(name).exposed - sure - played

    def expr(self, expr: Expr, sure: frozenset[o.Field], without: tuple[Expr, ...]) -> None:
        for f in _fields((expr,), without):
            self.read(f, sure)
        for inner in subexprs(expr):
            if inner.op is Op.REPEATS:
                for f in self._effects.position.reads:
                    self.read(f, sure)
            for name in callees(inner):
                self._exposed |= self.proc(name).exposed - sure

    def read(self, f: o.Field, sure: frozenset[o.Field]) -> None:
        if f not in sure and f in self.needed:
            self._exposed.add(f)
