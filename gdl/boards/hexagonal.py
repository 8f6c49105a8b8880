"""Boards of hexagons: `(hex ...)`. Cells have sides of length 1 and, except on a Diamond, a corner on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from gdl.boards import lattice
from gdl.boards.graph import BoardError, BoardGraph, GraphBuilder, Polygon, check_size, renumbered
from gdl.boards.lattice import Lattice, LatticeShape

WIDTH = math.sqrt(3)
_POINTY = tuple((math.cos(math.radians(a)), math.sin(math.radians(a))) for a in range(30, 390, 60))
_FLAT = tuple((math.cos(math.radians(a)), math.sin(math.radians(a))) for a in range(0, 360, 60))


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
    corners: dict[tuple[int, int], int] = {}

    def point(x: float, y: float) -> int:
        # Corners of hexagons lie on a grid of half widths and half sides, so rounding finds equal ones.
        key = (round(x * 1000), round(y * 1000))
        for i, j in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            near = corners.get((key[0] + i, key[1] + j))
            if near is not None:
                return near
        corners[key] = builder.append(x, y)
        return corners[key]

    for i, j in cells:
        if flat:
            x, y = 1.5 * (i - j), WIDTH / 2 * (i + j)
        else:
            x, y = WIDTH * (i + j / 2), 1.5 * j
        builder.face([point(x + dx, y + dy) for dx, dy in (_FLAT if flat else _POINTY)])
    return renumbered(builder.graph())
