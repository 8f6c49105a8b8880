"""The pass that makes plain code of Simultaneous regions.

A region's body is put in place of the region. Where something in it is read after it may have been written,
the fields concerned are kept in locals at the region's entry, and those reads look there:

    simultaneously:                 old.1.counter = @counter
        @counter += 1        =>     @counter += 1
        if @counter == 3: ...       if old.1.counter == 3: ...

A call that reads such a field runs in a sandbox into which the old values have been put back.
"""

from __future__ import annotations

import attrs
from attrs import define, field

from gdl.core.effects_of import Effects, callees, own_writes
from gdl.core.ops import (
    Apply,
    Assign,
    Block,
    Do,
    Expr,
    Field,
    ForRange,
    ForSites,
    If,
    Op,
    Proc,
    Program,
    Restore,
    Sandbox,
    Simultaneous,
    Snapshot,
    Stmt,
    Store,
    While,
)
from gdl.core.walk import blocks_of, exprs_of, map_expr, rebuild, statements, subexprs


def effects(program: Program) -> Program:
    """The program without Simultaneous regions."""
    if not any(isinstance(s, Simultaneous) for proc in program.procs for s in statements(proc.body)):
        return program
    touched = Effects(program)
    return attrs.evolve(program, procs=tuple(_procedure(proc, touched) for proc in program.procs))


def _procedure(proc: Proc, touched: Effects) -> Proc:
    count = 0

    def block(inner: Block) -> Block:
        nonlocal count
        result: list[Stmt] = []
        for stmt in inner:
            if isinstance(stmt, Simultaneous):
                count += 1
                result.extend(Region(touched, count).lower(_flat(stmt.body)))
            else:
                result.append(rebuild(stmt, lambda e: e, block))
        return tuple(result)

    return attrs.evolve(proc, body=block(proc.body))


def _flat(body: Block) -> Block:
    """A region inside another belongs to it."""
    result: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, Simultaneous):
            result.extend(_flat(stmt.body))
        else:
            result.append(rebuild(stmt, lambda e: e, _flat))
    return tuple(result)


@define
class Region:
    """One region: finds what is read after it was written, and redirects those reads."""

    touched: Effects
    number: int
    conflicts: dict[Field, None] = field(factory=dict)  # in the order found: the output must not vary
    hoisted: int = 0

    def lower(self, body: Block) -> Block:
        """The statements that take the region's place."""
        self._scan(body, set())
        if not self.conflicts:
            return body
        kept: list[Stmt] = []
        for f in self.conflicts:
            if f.length is None:
                kept.append(Assign(self._name(f), Expr(Op.FIELD, f.type, data=f)))
            else:
                kept.append(Snapshot(self._name(f), f))
        return (*kept, *self._rewrite(body))

    def _name(self, f: Field) -> str:
        return f"old.{self.number}.{f.name}"

    # --- finding conflicts ----------------------------------------------------------------------------

    def _scan(self, block: Block, written: set[Field]) -> None:
        for stmt in block:
            if isinstance(stmt, Apply):
                written |= self.touched.block(stmt.body).writes
                continue
            for expr in exprs_of(stmt):
                self._conflict(self.touched.expr(expr), written)
            match stmt:
                case Sandbox():
                    self._conflict(self.touched.block(stmt.body).reads, written)
                case Do():
                    written |= self.touched.proc(stmt.name).writes
                case If():
                    other = set(written)
                    self._scan(stmt.then, written)
                    self._scan(stmt.otherwise, other)
                    written |= other
                case ForSites() | ForRange() | While():
                    # Twice: what one round writes the next may read.
                    for _ in range(2):
                        self._scan(stmt.body, written)
                    if isinstance(stmt, While):
                        self._conflict(self.touched.expr(stmt.condition), written)
                case _:
                    for inner in blocks_of(stmt):
                        self._scan(inner, written)
            written |= own_writes(stmt).writes

    def _conflict(self, reads: frozenset[Field], written: set[Field]) -> None:
        for f in sorted(reads & written, key=lambda f: f.name):
            self.conflicts[f] = None

    # --- redirecting reads ----------------------------------------------------------------------------

    def _rewrite(self, block: Block) -> Block:
        result: list[Stmt] = []
        for stmt in block:
            if isinstance(stmt, Apply):
                result.append(stmt)
            elif isinstance(stmt, Sandbox):
                result.append(attrs.evolve(stmt, body=(*self._old_state(), *stmt.body)))
            else:
                before: list[Stmt] = []
                repeated = isinstance(stmt, While)

                def expr(
                    e: Expr, before: list[Stmt] = before, stmt: Stmt = stmt, repeated: bool = repeated
                ) -> Expr:
                    if not repeated and self._calls_conflict(e):
                        return self._in_sandbox(e, stmt, before)
                    return map_expr(e, self._redirect)

                new = rebuild(stmt, expr, self._rewrite)
                result.extend((*before, new))
        return tuple(result)

    def _redirect(self, expr: Expr) -> Expr:
        if isinstance(expr.data, Field) and expr.data in self.conflicts:
            if expr.op is Op.FIELD:
                return Expr(Op.VAR, expr.type, data=self._name(expr.data))
            if expr.op is Op.ELEM:
                return Expr(Op.OLD_ELEM, expr.type, expr.args, (self._name(expr.data), expr.data))
        return expr

    def _calls_conflict(self, expr: Expr) -> bool:
        names = {name for inner in subexprs(expr) for name in callees(inner)}
        return any(f in self.conflicts for name in names for f in self.touched.proc(name).reads)

    def _in_sandbox(self, expr: Expr, stmt: Stmt, before: list[Stmt]) -> Expr:
        """Evaluate an expression before the statement, on a copy of the state as it was at entry."""
        self.hoisted += 1
        name = f"old.{self.number}.value{self.hoisted}"
        before.append(Sandbox((*self._old_state(), Assign(name, expr, span=stmt.span)), span=stmt.span))
        return Expr(Op.VAR, expr.type, data=name)

    def _old_state(self) -> list[Stmt]:
        """Statements that give the conflicting fields their values at entry."""
        result: list[Stmt] = []
        for f in self.conflicts:
            if f.length is None:
                result.append(Store(f, None, Expr(Op.VAR, f.type, data=self._name(f))))
            else:
                result.append(Restore(self._name(f), f))
        return result
