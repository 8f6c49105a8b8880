"""Value-set analysis: what an expression can come to, whatever the state is.

An abstract interpretation in which numbers are small sets of values (Balakrishnan and Reps, *Analyzing memory
accesses in x86 executables*, 2004), and sets of sites are pairs of bounds: the sites that are certainly in it
and those that may be (must and may). Fields of the state may hold whatever their ranges allow, so what is
found holds in every state: it takes in more than is ever reached, never less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import TypeAlias

from gdl.analyses.ranges import Ranges
from gdl.core import ops as o
from gdl.core.arithmetic import members, wrap
from gdl.core.evaluate import EAGER, evaluate
from gdl.core.ops import Expr, Op, Program
from gdl.support.values import frozen

#: A set of more numbers than these is any number.
MOST_VALUES = 4096
#: Of more pairs of values than these an operation is not worked out one by one.
MOST_PAIRS = 1024
#: So many steps an analysis may take.
MOST_STEPS = 4_000_000
#: Nothing is known of a number (or a Float).
ANY = None

#: The numbers that something may be (truths are 0 and 1); ANY where that is not known.
Numbers: TypeAlias = "frozenset[int] | None"
_TRUE, _FALSE, _EITHER = frozenset((1,)), frozenset((0,)), frozenset((0, 1))


class TooManyError(Exception):
    """What may come about is too much to be listed."""


@frozen
class Region:
    """A set of sites by its bounds, as bits: what is certainly in it, and what may be."""

    must: int
    may: int

    def __or__(self, other: Region) -> Region:
        return Region(self.must | other.must, self.may | other.may)

    def joined(self, other: Region) -> Region:
        """What it is if it is this or that."""
        return Region(self.must & other.must, self.may | other.may)


Value: TypeAlias = "Numbers | Region"
Env: TypeAlias = "Mapping[str, Value]"


def join(one: Value, other: Value) -> Value:
    """What something may be that is this or that."""
    if isinstance(one, Region) and isinstance(other, Region):
        return one.joined(other)
    if one is None or other is None or isinstance(one, Region) or isinstance(other, Region):
        return ANY
    both = one | other
    return both if len(both) <= MOST_VALUES else ANY


class ValueSets:
    """Evaluates the expressions of a program; `called` says what a call may come to."""

    def __init__(self, program: Program, ranges: Ranges) -> None:
        self.program = program
        self.ranges = ranges
        self.everywhere = (1 << program.sites) - 1
        self.steps = 0
        #: what operations came to, by these and what they were given; and what tables hold at some places
        self._worked_out: dict[tuple[object, ...], Numbers] = {}

    def take(self, steps: int = 1) -> None:
        """Some steps are taken. Raises TooManyError where these are too many."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooManyError

    def called(self, expr: Expr, args: tuple[Value, ...]) -> Value:
        """What a call may come to: anything of its type."""
        return self.any_of(expr)

    def any_of(self, expr: Expr) -> Value:
        """All that an expression of this type, and within its range, may be."""
        if expr.type is o.SITES:
            return Region(0, self.everywhere)
        if expr.type is o.BOOL:
            return _EITHER
        if expr.type is not o.INT or expr.op is Op.VAR:
            return ANY
        return self.within(*self.ranges.of(expr, ""))

    def within(self, low: int, high: int) -> Numbers:
        """The numbers of a range, if these are few."""
        return frozenset(range(low, high + 1)) if high - low < MOST_VALUES else ANY

    def sites(self, expr: Expr, env: Env) -> Region:
        """What a set may be."""
        value = self.value(expr, env)
        assert isinstance(value, Region)
        return value

    def numbers(self, expr: Expr, env: Env) -> Numbers:
        """What a number or a truth may be."""
        value = self.value(expr, env)
        assert not isinstance(value, Region)
        return value

    def value(self, expr: Expr, env: Env) -> Value:
        """What an expression may be, its variables being what `env` says."""
        self.take()
        op = expr.op
        if op is Op.CONST:
            return self._constant(expr)
        if op is Op.VAR:
            name = str(expr.data)
            return env[name] if name in env else self.any_of(expr)
        if op in o.FIELD_READS:
            return self.any_of(expr)
        if expr.type is o.SITES:
            return self._region(expr, env)
        if op in (Op.AND, Op.OR):
            return self._connective(expr, env)
        if op is Op.SELECT:
            return self._select(expr, env)
        if op in (Op.HAS, Op.SOME, Op.SUBSET, Op.SIZE, Op.NTH, Op.LAST, Op.EXISTS):
            return self._of_region(expr, env)
        if op is Op.CALL:
            return self.called(expr, tuple(self.value(arg, env) for arg in expr.args))
        if op is Op.TABLE:
            return self._looked_up(expr, env)
        if op in _POINTWISE and expr.type is not o.FLOAT and all(a.type in _WHOLE for a in expr.args):
            return self._pointwise(expr, env)
        return self.any_of(expr)

    def _constant(self, expr: Expr) -> Value:
        if expr.type is o.FLOAT:
            return ANY
        data = expr.data
        assert isinstance(data, int)
        return Region(data, data) if expr.type is o.SITES else frozenset((int(data),))

    # --- numbers and truths ---------------------------------------------------------------------------

    def _connective(self, expr: Expr, env: Env) -> Value:
        decides = _FALSE if expr.op is Op.AND else _TRUE
        first = self.numbers(expr.args[0], env)
        if first == decides:
            return first
        second = self.numbers(expr.args[1], env)
        if second == decides:
            return second
        both = (first or _EITHER) | (second or _EITHER)
        return both if len(both) == 1 else _EITHER

    def _select(self, expr: Expr, env: Env) -> Value:
        condition = self.numbers(expr.args[0], env)
        if condition == _TRUE:
            return self.value(expr.args[1], env)
        if condition == _FALSE:
            return self.value(expr.args[2], env)
        return join(self.value(expr.args[1], env), self.value(expr.args[2], env))

    def _looked_up(self, expr: Expr, env: Env) -> Value:
        table = expr.data
        assert isinstance(table, o.Table)
        index = self.numbers(expr.args[0], env)
        key = table, index
        if key not in self._worked_out:
            self._worked_out[key] = self._in_table(table, index)
        return self._worked_out[key]

    def _in_table(self, table: o.Table, index: Numbers) -> Numbers:
        every: set[object] = {*table.values, table.outside} if index is None else set()
        for at in index or ():
            every.add(table.values[at] if 0 <= at < len(table.values) else table.outside)
        if len(every) > MOST_VALUES or table.type is o.FLOAT:
            return ANY
        return frozenset(int(each) for each in every if isinstance(each, int))

    def _pointwise(self, expr: Expr, env: Env) -> Value:
        given = [self.numbers(arg, env) for arg in expr.args]
        count = 1
        for each in given:
            if each is None:
                return self.any_of(expr)
            count *= len(each)
        if count > MOST_PAIRS:
            return _compared(expr.op, *given) if expr.op in o.COMPARISONS else self.any_of(expr)
        self.take(1 + count // 8)
        key = expr.op, *given
        known = self._worked_out.get(key)
        if known is None:
            function = EAGER[expr.op]
            sets = (each for each in given if each is not None)
            every = (int(function(*values)) for values in product(*sets))
            known = self._worked_out[key] = frozenset(map(wrap, every))
        return known

    def _of_region(self, expr: Expr, env: Env) -> Value:
        """A number or a truth that is asked of a set."""
        region = self.sites(expr.args[0], env)
        match expr.op:
            case Op.SOME:
                return _TRUE if region.must else (_EITHER if region.may else _FALSE)
            case Op.SIZE:
                return self.within(region.must.bit_count(), region.may.bit_count())
            case Op.NTH | Op.LAST:
                if region.must == region.may and expr.op is Op.LAST:
                    return frozenset((region.may.bit_length() - 1,))
                return frozenset((-1, *members(region.may)))
            case Op.SUBSET:
                other = self.sites(expr.args[1], env)
                if not region.may & ~other.must:
                    return _TRUE
                return _FALSE if region.must & ~other.may else _EITHER
            case Op.HAS:
                return self._has(region, self.numbers(expr.args[1], env))
        possible: set[int] = set()
        for site in members(region.may):
            holds = self.numbers(expr.args[1], {**env, str(expr.data): frozenset((site,))}) or _EITHER
            if holds == _TRUE and region.must >> site & 1:
                return _TRUE
            possible |= holds
        return _EITHER if 1 in possible else _FALSE

    def _has(self, region: Region, sites: Numbers) -> Numbers:
        if sites is None:
            return _EITHER if region.may else _FALSE
        answers = set()
        for site in sites:
            if site < 0 or not region.may >> site & 1:
                answers.add(0)
            elif region.must >> site & 1:
                answers.add(1)
            else:
                return _EITHER
        return frozenset(answers)

    # --- sets of sites --------------------------------------------------------------------------------

    def _region(self, expr: Expr, env: Env) -> Region:
        op, args = expr.op, expr.args
        if op in (Op.UNION, Op.INTER, Op.DIFF):
            one, other = self.sites(args[0], env), self.sites(args[1], env)
            if op is Op.UNION:
                return one | other
            if op is Op.INTER:
                return Region(one.must & other.must, one.may & other.may)
            return Region(one.must & ~other.may, one.may & ~other.must)
        if op is Op.ONE:
            return self._ones(self.numbers(args[0], env))
        if op is Op.SELECT:
            result = self._select(expr, env)
            assert isinstance(result, Region)
            return result
        if op in (Op.FILTER, Op.GATHER, Op.GREATEST):
            return self._binder(expr, env)
        if op is Op.TABLE:
            table, index = expr.data, self.numbers(args[0], env)
            assert isinstance(table, o.Table)
            rows = table.values if index is None else [self._row(table, at) for at in index]
            return _one_of(int(row) for row in (*rows, *((table.outside,) if index is None else ())))
        if op is Op.RAY:
            return self._ray(expr, env)
        if op in (Op.IMAGE, Op.FILL, Op.FLOOD):
            given = [self.sites(arg, env) for arg in args]
            self.take(8)
            must = self._exactly(expr, [each.must for each in given])
            return Region(must, self._exactly(expr, [each.may for each in given]))
        if op is Op.CALL:
            value = self.called(expr, tuple(self.value(arg, env) for arg in args))
            assert isinstance(value, Region)
            return value
        return Region(0, self.everywhere)

    def _row(self, table: o.Table, at: int) -> int | float:
        return table.values[at] if 0 <= at < len(table.values) else table.outside

    def _ones(self, sites: Numbers) -> Region:
        if sites is None:
            return Region(0, self.everywhere)
        return _one_of(1 << site if 0 <= site < self.program.sites else 0 for site in sites)

    def _exactly(self, expr: Expr, sets: list[int]) -> int:
        """A board procedure of known sets: it only grows with them."""
        args = tuple(Expr(Op.CONST, o.SITES, data=each) for each in sets)
        return int(evaluate(Expr(expr.op, expr.type, args, expr.data), {}, self.program.sites))

    def _ray(self, expr: Expr, env: Env) -> Region:
        rays, blockers = expr.data, self.sites(expr.args[1], env)
        assert isinstance(rays, o.Rays)
        sites = self.numbers(expr.args[0], env)
        regions = []
        for site in range(len(rays.paths)) if sites is None else sites:
            must = may = 0
            blocked = False
            for there in rays.paths[site] if 0 <= site < len(rays.paths) else ():
                may |= 1 << there
                must |= 0 if blocked else 1 << there
                blocked = blocked or bool(blockers.may >> there & 1)
                if blockers.must >> there & 1:
                    break
            self.take()
            regions.append(Region(must, may))
        if not regions:
            return Region(0, 0)
        result = regions[0]
        for each in regions[1:]:
            result = result.joined(each)
        return result

    def _binder(self, expr: Expr, env: Env) -> Region:
        region, name, body = self.sites(expr.args[0], env), str(expr.data), expr.args[1]
        if expr.op is Op.GREATEST:
            return Region(0, region.may)
        must = may = 0
        for site in members(region.may):
            certain = bool(region.must >> site & 1)
            inside = {**env, name: frozenset((site,))}
            if expr.op is Op.GATHER:
                possible = self.sites(body, inside)
                may |= possible.may
                must |= possible.must if certain else 0
                continue
            holds = self.numbers(body, inside) or _EITHER
            if 1 in holds:
                may |= 1 << site
                must |= 1 << site if certain and holds == _TRUE else 0
        return Region(must, may)


def _compared(op: Op, one: Numbers, other: Numbers) -> Numbers:
    """What a comparison of two sets of numbers may be, by their bounds."""
    assert one and other
    if op in (Op.EQ, Op.NE):
        return _EITHER if one & other else (_FALSE if op is Op.EQ else _TRUE)
    answers = {bool(EAGER[op](a, b)) for a, b in ((min(one), max(other)), (max(one), min(other)))}
    return frozenset(map(int, answers))


def _one_of(sets: Iterable[int]) -> Region:
    """What a set may be that is one of these."""
    must, may = -1, 0
    for each in sets:
        must, may = must & each, may | each
    return Region(max(must, 0) & may, may)


_WHOLE = (o.INT, o.BOOL)
#: Functions of their arguments' values alone.
_POINTWISE = frozenset(
    (
        *o.COMPARISONS,
        *(Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.POW, Op.NEG, Op.ABS, Op.MIN, Op.MAX),
        *(Op.XOR, Op.NOT, Op.TO_INT),
    )
)
