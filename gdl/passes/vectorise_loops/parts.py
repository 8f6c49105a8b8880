"""Decomposition of step tables into one-to-one steps.

A step table says where each site leads: to one site or to a set of them. A *part* of it is a one-to-one
step, so that a site it leads to tells where one came from. The parts of a movement on a regular board are
its directions.
"""

from __future__ import annotations

from functools import lru_cache

from gdl.core.masks import members
from gdl.core.ops import INT, SITES, Table
from gdl.support.values import frozen

#: With more one-to-one parts than that, site by site is as good.
MOST_PARTS = 8


@frozen(eq=False)
class Part:
    """A one-to-one step and the step back."""

    there: Table
    back: Table


@lru_cache(maxsize=4096)
def parts_of(table: Table, sites: int) -> tuple[Part, ...] | None:
    """The parts of a step table, together all of it; None where they would be too many.

    Steps over the same distance (in site numbers) belong together: on a board whose rows are numbered alike
    that is a direction, and a shift of the whole set. Distances that neither start nor end at a common site
    (as one direction has on a board with rows of changing length) share a part.
    """
    by_distance: dict[int, dict[int, int]] = {}
    for origin in range(sites):
        for target in targets(table, origin):
            by_distance.setdefault(target - origin, {})[origin] = target
    parts: list[dict[int, int]] = []
    for distance in sorted(by_distance, key=lambda d: (d > 0, abs(d))):
        step = by_distance[distance]
        for part in parts:
            if part.keys().isdisjoint(step) and not set(part.values()) & set(step.values()):
                part.update(step)
                break
        else:
            parts.append(step)
    if len(parts) > MOST_PARTS or len(by_distance) > 3 * MOST_PARTS:
        return None
    return tuple(_part(part, sites) for part in parts)


def _part(step: dict[int, int], sites: int) -> Part:
    back = {target: origin for origin, target in step.items()}
    return Part(_step_table(step, sites), _step_table(back, sites))


def _step_table(step: dict[int, int], sites: int) -> Table:
    return Table("step", INT, tuple(step.get(s, -1) for s in range(sites)), -1)


def targets(table: Table, site: int) -> list[int]:
    """The sites that one leads to."""
    value = int(table.values[site]) if site < len(table.values) else int(table.outside)
    if table.type is SITES:
        return list(members(value))
    return [value] if value >= 0 else []
