"""Turns Simultaneous regions into plain code."""

from __future__ import annotations

from gdl.core.ops import Apply, Program, Simultaneous, Stmt
from gdl.core.walk import map_program


def effects(program: Program) -> Program:
    """No Simultaneous and no Apply is left."""

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return stmt.body if isinstance(stmt, Simultaneous | Apply) else (stmt,)

    return map_program(program, on_stmt=on_stmt)
