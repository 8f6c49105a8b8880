"""What is inside an expression or a statement: a bit for each operation and each kind of statement.

Both keep these bits (`inside`), so that whoever looks for something need not walk where it cannot be. The
masks to look for are made by `bits` of `walk.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.core.parts import PARTS

if TYPE_CHECKING:
    from gdl.core.exprs import Expr
    from gdl.core.statements import Stmt


def bits_of_expr(expr: Expr) -> int:
    """Of its own operation, and of all in its arguments."""
    found = expr.op.bit
    for arg in expr.args:
        found |= arg.inside
    return found


def bits_of_stmt(stmt: Stmt) -> int:
    """Of its own kind, and of all in its expressions and blocks."""
    parts = PARTS[type(stmt)]
    found = parts.bit
    for name, several in parts.exprs:
        value = getattr(stmt, name)
        if several:
            for expr in value:
                found |= expr.inside
        elif value is not None:
            found |= value.inside
    for name, several in parts.blocks:
        for block in getattr(stmt, name) if several else (getattr(stmt, name),):
            for inner in block:
                found |= inner.inside
    return found
