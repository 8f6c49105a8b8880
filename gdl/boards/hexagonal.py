"""Boards of hexagons: `(hex ...)`. Cells have sides of length 1 and, except on a Diamond, a corner on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from gdl.boards import lattice
from gdl.boards.graph import BoardError, BoardGraph, GraphBuilder, Polygon, check_size, renumbered
from gdl.boards.lattice import Lattice, LatticeShape

WIDTH = math.sqrt(3)
#: The corners of a hexagon: where they lie from its middle, and in half widths and half sides.
_POINTY = tuple(
    (math.cos(math.radians(angle)), math.sin(math.radians(angle)), right, up)
    for angle, right, up in ((30, 1, 1), (90, 0, 2), (150, -1, 1), (210, -1, -1), (270, 0, -2), (330, 1, -1))
)
_FLAT = tuple(
    (math.cos(math.radians(angle)), math.sin(math.radians(angle)), right, up)
    for angle, right, up in ((0, 2, 0), (60, 1, 1), (120, -1, 1), (180, -2, 0), (240, -1, -1), (300, 1, -1))
)


def hexagonal(size: int, second: int | None = None, shape: LatticeShape | None = None) -> BoardGraph:
    """`(hex [shape] size [second])`.

    Without a shape: a hexagon of side `size`, or one whose sides alternate, with `second` at the
    bottom.
    Diamond stands on a corner: rows of 1, 2, ... and back to 1 flat-topped cells.
    """
    check_size("the size of a hexagonal board", size)
    if second is not None:
        check_size("the second size of a hexagonal board", second)
    return _hexagonal(size, second, shape)


@lru_cache(maxsize=64)
def _hexagonal(size: int, second: int | None, shape: LatticeShape | None) -> BoardGraph:
    if shape is LatticeShape.DIAMOND:
        return of_cells(lattice.rhombus(size, second or size), flat=True)
    return of_cells(_points(size, second, shape))


def _points(size: int, second: int | None, shape: LatticeShape | None) -> list[Lattice]:
    if shape in (None, LatticeShape.NO_SHAPE):
        other = second or size
        return lattice.hexagon(other, size - 1, other - 1)
    if shape is LatticeShape.HEXAGON:
        return lattice.hexagon(size, size - 1, size - 1)
    if shape is LatticeShape.LIMPING:
        return lattice.hexagon(size + 1, size - 1, size)
    if shape is LatticeShape.PRISM:
        return lattice.prism(size, second or size)
    if shape is LatticeShape.TRIANGLE:
        return lattice.triangle(size)
    if shape is LatticeShape.RECTANGLE:
        return lattice.rectangle(size, second or size)
    if shape is LatticeShape.SQUARE:
        return lattice.block(size, second or size)
    if shape is LatticeShape.STAR:
        return lattice.star(size)
    raise BoardError(f"there is no hexagonal board of shape {shape}")


def custom(outline: Polygon | Sequence[int]) -> BoardGraph:
    """`(hex (poly ...))` or `(hex {side lengths})`: the hexagons inside an outline."""
    return of_cells(lattice.inside(outline, WIDTH))


def of_cells(cells: Sequence[Lattice], *, flat: bool = False) -> BoardGraph:
    """The graph of some hexagons, numbered row by row from the bottom."""
    builder = GraphBuilder()
    #: by where they lie on a grid of half widths and half sides
    corners: dict[tuple[int, int], int] = {}
    around = _FLAT if flat else _POINTY
    for i, j in cells:
        if flat:
            x, y, column, row = 1.5 * (i - j), WIDTH / 2 * (i + j), 3 * (i - j), i + j
        else:
            x, y, column, row = WIDTH * (i + j / 2), 1.5 * j, 2 * i + j, 3 * j
        face = []
        for dx, dy, right, up in around:
            key = (column + right, row + up)
            corner = corners.get(key)
            if corner is None:
                corner = corners[key] = builder.append(x + dx, y + dy)
            face.append(corner)
        builder.face(face)
    return renumbered(builder.graph())
