"""Graphs with a shape of their own: wedges, spirals, stars, wheels, repeated polygons, rows of holes; and the
loops of Surakarta boards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

from gdl.boards import graph as g
from gdl.boards import hexagonal, square, triangular
from gdl.boards.faces import explicit


def wedge(rows: int, columns: int = 3) -> g.BoardGraph:
    """`(wedge rows columns)`: an apex on top and, below it, rows of `columns` vertices on lines that fan out
    from it. Numbered from the apex downwards. Row k below the apex is 2k wide."""
    g.check_size("the rows of a wedge", rows, least=2)
    g.check_size("the columns of a wedge", columns, least=2)
    middle = float(rows - 1)
    points: list[tuple[float, float]] = [(middle, middle)]
    edges: list[tuple[int, int]] = []
    for row in range(1, rows):
        for column in range(columns):
            here = len(points)
            points.append((middle - row + 2 * row * column / (columns - 1), middle - row))
            edges.append((0 if row == 1 else here - columns, here))
            if column:
                edges.append((here - 1, here))
    return explicit(points, edges)


def spiral(turns: int, sites: int, *, clockwise: bool = True) -> g.BoardGraph:
    """`(spiral turns: sites: clockwise:)`: vertices along a spiral, numbered from its middle outwards."""
    g.check_size("the turns of a spiral", turns)
    g.check_size("the sites of a spiral", sites, least=2, most=10_000)
    sign = -1.0 if clockwise else 1.0
    points: list[tuple[float, float]] = [(0.0, 0.0)]
    # Equal steps along r = turns * angle: the angle grows with the square root of the length.
    for k in range(1, sites):
        portion = math.sqrt(k / (sites - 1))
        angle = sign * 2 * math.pi * turns * portion + math.pi / 2
        points.append((turns * portion * math.cos(angle), turns * portion * math.sin(angle)))
    return explicit(points, [(k, k + 1) for k in range(sites - 1)])


def regular(size: int, *, star: bool = False) -> g.BoardGraph:
    """`(regular n)` and `(regular Star n)`: a polygon of n corners with a corner on top, or the star that
    joins every second corner."""
    g.check_size("the corners of a regular polygon", size, least=3)
    if star and size < 5:
        raise g.BoardError("a star needs at least five points")
    corners = [
        (math.cos(math.pi / 2 + 2 * math.pi * k / size), math.sin(math.pi / 2 + 2 * math.pi * k / size))
        for k in range(size)
    ]
    step = 2 if star else 1
    return g.renumbered(explicit(corners, [(k, (k + step) % size) for k in range(size)]))


def wheel(size: int) -> g.BoardGraph:
    """A circle of `size` vertices joined to one in the middle, which is number 0."""
    g.check_size("the spokes of a wheel", size, least=3)
    rim = [
        (math.cos(math.pi / 2 + 2 * math.pi * k / size), math.sin(math.pi / 2 + 2 * math.pi * k / size))
        for k in range(size)
    ]
    edges = [(k + 1, (k + 1) % size + 1) for k in range(size)] + [(0, k + 1) for k in range(size)]
    return explicit([(0.0, 0.0), *rim], edges)


def repeat(
    rows: int, columns: int, step: Sequence[Sequence[float]], polygons: Sequence[g.Polygon]
) -> g.BoardGraph:
    """`(repeat rows columns step:{to-next-column to-next-row} {polygons})`."""
    g.check_size("the rows to repeat", rows)
    g.check_size("the columns to repeat", columns)
    if len(step) != 2 or any(len(vector) != 2 for vector in step):
        raise g.BoardError("step: has two vectors, to the next column and to the next row")
    if not polygons:
        raise g.BoardError("there is no polygon to repeat")
    g.check_count("cells", rows * columns * len(polygons))
    (cx, cy), (rx, ry) = step
    builder = g.GraphBuilder(0.01)
    for row in range(rows):
        for column in range(columns):
            for outline in polygons:
                dx, dy = column * cx + row * rx, column * cy + row * ry
                builder.face([builder.point(x + dx, y + dy) for x, y in outline])
    return g.renumbered(builder.graph())


def boardless(tiling: str, size: int | None = None) -> g.BoardGraph:
    """`(boardless tiling [size])`: a board so large that play does not reach its border, 41 squares or
    triangles or 21 hexagons to a side unless told otherwise."""
    if tiling == "Square":
        return square.square(41 if size is None else size)
    if tiling == "Hexagonal":
        return hexagonal.hexagonal(21 if size is None else size)
    if tiling == "Triangular":
        return triangular.triangular(41 if size is None else size)
    raise g.BoardError(f"there is no boardless play on {tiling}; there is Square, Hexagonal and Triangular")


class StoreType(Enum):
    """Where a mancala board has its stores."""

    INNER = "Inner"
    NONE = "None"
    OUTER = "Outer"


def mancala(rows: int, columns: int, *, store: StoreType = StoreType.OUTER, stores: int = 2) -> g.BoardGraph:
    """`(mancalaBoard rows columns store: numStores:)`: vertices only. The left store is number 0, then come
    the rows from the bottom, then the right store; a single store is the right one. Sites are joined along
    the rows and columns."""
    g.check_size("the rows of a mancala board", rows)
    g.check_size("the columns of a mancala board", columns)
    g.check_count("sites", rows * columns + 2)
    if not 0 <= stores <= 2:
        raise g.BoardError(f"a mancala board has at most two stores, not {stores}")
    count = 0 if store is StoreType.NONE else stores
    points: list[tuple[float, float]] = []
    edges: list[tuple[int, int]] = []
    middle = (rows - 1) / 2
    if count == 2:
        points.append((-1.0, middle))
    base = len(points)
    for row in range(rows):
        for column in range(columns):
            here = len(points)
            points.append((float(column), float(row)))
            if column:
                edges.append((here - 1, here))
            if row:
                edges.append((here - columns, here))
    if count:
        points.append((float(columns), middle))
        last = len(points) - 1
        for row in range(rows):
            edges.append((base + row * columns + columns - 1, last))
            if count == 2:
                edges.append((0, base + row * columns))
    return explicit(points, edges)


def loops(rows: int, columns: int, count: int | None = None, first: int = 1) -> tuple[tuple[int, ...], ...]:
    """The sites along each loop of `(surakartaBoard (rectangle rows columns) loops: from:)`, on a board of
    vertices numbered row by row from the bottom.

    Loop k runs along the k-th line from each edge: to the right along the row near the bottom, round the
    lower right corner, up the column near the right, and so on round the board. Without a count there are as
    many as fit.
    """
    g.check_size("the rows of a Surakarta board", rows, least=3)
    g.check_size("the columns of a Surakarta board", columns, least=3)
    g.check_size("from:", first, least=0)
    fit = min(rows, columns) // 2 - first
    if fit < 1:
        raise g.BoardError(f"a board of {rows} by {columns} has no room for a loop on line {first}")
    count = fit if count is None else count
    if not 1 <= count <= fit:
        raise g.BoardError(f"a board of {rows} by {columns} has room for {fit} loops, not {count}")
    result: list[tuple[int, ...]] = []
    for k in range(first, first + count):
        right, top = columns - 1 - k, rows - 1 - k
        result.append(
            (
                *(k * columns + i for i in range(columns)),
                *(j * columns + right for j in range(rows)),
                *(top * columns + i for i in reversed(range(columns))),
                *(j * columns + k for j in reversed(range(rows))),
            )
        )
    return tuple(result)
