"""Worst-case execution times, by loop bounds: how long rules may run before they look whether to stop.

    for s in owned(1):                   looks in each round, which is short
        for t in owned(2):       =>      does not look
            @score += 1

A loop of which no bound proves that it is short looks in each round, a procedure that calls itself at its
beginning; whoever is to stop leaves everything at once. What is short looks nowhere, and costs nothing.

The bounds are of steps, an operation of the core being about one: times the members of a set, times the range
of a loop's numbers, through all that is called. They are generous: branches are all taken, sets are full.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from gdl.analyses.mod_ref import Effects, callees
from gdl.analyses.ranges import Ranges
from gdl.core import ops as o
from gdl.core.intrinsics import Ask, Begin, ListMoves, PlayMove, PlayOut, Poke, Reseed, SaveRecord
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.core.walk import bits, blocks_of, exprs_of, op_mask
from gdl.support.identity import IdentityMap

#: Bounds end here: what takes that long takes for ever.
ENDLESS = 1 << 62
#: Operations that look at all sites, or at a path of them; those that do it again and again.
_WIDE, _SPREADING = (Op.IMAGE, Op.RAY, Op.RUN), (Op.FILL, Op.FLOOD)
#: Operations that take more than the one step that others take.
_OF_WEIGHT = bits(*o.BINDERS, *_WIDE, *_SPREADING, *o.CALLS)
#: What searches are made of: they look for themselves, at good moments.
_SEARCHING = bits(Ask, Begin, ListMoves, PlayMove, PlayOut, Poke, Reseed, SaveRecord, Op.PEEK, Op.STOPPED)
_PLAYING, _PLAYING_OUT = bits(Begin, ListMoves, PlayMove), bits(PlayOut)


class Pace:
    """What is long in a program, for an engine that does `long` steps in a time that one can wait."""

    def __init__(self, program: Program, ranges: Ranges, effects: Effects, long: int) -> None:
        self._program = program
        self._ranges = ranges
        self._effects = effects
        self._long = long
        self._procs = {p.name: p for p in program.procs}
        self._steps: dict[str, int] = {}
        self._offers: dict[str, int] = {}
        self._recursive: dict[str, bool] = {}
        self._inside = {p.name: op_mask(p.body) for p in program.procs}
        self._searches: dict[str, bool] = {}
        #: the procedure that is looked at, and those around it
        self._here = ""
        self._around: list[str] = []
        self._polling = IdentityMap[Stmt | Expr, bool]()
        #: whether going through all offers and trying each looks for each whether to stop
        self.judges = False
        self._copy = sum(f.length or 1 for f in program.fields) // 8 + 1
        self._trial = 0
        self._trial = self._copy + max((self.steps(kind.play) for kind in program.kinds), default=0)
        for proc in program.procs:
            if not self.searches(proc.name):
                self.steps(proc.name)
        #: whether there may be so many offers that comparing them with each other takes long
        self.many = any(self.offers(p.name) ** 2 > long for p in program.procs if p.generator)

    # --- what is asked --------------------------------------------------------------------------------

    def polls(self, loop: Stmt | Expr) -> bool:
        """Whether a loop polls in each round whether to stop."""
        return self._polling.get(loop, False)

    def recursive(self, name: str) -> bool:
        """Whether a procedure may come to call itself: it looks at its beginning."""
        if self.searches(name):
            return False
        if name not in self._recursive:
            self._recursive[name] = any(name in self._effects.reached(c) for c in self._effects.calls(name))
        return self._recursive[name]

    def searches(self, name: str) -> bool:
        """Whether a procedure is part of a search: what it writes outlasts it, and it looks for itself."""
        if name not in self._searches:
            masks = (self._inside[each] for each in self._effects.reached(name))
            self._searches[name] = any(mask & _SEARCHING for mask in masks)
        return self._searches[name]

    def stops(self, name: str) -> bool:
        """Whether a procedure of a search may be left because it was looked somewhere inside."""
        masks = [self._inside[each] for each in self._effects.reached(name)]
        if any(mask & _PLAYING_OUT for mask in masks):
            return True
        return self.endless and (not self.searches(name) or any(mask & _PLAYING for mask in masks))

    @cached_property
    def endless(self) -> bool:
        """Whether a ply looks at all: else it is known to be short."""
        if self.judges or self.many or any(self._polling.values()):
            return True
        return any(self.recursive(p.name) for p in self._program.procs)

    @cached_property
    def ply(self) -> int:
        """The most steps of a whole ply; ENDLESS if it looks in between."""
        if self.endless:
            return ENDLESS
        called = {c for p in self._program.procs for c in self._effects.called(p.body)}
        roots = [p.name for p in self._program.procs if p.name not in called and not self.searches(p.name)]
        return min(ENDLESS, self._trial + sum(self.steps(name) for name in roots))

    # --- bounds: steps until it is looked again ---------------------------------------------------------

    def steps(self, name: str) -> int:
        """The most steps that a procedure makes without looking."""
        if name in self._around:
            return 1  # it looks when it is called again
        if name not in self._steps:
            outer, self._here = self._here, name
            self._around.append(name)
            self._steps[name] = self._block(self._procs[name].body) + 1
            self._around.pop()
            self._here = outer
        return self._steps[name]

    def _block(self, block: Block) -> int:
        return min(ENDLESS, sum(self._stmt(stmt) for stmt in block))

    def _stmt(self, stmt: Stmt) -> int:
        own = 1 + self._exprs(exprs_of(stmt))
        inner = sum(self._block(block) for block in blocks_of(stmt))
        match stmt:
            case o.While():
                return self._loop(stmt, stmt.limit, own + inner)
            case o.ForSites() | o.ForRange():
                return own + self._loop(stmt, self._rounds(stmt), 1 + inner)
            case o.Do() | o.Generate():
                return own + self.steps(stmt.name)
            case Ask():
                return own + self.steps(stmt.procedure)
            case o.Sandbox():
                return own + inner + self._copy
            case o.Provided() | o.Best():
                judged = self.steps(stmt.check if isinstance(stmt, o.Provided) else stmt.value)
                return own + inner + self._tried(self._offered(stmt.body) * self._program.sites, judged)
            case o.Narrow():
                return own + inner + self.steps(stmt.keep)
        return own + inner

    def _rounds(self, stmt: o.ForSites | o.ForRange) -> int:
        if isinstance(stmt, o.ForSites):
            return 1 if stmt.sites.op is Op.ONE else self._program.sites
        low, high = (self._ranges.of(e, self._here) for e in (stmt.low, stmt.high))
        return max(0, high[1] - low[0] + 1)

    def _loop(self, loop: Stmt | Expr, rounds: int, steps: int) -> int:
        polls = rounds * steps > self._long
        self._polling[loop] = polls or self.polls(loop)
        return steps if polls else rounds * steps

    def _tried(self, moves: int, judged: int) -> int:
        """Moves are tried one by one, each then judged in so many steps."""
        whole = moves * (self._trial + judged)
        if whole <= self._long:
            return whole
        self.judges = True
        return self._trial + judged

    def _exprs(self, exprs: Iterable[Expr]) -> int:
        return sum(self._expr(e) for e in exprs)

    def _expr(self, expr: Expr) -> int:
        if not expr.op_mask & _OF_WEIGHT:
            return expr.size
        if expr.op in o.BINDERS:
            sites, inner = (self._expr(e) for e in expr.args)
            return sites + self._loop(expr, self._program.sites, 1 + inner)
        result = 1 + self._exprs(expr.args)
        if expr.op in _WIDE:
            return result + self._program.sites
        if expr.op in _SPREADING:
            return result + self._program.sites**2 // 8
        result += sum(self.steps(name) for name in callees(expr))
        if expr.op is Op.MOST:
            assert isinstance(expr.data, tuple)
            result += self._tried(self.offers(expr.data[0]) * self._program.sites, self.steps(expr.data[1]))
        return result

    # --- bounds: offers ---------------------------------------------------------------------------------

    def offers(self, name: str) -> int:
        """The most bundles that a generator offers."""
        if name not in self._offers:
            self._offers[name] = ENDLESS  # if it calls itself
            outer, self._here = self._here, name
            self._offers[name] = self._offered(self._procs[name].body)
            self._here = outer
        return self._offers[name]

    def _offered(self, block: Block) -> int:
        result = 0
        for stmt in block:
            inner = sum(self._offered(each) for each in blocks_of(stmt))
            match stmt:
                case o.Offer():
                    result += 1
                case o.Generate():
                    result += self.offers(stmt.name)
                case o.ForSites() | o.ForRange():
                    result += self._rounds(stmt) * inner
                case o.While():
                    result += stmt.limit * inner
                case _:
                    result += inner
        return min(result, ENDLESS)
