"""Slot allocation: whether the offers of a random ply are few enough to stay in registers, each in a slot."""

from __future__ import annotations

from gdl.core import ops as o
from gdl.core.ops import Block, Op, Proc
from gdl.core.walk import blocks_of, statements

#: With more offers than that to choose among, a list is faster.
MOST_SLOTS = 16

#: More offers than that in all are too much code.
MOST_OFFERS = 48


def has_slots(procs: dict[str, Proc], name: str = "moves") -> bool:
    """Whether the offers of a generator can have slots."""
    found = _count(procs, procs[name].body, False, (name,))
    return found is not None and 0 < found[0] <= MOST_SLOTS and found[1] <= MOST_OFFERS


def _count(
    procs: dict[str, Proc], block: Block, looping: bool, around: tuple[str, ...]
) -> tuple[int, int] | None:
    """How many offers of a block one draw may have to choose among, and how many there are in all.

    None where one cannot have a slot.
    """
    most = total = 0
    for number, stmt in enumerate(block):
        found: tuple[int, int] | None = (0, 0)
        if isinstance(stmt, o.Offer):
            found = None if looping else (1, 1)
        elif isinstance(stmt, o.Generate):
            body = procs[stmt.name].body
            if stmt.name in around or any(isinstance(s, o.Return) for s in statements(body)):
                return None
            found = _count(procs, body, looping, (*around, stmt.name))
        elif isinstance(stmt, o.Best | o.Narrow | o.Provided):
            found = None
        else:
            loop = isinstance(stmt, o.While | o.ForRange) or (
                isinstance(stmt, o.ForSites) and stmt.sites.op is not Op.ONE
            )
            parts = [_count(procs, inner, looping or loop, around) for inner in blocks_of(stmt)]
            apart = isinstance(stmt, o.If | o.Priority) and number == len(block) - 1
            for part in parts:
                if part is None or found is None:
                    return None
                both = max(found[0], part[0]) if apart else found[0] + part[0]
                found = both, found[1] + part[1]
        if found is None:
            return None
        most, total = most + found[0], total + found[1]
    return most, total
