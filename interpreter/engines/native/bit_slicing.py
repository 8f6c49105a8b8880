"""Bit slicing: small numbers of all sites at once, each of their bits a set.

GREATEST[s](S, SIZE(near[s] & T)) takes no loop: each way to a neighbour adds, to all sites at once, whether
that neighbour is in T. Then the greatest are found from the highest bit down.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.core.ops import Expr, Op, Table
from gdl.core.walk import free_vars
from interpreter.engines.native.boards import Boards
from interpreter.engines.native.constants import shifts_of
from interpreter.engines.native.predicates import Predicates
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets


class BitSlices(Family):
    """Writes numbers of all sites as sets."""

    def __init__(self, scope: Scope, sets: Sets, boards: Boards, predicates: Predicates) -> None:
        super().__init__(scope)
        self.sets = sets
        self.boards = boards
        self.predicates = predicates

    def greatest(self, value: Expr, name: str, sites: str) -> str | None:
        """The members with the greatest value; None where that takes a loop."""
        f, negative = self.f, value.op is Op.NEG
        counted = value.args[0] if negative else value
        parts = self.neighbours(counted.args[0], name) if counted.op is Op.SIZE else None
        if parts is None:
            return None
        for plane in reversed(self.added(parts)):
            better = (
                self.sets.without(sites, plane) if negative else f.op(f"and {self.set_type} {sites}, {plane}")
            )
            some = f.op(f"icmp ne {self.set_type} {better}, 0")
            sites = f.op(f"select i1 {some}, {self.set_type} {better}, {self.set_type} {sites}")
        return sites

    def neighbours(self, sites: Expr, name: str) -> list[str] | None:
        """For each way to neighbours (a table's set) that are in a set: the sites that have one there."""
        if sites.op is not Op.INTER:
            return None
        for row, others in (sites.args, sites.args[::-1]):
            if row.op is not Op.TABLE or not isinstance(row.data, Table) or name in free_vars(others):
                continue
            rows = self.predicates.static_sets(row, name)
            ways = None if rows is None else shifts_of(_columns(rows, self.sites), self.sites)
            if ways is not None:
                there = self.value(others)
                return [self.boards.shifted([way], there) for way in ways]
        return None

    def added(self, parts: Sequence[str]) -> list[str]:
        """How many of the sets each site is in: the bits of that number, the lowest first."""
        f, type_ = self.f, self.set_type
        waiting, planes = list(parts), []
        while waiting:
            carried = []
            while len(waiting) > 1:
                a, b = waiting.pop(0), waiting.pop(0)
                odd, both = f.op(f"xor {type_} {a}, {b}"), f.op(f"and {type_} {a}, {b}")
                if waiting:
                    c = waiting.pop(0)
                    one_more = f.op(f"and {type_} {odd}, {c}")
                    odd, both = f.op(f"xor {type_} {odd}, {c}"), f.op(f"or {type_} {both}, {one_more}")
                carried.append(both)
                waiting.append(odd)
            planes.append(waiting[0])
            waiting = carried
        return planes


def _columns(rows: Sequence[int], sites: int) -> list[int]:
    """For each site the sites that have it in their row."""
    return [sum(1 << s for s, row in enumerate(rows) if row >> t & 1) for t in range(sites)]
