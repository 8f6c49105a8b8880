"""The values of expressions that look at constants only: the meaning of the pure operations, in Python."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

from gdl.core.ops import FLOAT, Expr, Op, Rays, Table
from gdl.core.walk import BINDERS

Value = int | bool | float

_HALF, _WHOLE = 1 << 63, 1 << 64
#: So many operations at most are carried out for one constant.
BUDGET = 50_000


class TooLong(Exception):
    """A constant would take too long to work out."""


def wrap(number: int) -> int:
    """A whole number as 64 bits hold it."""
    return (number + _HALF) % _WHOLE - _HALF


def members(sites: int) -> Iterator[int]:
    """The members of a set in ascending order."""
    while sites:
        bit = sites & -sites
        yield bit.bit_length() - 1
        sites ^= bit


def _div(a: int, b: int) -> int:
    if b == 0:
        return 0
    quotient = abs(a) // abs(b)
    return wrap(quotient if (a < 0) == (b < 0) else -quotient)


def _mod(a: int, b: int) -> int:
    if b == 0:
        return 0
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


def _power(a: int, b: int) -> int:
    return 0 if b < 0 else wrap(pow(a, b, _WHOLE))


def _fpower(a: float, b: float) -> float:
    try:
        result = a**b
    except (OverflowError, ZeroDivisionError):
        return 0.0
    return result if isinstance(result, float) else 0.0


def _fmod(a: float, b: float) -> float:
    return math.fmod(a, b) if b != 0.0 and math.isfinite(a) else 0.0


def _truncated(a: float) -> int:
    if a != a:
        return 0
    if not math.isfinite(a):
        return _HALF - 1 if a > 0 else -_HALF
    return max(-_HALF, min(_HALF - 1, int(a)))


def _least(a: Any, b: Any) -> Any:
    return a if a <= b else b


def _greatest(a: Any, b: Any) -> Any:
    return a if a >= b else b


_INTS: dict[Op, Callable[..., int]] = {
    Op.ADD: lambda a, b: wrap(a + b),
    Op.SUB: lambda a, b: wrap(a - b),
    Op.MUL: lambda a, b: wrap(a * b),
    Op.DIV: _div,
    Op.MOD: _mod,
    Op.POW: _power,
    Op.NEG: lambda a: wrap(-a),
    Op.ABS: lambda a: wrap(abs(a)),
    Op.MIN: _least,
    Op.MAX: _greatest,
    Op.TO_INT: _truncated,
}
_FLOATS: dict[Op, Callable[..., float]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: lambda a, b: a / b if b != 0.0 else 0.0,
    Op.MOD: _fmod,
    Op.POW: _fpower,
    Op.NEG: operator.neg,
    Op.ABS: abs,
    Op.MIN: _least,
    Op.MAX: _greatest,
    Op.TO_FLOAT: float,
}
_FUNCTIONS: dict[Op, Callable[[float], float]] = {
    Op.SIN: math.sin, Op.COS: math.cos, Op.TAN: math.tan, Op.EXP: math.exp,
    Op.LOG: math.log, Op.LOG10: math.log10, Op.SQRT: math.sqrt,
}  # fmt: skip
_OTHERS: dict[Op, Callable[..., Value]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
    Op.XOR: operator.ne,
    Op.NOT: operator.not_,
    Op.UNION: operator.or_,
    Op.INTER: operator.and_,
    Op.DIFF: lambda a, b: a & ~b,
    Op.HAS: lambda a, s: s >= 0 and bool(a >> s & 1),
    Op.SUBSET: lambda a, b: not a & ~b,
    Op.SOME: bool,
    Op.SIZE: int.bit_count,
    Op.LAST: lambda a: a.bit_length() - 1,
    Op.NTH: lambda a, k: next((s for i, s in enumerate(members(a)) if i == k), -1),
}


class Evaluator:
    """Works out static expressions on a board of so many sites."""

    def __init__(self, sites: int) -> None:
        self.sites = sites
        self.left = 0

    def value(self, expr: Expr, given: dict[str, Value]) -> Value:
        """The value where the variables have these values. Raises TooLong."""
        self.left = BUDGET
        return self._value(expr, given)

    def each(self, expr: Expr, name: str) -> int:
        """The sites for which a static condition on that variable holds. Raises TooLong."""
        self.left = BUDGET
        return sum(1 << s for s in range(self.sites) if self._value(expr, {name: s}))

    def _value(self, expr: Expr, given: dict[str, Value]) -> Value:
        self.left -= 1
        if self.left < 0:
            raise TooLong
        op, args = expr.op, expr.args
        match op:
            case Op.CONST:
                assert isinstance(expr.data, int | float)
                return expr.data
            case Op.VAR:
                return given[str(expr.data)]
            case Op.AND:
                return self._value(args[0], given) and self._value(args[1], given)
            case Op.OR:
                return self._value(args[0], given) or self._value(args[1], given)
            case Op.SELECT:
                return self._value(args[1 if self._value(args[0], given) else 2], given)
        if op in BINDERS:
            return self._binder(expr, int(self._value(args[0], given)), given)
        values = [self._value(a, given) for a in args]
        if op in _OTHERS:
            return _OTHERS[op](*values)
        if op in _FUNCTIONS:
            try:
                return _FUNCTIONS[op](values[0])
            except (ValueError, OverflowError):
                return 0.0
        arithmetic = _FLOATS if expr.type is FLOAT else _INTS
        if op in arithmetic:
            return arithmetic[op](*values)
        return self._board(expr, [int(v) for v in values])

    def _binder(self, expr: Expr, sites: int, given: dict[str, Value]) -> Value:
        name, body = str(expr.data), expr.args[1]
        result = 0
        for site in members(sites):
            value = self._value(body, {**given, name: site})
            if expr.op is Op.EXISTS:
                if value:
                    return True
            elif expr.op is Op.FILTER:
                result |= 1 << site if value else 0
            elif expr.op is Op.SUM:
                result += int(value)
            else:
                result |= int(value)
        return False if expr.op is Op.EXISTS else wrap(result) if expr.op is Op.SUM else result

    # --- the board ------------------------------------------------------------------------------------

    def _board(self, expr: Expr, values: list[int]) -> Value:
        data = expr.data
        match expr.op:
            case Op.ONE:
                return 1 << values[0] if 0 <= values[0] < self.sites else 0
            case Op.TABLE:
                assert isinstance(data, Table)
                return element(data, values[0])
            case Op.IMAGE:
                assert isinstance(data, Table)
                return self._image(data, values[0])
            case Op.RAY:
                assert isinstance(data, Rays)
                return self._ray(data, *values)
            case Op.FILL | Op.FLOOD:
                assert isinstance(data, Table)
                return self._spread(expr.op, data, *values)
            case Op.RUN:
                assert isinstance(data, Table)
                return self._run(data, *values)
        raise AssertionError(expr.op)

    def _image(self, table: Table, sites: int) -> int:
        self.left -= sites.bit_count()
        targets = [int(element(table, s)) for s in members(sites)]
        return sum(1 << s for s in {*targets} if 0 <= s < self.sites)

    @staticmethod
    def _ray(rays: Rays, site: int, blockers: int) -> int:
        result = 0
        for step in rays.paths[site] if 0 <= site < len(rays.paths) else ():
            result |= 1 << step
            if blockers >> step & 1:
                break
        return result

    def _spread(self, op: Op, table: Table, start: int, through: int) -> int:
        found = front = start & through if op is Op.FLOOD else self._image(table, start) & through
        while front:
            if op is Op.FLOOD:
                self.left -= front.bit_count()
                reached = 0
                for site in members(front):
                    reached |= int(element(table, site))
            else:
                reached = self._image(table, front)
            front = reached & through & ~found
            found |= front
        return found

    def _run(self, table: Table, site: int, through: int) -> int:
        count, at = 0, int(element(table, site))
        while 0 <= at < self.sites and through >> at & 1 and count < self.sites:
            count += 1
            at = int(element(table, at))
        self.left -= count
        return count


def element(table: Table, index: int) -> int | float:
    """An element of a table."""
    return table.values[index] if 0 <= index < len(table.values) else table.outside
