"""Which sites lie on one straight line: tables for lines with gaps."""

from __future__ import annotations

from gdl.core.builder import Builder
from gdl.core.masks import as_bits
from gdl.lowering.directions import absolute_rows
from gdl.types import AbsoluteDirection, RelationType

#: Coordinates nearer than this count as equal.
TOLERANCE = 1e-6


def third_sites(b: Builder, direction: AbsoluteDirection | None, equal: bool) -> tuple[int, tuple[int, ...]]:
    """For each pair of main sites (at first * size + second) the sites that make a line of three with them.

    `direction` None: any three whose centres are collinear; else all three on one line of the board in such
    a direction. `equal`: one of them is midway between the others. Returns the size and the table.
    """
    key = ("third", direction, equal)
    known = b.memo.get(key)
    if known is None:
        known = b.memo[key] = _third_sites(b, direction, equal)
    return known


def _third_sites(b: Builder, direction: AbsoluteDirection | None, equal: bool) -> tuple[int, tuple[int, ...]]:
    facts = b.facts
    size = facts.size
    points = [(p[0], p[1]) for p in facts.topology.positions(facts.main)]
    masks = [0] * (size * size)
    lines = _lines_at_any_angle(points) if direction is None else _lines(b, direction)
    for line in lines:
        members = as_bits(line)
        for i, one in enumerate(line):
            for j, other in enumerate(line):
                if i == j:
                    continue
                if not equal:
                    masks[one * size + other] |= members & ~(1 << one) & ~(1 << other)
                    continue
                for n, third in enumerate(line):
                    if n not in (i, j) and _spaced(points, one, other, third):
                        masks[one * size + other] |= 1 << third
    return size, tuple(masks)


def _spaced(points: list[tuple[float, float]], a: int, b: int, c: int) -> bool:
    """Is one of three collinear points midway between the other two?"""
    for middle, one, other in ((a, b, c), (b, a, c), (c, a, b)):
        if all(
            abs(points[one][axis] + points[other][axis] - 2 * points[middle][axis]) < TOLERANCE
            for axis in (0, 1)
        ):
            return True
    return False


def _lines(b: Builder, direction: AbsoluteDirection) -> list[tuple[int, ...]]:
    """The longest lines of the board in a direction or relation, each once."""
    topology, main = b.facts.topology, b.facts.main
    word = direction.value
    names = {r.value for r in RelationType}
    axes = (
        topology.axes(main, RelationType(word))
        if word in names
        else tuple(pair for pair in topology.axes(main) if word in (pair[0].value, pair[1].value))
    )
    found: dict[tuple[int, ...], None] = {}
    for one, other in axes:
        ahead = absolute_rows(b, AbsoluteDirection(one.value), None).rays
        back = absolute_rows(b, AbsoluteDirection(other.value), None).rays
        for site in range(b.facts.board_count):
            if not any(back[site]):
                for ray in ahead[site]:
                    if len(ray) >= 2:
                        found[(site, *ray)] = None
    return list(found)


def _lines_at_any_angle(points: list[tuple[float, float]]) -> list[tuple[int, ...]]:
    """All lines through three or more points."""
    found: dict[tuple[int, ...], None] = {}
    seen: set[tuple[int, int]] = set()
    for i, (ax, ay) in enumerate(points):
        for j in range(i + 1, len(points)):
            if (i, j) in seen:
                continue
            bx, by = points[j]
            dx, dy = bx - ax, by - ay
            line = [i, j]
            for n in range(j + 1, len(points)):
                cx, cy = points[n]
                if abs(dx * (cy - ay) - dy * (cx - ax)) < TOLERANCE:
                    line.append(n)
            for p, first in enumerate(line):
                seen.update((first, second) for second in line[p + 1 :])
            if len(line) >= 3:
                found[tuple(line)] = None
    return list(found)
