"""Boards of triangles: `(tri ...)`. Sizes count cells along a side, or vertices where those are the sites."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gdl.boards import lattice
from gdl.boards.graph import BoardError, BoardGraph, GraphBuilder, Polygon, SiteType, check_size, renumbered
from gdl.boards.lattice import Lattice, LatticeShape


def triangular(
    size: int,
    second: int | None = None,
    shape: LatticeShape | None = None,
    *,
    site: SiteType = SiteType.CELL,
) -> BoardGraph:
    """`(tri [shape] size [second])`; without a shape: a triangle, or with `second` a rectangle."""
    check_size("the size of a triangular board", size)
    if second is not None:
        check_size("the second size of a triangular board", second)
    return _triangular(size, second, shape, site is SiteType.CELL)


@lru_cache(maxsize=64)
def _triangular(size: int, second: int | None, shape: LatticeShape | None, cells: bool) -> BoardGraph:
    more = 1 if cells else 0
    n = size + more
    other = n if second is None else second + more
    if shape in (None, LatticeShape.NO_SHAPE, LatticeShape.TRIANGLE):
        points = lattice.triangle(n)
    elif shape is LatticeShape.HEXAGON:
        points = lattice.hexagon(other, n - 1, other - 1)
    elif shape is LatticeShape.LIMPING:
        points = lattice.hexagon(n + 1, n - 1, n)
    elif shape is LatticeShape.PRISM:
        points = lattice.prism(n, other)
    elif shape is LatticeShape.RECTANGLE:
        points = lattice.rectangle(n, other)
    elif shape is LatticeShape.SQUARE:
        points = lattice.block(n, other)
    elif shape is LatticeShape.DIAMOND:
        points = lattice.rhombus(n, other)
    elif shape is LatticeShape.STAR:
        points = lattice.star(n if cells else n - 1)
    else:
        raise BoardError(f"there is no triangular board of shape {shape}")
    return of_points(points)


def custom(outline: Polygon | Sequence[int], *, site: SiteType = SiteType.CELL) -> BoardGraph:
    """`(tri (poly ...))` or `(tri {side lengths})`: the triangles inside an outline."""
    if outline and isinstance(outline[0], int) and site is SiteType.CELL:
        outline = [side + (1 if side > 0 else -1) for side in outline if isinstance(side, int)]
    return of_points(lattice.inside(outline))


def of_points(points: Sequence[Lattice]) -> BoardGraph:
    """The graph of some lattice points: every edge and triangle between them."""
    builder = GraphBuilder()
    index: dict[Lattice, int] = {}
    for i, j in sorted(points, key=lambda p: (p[1], p[0])):
        index[i, j] = builder.append(i + j / 2, j * lattice.ROW_HEIGHT)
    for (i, j), here in index.items():
        for other in ((i + 1, j), (i, j + 1), (i - 1, j + 1)):
            if other in index:
                builder.edge(here, index[other])
    for (i, j), here in index.items():
        right, up, left = index.get((i + 1, j)), index.get((i, j + 1)), index.get((i - 1, j + 1))
        if up is not None and right is not None:
            builder.face((here, right, up), edges=False)
        if up is not None and left is not None:
            builder.face((here, up, left), edges=False)
    return renumbered(builder.graph())
