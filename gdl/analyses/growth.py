"""Value-range analysis with execution bounds: how far numbers of the state can grow in a whole game.

    @moves += 1                     @moves:   0..10001
    for s in {0-8}:         =>      @score:   0..180018
        @score += 2

`ranges` widens what is added to again and again to all numbers: enough for engines, but every score and every
counter would seem too large. Here a sum is bounded by how often it can be added to: as often as the loops
around it go round, in as many plies as a game can have, and never more often than a computer can add in the
time that anybody waits. What grows by itself, as what is doubled does, has no such bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gdl.analyses.ranges import (
    ALL,
    Fact,
    Key,
    Local,
    Range,
    Ranges,
    Result,
    Telling,
    facts_of,
    fits,
    join,
    settled,
)
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.programs import GAMES_LIMIT, MOVE_LIMIT, MOVES, TRIALS
from gdl.core.walk import assigned, bits, blocks_of, operands
from gdl.support.identity import Same
from gdl.support.values import frozen

#: Nobody waits until something has been done so often: a million millions, one after the other.
ENOUGH = 1 << 40
_COUNTED = bits(o.Assign, o.Store, o.Adjust, o.Do)
#: How many variables are followed from one to the next.
_FOLLOWED = 4
#: What grows is widened to these.
_STEPS = tuple(sign << n for n in range(34, 63, 4) for sign in (1, -1))


def find_growth(program: Program) -> Ranges:
    """The ranges of a program in any game that can be played; what has no bound has all numbers."""
    # stacks keep to their limit (`layout/stacks.py`)
    promised: dict[Key, Range] = {f: (0, program.stack_limit) for f in program.fields if f.name == "height"}
    ranges = Ranges(program, promised)
    for _ in range(2):  # what is found of the numbers that loops go to bounds these loops
        ranges = _solved(program, promised, _often(program, ranges))
        if all(range_ != ALL for key, range_ in ranges.known.items() if isinstance(key, o.Field)):
            break
    return ranges


def _solved(program: Program, promised: Mapping[Key, Range], often: Callable[[Fact], int]) -> Ranges:
    facts: list[Telling] = []
    sums: dict[Key, list[Fact]] = {}
    for fact in facts_of(program):
        if fact.key not in promised:
            sums.setdefault(fact.key, []).append(fact)
    for key, parts in sums.items():
        facts.append(_Sum(key, tuple((part, often(part)) for part in parts), sums))
    return settled(program, facts, promised, _STEPS)


@frozen(eq=False)
class _Sum:
    """All that a number is set to and all that is added to it, and how often at most."""

    key: Key
    parts: tuple[tuple[Fact, int], ...]
    #: what is said of each number
    all: Mapping[Key, Sequence[Fact]]

    def range(self, ranges: Ranges) -> Range | None:
        low = high = 0
        base: Range | None = None
        if isinstance(self.key, o.Field):
            base = int(self.key.initial), int(self.key.initial)
        for fact, often in self.parts:
            fixed, change = self._said(fact, ranges, ())
            base = join(base, fixed)
            if change is not None:
                low += min(0, change[0] * often)
                high += max(0, change[1] * often)
        if base is None:
            return None
        least = base[0] + low
        if isinstance(self.key, o.Field) and self.key.name == "count":
            least = max(0, least)  # a count below 1 empties the site (`layout/writes.py`)
        return least, base[1] + high

    def _said(self, fact: Fact, ranges: Ranges, around: tuple[Key, ...]) -> _Apart:
        if fact.expr is None or fact.stmt is None:
            return _whole(fact.range(ranges))
        if fact.plus is not None:
            return None, ranges.so_far(fact.expr, fact.proc)
        return self._apart(fact.expr, fact.proc, ranges, around)

    def _apart(self, expr: Expr, proc: str, ranges: Ranges, around: tuple[Key, ...]) -> _Apart:
        """What a value can be whatever the number was, and else by how much it differs from what that was."""
        key = _key_of(expr, proc)
        if key == self.key:
            return (0, 0) if expr.op is Op.MOST else None, (0, 0)
        if key in around:  # a variable that is what it was
            return None, None
        match expr.op:
            case Op.VAR | Op.CALL if len(around) < _FOLLOWED and key in self.all:
                assert key is not None
                fixed: Range | None = None
                change: Range | None = None
                for fact in self.all[key]:
                    one, other = self._said(fact, ranges, (*around, key))
                    fixed, change = join(fixed, one), join(change, other)
                if change is not None:
                    return fixed, change
            case Op.SELECT | Op.MIN | Op.MAX:
                ways = [self._apart(each, proc, ranges, around) for each in expr.args[-2:]]
                return join(ways[0][0], ways[1][0]), join(ways[0][1], ways[1][1])
            case Op.ADD | Op.SUB:
                for first, added in (expr.args, expr.args[::-1]):
                    fixed, change = self._apart(first, proc, ranges, around)
                    by = ranges.so_far(added, proc)
                    if change is not None and by is not None:
                        low, high = by if expr.op is Op.ADD else (-by[1], -by[0])
                        moved = None if fixed is None else _fitting((fixed[0] + low, fixed[1] + high))
                        return moved, (change[0] + low, change[1] + high)
                    if expr.op is Op.SUB:
                        break
        if expr.op is Op.MOST and key is not None:  # 0 where there is no move
            return _whole(join((0, 0), ranges.key(key)))
        return _whole(ranges.so_far(expr, proc))


#: A fixed range, and that of a difference.
_Apart = tuple[Range | None, Range | None]


def _fitting(range_: Range) -> Range:
    return range_ if fits(range_) else ALL


def _whole(range_: Range | None) -> _Apart:
    return None if range_ is None else _fitting(range_), None


def _key_of(expr: Expr, proc: str) -> Key | None:
    match expr.op:
        case Op.FIELD | Op.ELEM:
            assert isinstance(expr.data, o.Field)
            return expr.data
        case Op.VAR:
            return Local(proc, str(expr.data))
        case Op.CALL:
            return Result(str(expr.data))
        case Op.MOST:
            assert isinstance(expr.data, tuple)
            return Result(str(expr.data[1]))
    return None


def _plies(program: Program) -> int:
    """How many moves a game can have at most."""
    names = {f.name for f in program.fields}
    if MOVES not in names:
        return ENOUGH
    return MOVE_LIMIT * GAMES_LIMIT if TRIALS in names else MOVE_LIMIT


def _often(program: Program, ranges: Ranges) -> Callable[[Fact], int]:
    """How often each statement that sets a number can be executed at most: in a whole game for those of the
    state, while its procedure runs for locals; calls within calls for results."""
    callers: dict[str, list[tuple[str, int]]] = {}
    writes: list[tuple[Stmt, str, int]] = []
    for proc in program.procs:
        for stmt, times in _executed(proc, ranges):
            if isinstance(stmt, o.Do):
                callers.setdefault(stmt.name, []).append((proc.name, times))
            else:
                writes.append((stmt, proc.name, times))
    roots = {"start", "turn", "after", *(kind.play for kind in program.kinds)}
    roots |= {p.name for p in program.procs if p.entry}
    plies = _plies(program) + 1  # the start is one more
    known: dict[str, int] = {}

    def calls(name: str) -> int:
        if name not in known:
            known[name] = ENOUGH  # if it comes to call itself
            once = plies if name in roots else 0
            known[name] = min(ENOUGH, once + sum(calls(by) * times for by, times in callers.get(name, ())))
        return known[name]

    result: dict[tuple[str, Same[Stmt]], int] = {}
    for stmt, name, times in writes:
        key = name, Same(stmt)
        often = times if isinstance(stmt, o.Assign) else calls(name) * times
        result[key] = min(ENOUGH, result.get(key, 0) + often)

    def often_of(fact: Fact) -> int:
        return ENOUGH if fact.stmt is None else result.get((fact.proc, Same(fact.stmt)), ENOUGH)

    return often_of


def _executed(proc: Proc, ranges: Ranges) -> Iterator[tuple[Stmt, int]]:
    """The writes and calls in a procedure, and how often each is executed in one run of it."""

    def block(stmts: Block, times: int) -> Iterator[tuple[Stmt, int]]:
        for place, stmt in enumerate(stmts):
            if not stmt.op_mask & _COUNTED:
                continue
            if isinstance(stmt, o.Assign | o.Store | o.Adjust | o.Do):
                yield stmt, times
            most = _counted_rounds(stmt, stmts[:place]) if isinstance(stmt, o.While) else rounds(stmt)
            inner = min(ENOUGH, times * most)
            for each in blocks_of(stmt):
                yield from block(each, inner)

    def rounds(stmt: Stmt) -> int:
        match stmt:
            case o.ForSites():
                return ranges.program.sites
            case o.ForRange():
                low, high = (ranges.of(bound, proc.name) for bound in (stmt.low, stmt.high))
                return max(0, high[1] - low[0] + 1)
        return 1

    return block(proc.body, 1)


def _counted_rounds(loop: o.While, before: Block) -> int:
    """How often a loop goes round at most; bounded where each round begins by counting a variable up."""
    first = loop.body[0]
    if not isinstance(first, o.Assign) or assigned(loop.body).count(first.name) > 1:
        return loop.limit
    counter = k.var(first.name, o.INT)
    start = _last_set(first.name, before)
    if start is None or first.value != k.add(counter, k.int_(1)):
        return loop.limit
    for part in operands(loop.condition, Op.AND):
        if part.op is Op.LT and part.args[0] == counter and part.args[1].op is Op.CONST:
            end = part.args[1].data
            assert isinstance(end, int)
            return min(loop.limit, max(0, end - start))
    return loop.limit


def _last_set(name: str, block: Block) -> int | None:
    """The constant that a variable is at the end of a block, if it surely is one."""
    for stmt in reversed(block):
        if isinstance(stmt, o.Assign) and stmt.name == name:
            result = stmt.value.data if stmt.value.op is Op.CONST else None
            return result if isinstance(result, int) else None
        if name in assigned((stmt,)):
            return None
    return None
