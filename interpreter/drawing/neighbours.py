"""Spatial navigation: which site an arrow key leads to, by geometry, on boards of any shape.

An arrow leads to the nearest site in a right angle round its direction, what lies aside counting double, as
CSS spatial navigation counts. On odd boards some site may then be nobody's nearest, or lead nowhere: arrows
without use are turned to such sites, so that from every site every other one can be reached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from interpreter.drawing.plan import Place

#: The directions, as steps on a board whose y grows upwards.
DIRECTIONS: dict[str, Place] = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
#: Sites at one place are taken to lie so little below each other.
_APART = 1e-3
#: Angles may be so much larger than right: rounded coordinates.
_SLACK = 1e-6
#: The most arrows turned before order is made in another way.
_REPAIRS = 64

#: From a direction to the index of a place.
Arrows = dict[str, int]


def neighbours(places: Sequence[Place]) -> list[Arrows]:
    """For each place where the arrows lead from it, as indices of places; y grows upwards.

    From each place all others can be reached.
    """
    apart = _told_apart(places)
    result = _nearest(apart)
    for _ in range(_REPAIRS):
        turned = _missing(apart, result)
        if turned is None:
            return result
        start, direction, end = turned
        result[start][direction] = end
    # on no board seen so far: the arrow to the right goes round all
    order = sorted(range(len(apart)), key=lambda index: (-apart[index][1], apart[index][0]))
    for rank, index in enumerate(order):
        result[index]["right"] = order[(rank + 1) % len(order)]
    return result


def _told_apart(places: Sequence[Place]) -> list[Place]:
    """The same places, those that are equal moved a little."""
    seen: dict[Place, int] = {}
    apart = []
    for x, y in places:
        key = round(x, 3), round(y, 3)
        seen[key] = seen.get(key, -1) + 1
        apart.append((x, y - _APART * seen[key]))
    return apart


# --- The nearest in each direction ------------------------------------------------------------------------


def _nearest(places: Sequence[Place]) -> list[Arrows]:
    """By a grid of buckets: rings of them round each place are searched until none can hold a nearer one."""
    if not places:
        return []
    left, low = min(x for x, _ in places), min(y for _, y in places)
    wide, high = max(x for x, _ in places) - left, max(y for _, y in places) - low
    side = max(wide, high) / math.sqrt(len(places)) or 1.0
    buckets: dict[tuple[int, int], list[int]] = {}
    at = [(int((x - left) / side), int((y - low) / side)) for x, y in places]
    for index, bucket in enumerate(at):
        buckets.setdefault(bucket, []).append(index)
    rings = int(max(wide, high) / side) + 1

    def arrows(index: int) -> Arrows:
        best: dict[str, tuple[float, int]] = {}
        for ring in range(rings + 1):
            if len(best) == len(DIRECTIONS) and max(best.values())[0] <= (ring - 1) * side:
                break
            for bucket in _ring(at[index], ring):
                for other in buckets.get(bucket, ()):
                    _better(best, places, index, other)
        return {name: best[name][1] for name in DIRECTIONS if name in best}

    return [arrows(index) for index in range(len(places))]


def _ring(centre: tuple[int, int], far: int) -> Iterator[tuple[int, int]]:
    """The buckets that lie so far from one."""
    x, y = centre
    for dx, dy in product(range(-far, far + 1), repeat=2):
        if max(abs(dx), abs(dy)) == far:
            yield x + dx, y + dy


def _better(best: dict[str, tuple[float, int]], places: Sequence[Place], index: int, other: int) -> None:
    """Keep a place where it is the nearest so far."""
    if index == other:
        return
    dx, dy = places[other][0] - places[index][0], places[other][1] - places[index][1]
    for name, (across, up) in DIRECTIONS.items():
        along, aside = dx * across + dy * up, abs(dx * up) + abs(dy * across)
        if along > 0 and aside <= along + _SLACK:
            cost = round(along + 2 * aside, 6), other
            best[name] = min(best.get(name, cost), cost)


# --- All can be reached -----------------------------------------------------------------------------------


def _missing(places: Sequence[Place], moves: Sequence[Arrows]) -> tuple[int, str, int] | None:
    """An arrow to turn so that more can be reached; None where everything can be."""
    forward = [set(arrows.values()) for arrows in moves]
    backward: list[set[int]] = [set() for _ in moves]
    for index, ends in enumerate(forward):
        for end in ends:
            backward[end].add(index)
    everything = set(range(len(moves)))
    for links, outwards in ((forward, True), (backward, False)):
        near = _reached(links)
        far = everything - near
        if far:
            starts, ends = (near, far) if outwards else (far, near)
            return _turned(places, moves, starts, ends)
    return None


def _reached(links: Sequence[set[int]]) -> set[int]:
    """What can be reached from the first place."""
    reached, waiting = {0}, [0]
    while waiting:
        fresh = links[waiting.pop()] - reached
        reached |= fresh
        waiting += fresh
    return reached


def _turned(
    places: Sequence[Place], moves: Sequence[Arrows], starts: set[int], ends: set[int]
) -> tuple[int, str, int]:
    """The arrow that is turned with the least surprise: one without use, to a place that is near and about
    in its direction."""

    def surprise(start: int, direction: str, end: int) -> tuple[bool, float, int, int]:
        across, up = DIRECTIONS[direction]
        dx, dy = places[end][0] - places[start][0], places[end][1] - places[start][1]
        far = math.hypot(dx, dy)
        return direction in moves[start], 2 * far - (dx * across + dy * up), start, end

    every = ((start, name, end) for start in starts for end in ends for name in DIRECTIONS)
    return min(every, key=lambda each: surprise(*each))
