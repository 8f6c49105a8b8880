"""The ranges found for a program, and those of expressions by interval arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gdl.core import ops as o
from gdl.core.ops import Expr, Op, Program
from gdl.support.values import define, field

Range = tuple[int, int]
LEAST, MOST = -(1 << 63), (1 << 63) - 1
ALL: Range = (LEAST, MOST)
_BIT: Range = (0, 1)


def join(a: Range | None, b: Range | None) -> Range | None:
    """The least range that takes in both; None is that of nothing."""
    if a is None or b is None:
        return b if a is None else a
    return min(a[0], b[0]), max(a[1], b[1])


def fits(range_: Range) -> bool:
    """Whether all of it has 64 bits."""
    return range_[0] >= LEAST and range_[1] <= MOST


class Local(NamedTuple):
    """The key of a local variable or parameter."""

    proc: str
    name: str


class Result(NamedTuple):
    """The key of a procedure's result."""

    proc: str


Key = o.Field | Local | Result


@define
class Ranges:
    """The ranges found for a program; `of` asks for an expression's."""

    program: Program
    known: dict[Key, Range] = field(factory=dict)
    #: while going round: what nothing has been seen for yet is not reached
    searching: bool = False
    #: while going round: the keys asked for
    asked: list[Key] = field(factory=list)

    def of(self, expr: Expr, proc: str) -> Range:
        """All values that the expression can have within that procedure, before wrapping around."""
        result = self._of(expr, proc)
        return ALL if result is None else result

    def so_far(self, expr: Expr, proc: str) -> Range | None:
        """The same while going round; None for what is not reached yet."""
        return self._of(expr, proc)

    def key(self, key: Key) -> Range | None:
        """What a field, local or result can be; while going round None for what is not reached yet."""
        if self.searching:
            self.asked.append(key)
            return self.known.get(key)
        return self.known.get(key, ALL)

    def by_procedure(self) -> dict[str, dict[Key, Range]]:
        """What is known of the locals of each procedure; under "" of all else."""
        result: dict[str, dict[Key, Range]] = {}
        for key, range_ in self.known.items():
            result.setdefault(key.proc if isinstance(key, Local) else "", {})[key] = range_
        return result

    def _of(self, expr: Expr, proc: str) -> Range | None:
        if expr.type is not o.INT:
            return _BIT if expr.type is o.BOOL else ALL
        rule = _RULES.get(expr.op)
        return ALL if rule is None else rule(self, expr, proc)

    def _const(self, expr: Expr, _: str) -> Range:
        value = expr.data
        assert isinstance(value, int)
        return value, value

    def _var(self, expr: Expr, proc: str) -> Range | None:
        return self.key(Local(proc, str(expr.data)))

    def _field(self, expr: Expr, _: str) -> Range | None:
        assert isinstance(expr.data, o.Field)
        return self.key(expr.data)

    def _elem(self, expr: Expr, _: str) -> Range | None:
        result = expr.data[1] if isinstance(expr.data, tuple) else expr.data
        assert isinstance(result, o.Field)
        return join(self.key(result), (0, 0))

    def _call(self, expr: Expr, _: str) -> Range | None:
        return self.key(Result(str(expr.data)))

    def _counted(self, _: Expr, __: str) -> Range:
        return 0, self.program.sites

    def _member(self, _: Expr, __: str) -> Range:
        return -1, self.program.sites - 1

    def _truth(self, expr: Expr, _: str) -> Range:
        return _BIT if expr.args[0].type is o.BOOL else ALL

    def _select(self, expr: Expr, proc: str) -> Range | None:
        return join(self._of(expr.args[1], proc), self._of(expr.args[2], proc))

    def _component(self, _: Expr, __: str) -> Range:
        return 0, max(len(self.program.owners) - 1, 0)

    def _owner(self, _: Expr, __: str) -> Range:
        return 0, max(self.program.owners, default=0)

    def _many(self, _: Expr, __: str) -> Range:
        return 0, 1 << 62

    def _number(self, _: Expr, __: str) -> Range:
        return 0, MOST

    def _summed(self, expr: Expr, proc: str) -> Range | None:
        """A sum over some of the sites."""
        each = self._of(expr.args[1], proc)
        if each is None:
            return 0, 0
        low, high = each if fits(each) else ALL
        return min(0, low) * self.program.sites, max(0, high) * self.program.sites

    def _looked_up(self, expr: Expr, proc: str) -> Range | None:
        """The values of a table that an index can come to."""
        table = expr.data
        assert isinstance(table, o.Table)
        at = self._of(expr.args[0], proc)
        if at is None:
            return None
        at = at if fits(at) else ALL  # what wrapped around can be any entry
        values: tuple[int | float, ...] = table.values[max(at[0], 0) : max(at[1] + 1, 0)]
        if at[0] < 0 or at[1] >= len(table.values):
            values = (*values, table.outside)
        return (int(min(values)), int(max(values))) if values else None

    def _arithmetic(self, expr: Expr, proc: str) -> Range | None:
        spans = []
        for arg in expr.args:
            result = self._of(arg, proc)
            if result is None:
                return None
            # what wrapped around can be anything
            spans.append(result if fits(result) else ALL)
        return _ARITHMETIC[expr.op](*spans)


def _product(a: Range, b: Range) -> Range:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _absolute(a: Range) -> Range:
    low, high = a
    return max(low, -high, 0), max(-low, high)


def _remainder(a: Range, b: Range) -> Range:
    most = max(abs(b[0]), abs(b[1]), 1) - 1  # by 0 it is 0
    return (max(a[0], -most) if a[0] < 0 else 0), max(0, min(a[1], most))


def _quotient(a: Range, b: Range) -> Range:
    most = max(abs(a[0]), abs(a[1]))
    return (-most if a[0] < 0 or b[0] < 0 else 0), most


_ARITHMETIC: dict[Op, Callable[..., Range]] = {
    Op.ADD: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    Op.SUB: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    Op.MUL: _product,
    Op.NEG: lambda a: (-a[1], -a[0]),
    Op.ABS: _absolute,
    Op.MIN: lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    Op.MAX: lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    Op.MOD: _remainder,
    Op.DIV: _quotient,
}
_RULES: dict[Op, Callable[[Ranges, Expr, str], Range | None]] = {
    Op.CONST: Ranges._const, Op.VAR: Ranges._var, Op.FIELD: Ranges._field, Op.ELEM: Ranges._elem,
    Op.OLD_ELEM: Ranges._elem, Op.TABLE: Ranges._looked_up, Op.CALL: Ranges._call,
    Op.SIZE: Ranges._counted, Op.RUN: Ranges._counted, Op.NTH: Ranges._member, Op.LAST: Ranges._member,
    Op.TO_INT: Ranges._truth, Op.SUM: Ranges._summed, Op.SELECT: Ranges._select,
    Op.WHAT: Ranges._component, Op.WHAT_LEVEL: Ranges._component,
    Op.WHO: Ranges._owner, Op.WHO_LEVEL: Ranges._owner,
    Op.COUNT_MOVES: Ranges._many, Op.REPEATS: Ranges._many, Op.ROOM: Ranges._many,
    Op.FINGERPRINT: Ranges._number,
    **dict.fromkeys(_ARITHMETIC, Ranges._arithmetic),
}  # fmt: skip
