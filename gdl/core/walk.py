"""Walking through core programs: the one place that knows how expressions and statements nest.

Whoever looks for certain operations or kinds of statements says which: `bits` makes a mask of them, and what
has none of them inside is not walked through.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from gdl.core import ops as o
from gdl.core.intrinsics import Ask, ListMoves, PlayOut
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.statements import FIRST_BIT, PARTS
from gdl.support.values import evolve

#: The mask of everything; of all kinds of statements.
ANY, STATEMENTS = -1, -1 << FIRST_BIT


def bits(*those: Op | type[Stmt]) -> int:
    """The mask of some operations and kinds of statements."""
    mask = 0
    for one in those:
        mask |= one.bit if isinstance(one, Op) else PARTS[one].bit
    return mask


def op_mask(block: Block) -> int:
    """A bit for each operation and each kind of statement in a block."""
    result = 0
    for stmt in block:
        result |= stmt.op_mask
    return result


def program_op_mask(program: Program) -> int:
    """The same for all procedures and kinds of a program."""
    result = 0
    for proc in program.procs:
        result |= op_mask(proc.body)
    for kind in program.kinds:
        for expr in kind_wholes(kind):
            result |= expr.op_mask
    return result


def exprs_of(stmt: Stmt) -> list[Expr]:
    """The expressions that stand directly in a statement."""
    exprs: list[Expr] = []
    for name, several in PARTS[type(stmt)].exprs:
        value = getattr(stmt, name)
        if several:
            exprs += value
        elif value is not None:
            exprs.append(value)
    return exprs


def blocks_of(stmt: Stmt) -> list[Block]:
    """The blocks that stand directly in a statement."""
    result: list[Block] = []
    for name, several in PARTS[type(stmt)].blocks:
        if several:
            result += getattr(stmt, name)
        else:
            result.append(getattr(stmt, name))
    return result


def statements(block: Block, mask: int = ANY) -> list[Stmt]:
    """All statements of these kinds, nested ones after the one that holds them."""
    stmts: list[Stmt] = []
    _statements(block, mask, stmts)
    return stmts


def _statements(block: Block, mask: int, into: list[Stmt]) -> None:
    for stmt in block:
        if stmt.op_mask & mask:
            parts = PARTS[type(stmt)]
            if parts.bit & mask:
                into.append(stmt)
            for name, several in parts.blocks:
                value = getattr(stmt, name)
                for inner in value if several else (value,):
                    if inner:
                        _statements(inner, mask, into)


def subexprs(expr: Expr, mask: int = ANY) -> list[Expr]:
    """The expression and all inside it of these operations, what holds before what is held, in order."""
    exprs: list[Expr] = []
    if expr.op_mask & mask:
        _subexprs(expr, mask, exprs)
    return exprs


def _subexprs(expr: Expr, mask: int, into: list[Expr]) -> None:
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        if here.op.bit & mask:
            into.append(here)
        for arg in here.args[::-1]:
            if arg.op_mask & mask:
                waiting.append(arg)


def operands(expr: Expr, op: Op) -> list[Expr]:
    """What a chain of one operation of two arguments joins, in order; the expression itself if it is none."""
    if expr.op is not op:
        return [expr]
    return [*operands(expr.args[0], op), *operands(expr.args[1], op)]


def block_exprs(block: Block, mask: int = ANY) -> list[Expr]:
    """Every expression of these operations in a block, inner ones included."""
    exprs: list[Expr] = []
    _block_exprs(block, mask, exprs)
    return exprs


def _block_exprs(block: Block, mask: int, into: list[Expr]) -> None:
    for stmt in block:
        if stmt.op_mask & mask:
            parts = PARTS[type(stmt)]
            for name, several in parts.exprs:
                value = getattr(stmt, name)
                for expr in value if several else (value,):
                    if expr is not None and expr.op_mask & mask:
                        _subexprs(expr, mask, into)
            for name, several in parts.blocks:
                value = getattr(stmt, name)
                for inner in value if several else (value,):
                    if inner:
                        _block_exprs(inner, mask, into)


def kind_wholes(kind: o.Kind) -> list[Expr]:
    """The expressions of a kind of move, each as a whole."""
    return [e for e in (kind.origin, kind.target, kind.level_from, kind.level_to) if e is not None]


def kind_exprs(kind: o.Kind) -> Iterator[Expr]:
    """The expressions of a kind of move."""
    for expr in kind_wholes(kind):
        yield from subexprs(expr)


def program_exprs(program: Program, mask: int = ANY) -> list[Expr]:
    """Every expression of these operations in a program."""
    exprs: list[Expr] = []
    for proc in program.procs:
        _block_exprs(proc.body, mask, exprs)
    for kind in program.kinds:
        for expr in kind_wholes(kind):
            exprs += subexprs(expr, mask)
    return exprs


def with_args(expr: Expr, args: tuple[Expr, ...]) -> Expr:
    """The expression with other arguments; the same object where they are the same."""
    if all(map(operator.is_, args, expr.args)):
        return expr
    return Expr(expr.op, expr.type, args, expr.data)


def map_expr(expr: Expr, change: Callable[[Expr], Expr], mask: int = ANY) -> Expr:
    """Change every node of these operations, arguments before the node that holds them."""
    if not expr.op_mask & mask:
        return expr
    bit = expr.op.bit
    if expr.args:
        expr = with_args(expr, tuple([map_expr(a, change, mask) for a in expr.args]))
    return change(expr) if bit & mask else expr


def rebuild(stmt: Stmt, on_expr: Callable[[Expr], Expr], on_block: Callable[[Block], Block]) -> Stmt:
    """The statement with its direct expressions and blocks changed; the same object if nothing was."""
    changes: dict[str, Any] = {}
    parts = PARTS[type(stmt)]
    for name, shape in parts.all:
        value = getattr(stmt, name)
        new: object
        if shape == "expr":
            if value is None:
                continue
            new = on_expr(value)
            if new is not value:
                changes[name] = new
        elif shape == "block":
            if value:
                new = on_block(value)
                if new is not value:
                    changes[name] = new
        elif value:
            new = tuple([(on_expr if shape == "exprs" else on_block)(v) for v in value])
            if not same(new, value):
                changes[name] = new
    if not changes:
        return stmt
    for name in parts.fields:  # as attrs.evolve, in a third of the time
        if name not in changes:
            changes[name] = getattr(stmt, name)
    return type(stmt)(**changes)


def rebuild_blocks(stmt: Stmt, on_block: Callable[[Block], Block]) -> Stmt:
    """The statement with its direct blocks changed; the same object if nothing was."""
    return rebuild(stmt, _as_it_is, on_block) if PARTS[type(stmt)].blocks else stmt


def _as_it_is(expr: Expr) -> Expr:
    return expr


def same(new: tuple[object, ...], old: tuple[object, ...]) -> bool:
    """Whether two tuples hold the same objects."""
    return len(new) == len(old) and all(map(operator.is_, new, old))


def map_block(
    block: Block,
    on_expr: Callable[[Expr], Expr] | None = None,
    on_stmt: Callable[[Stmt], tuple[Stmt, ...]] | None = None,
    mask: int = ANY,
) -> Block:
    """Change every expression (as a whole) and then every statement, inner ones first.

    A statement may become several, or none. Only those are looked at that have something of the mask inside.
    """
    change = on_expr or _as_it_is

    def on_block(inner: Block) -> Block:
        result: list[Stmt] = []
        changed = False
        for stmt in inner:
            if not stmt.op_mask & mask:
                result.append(stmt)
                continue
            if on_expr or PARTS[type(stmt)].blocks:
                made = rebuild(stmt, change, on_block)
            else:
                made = stmt
            if on_stmt is None:
                changed = changed or made is not stmt
                result.append(made)
                continue
            new = on_stmt(made)
            changed = changed or len(new) != 1 or new[0] is not stmt
            result += new
        return tuple(result) if changed else inner

    return on_block(block)


def map_program(
    program: Program,
    on_expr: Callable[[Expr], Expr] | None = None,
    on_stmt: Callable[[Stmt], tuple[Stmt, ...]] | None = None,
    mask: int = ANY,
) -> Program:
    """Change the bodies of all procedures, and the expressions of the kinds."""

    procs = tuple([with_body(p, map_block(p.body, on_expr, on_stmt, mask)) for p in program.procs])
    kinds = program.kinds
    if on_expr is not None:
        kinds = tuple([map_kind(kind, on_expr) for kind in kinds])
    if same(procs, program.procs) and same(kinds, program.kinds):
        return program
    return evolve(program, procs=procs, kinds=kinds)


def map_bodies(program: Program, change: Callable[[Proc], Block]) -> Program:
    """Change the bodies of all procedures, each as a whole; the same object where nothing changes."""
    procs = tuple([with_body(proc, change(proc)) for proc in program.procs])
    return program if same(procs, program.procs) else evolve(program, procs=procs)


def with_body(proc: Proc, body: Block) -> Proc:
    """The procedure with another body; the same object where that is the same."""
    return proc if body is proc.body else evolve(proc, body=body)


def map_kind(kind: o.Kind, on_expr: Callable[[Expr], Expr]) -> o.Kind:
    """Change the expressions of a kind of move."""
    changes: dict[str, Any] = {}
    for name in ("origin", "target", "level_from", "level_to"):
        value = getattr(kind, name)
        new = None if value is None else on_expr(value)
        if new is not value:
            changes[name] = new
    return evolve(kind, **changes) if changes else kind


def free_vars(expr: Expr) -> frozenset[str]:
    """The names of the variables that an expression reads and does not itself bind."""
    return expr.free


_BINDERS = bits(*o.BINDERS)


def bound_vars(expr: Expr) -> list[str]:
    """The names that an expression binds anywhere inside."""
    return [str(inner.data) for inner in subexprs(expr, _BINDERS)]


def substitute(expr: Expr, values: dict[str, Expr]) -> Expr:
    """Replace variables. What binds a name inside hides the replacement."""
    if expr.free.isdisjoint(values):
        return expr
    if expr.op is Op.VAR:
        return values[str(expr.data)]
    if expr.op in o.BINDERS and str(expr.data) in values:
        inner = {name: value for name, value in values.items() if name != expr.data}
        return with_args(expr, (substitute(expr.args[0], values), substitute(expr.args[1], inner)))
    return with_args(expr, tuple([substitute(a, values) for a in expr.args]))


def judges(stmt: o.Best | o.Narrow | o.Provided) -> Iterator[str]:
    """The procedure that a statement names to judge its offers."""
    yield stmt.value if isinstance(stmt, o.Best) else stmt.keep if isinstance(stmt, o.Narrow) else stmt.check


_ASSIGNING = bits(o.Assign, o.Draw, o.ForSites, o.ForRange, Ask, ListMoves, PlayOut)


def assigned(block: Block) -> list[str]:
    """The locals that a block sets, loop variables included."""
    return [stmt.name for stmt in statements(block, _ASSIGNING)]  # type: ignore[attr-defined]
