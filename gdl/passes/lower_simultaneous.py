"""Lowering of Simultaneous regions to plain code that does the same, with copies only where they are needed.

    simultaneous:                 entry.1 = @a
        @a = @b            =>     @a = @b
        @b = @a                   @b = entry.1

Where nothing that a region reads was written before in it (in any order of execution), its body is plain code
as it stands. Where something was, the read must give what was there at entry. In this order of preference:

1. The smallest expression around the read that needs no local of the region is evaluated at entry.
2. An element whose index is only known later is read from a Snapshot of its array, taken at entry.
3. An expression with a call that reads such fields is evaluated in a Sandbox that is first brought back to
   the state at entry. So is a Sandbox of the region itself.

Expressions are pure: evaluating one early, or in vain, does no harm, unless it may diverge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gdl.analyses.mod_ref import Effects, callees, own_writes
from gdl.analyses.termination import Termination
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core import walk
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.support.values import evolve

Fields = frozenset[o.Field]
_REGION = walk.bits(o.Simultaneous)
_REGIONS = walk.bits(o.Simultaneous, o.Apply)


def lower_simultaneous(program: Program) -> Program:
    """Lower Simultaneous and Apply: the program without them."""
    known = Effects(program)
    termination = Termination(program, known)
    procs = []
    for proc in program.procs:
        names = _Names()

        def on_stmt(stmt: Stmt, names: _Names = names) -> tuple[Stmt, ...]:
            if isinstance(stmt, o.Simultaneous):
                return _Region(stmt, known, termination, names).code()
            return stmt.body if isinstance(stmt, o.Apply) else (stmt,)

        procs.append(walk.with_body(proc, _outermost(proc.body, on_stmt)))
    return evolve(program, procs=tuple(procs))


def _outermost(block: Block, on_stmt: Callable[[Stmt], tuple[Stmt, ...]]) -> Block:
    """Change the outermost regions, and Apply outside of regions."""
    result: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, o.Simultaneous | o.Apply):
            result.extend(on_stmt(stmt))
        elif stmt.op_mask & _REGIONS:
            result.append(walk.rebuild_blocks(stmt, lambda b: _outermost(b, on_stmt)))
        else:
            result.append(stmt)
    made = tuple(result)
    return block if walk.same(made, block) else made


class _Names:
    """Names of the locals that this pass makes in one procedure."""

    def __init__(self) -> None:
        self.number = 0

    def fresh(self) -> str:
        self.number += 1
        return f"entry.{self.number}"


def _flat(block: Block) -> Block:
    """Regions inside belong to the one around them."""
    return walk.map_block(
        block, on_stmt=lambda s: s.body if isinstance(s, o.Simultaneous) else (s,), mask=_REGION
    )


def _plain(block: Block) -> Block:
    return walk.map_block(
        block, on_stmt=lambda s: s.body if isinstance(s, o.Apply | o.Simultaneous) else (s,), mask=_REGIONS
    )


class _Region:
    """One region being turned into plain code."""

    def __init__(
        self, region: o.Simultaneous, effects: Effects, termination: Termination, names: _Names
    ) -> None:
        self.body = _flat(region.body)
        self.span = region.span
        self.effects = effects
        self.termination = termination
        self.names = names
        self.own = frozenset(walk.assigned(self.body))
        self.entry: list[Stmt] = []
        self.hoisted: dict[Expr, Expr] = {}
        self.snapshots: dict[o.Field, str] = {}

    def code(self) -> tuple[Stmt, ...]:
        body, _ = self.block(self.body, frozenset())
        return (*self.entry, *body)

    # --- statements -----------------------------------------------------------------------------------

    def block(self, block: Block, before: Fields) -> tuple[Block, Fields]:
        """The code of a block, `before` which these fields may have been written; and what is then."""
        result: list[Stmt] = []
        for stmt in block:
            made, before = self.stmt(stmt, before)
            result.extend(made)
        return tuple(result), before

    def stmt(self, stmt: Stmt, before: Fields) -> tuple[tuple[Stmt, ...], Fields]:
        match stmt:
            case o.Apply():
                return _plain(stmt.body), before | self.effects.writes(stmt.body)
            case o.Sandbox():
                restored = self.restored(self.effects.block(stmt.body).reads & before)
                return (evolve(stmt, body=(*restored, *_plain(stmt.body))),), before
            case o.ForSites() | o.ForRange() | o.While():
                within = before | self.effects.writes(stmt.body)
                body, _ = self.block(stmt.body, within)
                if isinstance(stmt, o.While):
                    return self.while_(stmt, body, within), within
                first, changed = self.exprs(stmt, before)
                assert isinstance(changed, o.ForSites | o.ForRange)
                return (*first, evolve(changed, body=body)), within
            case o.If():
                first, changed = self.exprs(stmt, before)
                then, after_then = self.block(stmt.then, before)
                otherwise, after_else = self.block(stmt.otherwise, before)
                assert isinstance(changed, o.If)
                made = evolve(changed, then=then, otherwise=otherwise)
                return (*first, made), after_then | after_else
        first, changed = self.exprs(stmt, before)
        writes = own_writes(stmt).writes
        if isinstance(stmt, o.Do):
            writes |= self.effects.proc(stmt.name).writes
        return (*first, changed), before | writes

    def while_(self, stmt: o.While, body: Block, within: Fields) -> tuple[Stmt, ...]:
        first, condition = self.fixed(stmt.condition, within)
        if not first:
            return (evolve(stmt, condition=condition, body=body),)
        leave = o.If(Expr(Op.NOT, o.BOOL, (condition,)), (o.Break(span=stmt.span),), span=stmt.span)
        return (evolve(stmt, condition=k.TRUE, body=(*first, leave, *body)),)

    def exprs(self, stmt: Stmt, before: Fields) -> tuple[tuple[Stmt, ...], Stmt]:
        """A statement whose own expressions read as at entry, and what must stand before it."""
        first: list[Stmt] = []

        def on_expr(expr: Expr) -> Expr:
            made, fixed = self.fixed(expr, before)
            first.extend(made)
            return fixed

        changed = walk.rebuild(stmt, on_expr, lambda b: b)
        return tuple(first), changed

    # --- expressions ----------------------------------------------------------------------------------

    def fixed(self, expr: Expr, before: Fields) -> tuple[tuple[Stmt, ...], Expr]:
        """An expression that reads as at entry, and what must stand before it."""
        if not self.conflicts(expr, before):
            return (), expr
        try:
            return (), self.redirect(expr, before, frozenset())
        except _NeedsSandbox:
            name = self.names.fresh()
            restored = self.restored(self.effects.expr(expr) & before)
            made = o.Sandbox((*restored, o.Assign(name, expr, span=self.span)), span=self.span)
            return (made,), k.var(name, expr.type)

    def conflicts(self, expr: Expr, before: Fields) -> bool:
        return bool(before) and not before.isdisjoint(self.effects.expr(expr))

    def redirect(self, expr: Expr, before: Fields, bound: frozenset[str]) -> Expr:
        """The same, reading as at entry; `bound` are variables of the expressions around it."""
        if not self.conflicts(expr, before):
            return expr
        early = walk.free_vars(expr).isdisjoint(self.own | bound) and not self.termination.may_diverge(expr)
        own = expr.op in o.FIELD_READS and expr.data in before
        called = expr.op is Op.REPEATS or any(
            not before.isdisjoint(self.effects.proc(name).reads) for name in callees(expr)
        )
        if early and (own or called or expr.op in o.BINDERS):
            return self.hoist(expr)
        if called:
            raise _NeedsSandbox
        if expr.op in o.BINDERS:
            inside = bound | {str(expr.data)}
            first = self.redirect(expr.args[0], before, bound)
            return walk.with_args(expr, (first, self.redirect(expr.args[1], before, inside)))
        args = tuple(self.redirect(a, before, bound) for a in expr.args)
        if own and isinstance(expr.data, o.Field):
            return Expr(Op.OLD_ELEM, expr.type, args, (self.snapshot(expr.data), expr.data))
        return walk.with_args(expr, args)

    def hoist(self, expr: Expr) -> Expr:
        """The value of the expression at entry."""
        known = self.hoisted.get(expr)
        if known is None:
            name = self.names.fresh()
            self.entry.append(o.Assign(name, expr, span=self.span))
            known = self.hoisted[expr] = k.var(name, expr.type)
        return known

    def snapshot(self, field: o.Field) -> str:
        """The name of the copy of an array made at entry."""
        if field not in self.snapshots:
            self.snapshots[field] = self.names.fresh()
            self.entry.append(o.Snapshot(self.snapshots[field], field, span=self.span))
        return self.snapshots[field]

    def restored(self, fields: Fields) -> Iterator[Stmt]:
        """Bring fields back to what they were at entry (in a sandbox)."""
        for field in sorted(fields, key=lambda f: f.name):
            if field.length is None:
                value = self.hoist(k.field(field))
                yield o.Store(field, None, value, span=self.span)
            else:
                yield o.Restore(self.snapshot(field), field, span=self.span)


class _NeedsSandbox(Exception):
    """A call reads what was written, with arguments that are only known later."""
