"""What fits into registers: whole records (scalar replacement of aggregates), and a ply's offers (slots).

Scalar replacement: programs whose whole record fits into registers during a random game.

LLVM takes a record apart that never leaves a function and of which every access has a fixed place. So all of
a random game is written into one function, and an element that is one of two (mostly: the mover's) is chosen
after both were read. That pays where moves are so small that waiting for the memory is most of the work.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.analyses.ranges import Ranges
from gdl.core import ops as o
from gdl.core.intrinsics import SEARCHES
from gdl.core.ops import Block, Expr, Op, Proc, Program
from gdl.core.walk import block_exprs, blocks_of, statements

#: What looks at another state than the record, or keeps one.
_OUTSIDE = o.Sandbox | o.Best | o.Provided | o.Snapshot | o.Restore | o.Remember


def replaces_record(program: Program, ranges: Ranges) -> bool:
    """Whether no rule needs the record in memory."""
    for proc in program.procs:
        if proc.name.startswith(SEARCHES):
            continue
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


#: With more offers than that to choose among, a list is faster.
MOST_SLOTS = 16

#: More offers than that in all are too much code.
MOST_OFFERS = 48


def has_slots(procs: dict[str, Proc], name: str = "moves") -> bool:
    """Whether the offers of a generator can have slots."""
    result = _count(procs, procs[name].body, False, (name,))
    return result is not None and 0 < result[0] <= MOST_SLOTS and result[1] <= MOST_OFFERS


def _count(
    procs: dict[str, Proc], block: Block, looping: bool, around: tuple[str, ...]
) -> tuple[int, int] | None:
    """How many offers of a block one draw may have to choose among, and how many there are in all.

    None where one cannot have a slot.
    """
    most = total = 0
    for number, stmt in enumerate(block):
        result: tuple[int, int] | None = (0, 0)
        if isinstance(stmt, o.Offer):
            result = None if looping else (1, 1)
        elif isinstance(stmt, o.Generate):
            body = procs[stmt.name].body
            if stmt.name in around or any(isinstance(s, o.Return) for s in statements(body)):
                return None
            result = _count(procs, body, looping, (*around, stmt.name))
        elif isinstance(stmt, o.Best | o.Narrow | o.Provided):
            result = None
        else:
            loop = isinstance(stmt, o.While | o.ForRange) or (
                isinstance(stmt, o.ForSites) and stmt.sites.op is not Op.ONE
            )
            parts = [_count(procs, inner, looping or loop, around) for inner in blocks_of(stmt)]
            apart = isinstance(stmt, o.If | o.Priority) and number == len(block) - 1
            for part in parts:
                if part is None or result is None:
                    return None
                both = max(result[0], part[0]) if apart else result[0] + part[0]
                result = both, result[1] + part[1]
        if result is None:
            return None
        most, total = most + result[0], total + result[1]
    return most, total
