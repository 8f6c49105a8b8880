"""Marking irreversible moves: where pieces only ever leave, no position from before one left can recur.

    remember        =>        remember irreversible:(size(occupied()) != @pieces_left)
                              @pieces_left = size(occupied())

Repetition rules then look at fewer positions.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.analyses.mod_ref import Effects
from gdl.core import make as k
from gdl.core.ops import INT, Expr, Field, MoveLevels, Op, Program, Push, Put, Remember, Stmt, Store
from gdl.core.walk import bits, map_program, program_op_mask, statements
from gdl.support.values import evolve

_REMEMBER = bits(Remember)
_MADE = bits(Push, MoveLevels, Put)


def mark_irreversible_moves(program: Program) -> Program:
    """Mark positions with fewer occupied sites than the one before as reached by an irreversible move."""
    remembers = [s for p in program.procs for s in statements(p.body, _REMEMBER) if isinstance(s, Remember)]
    if not remembers or any(s.irreversible is not None for s in remembers) or _grows(program):
        return program
    reads = program_op_mask(program)
    if reads & Op.OCCUPIED.bit:
        size: Expr = k.size(k.OCCUPIED)
    elif reads & Op.OWNED.bit:
        size = k.size(k.owned(k.int_(0)))
        for player in range(1, max(program.owners) + 1):
            size = k.add(size, k.size(k.owned(k.int_(player))))
    else:
        return program
    left = Field("pieces_left", INT, None, 0, position=False)

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, Remember):
            return (stmt,)
        fewer = k.ne(size, k.field(left))
        return evolve(stmt, irreversible=fewer), Store(left, None, size, span=stmt.span)

    changed = map_program(program, on_stmt=on_stmt, mask=_REMEMBER)
    return evolve(changed, fields=(*changed.fields, left))


def _grows(program: Program) -> bool:
    """Whether more sites may be occupied after a move than before."""
    return any(
        isinstance(s, Push | MoveLevels) or (isinstance(s, Put) and (s.held is None or 0 in s.held))
        for s in _played(program)
    )


def _played(program: Program) -> Iterator[Stmt]:
    """All statements that bring pieces and run after the start."""
    effects = Effects(program)
    names: set[str] = set()
    for root in ("turn", "moves", "after", *(kind.play for kind in program.kinds)):
        names |= effects.reached(root)
    for proc in program.procs:
        if proc.name in names or proc.entry:
            yield from statements(proc.body, _MADE)
