"""Reachable offers: which moves a program's generator may offer, whatever the state is.

The bodies of generators are interpreted over value sets (`value_sets.py`): each branch that a condition may
take, each round that a loop may make, checks taken as if they held. What is found holds for all states, so it
has every legal move of any game, and some that no game comes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gdl.analyses.ranges import find_ranges
from gdl.analyses.value_sets import ANY, Env, Region, TooManyError, Value, ValueSets, join
from gdl.core import ops as o
from gdl.core.arithmetic import members
from gdl.core.ops import Block, Expr, Kind, Program, Stmt
from gdl.core.statements import PARTS
from gdl.support.values import frozen

_OFFERS = PARTS[o.Offer].bit
_NONE: frozenset[str] = frozenset()

#: Calls are followed so deep; loops whose rounds are not known go round so often before all is given up that
#: they assign.
MOST_CALLS, MOST_ROUNDS = 40, 8
#: Locals are looked at value by value while that makes no more parts than these.
MOST_PARTS = 1024


@frozen
class Offered:
    """Moves of a kind that may be offered: what each argument may be, and the sites."""

    kind: int
    args: tuple[Value, ...]
    sites: int


def reachable_offers(
    program: Program, generator: str = "moves", follows_numbers: bool = False
) -> tuple[Offered, ...]:
    """All that a generator may offer, sites of equal kinds and arguments together, in the order of kinds.

    With `follows_numbers` calls of numbers are followed as those of sets are: less is found, in more time.
    Raises TooManyError where that takes too long to work out.
    """
    walk = _Offers(program, follows_numbers)
    walk.generate(generator, ())
    offered = (Offered(kind, args, sites) for (kind, args), sites in walk.offered.items())
    return tuple(sorted(offered, key=lambda each: each.kind))


def shown_params(kind: Kind) -> frozenset[int]:
    """The parameters of a kind of moves that its origin, destination and level are made of."""
    shown = (kind.origin, kind.target, *((kind.level_from,) if kind.level_from is not None else ()))
    names = _NONE.union(*(expr.free for expr in shown))
    return frozenset(number for number, param in enumerate(kind.params) if param.name in names)


class _Offers(ValueSets):
    def __init__(self, program: Program, follows_numbers: bool) -> None:
        super().__init__(program, find_ranges(program))
        self._followed = (o.SITES, o.INT) if follows_numbers else (o.SITES,)
        self.offered: dict[tuple[int, tuple[Value, ...]], int] = {}
        self._procs = {proc.name: proc for proc in program.procs}
        self._generated: set[tuple[str, tuple[Value, ...]]] = set()
        self._results: dict[tuple[str, tuple[Value, ...]], Value] = {}
        self._needed = [shown_params(kind) for kind in program.kinds]
        self._returned: list[list[Value]] = []
        #: what locals may be where a round of each loop around is left
        self._left: list[list[Env]] = []
        self._depth = 0
        #: into how many parts locals that were split have split what is looked at now
        self._parts = 1

    # --- procedures -----------------------------------------------------------------------------------

    def generate(self, name: str, args: tuple[Value, ...]) -> None:
        """What a generator offers, given these arguments."""
        if (name, args) in self._generated:
            return
        self._generated.add((name, args))
        self._run_procedure(name, args)

    def called(self, expr: Expr, args: tuple[Value, ...]) -> Value:
        """What a call may come to. Those of sets are followed; of numbers their range is known (they are
        followed where that does not do), truths are likely either."""
        if expr.type not in self._followed:
            return self.any_of(expr)
        key = str(expr.data), args
        if key not in self._results:
            every = self._results[key] = self.any_of(expr)  # for calls of itself inside
            values = self._run_procedure(*key)
            if values:
                result = values[0]
                for each in values[1:]:
                    result = join(result, each)
                if isinstance(every, frozenset) and not isinstance(result, Region):
                    result = every if result is ANY else every & result
                self._results[key] = result
        return self._results[key]

    def _run_procedure(self, name: str, args: tuple[Value, ...]) -> list[Value]:
        """Follow a procedure; what it may return."""
        if self._depth == MOST_CALLS:
            raise TooManyError
        proc = self._procs[name]
        env = {param.name: value for param, value in zip(proc.params, args, strict=True)}
        self._depth += 1
        self._returned.append([])
        try:
            self._block(proc.body, env)
        finally:
            self._depth -= 1
        return self._returned.pop()

    # --- statements -----------------------------------------------------------------------------------

    def _block(self, block: Block, env: dict[str, Value]) -> bool:
        """Follow statements, which change `env`; whether it may go on behind them."""
        for number, stmt in enumerate(block):
            if isinstance(stmt, o.Assign) and self._is_split(stmt.name, block[number + 1 :]):
                values = self.value(stmt.value, env)
                if isinstance(values, frozenset) and 1 < len(values) <= self.program.sites + 1:
                    return self._split(stmt.name, sorted(values), block[number + 1 :], env)
                env[stmt.name] = values
            elif not self._statement(stmt, env):
                return False
        return True

    def _is_split(self, name: str, rest: Block) -> bool:
        """Whether what follows is to be looked at for each value of a local by itself: where moves show it as
        their origin, destination or level, unless that was done for others so often already."""
        return self._parts < MOST_PARTS and any(name in self._shown(stmt) for stmt in rest)

    def _shown(self, stmt: Stmt) -> frozenset[str]:
        """The locals in arguments of offers that moves show."""
        if not stmt.op_mask & _OFFERS:
            return _NONE
        if isinstance(stmt, o.Offer):
            args = (stmt.args[number] for number in self._needed[stmt.kind] if number < len(stmt.args))
            return _NONE.union(*(arg.free for arg in args))
        return _NONE.union(*(self._shown(inner) for body in _bodies(stmt) for inner in body))

    def _split(self, name: str, values: Sequence[int], rest: Block, env: dict[str, Value]) -> bool:
        """Follow the rest of a block for each value of a local (trace partitioning: Mauborgne and Rival,
        2005), so that moves' origins and destinations belong together."""
        self._parts *= len(values)
        ways = []
        for value in values:
            inside: dict[str, Value] = {**env, name: frozenset((value,))}
            if self._block(rest, inside):
                ways.append(inside)
        self._parts //= len(values)
        return _leave(ways, env)

    def _statement(self, stmt: Stmt, env: dict[str, Value]) -> bool:
        self.take()
        match stmt:
            case o.Assign():
                env[stmt.name] = self.value(stmt.value, env)
            case o.If():
                return self._if(stmt, env)
            case o.ForSites():
                self._for_sites(stmt, env)
            case o.ForRange():
                self._for_range(stmt, env)
            case o.While():
                self._rounds(stmt.body, env)
            case o.Offer():
                self._offer(stmt, env)
            case o.Generate():
                self.generate(stmt.name, tuple(self.value(arg, env) for arg in stmt.args))
            case o.Return():
                if stmt.value is not None:
                    self._returned[-1].append(self.value(stmt.value, env))
                return False
            case o.Break() | o.Continue():
                self._left[-1].append(dict(env))
                return False
            case o.Draw():
                env[stmt.name] = ANY
            case _:
                for body in _bodies(stmt):
                    inside = dict(env)
                    self._block(body, inside)
                    _join_into(env, inside)
        return True

    def _if(self, stmt: o.If, env: dict[str, Value]) -> bool:
        """Both branches that may be taken; behind them is what either leaves."""
        condition = self.numbers(stmt.condition, env)
        ways = []
        for truth, body in ((1, stmt.then), (0, stmt.otherwise)):
            if condition is None or truth in condition:
                inside = dict(env)
                if self._block(body, inside):
                    ways.append(inside)
        return _leave(ways, env)

    def _for_sites(self, stmt: o.ForSites, env: dict[str, Value]) -> None:
        region = self.sites(stmt.sites, env)
        self._each(stmt.name, stmt.body, members(region.may), env)

    def _for_range(self, stmt: o.ForRange, env: dict[str, Value]) -> None:
        low, high = self.numbers(stmt.low, env), self.numbers(stmt.high, env)
        every = self.within(min(low), max(high)) if low and high else ANY
        if every is None:
            env[stmt.name] = ANY
            self._rounds(stmt.body, env)
        else:
            self._each(stmt.name, stmt.body, sorted(every), env)

    def _each(self, name: str, body: Block, values: Iterable[int], env: dict[str, Value]) -> None:
        """A round for each value, which may be left out or be the last."""
        for value in values:
            self._round(body, {**env, name: frozenset((value,))}, env)
        env.pop(name, None)

    def _round(self, body: Block, inside: dict[str, Value], env: dict[str, Value]) -> None:
        """One round of a loop, after which locals may be what they were or what it has made of them."""
        self._left.append([])
        self._block(body, inside)
        for each in (inside, *self._left.pop()):
            _join_into(env, each)

    def _rounds(self, body: Block, env: dict[str, Value]) -> None:
        """Rounds of which it is not known how many there are: until nothing is new (widening)."""
        for _ in range(MOST_ROUNDS):
            before = dict(env)
            self._round(body, dict(env), env)
            if env == before:
                return
        for name in _assigned(body):
            env.pop(name, None)  # anything of its type
        self._round(body, dict(env), env)

    def _offer(self, stmt: o.Offer, env: Env) -> None:
        key = stmt.kind, tuple(self.value(arg, env) for arg in stmt.args)
        self.offered[key] = self.offered.get(key, 0) | self.sites(stmt.sites, env).may


def _leave(ways: Sequence[dict[str, Value]], env: dict[str, Value]) -> bool:
    """What is behind a fork in the way is what any of these leaves; whether any gets there."""
    if not ways:
        return False
    env.update(ways[0])
    for other in ways[1:]:
        _join_into(env, other)
    return True


def _join_into(env: dict[str, Value], other: Env) -> None:
    """What locals may be that are as in `env` or as in the other; those of one alone stay what they are."""
    for name, value in other.items():
        mine = env.get(name, value)
        env[name] = mine if mine == value else join(mine, value)


def _bodies(stmt: Stmt) -> Iterator[Block]:
    """The blocks of a statement."""
    for name, several in PARTS[type(stmt)].blocks:
        yield from getattr(stmt, name) if several else (getattr(stmt, name),)


def _assigned(block: Block) -> Iterator[str]:
    """The locals that statements assign."""
    for stmt in block:
        if isinstance(stmt, o.Assign | o.Draw):
            yield stmt.name
        for body in _bodies(stmt):
            yield from _assigned(body)
