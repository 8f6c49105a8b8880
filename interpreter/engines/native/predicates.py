"""Vectorised conditions: a condition on each member of a set, worked out for all sites at once.

`FILTER[s](S, HAS(T, step[s]))` is S without the sites whose step does not land in T: the image of T under the
steps backwards. So are AND, OR and NOT of such conditions; what only depends on the site is a constant set.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from gdl.core.ops import BOOL, CALLS, INT, SITES, Expr, Op, Table
from gdl.core.walk import free_vars, subexprs
from interpreter.engines.native.boards import Boards
from interpreter.engines.native.constants import shifts_of
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets

_NUMBERS: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: operator.add, Op.SUB: operator.sub, Op.MUL: operator.mul, Op.MIN: min, Op.MAX: max,
    Op.EQ: operator.eq, Op.NE: operator.ne, Op.LT: operator.lt, Op.LE: operator.le, Op.GT: operator.gt,
    Op.GE: operator.ge, Op.AND: operator.and_, Op.OR: operator.or_, Op.XOR: operator.xor,
}  # fmt: skip

#: Numbers beyond this are left to the processor, which wraps them around.
_LARGE = 1 << 62


class Predicates(Family):
    """Writes conditions as sets."""

    def __init__(self, scope: Scope, fields: Fields, sets: Sets, boards: Boards) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets
        self.boards = boards

    def lifted(self, condition: Expr, name: str) -> str | None:
        """The set of the sites for which a condition holds; None where that takes a loop."""
        f, args = self.f, condition.args
        if name not in free_vars(condition):
            if any(e.op in CALLS for e in subexprs(condition)):
                return None  # not for nothing, where there is no member
            full = (1 << self.sites) - 1
            return f.op(f"select i1 {self.value(condition)}, {self.set_type} {full}, {self.set_type} 0")
        known = self.static(condition, name)
        if known is not None:
            return str(sum(1 << s for s, value in enumerate(known) if value))
        match condition.op:
            case Op.NOT:
                inner = self.lifted(args[0], name)
                return None if inner is None else self.others(inner)
            case Op.AND | Op.OR | Op.XOR:
                first = self.lifted(args[0], name)
                second = None if first is None else self.lifted(args[1], name)
                if first is None or second is None:
                    return None  # what was written is not used: LLVM leaves it out
                return f.op(f"{condition.op.name.lower()} {self.set_type} {first}, {second}")
            case Op.HAS:
                return self.lifted_has(args[0], args[1], name)
            case Op.SOME:
                return self.lifted_some(args[0], name)
        return None

    def others(self, sites: str) -> str:
        """The complement within the board."""
        return self.f.op(f"and {self.set_type} {self.sets.complement(sites)}, {(1 << self.sites) - 1}")

    def lifted_has(self, sites: Expr, site: Expr, name: str) -> str | None:
        """HAS, where its site or its set only depends on the site."""
        targets = self.static(site, name)
        if targets is None:
            return self.lifted_column(sites, site, name)
        if name in free_vars(sites):
            return None
        return self.backwards([1 << t if 0 <= t < self.sites else 0 for t in targets], sites)

    def lifted_column(self, sites: Expr, site: Expr, name: str) -> str | None:
        """A fixed site in a table's set."""
        if name in free_vars(site) or sites.op is not Op.TABLE or not isinstance(sites.data, Table):
            return None
        rows = self.static_sets(sites, name)
        if rows is None:
            return None
        columns = [sum(1 << s for s, row in enumerate(rows) if row >> t & 1) for t in range(self.sites)]
        at = self.fields.margin(site, self.sites)
        place = self.constants.sets(("columns", tuple(columns)), columns)
        pointer = self.f.at(place, self.fields.beyond(at), f"[{self.words} x i64]")
        return self.f.load(self.set_type, pointer, 8)

    def lifted_some(self, sites: Expr, name: str) -> str | None:
        """Whether a table's set meets a fixed one."""
        if sites.op is not Op.INTER:
            return None
        for row, other in (sites.args, sites.args[::-1]):
            if row.op is Op.TABLE and name not in free_vars(other):
                rows = self.static_sets(row, name)
                if rows is not None:
                    return self.backwards(rows, other)
        return None

    def backwards(self, rows: Sequence[int], sites: Expr) -> str | None:
        """The sites whose row has a member of a set."""
        columns = [0] * self.sites
        for site, row in enumerate(rows):
            while row:
                bit = row & -row
                row ^= bit
                columns[bit.bit_length() - 1] |= 1 << site
        shifts = shifts_of(columns, self.sites)
        return None if shifts is None else self.boards.shifted(shifts, self.value(sites))

    def static_sets(self, expr: Expr, name: str) -> list[int] | None:
        """The sets that a table gives for each site."""
        assert isinstance(expr.data, Table)
        at = self.static(expr.args[0], name)
        return None if at is None else [int(v) for v in _looked_up(expr.data, at)]

    def static(self, expr: Expr, name: str) -> list[int] | None:
        """The values for each site of an expression over nothing but the site; None where it is not that."""
        op, data = expr.op, expr.data
        if expr.type is SITES or expr.type not in (INT, BOOL):
            return None
        if op is Op.CONST:
            assert isinstance(data, int)
            return [int(data)] * self.sites
        if op is Op.VAR:
            return list(range(self.sites)) if data == name else None
        if op is Op.HAS and expr.args[0].op is Op.CONST:
            at, members = self.static(expr.args[1], name), expr.args[0].data
            assert isinstance(members, int)
            return None if at is None else [int(s >= 0 and members >> min(s, self.bits) & 1) for s in at]
        parts = (
            [self.static(a, name) for a in expr.args] if all(a.type is not SITES for a in expr.args) else []
        )
        if not parts or any(p is None for p in parts):
            return None
        known = [p for p in parts if p is not None]
        if op is Op.TABLE:
            assert isinstance(data, Table)
            return [int(v) for v in _looked_up(data, known[0])]
        if op is Op.NOT:
            return [1 - v for v in known[0]]
        if op is Op.TO_INT:
            return known[0]
        if op is Op.SELECT:
            return [a if c else b for c, a, b in zip(*known, strict=True)]
        if op in _NUMBERS:
            result = [int(_NUMBERS[op](a, b)) for a, b in zip(*known, strict=True)]
            return result if all(abs(v) < _LARGE for v in result) else None
        return None


def _looked_up(table: Table, at: Sequence[int]) -> list[int | float]:
    return [table.values[i] if 0 <= i < len(table.values) else table.outside for i in at]
