"""Walking through core programs: the one place that knows how expressions and statements nest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from gdl.core import ops, searching
from gdl.core.ops import (
    Assign,
    Block,
    Draw,
    Expr,
    ForRange,
    ForSites,
    Kind,
    Op,
    Proc,
    Program,
    Stmt,
)
from gdl.core.searching import Ask, ListMoves

#: Operations whose `data` names the variable that their second argument is evaluated with.
BINDERS = (Op.FILTER, Op.EXISTS, Op.SUM, Op.GATHER, Op.GREATEST)
#: Operations that run a generator.
CONSUMERS = (Op.ANY_MOVE, Op.ANY_MOVE_TO, Op.MOVES_TO, Op.COUNT_MOVES, Op.MOST)

_SHAPES = {
    "Expr": "expr",
    "Expr | None": "expr",
    "tuple[Expr, ...]": "exprs",
    "Block": "block",
    "tuple[Block, ...]": "blocks",
}


#: The fields of each kind of statement that hold expressions or blocks, in the order of evaluation.
_SHAPE_OF: dict[type[Stmt], tuple[tuple[str, str], ...]] = {
    cls: tuple((f.name, _SHAPES[str(f.type)]) for f in attrs.fields(cls) if str(f.type) in _SHAPES)
    for cls in (*vars(ops).values(), *vars(searching).values())
    if isinstance(cls, type) and issubclass(cls, ops.Stmt)
}


def exprs_of(stmt: Stmt) -> Iterator[Expr]:
    """The expressions that stand directly in a statement."""
    for name, shape in _SHAPE_OF[type(stmt)]:
        value = getattr(stmt, name)
        if shape == "expr" and value is not None:
            yield value
        elif shape == "exprs":
            yield from value


def blocks_of(stmt: Stmt) -> Iterator[Block]:
    """The blocks that stand directly in a statement."""
    for name, shape in _SHAPE_OF[type(stmt)]:
        if shape == "block":
            yield getattr(stmt, name)
        elif shape == "blocks":
            yield from getattr(stmt, name)


def statements(block: Block) -> Iterator[Stmt]:
    """All statements, nested ones after the one that holds them."""
    for stmt in block:
        yield stmt
        for inner in blocks_of(stmt):
            yield from statements(inner)


def subexprs(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it, what holds before what is held, in order."""
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(here.args))


def block_exprs(block: Block) -> Iterator[Expr]:
    """Every expression in a block, inner ones included."""
    for stmt in statements(block):
        for expr in exprs_of(stmt):
            yield from subexprs(expr)


def kind_exprs(kind: Kind) -> Iterator[Expr]:
    """The expressions of a kind of move."""
    for expr in (kind.origin, kind.target, kind.level_from, kind.level_to):
        if expr is not None:
            yield from subexprs(expr)


def program_exprs(program: Program) -> Iterator[Expr]:
    """Every expression of a program."""
    for proc in program.procs:
        yield from block_exprs(proc.body)
    for kind in program.kinds:
        yield from kind_exprs(kind)


def with_args(expr: Expr, args: tuple[Expr, ...]) -> Expr:
    """The expression with other arguments; the same object where they are the same."""
    if all(a is b for a, b in zip(args, expr.args, strict=True)):
        return expr
    return Expr(expr.op, expr.type, args, expr.data)


def map_expr(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """Change every node, arguments before the node that holds them."""
    if expr.args:
        expr = with_args(expr, tuple(map_expr(a, change) for a in expr.args))
    return change(expr)


def rebuild(stmt: Stmt, on_expr: Callable[[Expr], Expr], on_block: Callable[[Block], Block]) -> Stmt:
    """The statement with its direct expressions and blocks changed; the same object if nothing was."""
    changes: dict[str, Any] = {}
    for name, shape in _SHAPE_OF[type(stmt)]:
        value = getattr(stmt, name)
        new: object
        if shape == "expr":
            new = None if value is None else on_expr(value)
            if new is not value:
                changes[name] = new
        elif shape == "block":
            new = on_block(value)
            if new is not value:
                changes[name] = new
        else:
            new = tuple((on_expr if shape == "exprs" else on_block)(v) for v in value)
            if any(a is not b for a, b in zip(new, value, strict=True)):
                changes[name] = new
    return attrs.evolve(stmt, **changes) if changes else stmt


def map_block(
    block: Block,
    on_expr: Callable[[Expr], Expr] = lambda e: e,
    on_stmt: Callable[[Stmt], tuple[Stmt, ...]] = lambda s: (s,),
) -> Block:
    """Change every expression (as a whole) and then every statement, inner ones first.

    A statement may become several, or none.
    """

    def on_block(inner: Block) -> Block:
        return map_block(inner, on_expr, on_stmt)

    result: list[Stmt] = []
    changed = False
    for stmt in block:
        new = on_stmt(rebuild(stmt, on_expr, on_block))
        changed = changed or len(new) != 1 or new[0] is not stmt
        result.extend(new)
    return tuple(result) if changed else block


def map_program(
    program: Program,
    on_expr: Callable[[Expr], Expr] = lambda e: e,
    on_stmt: Callable[[Stmt], tuple[Stmt, ...]] = lambda s: (s,),
) -> Program:
    """Change the bodies of all procedures, and the expressions of the kinds."""

    def on_proc(proc: Proc) -> Proc:
        body = map_block(proc.body, on_expr, on_stmt)
        return proc if body is proc.body else attrs.evolve(proc, body=body)

    def maybe(expr: Expr | None) -> Expr | None:
        return None if expr is None else on_expr(expr)

    def on_kind(kind: Kind) -> Kind:
        new = attrs.evolve(
            kind,
            origin=on_expr(kind.origin),
            target=on_expr(kind.target),
            level_from=maybe(kind.level_from),
            level_to=maybe(kind.level_to),
        )
        return kind if new == kind else new

    procs = tuple(on_proc(p) for p in program.procs)
    kinds = tuple(on_kind(kind) for kind in program.kinds)
    pairs = (*zip(procs, program.procs, strict=True), *zip(kinds, program.kinds, strict=True))
    if all(a is b for a, b in pairs):
        return program
    return attrs.evolve(program, procs=procs, kinds=kinds)


def free_vars(expr: Expr) -> frozenset[str]:
    """The names of the variables that an expression reads and does not itself bind."""
    if expr.op is Op.VAR:
        return frozenset((str(expr.data),))
    if expr.op in BINDERS:
        return free_vars(expr.args[0]) | (free_vars(expr.args[1]) - {str(expr.data)})
    return frozenset[str]().union(*(free_vars(a) for a in expr.args))


def bound_vars(expr: Expr) -> Iterator[str]:
    """The names that an expression binds anywhere inside."""
    for inner in subexprs(expr):
        if inner.op in BINDERS:
            yield str(inner.data)


def substitute(expr: Expr, values: dict[str, Expr]) -> Expr:
    """Replace variables. What binds a name inside hides the replacement."""
    if expr.op is Op.VAR:
        return values.get(str(expr.data), expr)
    if expr.op in BINDERS and str(expr.data) in values:
        inside = {name: value for name, value in values.items() if name != expr.data}
        return with_args(expr, (substitute(expr.args[0], values), substitute(expr.args[1], inside)))
    return with_args(expr, tuple(substitute(a, values) for a in expr.args)) if expr.args else expr


def assigned(block: Block) -> Iterator[str]:
    """The locals that a block sets, loop variables included."""
    for stmt in statements(block):
        if isinstance(stmt, Assign | Draw | ForSites | ForRange | Ask | ListMoves):
            yield stmt.name
