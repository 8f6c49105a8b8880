"""The value of an expression that needs no state: for folding constants, and the plainest oracle there is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from gdl.core import arithmetic as number
from gdl.core import ops as o
from gdl.core.arithmetic import members
from gdl.core.ops import Block, Expr, Op, Proc
from gdl.source.budget import spend

Value = int | float | bool

#: Calls within calls, and rounds of a loop, that are followed.
MOST_CALLS, MOST_ROUNDS = 20, 1000
#: Operations that one evaluation may take: what takes more is left to be worked out by whoever runs it.
MOST_STEPS = 300_000
#: What an operation takes, in entries of a table. Where it is done for many sites at once, so many of them
#: are one operation.
STEP = 8
AT_ONCE = 8


class NotConstant(Exception):
    """The expression needs the state, or a variable that is not given; or its value takes too long."""


class _TakesLong(NotConstant):
    """It takes too long, whichever way."""


_FUNCTIONS: dict[Op, Callable[[float], float]] = {
    Op.SIN: math.sin, Op.COS: math.cos, Op.TAN: math.tan, Op.EXP: math.exp,
    Op.LOG: math.log, Op.LOG10: math.log10, Op.SQRT: math.sqrt,
}  # fmt: skip

#: What operations make of their arguments: of numbers and sets (bits), before they wrap around.
EAGER: dict[Op, Callable[..., Any]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.DIV: lambda a, b: number.div(a, b) if isinstance(a, int) else number.fdiv(a, b),
    Op.MOD: lambda a, b: number.mod(a, b) if isinstance(a, int) else number.fmod(a, b),
    Op.POW: lambda a, b: number.power(a, b) if isinstance(a, int) else number.fpower(a, b),
    Op.NEG: lambda a: -a,
    Op.ABS: abs,
    Op.MIN: lambda a, b: a if a <= b else b,
    Op.MAX: lambda a, b: a if a >= b else b,
    Op.TO_FLOAT: float,
    Op.TO_INT: lambda a: number.truncated(a) if isinstance(a, float) else int(a),
    Op.EQ: lambda a, b: a == b,
    Op.NE: lambda a, b: a != b,
    Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b,
    Op.GT: lambda a, b: a > b,
    Op.GE: lambda a, b: a >= b,
    Op.XOR: lambda a, b: a != b,
    Op.NOT: lambda a: not a,
    Op.UNION: lambda a, b: a | b,
    Op.INTER: lambda a, b: a & b,
    Op.DIFF: lambda a, b: a & ~b,
    Op.HAS: lambda a, s: s >= 0 and bool(a >> s & 1),
    Op.SUBSET: lambda a, b: not a & ~b,
    Op.SOME: lambda a: a != 0,
    Op.SIZE: lambda a: a.bit_count(),
    Op.NTH: number.nth,
    Op.LAST: lambda a: a.bit_length() - 1,
}
#: What comes to the same wherever its arguments do: it reads nothing of a state.
FUNCTIONS_OF_ARGUMENTS = EAGER.keys() | _FUNCTIONS.keys()


def evaluate(
    expr: Expr,
    env: Mapping[str, Value],
    sites: int,
    procs: Mapping[str, Proc] | None = None,
    *,
    wrapping: bool = True,
) -> Value:
    """The value, with these variables, on a board of so many sites. Raises NotConstant.

    Calls of `procs` are followed if they only choose, loop over sites and a few numbers, assign to locals.
    Without `wrapping` a number on the way that does not fit in 64 bits is not constant.
    """
    working = _Evaluator(sites, procs or {}, wrapping)
    try:
        result: Value = working.value(expr, dict(env))
        return result
    finally:
        working.charge()


#: How many steps take no time.
_NO_TIME = 50
#: Of fewer sites than these the values are worked out one by one.
FEW = 4
#: Operations of which not all arguments are evaluated; what else is done for many sites at once.
_CHOOSING = Op.AND.bit | Op.OR.bit | Op.SELECT.bit
_IN_COLUMNS = frozenset((Op.TABLE, Op.ONE, Op.AND, Op.OR, Op.SELECT))

_PLAIN = {o.INT: int, o.BOOL: bool, o.FLOAT: float, o.SITES: int}


def folded(expr: Expr, sites: int = 0) -> Expr:
    """An operation on constants alone is the constant that it comes to; others stay as they are."""
    if any(arg.op is not Op.CONST for arg in expr.args):
        return expr
    try:
        value = evaluate(expr, {}, sites)
    except NotConstant:
        return expr
    if expr.type is o.SITES and (not isinstance(value, int) or value >> sites):
        return expr
    return Expr(Op.CONST, expr.type, data=_PLAIN[expr.type](value))


def wraps(expr: Expr) -> bool:
    """Whether an operation on constant numbers comes to more (or less) than 64 bits hold."""
    first, *others = (int(arg.data) for arg in expr.args if isinstance(arg.data, int))
    if expr.op is Op.POW:
        return not number.power_fits(first, *others)
    if expr.op is Op.DIV:
        return others[0] == -1 and not number.fits(-first)
    return not number.fits(EAGER[expr.op](first, *others))


def everywhere(expr: Expr, name: str, sites: int) -> list[Value]:
    """Its values where the variable `name` is site 0, 1, and so on. Raises NotConstant."""
    working = _Evaluator(sites, {})
    try:
        values: list[Value] = working.columns(expr, name, list(range(sites)), {})
        return values
    finally:
        working.charge()


class _Returned(Exception):
    """A procedure is done."""

    def __init__(self, value: Any) -> None:
        self.value = value


class _Evaluator:
    def __init__(self, sites: int, procs: Mapping[str, Proc], wrapping: bool = True) -> None:
        self.sites = sites
        self.procs = procs
        self.wrapping = wrapping
        #: within how many calls
        self.depth = 0
        #: how many steps it may still take
        self.left = MOST_STEPS

    def charge(self) -> None:
        """Charge what was evaluated to the budget, but for what is done in no time."""
        if self.left < MOST_STEPS - _NO_TIME:
            spend((MOST_STEPS - self.left) * STEP, "what this comes to")

    def wrap(self, value: int) -> int:
        """A number in 64 bits. Raises NotConstant where it does not fit and that matters."""
        if not self.wrapping and not number.fits(value):
            raise NotConstant
        return number.wrap(value)

    def take(self, steps: int) -> None:
        """Some steps are to be taken. Raises NotConstant where that is too many."""
        self.left -= steps
        if self.left < 0:
            raise _TakesLong

    def value(self, expr: Expr, env: dict[str, Any]) -> Any:
        op, args = expr.op, expr.args
        self.left -= 1
        if self.left < 0:
            raise _TakesLong
        eager = EAGER.get(op)
        if eager is not None:
            result = eager(*[self.value(a, env) for a in args])
            return self.wrap(result) if expr.type is o.INT else result
        match op:
            case Op.CONST:
                return expr.data
            case Op.VAR:
                if str(expr.data) not in env:
                    raise NotConstant
                return env[str(expr.data)]
            case Op.TABLE:
                assert isinstance(expr.data, o.Table)
                return self.element(expr.data, self.value(args[0], env))
            case Op.AND:
                return self.value(args[0], env) and self.value(args[1], env)
            case Op.OR:
                return self.value(args[0], env) or self.value(args[1], env)
            case Op.SELECT:
                return self.value(args[1] if self.value(args[0], env) else args[2], env)
            case Op.FILTER | Op.EXISTS | Op.SUM | Op.GATHER | Op.GREATEST:
                return self.binder(expr, env)
        values = [self.value(a, env) for a in args]
        if op is Op.CALL and str(expr.data) in self.procs:
            return self.call(self.procs[str(expr.data)], values)
        if op in _FUNCTIONS and expr.type is o.FLOAT:
            return number.fcall(_FUNCTIONS[op], values[0])
        return self.board(expr, values)

    def call(self, proc: Proc, values: list[Any]) -> Any:
        if self.depth == MOST_CALLS:
            raise NotConstant
        env = {param.name: value for param, value in zip(proc.params, values, strict=True)}
        self.depth += 1
        try:
            self.run(proc.body, env)
        except _Returned as done:
            return done.value
        finally:
            self.depth -= 1
        raise NotConstant

    def run(self, block: Block, env: dict[str, Any]) -> None:
        for stmt in block:
            self.take(1)
            match stmt:
                case o.Assign():
                    env[stmt.name] = self.value(stmt.value, env)
                case o.If():
                    self.run(stmt.then if self.value(stmt.condition, env) else stmt.otherwise, env)
                case o.ForSites():
                    for site in members(self.value(stmt.sites, env)):
                        env[stmt.name] = site
                        self.run(stmt.body, env)
                case o.ForRange():
                    low, high = self.value(stmt.low, env), self.value(stmt.high, env)
                    if high - low >= MOST_ROUNDS:
                        raise NotConstant
                    for each in range(low, high + 1):
                        env[stmt.name] = each
                        self.run(stmt.body, env)
                case o.Return() if stmt.value is not None:
                    raise _Returned(self.value(stmt.value, env))
                case _:
                    raise NotConstant

    def element(self, table: o.Table, index: int) -> Any:
        return table.values[index] if 0 <= index < len(table.values) else table.outside

    def one(self, site: int) -> int:
        return 1 << site if 0 <= site < self.sites else 0

    def binder(self, expr: Expr, env: dict[str, Any]) -> Any:
        name = str(expr.data)
        those = list(members(self.value(expr.args[0], env)))
        body = expr.args[1]
        if len(those) < FEW or expr.op is Op.EXISTS:
            pairs = ((s, self.value(body, {**env, name: s})) for s in those)
        else:
            pairs = zip(those, self.columns(body, name, those, env), strict=True)  # type: ignore[assignment]
        match expr.op:
            case Op.FILTER:
                return sum(1 << s for s, holds in pairs if holds)
            case Op.EXISTS:
                return any(holds for _, holds in pairs)
            case Op.SUM:
                return self.wrap(sum(v for _, v in pairs))
            case Op.GREATEST:
                values = list(pairs)
                most = max((v for _, v in values), default=0)
                return sum(1 << s for s, v in values if v == most)
        return reduce(or_, (v for _, v in pairs), 0)

    def image(self, table: o.Table, sites: int) -> int:
        those = list(members(sites))
        self.take(len(those) // AT_ONCE)
        result = 0
        for site in those:
            result |= self.one(self.element(table, site))
        return result

    def columns(self, expr: Expr, name: str, those: list[int], env: dict[str, Any]) -> list[Any]:
        """The values of an expression where the variable `name` is each of these sites.

        Node by node, each for all sites at once. Where something in it cannot be worked out that need not be
        everywhere (behind an `and`), site by site.
        """
        if not expr.op_mask & _CHOOSING:
            return self.column(expr, name, those, env)
        try:
            return self.column(expr, name, those, env)
        except _TakesLong:
            raise
        except NotConstant:
            return [self.value(expr, {**env, name: site}) for site in those]

    def column(self, expr: Expr, name: str, those: list[int], env: dict[str, Any]) -> list[Any]:
        """The same, node by node."""
        op, args = expr.op, expr.args
        if name not in expr.free:
            return [self.value(expr, env)] * len(those)
        if op is Op.VAR:
            return those
        eager = EAGER.get(op)
        if eager is None and op not in _IN_COLUMNS:
            return [self.value(expr, {**env, name: site}) for site in those]
        columns: list[list[Any]] = [self.column(a, name, those, env) for a in args]
        self.take(1 + len(those) // AT_ONCE)
        if eager is not None:
            values = list(map(eager, *columns))
            return [self.wrap(value) for value in values] if expr.type is o.INT else values
        match op:
            case Op.TABLE:
                assert isinstance(expr.data, o.Table)
                rows, outside, size = expr.data.values, expr.data.outside, len(expr.data.values)
                if columns[0] and min(columns[0]) >= 0 and max(columns[0]) < size:
                    return list(map(rows.__getitem__, columns[0]))
                return [rows[at] if 0 <= at < size else outside for at in columns[0]]
            case Op.ONE:
                return [1 << site if 0 <= site < self.sites else 0 for site in columns[0]]
            case Op.AND:
                return [a and b for a, b in zip(*columns, strict=True)]
            case Op.OR:
                return [a or b for a, b in zip(*columns, strict=True)]
        return [a if holds else b for holds, a, b in zip(*columns, strict=True)]

    def board(self, expr: Expr, values: list[Any]) -> Any:
        """The board procedures."""
        data = expr.data
        match expr.op:
            case Op.ONE:
                return self.one(values[0])
            case Op.IMAGE:
                assert isinstance(data, o.Table)
                return self.image(data, values[0])
            case Op.RAY:
                assert isinstance(data, o.Rays)
                path = data.paths[values[0]] if 0 <= values[0] < len(data.paths) else ()
                self.take(len(path) // AT_ONCE)
                result = 0
                for site in path:
                    result |= 1 << site
                    if values[1] >> site & 1:
                        break
                return result
            case Op.FILL:
                assert isinstance(data, o.Table)
                front = result = self.image(data, values[0]) & values[1]
                while front:
                    front = self.image(data, front) & values[1] & ~result
                    result |= front
                return result
            case Op.RUN:
                assert isinstance(data, o.Table)
                count, site = 0, self.element(data, values[0])
                while site >= 0 and values[1] >> site & 1 and count < self.sites:
                    count, site = count + 1, self.element(data, site)
                self.take(count // AT_ONCE)
                return count
            case Op.FLOOD:
                assert isinstance(data, o.Table)
                front = result = values[0] & values[1]
                while front:
                    near = 0
                    self.take(front.bit_count() // AT_ONCE)
                    for site in members(front):
                        near |= self.element(data, site)
                    front = near & values[1] & ~result
                    result |= front
                return result
        raise NotConstant
