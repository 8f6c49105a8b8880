"""Extents of sets of sites (value-set analysis, of single sets by their union): where members can ever be.

extent(steps[x] & occupied())  =  all sites that some step leads to
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from gdl.core.arithmetic import as_bits
from gdl.core.ops import Assign, Expr, Op, Program, Rays, Return, Table
from gdl.core.walk import bits, statements

_GIVING = bits(Assign, Return)


class Extents:
    """The extents of the sets of one program."""

    def __init__(self, program: Program) -> None:
        self.every = (1 << program.sites) - 1
        self.procs = {proc.name: proc for proc in program.procs}
        self._known: dict[tuple[Expr, str], int] = {}
        self._tables: dict[Table | Rays, int] = {}

    def of(self, sites: Expr, proc: str) -> int:
        """All sites that a set in a procedure can ever have, as bits."""
        key = sites, proc
        if key not in self._known:
            self._known[key] = self.every  # of what is made of itself nothing is known
            self._known[key] = self._of(sites, proc)
        return self._known[key]

    def _of(self, sites: Expr, proc: str) -> int:
        args = sites.args
        match sites.op:
            case Op.CONST if isinstance(sites.data, int):
                return sites.data & self.every
            case Op.UNION:
                return self.of(args[0], proc) | self.of(args[1], proc)
            case Op.SELECT:
                return self.of(args[1], proc) | self.of(args[2], proc)
            case Op.INTER:
                return self.of(args[0], proc) & self.of(args[1], proc)
            case Op.DIFF | Op.FILTER | Op.GREATEST:
                return self.of(args[0], proc)
            case Op.GATHER | Op.FILL | Op.FLOOD:
                return self.of(args[1], proc)
            case Op.TABLE | Op.RAY if isinstance(sites.data, Table | Rays):
                return self._listed(sites.data)
            case Op.VAR:
                return self._given(proc, str(sites.data))
            case Op.CALL if str(sites.data) in self.procs:
                return self._given(str(sites.data), None)
        return self.every

    def _given(self, proc: str, name: str | None) -> int:
        """What a variable of a procedure is set to, or what the procedure returns."""
        here = self.procs.get(proc)
        if here is None or any(param.name == name for param in here.params):
            return self.every
        values: list[Expr | None] = []
        for stmt in statements(here.body, _GIVING):
            if (isinstance(stmt, Assign) and stmt.name == name) or (
                isinstance(stmt, Return) and name is None
            ):
                values.append(stmt.value)
        given = [self.every if value is None else self.of(value, proc) for value in values]
        return reduce(or_, given) if given else self.every

    def _listed(self, table: Table | Rays) -> int:
        """All that stands in a table."""
        if table not in self._tables:
            if isinstance(table, Rays):
                self._tables[table] = as_bits({site for path in table.paths for site in path})
            else:
                values = [*table.values, table.outside]
                self._tables[table] = reduce(or_, (int(value) for value in values), 0) & self.every
        return self._tables[table]
