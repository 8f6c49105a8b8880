"""Semi-regular tilings: `(tiling T3464 ...)`. The name lists the polygons round each vertex.

Each board is the union of patches: a large polygon on the points of a lattice with the smaller polygons
that touch it. All sides have length 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from gdl.boards import graph as g
from gdl.boards import lattice
from gdl.boards.polygon import within
from gdl.support.values import frozen

Ring = tuple[tuple[float, float], ...]


@frozen
class _Patch:
    """The polygons round one lattice point, and the lattice they are repeated on."""

    rings: tuple[Ring, ...]
    right: tuple[float, float]
    up: tuple[float, float]
    hexagonal: bool = True


def _regular(sides: int, first: float) -> Ring:
    """A regular polygon round the origin whose first corner lies at `first` degrees."""
    radius = 0.5 / math.sin(math.pi / sides)
    angles = (math.radians(first + 360 * k / sides) for k in range(sides))
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles)


def _attached(ring: Ring, edge: int, sides: int) -> Ring:
    """The regular polygon that lies outside one edge of an anticlockwise ring."""
    (ax, ay), (bx, by) = ring[edge], ring[(edge + 1) % len(ring)]
    # Walk from the edge's end back to its start and on, turning left: that keeps the new polygon outside.
    x, y = bx, by
    heading = math.atan2(ay - by, ax - bx)
    corners = [(x, y)]
    for _ in range(sides - 1):
        x, y = x + math.cos(heading), y + math.sin(heading)
        corners.append((x, y))
        heading += 2 * math.pi / sides
    return tuple(corners)


def _triangular(spacing: float, degrees: float = 0.0) -> tuple[tuple[float, float], tuple[float, float]]:
    first, second = math.radians(degrees), math.radians(degrees + 60)
    return (
        (spacing * math.cos(first), spacing * math.sin(first)),
        (spacing * math.cos(second), spacing * math.sin(second)),
    )


@lru_cache(maxsize=16)
def _patch(name: str) -> _Patch:
    root = math.sqrt(3)
    hexagon = _regular(6, 30)
    if name == "T3636":
        # Hexagons meet at corners, so the lattice lies along the corners: turn the hexagon to put a row flat.
        flat = _regular(6, 0)
        rings = (flat, *(_attached(flat, k, 3) for k in range(6)))
        return _Patch(rings, *_triangular(2))
    if name == "T3464":
        squares = tuple(_attached(hexagon, k, 4) for k in range(6))
        # A triangle fills the corner between two squares: it stands on the side of the first.
        triangles = tuple(_attached(square, 3, 3) for square in squares)
        return _Patch((hexagon, *squares, *triangles), *_triangular(1 + root))
    if name == "T31212":
        ring = _regular(12, 15)
        # Every second side faces a neighbouring twelve-gon.
        rings = (ring, *(_attached(ring, k, 3) for k in range(0, 12, 2)))
        return _Patch(rings, *_triangular(2 + root))
    if name == "T4612":
        ring = _regular(12, 15)
        squares = tuple(_attached(ring, k, 4) for k in range(1, 12, 2))
        hexagons = tuple(_attached(ring, k, 6) for k in range(0, 12, 2))
        return _Patch((ring, *squares, *hexagons), *_triangular(3 + root))
    if name == "T33336":
        first = tuple(_attached(hexagon, k, 3) for k in range(6))
        second = tuple(_attached(ring, 1, 3) for ring in first)
        third = tuple(_attached(ring, 2, 3) for ring in first)
        # The lattice of the snub tiling is skewed against its hexagons: three steps one way, two the other.
        return _Patch(
            (hexagon, *first, *second, *third),
            *_triangular(math.sqrt(7), math.degrees(math.atan2(root, 5)) - 30),
        )
    if name == "T488":
        ring = _regular(8, 22.5)
        rings = (ring, *(_attached(ring, k, 4) for k in range(0, 8, 2)))
        return _Patch(rings, (1 + math.sqrt(2), 0.0), (0.0, 1 + math.sqrt(2)), hexagonal=False)
    if name == "T33344":
        square: Ring = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        above = _attached(square, 2, 3)
        beside: Ring = ((1.0, 1.0), (1.5, 1 + root / 2), (0.5, 1 + root / 2))
        return _Patch((square, above, beside), (1.0, 0.0), (0.5, 1 + root / 2), hexagonal=False)
    if name == "T33434":
        # The lattice stands on a corner, as boards cut out of a turned one show.
        square = _regular(4, 75)
        first = tuple(_attached(square, k, 3) for k in range(4))
        reach = math.sqrt((2 + root) / 2)
        rings = (square, *first, _attached(first[0], 1, 4))
        return _Patch(rings, (reach, reach), (-reach, reach), hexagonal=False)
    raise g.BoardError(f"there is no tiling {name}; there are {', '.join(NAMES)}")


NAMES = ("T31212", "T33336", "T33344", "T33434", "T3464", "T3636", "T4612", "T488")


def tiling(name: str, rows: int, columns: int | None = None) -> g.BoardGraph:
    """`(tiling name rows [columns])`: patches in a hexagon of side `rows`, or in `rows` by `columns`."""
    g.check_size("the size of a tiling", rows)
    if columns is not None:
        g.check_size("the second size of a tiling", columns)
    patch = _patch(name)
    if columns is None and patch.hexagonal:
        places = lattice.hexagon(rows, rows - 1, rows - 1)
    elif patch.hexagonal:
        places = lattice.block(rows, columns or rows)
    else:
        places = [(i, j) for j in range(rows) for i in range(columns or rows)]
    return _made(patch, places)


def custom(name: str, outline: g.Polygon | Sequence[int]) -> g.BoardGraph:
    """`(tiling name (poly ...))` or `(tiling name {side lengths})`."""
    patch = _patch(name)
    if outline and isinstance(outline[0], int):
        return _made(patch, lattice.inside(outline))
    corners = tuple(corner for corner in outline if isinstance(corner, tuple))
    if not corners:
        raise g.BoardError("the outline of a board has corners, and this has none")
    reach = max(max(abs(x), abs(y)) for x, y in corners)
    span = int(2 * reach) + 2
    g.check_count("places", (2 * span + 1) ** 2, 250_000)
    (rx, ry), (ux, uy) = patch.right, patch.up
    places = [
        (i, j)
        for j in range(-span, span + 1)
        for i in range(-span, span + 1)
        if within(corners, i * rx + j * ux, i * ry + j * uy)
    ]
    return _made(patch, places)


def _made(patch: _Patch, places: Sequence[lattice.Lattice]) -> g.BoardGraph:
    if not places:
        raise g.BoardError("the board has no sites")
    g.check_count("cells", len(places) * len(patch.rings), 30_000)
    builder = g.GraphBuilder(0.01)
    (rx, ry), (ux, uy) = patch.right, patch.up
    for i, j in places:
        dx, dy = i * rx + j * ux, i * ry + j * uy
        for ring in patch.rings:
            builder.face([builder.point(x + dx, y + dy) for x, y in ring])
    return g.renumbered(builder.graph())
