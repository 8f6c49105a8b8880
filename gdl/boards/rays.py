"""Rays: from a site straight on, step after step, until the board ends."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from gdl.boards.adjacency import Step
from gdl.boards.direction import Heading, RelationType
from gdl.source.budget import spend_on_board
from gdl.support.identity import IdentityMap, IdentitySet

BEND = 0.3
"""A ray may bend by this much at each site (radians), so that it follows the lines of an irregular board."""

MANY = 32
"""A site with more steps than this finds those of about a direction by binary search."""

WHAT = "the lines of this board"

STEP = 8
"""To find the step that goes straight on from another takes as long as that many entries of the budget."""

_FULL = 2 * math.pi


class Lines:
    """The ways straight on over a board (memoization): which step follows which, and the rays that begin
    with each.

    A ray is its first site and the ray of the step that follows, cut where it would come back to where it
    began: so the rays of one line share the work of finding it.
    """

    def __init__(self, steps: Sequence[Sequence[Step]]) -> None:
        self.steps = steps
        self._rays = IdentityMap[Step, tuple[int, ...]]()
        self._following = IdentityMap[Step, Step | None]()
        #: of sites with many steps: their angles and numbers
        self._by_angle: dict[int, list[tuple[float, int]]] = {}

    def ray(self, origin: int, first: Step) -> tuple[int, ...]:
        """The sites from `origin` on, beginning with the step `first`.

        Each following step is the one of the same relation that bends least. A ray that meets itself (a
        ring) stops before the site where it began.
        """
        kept = self._rays
        known = kept.get(first)
        if known is not None:
            spend_on_board(len(known) // 2, WHAT)
            return known
        chain: list[tuple[int, Step]] = []
        met: IdentitySet[Step] = IdentitySet()
        here: Step | None = first
        start = origin
        while here is not None and here not in kept:
            if here in met:
                self._round(chain, here)
                return kept[first]
            met.add(here)
            chain.append((start, here))
            start, here = here.to, self._next(here)
        rest = () if here is None else kept[here]
        length = len(rest)
        spend_on_board(sum(range(length, length + len(chain) + 1)) // 2, WHAT)
        for begin, step in reversed(chain):
            if begin in rest:
                rest = rest[: rest.index(begin)]
            rest = kept[step] = (step.to, *rest) if begin != step.to else (step.to,)
        return kept[first]

    def _round(self, chain: list[tuple[int, Step]], again: Step) -> None:
        """The rays of a ring, which share no end: all round it, where it is one with nothing before it."""
        ring = [begin for begin, _ in chain]
        if again is not chain[0][1] or len(set(ring)) < len(ring):
            for begin, step in chain:
                self._rays[step] = self._walked(begin, step)
            return
        spend_on_board(len(ring) * len(ring), WHAT)
        twice = (*ring, *ring)
        for at, (_, step) in enumerate(chain, 1):
            self._rays[step] = twice[at : at + len(ring) - 1]

    def _walked(self, origin: int, first: Step) -> tuple[int, ...]:
        path, seen = [first.to], {origin, first.to}
        here = self._next(first)
        while here is not None and here.to not in seen:
            path.append(here.to)
            seen.add(here.to)
            here = self._next(here)
        spend_on_board(len(path), WHAT)
        return tuple(path)

    def _next(self, before: Step) -> Step | None:
        """The step that goes on from another."""
        following = self._following
        if before not in following:
            following[before] = self._straight_on(before)
        return following[before]

    def _straight_on(self, before: Step) -> Step | None:
        best: Step | None = None
        least = BEND
        near = self._near(before)
        spend_on_board(STEP + len(near), WHAT)
        relation, angle, direction = before.relation, before.angle, before.direction
        for step in near:
            if step.relation is not relation:
                continue
            if angle == step.angle and step.direction is direction:
                return step
            bend = abs(step.angle - angle)
            bend = min(bend, _FULL - bend)
            if bend < least:
                least, best = bend, step
        return best

    def _near(self, before: Step) -> Sequence[Step]:
        """The steps from where a step has led, in their order; of very many those about as it goes."""
        around = self.steps[before.to]
        if len(around) <= MANY:
            return around
        by_angle = self._by_angle.get(before.to)
        if by_angle is None:
            by_angle = sorted((step.angle, number) for number, step in enumerate(around))
            self._by_angle[before.to] = by_angle
        result: set[int] = set()
        for turn in (-_FULL, 0.0, _FULL):
            low, high = before.angle + turn - 1.01 * BEND, before.angle + turn + 1.01 * BEND
            first, end = bisect_left(by_angle, (low, -1)), bisect_right(by_angle, (high, len(around)))
            result.update(number for _, number in by_angle[first:end])
        return [around[number] for number in sorted(result)]


def turning_ray(turning: Sequence[Sequence[Step]], origin: int, first: Step) -> tuple[int, ...]:
    """As `ray`, but keeping a direction round the rings; `turning` are by site the steps that do."""
    path = [first.to]
    seen = {origin, first.to}
    here: int | None = first.to
    while here is not None:
        following = turning[here]
        spend_on_board(1 + len(following), WHAT)
        here = next((step.to for step in following if step.to not in seen), None)
        if here is not None:
            path.append(here)
            seen.add(here)
    return tuple(path)


def rays(lines: Lines, direction: Heading, relation: RelationType) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Per site the rays that begin with a step of the relation in the direction."""
    spend_on_board(sum(map(len, lines.steps)) // 4, WHAT)
    round_ = direction in (Heading.CW, Heading.CCW)
    radial = direction in (Heading.IN, Heading.OUT)
    if round_:
        turning = [[s for s in around if s.turning is direction and s.adjacent] for around in lines.steps]
        return tuple(
            tuple(turning_ray(turning, origin, step) for step in around)
            for origin, around in enumerate(turning)
        )
    ray = lines.ray
    if radial:  # straight on, through the middle too
        return tuple(
            tuple([ray(origin, s) for s in around if s.turning is direction and s.adjacent])
            for origin, around in enumerate(lines.steps)
        )
    return tuple(
        tuple([ray(origin, s) for s in around if s.direction is direction and s.is_in(relation)])
        for origin, around in enumerate(lines.steps)
    )
