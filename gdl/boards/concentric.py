"""Rings round a centre: `(concentric ...)`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from gdl.boards import graph as g
from gdl.boards.faces import make_faces


class ConcentricShape(Enum):
    """What the rings of a concentric board look like."""

    HEXAGON = "Hexagon"
    SQUARE = "Square"
    TARGET = "Target"
    TRIANGLE = "Triangle"


_SIDES = {ConcentricShape.SQUARE: 4, ConcentricShape.TRIANGLE: 3, ConcentricShape.HEXAGON: 6}


def concentric(
    shape: ConcentricShape | int,
    *,
    rings: int = 1,
    steps: int | None = None,
    midpoints: bool = True,
    join_midpoints: bool = True,
    join_corners: bool = False,
    stagger: bool = False,
    site: g.SiteType = g.SiteType.CELL,
) -> g.BoardGraph:
    """`(concentric Square rings: ...)` or `sides:`: polygons one inside the other, numbered in reading order.

    Each ring has its corners and, with `midpoints`, the middles of its sides; rings are joined at either.
    """
    g.check_size("the number of rings", rings)
    if shape is ConcentricShape.TARGET:
        return target(rings, steps or 4, site=site)
    sides = shape if isinstance(shape, int) else _SIDES.get(shape, 0)
    if sides < 3:
        raise g.BoardError("a concentric board needs at least three sides")
    g.check_size("the number of sides", sides)
    builder = g.GraphBuilder()
    ring_points: list[list[int]] = []
    # The outline of a square ring k is |x| = |y| = k, so that its sites lie on whole coordinates.
    first = 0.5 if sides % 2 == 0 else 0.0
    for ring in range(1, rings + 1):
        # Rings of triangles lie wider apart, which decides how their corners and midpoints are numbered.
        radius = 2 * ring - 1.0 if sides == 3 else ring * (math.sqrt(2) if sides == 4 else 1.0)
        turn = first * 2 * math.pi / sides if stagger and ring % 2 == 0 else 0.0
        corners: list[tuple[float, float]] = []
        for k in range(sides):
            angle = math.pi / 2 + (k + first) * 2 * math.pi / sides + turn
            corners.append((radius * math.cos(angle), radius * math.sin(angle)))
        here: list[int] = []
        for k, (x, y) in enumerate(corners):
            nx, ny = corners[(k + 1) % sides]
            here.append(builder.append(x, y))
            if midpoints:
                here.append(builder.append((x + nx) / 2, (y + ny) / 2))
        for k, index in enumerate(here):
            builder.edge(index, here[(k + 1) % len(here)])
        ring_points.append(here)
    for inner, outer in pairwise(ring_points):
        for k, (a, b) in enumerate(zip(inner, outer, strict=True)):
            is_midpoint = midpoints and k % 2 == 1
            if join_midpoints if is_midpoint else join_corners:
                builder.edge(a, b)
    return make_faces(g.renumbered(builder.graph()))


def target(rings: int, steps: int, *, site: g.SiteType = g.SiteType.CELL) -> g.BoardGraph:
    """`(concentric Target rings: steps:)`: rings of `steps` sites round a middle one."""
    return circular([1] + [steps] * rings, site=site)


def circular(
    counts: Sequence[int],
    *,
    stagger: bool = False,
    join_midpoints: bool = True,
    site: g.SiteType = g.SiteType.CELL,
) -> g.BoardGraph:
    """`(concentric {counts})`: rings of so many sites, from the middle; a ring of 0 leaves a gap, and the
    points of a negative one are not joined along it.

    Sites are numbered ring by ring, each ring clockwise and ending at the top; where a single number is
    given in reading order. Neighbouring rings are joined where their sites lie in line with the centre.
    """
    if not counts:
        raise g.BoardError("a concentric board needs at least one ring")
    g.check_size("the number of rings", len(counts))
    for count in counts:
        least = -10_000 if site is g.SiteType.VERTEX else 0
        g.check_size("the sites of a ring", count, least=least, most=10_000)
    g.check_count("sites", sum(map(abs, counts)))
    if site is g.SiteType.CELL:
        return _ring_cells(counts, stagger=stagger)
    builder = g.GraphBuilder()
    rings: list[dict[int, int]] = []
    for radius, number in enumerate(counts):
        count, joined = abs(number), number > 1
        if count == 0:
            continue
        ring: dict[int, int] = {}
        real = radius if counts[0] == 1 else radius + 1
        if count == 1 and real == 0:
            ring[-1] = builder.append(0.0, 0.0)
        else:
            here: list[int] = []
            turn = 0.5 if stagger and radius % 2 else 0.0
            for k in range(count):
                portion = ((k + 1 + turn) / count) % 1
                angle = math.pi / 2 - 2 * math.pi * portion
                here.append(builder.append(real * math.cos(angle), real * math.sin(angle)))
                ring[round(portion * 1e6) % 1_000_000] = here[-1]
            if joined:
                for k, index in enumerate(here):
                    builder.edge(index, here[(k + 1) % count])
        rings.append(ring)
    for inner, outer in pairwise(rings):
        for portion, index in outer.items():
            if -1 in inner:
                if _adjacent_rings(counts):
                    builder.edge(inner[-1], index)
            elif portion in inner:
                builder.edge(inner[portion], index)
    graph = make_faces(builder.graph((0.0, 0.0)))
    return g.renumbered(graph) if len(counts) == 1 else graph


def _adjacent_rings(counts: Sequence[int]) -> bool:
    """Is the middle site joined to the first ring? Not across a gap."""
    return len(counts) > 1 and counts[1] != 0


def _ring_cells(counts: Sequence[int], *, stagger: bool) -> g.BoardGraph:
    """Cells between circles: ring k lies between the radii k and k + 1, and a middle one inside."""
    builder = g.GraphBuilder()
    marks: list[set[float]] = [set() for _ in range(len(counts) + 1)]
    for ring, count in enumerate(counts):
        if count > 1:
            turn = 0.5 if stagger and ring % 2 else 0.0
            for k in range(count):
                portion = round(((k + 1 + turn) / count) % 1, 9)
                marks[ring].add(portion)
                marks[ring + 1].add(portion)
        elif count == 1 and ring + 1 < len(counts) and counts[ring + 1] < 3:
            marks[ring + 1] |= {k / 8 for k in range(8)}
    if len(counts) == 1 and counts[0] == 1:
        marks[1] = {k / 8 for k in range(8)}
    circles: list[dict[float, int]] = []
    for radius, portions in enumerate(marks):
        circle: dict[float, int] = {}
        for portion in sorted(portions, key=lambda p: p or 1.0):
            angle = math.pi / 2 - 2 * math.pi * portion
            circle[portion] = builder.point(radius * math.cos(angle), radius * math.sin(angle))
        ordered = list(circle.values())
        for k, index in enumerate(ordered):
            builder.edge(index, ordered[(k + 1) % len(ordered)])
        circles.append(circle)
    for ring, count in enumerate(counts):
        if count > 1:
            for portion in circles[ring]:
                if portion in circles[ring + 1] and _is_spoke(portion, count, stagger and ring % 2 == 1):
                    builder.edge(circles[ring][portion], circles[ring + 1][portion])
    return make_faces(builder.graph((0.0, 0.0)))


def _is_spoke(portion: float, count: int, staggered: bool) -> bool:
    k = portion * count - (0.5 if staggered else 0.0)
    return abs(k - round(k)) < 1e-6
