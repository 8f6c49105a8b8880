r"""Incremental connectivity: what is connected to a fixed region is kept up to date from move to move.

    some((flood[near](one(x), @S[i]) & A))   =>   has(@joined_1[i], x)

    @S[i] |= one(s)    =>    @S[i] |= one(s)
                             if (has(A, s) or some((near[s] & @joined_1[i]))):
                                 @joined_1[i] |= flood[near](one(s), (@S[i] \ @joined_1[i]))

`FLOOD(ONE(x), S)` meets a fixed region A where x is a member of `FLOOD(A, S)`. If S only ever grows, the
latter can be kept in a field: only a site that comes to S beside what is connected already, or in A, can
connect more, and each site is looked at once in a game.
"""

from __future__ import annotations

from collections import Counter

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.arithmetic import members
from gdl.core.ops import Expr, Op, Program, Stmt
from gdl.core.walk import bits, free_vars, map_expr, map_program, program_op_mask, statements, with_args
from gdl.support.values import evolve

_WHAT_IF = bits(o.Sandbox, o.Best, o.Provided, Op.MOST)
_WRITES = bits(o.Store, o.Restore, o.Include)
_ASKED = bits(Op.SOME, Op.CALL)


def maintain_connectivity(program: Program) -> Program:
    """Maintain connectivity where the program asks for it. (Not where most positions are only imagined.)"""
    there = program_op_mask(program)
    if not there & Op.FLOOD.bit or there & _WHAT_IF:
        return program
    everything = [s for p in program.procs for s in statements(p.body, _WRITES)]
    shrinks = {s.field for s in everything if isinstance(s, o.Store | o.Restore)}
    taken = [s for s in everything if isinstance(s, o.Include) and not s.present and s.sites != k.EMPTY_SET]
    shrinks |= {s.field for s in taken}
    work = _Connectivity(program, shrinks)
    changed = map_program(program, lambda e: map_expr(e, work.question, _ASKED), mask=_ASKED)
    if not work.regions:
        return program
    changed = map_program(changed, on_stmt=work.write, mask=_WRITES)
    fields = (*program.fields, *(f for fs in work.fields.values() for f in fs))
    return evolve(changed, fields=fields, tables=(*program.tables, *work.tables))


class _Connectivity:
    """The work on one program."""

    def __init__(self, program: Program, shrinks: set[o.Field]) -> None:
        self.program = program
        self.procs = {p.name: p for p in program.procs}
        self.shrinks = shrinks
        #: by neighbours, array and index: the regions
        self.regions: dict[tuple[o.Table, o.Field, int], list[int]] = {}
        self.fields: dict[tuple[o.Table, o.Field], list[o.Field]] = {}
        self.tables: list[o.Table] = []
        self._starts: dict[o.Field, o.Table] = {}

    # --- questions ------------------------------------------------------------------------------------

    def question(self, expr: Expr) -> Expr:
        """A question for what is joined, as one of membership; any other expression as it is."""
        if expr.op is Op.SOME and expr.args[0].op is Op.INTER:
            group, region = expr.args[0].args
            if self._grows(group) and region.op is Op.CONST:
                return self._answer(group, region)
        if expr.op is Op.CALL and len(expr.args) == 1 and self._grows(expr.args[0]):
            return self._in_place(expr)
        return expr

    def _in_place(self, call: Expr) -> Expr:
        """A procedure that asks for nothing else of its one parameter is put in place of its call."""
        proc, group = self.procs[str(call.data)], call.args[0]
        if len(proc.body) != 1 or not isinstance(proc.body[0], o.Return) or proc.body[0].value is None:
            return call
        value, param = proc.body[0].value, k.var(proc.params[0].name, o.SITES)
        asked: Counter[str] = Counter()

        def answered(expr: Expr) -> Expr:
            if expr.op is Op.SOME and expr.args[0].op is Op.INTER:
                mine, region = expr.args[0].args
                if mine == param and region.op is Op.CONST:
                    asked["regions"] += 1
                    return with_args(expr, (k.inter(group, region),))
            return expr

        result = map_expr(value, answered)
        if proc.params[0].name in free_vars(result) or not asked:
            return call
        return map_expr(result, self.question)

    def _grows(self, group: Expr) -> bool:
        """Whether this is what one site is joined to within a field that only grows."""
        if group.op is not Op.FLOOD or group.args[0].op is not Op.ONE or group.args[1].op is not Op.ELEM:
            return False
        step, inside = group.data, group.args[1]
        assert isinstance(step, o.Table) and isinstance(inside.data, o.Field)
        if inside.data in self.shrinks or inside.data.initial or inside.args[0].op is not Op.CONST:
            return False
        return len(step.values) == self.program.sites and all(
            int(step.values[other]) >> site & 1
            for site, near in enumerate(step.values)
            for other in members(int(near))
        )

    def _answer(self, group: Expr, region: Expr) -> Expr:
        step, inside, site = group.data, group.args[1], group.args[0].args[0]
        assert isinstance(step, o.Table) and isinstance(inside.data, o.Field) and isinstance(region.data, int)
        index = inside.args[0].data
        assert isinstance(index, int)
        regions = self.regions.setdefault((step, inside.data, index), [])
        if region.data not in regions:
            regions.append(region.data)
        number = regions.index(region.data)
        fields = self.fields.setdefault((step, inside.data), [])
        if number == len(fields):
            name = f"joined_{len([f for fs in self.fields.values() for f in fs]) + 1}"
            fields.append(o.Field(name, o.SITES, inside.data.length, 0, position=False))
        return k.has(k.elem(fields[number], inside.args[0]), site)

    # --- growth ---------------------------------------------------------------------------------------

    def write(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """A write and what it joins."""
        result = [stmt]
        if isinstance(stmt, o.Include) and stmt.index is not None:
            for (step, field), kept in self.fields.items():
                if field is stmt.field:
                    result += [self._join(stmt, stmt.index, step, f, n) for n, f in enumerate(kept)]
        return tuple(result)

    def _join(self, stmt: o.Include, index: Expr, step: o.Table, kept: o.Field, number: int) -> Stmt:
        start = k.table(self._start(stmt.field, step, kept, number), index)
        there, all_ = k.elem(kept, index), k.elem(stmt.field, index)
        new = stmt.sites
        if new.op is Op.ONE:
            site = new.args[0]
            touches = k.or_(k.has(start, site), k.some(k.inter(k.table(step, site), there)))
            rest = k.flood(step, new, k.diff(all_, there))
            return o.If(touches, (o.Include(kept, index, rest, True, span=stmt.span),), span=stmt.span)
        return o.Include(kept, index, k.flood(step, start, all_), True, span=stmt.span)

    def _start(self, field: o.Field, step: o.Table, kept: o.Field, number: int) -> o.Table:
        """The regions of one number, by index."""
        if kept not in self._starts:
            rows = [self.regions.get((step, field, i), []) for i in range(field.length or 0)]
            values = tuple(row[number] if number < len(row) else 0 for row in rows)
            self._starts[kept] = o.Table(f"{kept.name}_to", o.SITES, values, 0)
            self.tables.append(self._starts[kept])
        return self._starts[kept]


__all__ = ["maintain_connectivity"]
