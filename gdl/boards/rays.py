"""Rays: from a site straight on, step after step, until the board ends."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gdl.boards.adjacency import Step
from gdl.boards.direction import Direction, RelationType

BEND = 0.3
"""A ray may bend by this much at each site (radians), so that it follows the lines of an irregular board."""

_FULL = 2 * math.pi


def ray(steps: Sequence[Sequence[Step]], origin: int, first: Step) -> tuple[int, ...]:
    """The sites from `origin` on, beginning with the step `first`.

    Each following step is the one of the same relation that bends least. A ray that meets itself (a ring)
    stops before the site where it began.
    """
    path = [first.to]
    seen = {origin, first.to}
    before = first
    while True:
        best: Step | None = None
        least = BEND
        for step in steps[before.to]:
            if step.relation is not before.relation:
                continue
            if before.angle == step.angle and step.direction is before.direction:
                best = step
                break
            bend = abs(step.angle - before.angle)
            bend = min(bend, _FULL - bend)
            if bend < least:
                least, best = bend, step
        if best is None or best.to in seen:
            return tuple(path)
        path.append(best.to)
        seen.add(best.to)
        before = best


def turning_ray(steps: Sequence[Sequence[Step]], origin: int, first: Step) -> tuple[int, ...]:
    """As `ray`, but keeping a direction round the rings."""
    path = [first.to]
    seen = {origin, first.to}
    here = first.to
    while True:
        following = [s for s in steps[here] if s.turning is first.turning and s.adjacent and s.to not in seen]
        if not following:
            return tuple(path)
        here = following[0].to
        path.append(here)
        seen.add(here)


def rays(
    steps: Sequence[Sequence[Step]], direction: Direction, relation: RelationType
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Per site the rays that begin with a step of the relation in the direction."""
    round_ = direction in (Direction.CW, Direction.CCW)
    radial = direction in (Direction.IN, Direction.OUT)
    result: list[tuple[tuple[int, ...], ...]] = []
    for origin, around in enumerate(steps):
        if radial:  # straight on, through the middle too
            result.append(
                tuple(ray(steps, origin, s) for s in around if s.turning is direction and s.adjacent)
            )
        elif round_:
            result.append(
                tuple(turning_ray(steps, origin, s) for s in around if s.turning is direction and s.adjacent)
            )
        else:
            result.append(
                tuple(ray(steps, origin, s) for s in around if s.direction is direction and s.is_in(relation))
            )
    return tuple(result)
