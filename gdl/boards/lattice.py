"""Shapes on the triangular lattice, shared by boards of hexagons (whose middles are the lattice points) and
boards of triangles (whose corners are).

A lattice point (i, j) lies in row j at x = i + j/2, so that its six neighbours are (1, 0), (0, 1), (-1, 1)
and their opposites.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

from gdl.boards.graph import BoardError, Polygon, check_count
from gdl.boards.polygon import contains, walk

Lattice = tuple[int, int]

ROW_HEIGHT = math.sqrt(3) / 2


class LatticeShape(Enum):
    """The outline of a board of hexagons or triangles."""

    DIAMOND = "Diamond"
    HEXAGON = "Hexagon"
    LIMPING = "Limping"
    NO_SHAPE = "NoShape"
    PRISM = "Prism"
    RECTANGLE = "Rectangle"
    SQUARE = "Square"
    STAR = "Star"
    TRIANGLE = "Triangle"


def hexagon(bottom: int, rise: int, fall: int) -> list[Lattice]:
    """Rows of `bottom` points, growing by one for `rise` rows and then shrinking by one for `fall` rows."""
    points: list[Lattice] = []
    width, left = bottom, 0
    check_count("sites", (rise + fall + 1) * (bottom + rise))
    for j in range(rise + fall + 1):
        points += [(left + k, j) for k in range(width)]
        if j < rise:
            left, width = left - 1, width + 1
        else:
            width -= 1
    return points


def prism(first: int, second: int) -> list[Lattice]:
    """A hexagon whose bottom and top sides have `second` points and the other four `first`."""
    points: list[Lattice] = []
    check_count("sites", (2 * first - 1) * (second + first))
    for j in range(2 * first - 1):
        grown = min(j, 2 * first - 2 - j)
        left = -j if j < first else -(first - 1)
        points += [(left + k, j) for k in range(second + grown)]
    return points


def rectangle(rows: int, columns: int) -> list[Lattice]:
    """Rows of `columns` points and, between them, of one fewer."""
    check_count("sites", rows * columns)
    return [(k - j // 2, j) for j in range(rows) for k in range(columns - j % 2)]


def block(rows: int, columns: int) -> list[Lattice]:
    """Rows of `columns` points, every second one shifted by a half."""
    check_count("sites", rows * columns)
    return [(k - j // 2, j) for j in range(rows) for k in range(columns)]


def rhombus(rows: int, columns: int) -> list[Lattice]:
    """A parallelogram."""
    check_count("sites", rows * columns)
    return [(i, j) for j in range(rows) for i in range(columns)]


def triangle(size: int) -> list[Lattice]:
    """A triangle standing on a side of `size` points."""
    return [(i, j) for j in range(size) for i in range(size - j)]


def star(size: int) -> list[Lattice]:
    """A six-pointed star: a hexagon of side `size` + 1 with a triangle of side `size` on each side."""
    check_count("sites", 6 * size * (size + 1))
    up = {(i, j) for j in range(-size, 2 * size + 1) for i in range(-size, size - j + 1)}
    down = {(-i, -j) for i, j in up}
    return sorted(up | down, key=lambda p: (p[1], p[0]))


def inside(outline: Polygon | Sequence[int], spacing: float = 1.0) -> list[Lattice]:
    """The lattice points inside a polygon, whose corners are real coordinates (`spacing` apart), or inside
    what a walk of side lengths encloses (lengths count points)."""
    if outline and isinstance(outline[0], int):
        return _walked([side for side in outline if isinstance(side, int)])
    corners = walk(outline, 6)
    ys = [y for _, y in corners]
    xs = [x for x, _ in corners]
    low = math.floor(min(ys) / (spacing * ROW_HEIGHT)) - 1
    high = math.ceil(max(ys) / (spacing * ROW_HEIGHT)) + 1
    left = math.floor(min(xs) / spacing) - 1
    right = math.ceil(max(xs) / spacing) + 1
    check_count("sites", (high - low + 1) * (right - left + 1))
    points: list[Lattice] = []
    for j in range(low, high + 1):
        for k in range(left - abs(j), right + abs(j) + 1):
            x, y = spacing * (k + j / 2), spacing * j * ROW_HEIGHT
            if contains(corners, x, y):
                points.append((k, j))
    if not points:
        raise BoardError("the board has no sites")
    return points


_TURNS: tuple[Lattice, ...] = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))


def _walked(sides: Sequence[int]) -> list[Lattice]:
    """Walk the sides clockwise from the lower left corner, first to the upper left, turning by a sixth of a
    circle after each (right after a positive length, left after a negative one), then close the outline."""
    heading = 0
    i = j = 0
    corners = [(0, 0)]
    for side in sides:
        steps = abs(side) - 1
        di, dj = _TURNS[heading]
        i, j = i + steps * di, j + steps * dj
        corners.append((i, j))
        heading = (heading + (1 if side > 0 else -1)) % 6
    if corners[-1] == corners[0]:
        corners.pop()
    if len(corners) < 3:
        raise BoardError("the sides of the board enclose nothing")
    return inside(tuple((i + j / 2, j * ROW_HEIGHT) for i, j in corners))
