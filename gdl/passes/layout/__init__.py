"""Data layout: decides which fields carry the pieces, and lowers what reads and writes pieces to these.

    some(owned(@mover))                  some(@owned[@mover])
    put 1 at s fresh           =>        apply:
                                             @owned[1] |= one(s)

The fields, each only where the program needs it (`Plan` chooses; of `what`, `kinds` and an `owned` that tells
all components apart there is at least one, so that people can see what stands where):

`what`      Int per site: the component on top
`owned`     Sites per owner        `kinds`     Sites per component; not needed where each owner has one
`occupied`  Sites                  `count`, `state`, `value`, `rotation`   Int per site (on top)
`height`, `level_what`, `level_state`, ...   of stacks: the latter at site * stack_limit + level, from below

In stacks the other fields mirror the top; `layout_show_top` brings them up to date after a stack has changed.
A write becomes assignments of its arguments to locals and an Apply, so that within Simultaneous arguments are
read as at entry and the fields that are changed as they stand. (`reads.py` has the reads, `writes.py` the
writes, `stacks.py` what changes stacks.)
"""

from __future__ import annotations

from gdl.core.ops import Expr, MoveLevels, MovePiece, Program, Push, Put, SetAt, Stmt, Take, TakeLevel
from gdl.core.walk import bits, map_block, map_expr, map_program
from gdl.passes.layout.plan import make_plan
from gdl.passes.layout.reads import READS, Reader
from gdl.passes.layout.writes import Writer
from gdl.support.values import evolve

_WRITES = bits(Put, Take, MovePiece, SetAt, Push, MoveLevels, TakeLevel)


def layout(program: Program) -> Program:
    """Lower all operations on pieces to operations on fields."""
    plan = make_plan(program)
    reader = Reader(plan)
    writer = Writer(plan, reader)

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return writer.stmt(stmt)

    def on_expr(expr: Expr) -> Expr:
        return map_expr(expr, reader.read, READS)

    procs = []
    for proc in program.procs:
        writer.number = 0  # so that equal procedures stay equal
        procs.append(evolve(proc, body=map_block(proc.body, on_expr, on_stmt, READS | _WRITES)))
    changed = map_program(evolve(program, procs=()), on_expr)
    return evolve(
        changed,
        fields=(*changed.fields, *plan.fields()),
        tables=(*changed.tables, *plan.tables()),
        procs=(*procs, *writer.procs()),
    )
