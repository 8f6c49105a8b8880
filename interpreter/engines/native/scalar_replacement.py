"""Scalar replacement of aggregates: programs whose whole record fits into registers during a random game.

LLVM takes a record apart that never leaves a function and of which every access has a fixed place. So all of
a random game is written into one function, and an element that is one of two (mostly: the mover's) is chosen
after both were read. That pays where moves are so small that waiting for the memory is most of the work.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.analyses.ranges import Ranges
from gdl.core import ops as o
from gdl.core.ops import Expr, Op, Program
from gdl.core.walk import block_exprs, statements

#: What looks at another state than the record, or keeps one.
_OUTSIDE = o.Sandbox | o.Best | o.Provided | o.Snapshot | o.Restore | o.Remember


def replaces_record(program: Program, ranges: Ranges) -> bool:
    """Whether nothing needs the record in memory."""
    for proc in program.procs:
        if any(isinstance(s, _OUTSIDE) for s in statements(proc.body)):
            return False
        for expr in block_exprs(proc.body):
            if expr.op in o.CONSUMERS or expr.op is Op.REPEATS:
                return False
    return all(pair(ranges.of(index, proc), field) for proc, field, index in _elements(program))


def pair(range_: tuple[int, int], field: o.Field) -> bool:
    """Whether an index is one of two at most, inside the array."""
    low, high = range_
    return low >= 0 and high < (field.length or 0) and high - low <= 1


def _elements(program: Program) -> Iterator[tuple[str, o.Field, Expr]]:
    """Every element that is read or written: where, of what, and its index."""
    for proc in program.procs:
        for stmt in statements(proc.body):
            if isinstance(stmt, o.Store | o.Adjust | o.Include) and stmt.index is not None:
                yield proc.name, stmt.field, stmt.index
        for expr in block_exprs(proc.body):
            if expr.op is Op.ELEM and isinstance(expr.data, o.Field):
                yield proc.name, expr.data, expr.args[0]
