"""Boards of squares: `(square ...)` and `(rectangle ...)`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from gdl.boards import graph as g
from gdl.boards.polygon import walk, within

Cell = tuple[int, int]


class Diagonals(Enum):
    """Whether and how the diagonals of squares are drawn."""

    ALTERNATING = "Alternating"
    CONCENTRIC = "Concentric"
    IMPLIED = "Implied"
    RADIATING = "Radiating"
    SOLID = "Solid"
    SOLID_NO_SPLIT = "SolidNoSplit"


class SquareShape(Enum):
    """The outline of a board of squares."""

    DIAMOND = "Diamond"
    LIMPING = "Limping"
    NO_SHAPE = "NoShape"
    RECTANGLE = "Rectangle"
    SQUARE = "Square"


def rectangle(
    rows: int,
    columns: int | None = None,
    *,
    diagonals: Diagonals = Diagonals.IMPLIED,
    site: g.SiteType = g.SiteType.CELL,
) -> g.BoardGraph:
    """`(rectangle rows columns)`: dimensions count cells, or vertices where those are the sites."""
    columns = rows if columns is None else columns
    g.check_size("the number of rows", rows, most=10_000)
    g.check_size("the number of columns", columns, most=10_000)
    g.check_count("sites", rows * columns)
    return _rectangle(rows, columns, diagonals, site is g.SiteType.CELL)


@lru_cache(maxsize=64)
def _rectangle(rows: int, columns: int, diagonals: Diagonals, cells: bool) -> g.BoardGraph:
    if not cells:
        rows, columns = rows - 1, columns - 1
    builder = g.GraphBuilder()
    for row in range(rows + 1):
        for column in range(columns + 1):
            builder.append(float(column), float(row))
    width = columns + 1
    for row in range(rows + 1):
        for column in range(columns + 1):
            here = row * width + column
            if column < columns:
                builder.edge(here, here + 1)
            if row < rows:
                builder.edge(here, here + width)
    if diagonals is Diagonals.IMPLIED:
        builder.faces = [
            (here, here + 1, here + width + 1, here + width)
            for row in range(rows)
            for here in range(row * width, row * width + columns)
        ]
        return _sorted_edges(builder.graph())
    _divide(builder, [(r, c) for r in range(rows) for c in range(columns)], rows, columns, diagonals)
    return g.renumbered(builder.graph()) if diagonals is Diagonals.SOLID else _sorted_edges(builder.graph())


def _sorted_edges(graph: g.BoardGraph) -> g.BoardGraph:
    return g.BoardGraph(
        graph.points,
        tuple(graph.edges[i] for i in g.reading_order(graph.midpoints)),
        graph.faces,
        graph.pivot,
    )


def _divide(
    builder: g.GraphBuilder, cells: Sequence[Cell], rows: int, columns: int, diagonals: Diagonals
) -> None:
    """Draw the diagonals of every cell and make the faces that they leave."""
    for row, column in cells:
        a = builder.point(column, row)
        b = builder.point(column + 1, row)
        c = builder.point(column + 1, row + 1)
        d = builder.point(column, row + 1)
        rising = True
        if diagonals is Diagonals.ALTERNATING:
            rising = (row + column) % 2 == 0
        elif diagonals in (Diagonals.CONCENTRIC, Diagonals.RADIATING):
            # Which side of the board's middle lines the cell lies on; a cell on one has both diagonals.
            side = (2 * row + 1 - rows) * (2 * column + 1 - columns)
            if diagonals is Diagonals.RADIATING and abs(2 * row + 1 - rows) != abs(2 * column + 1 - columns):
                builder.face((a, b, c, d))  # it lies on no line from the middle to a corner
                continue
            if side == 0:
                builder.face((a, b, c, d))
                builder.edge(a, c)
                builder.edge(b, d)
                continue
            rising = (side > 0) == (diagonals is Diagonals.RADIATING)
        elif diagonals is Diagonals.SOLID:
            middle = builder.append(column + 0.5, row + 0.5)
            for corner, following in ((a, b), (b, c), (c, d), (d, a)):
                builder.edge(corner, middle)
                builder.face((corner, following, middle))
            continue
        elif diagonals is Diagonals.SOLID_NO_SPLIT:
            builder.edge(a, c)
            builder.edge(b, d)
            builder.face((a, b, c, d))
            continue
        if rising:
            builder.edge(a, c)
            builder.face((a, b, c))
            builder.face((a, c, d))
        else:
            builder.edge(b, d)
            builder.face((a, b, d))
            builder.face((b, c, d))


def square(
    size: int,
    shape: SquareShape = SquareShape.SQUARE,
    *,
    diagonals: Diagonals = Diagonals.IMPLIED,
    pyramidal: bool = False,
    site: g.SiteType = g.SiteType.CELL,
) -> g.BoardGraph:
    """`(square [shape] size)`. A Diamond is the sites less than `size` steps from a middle one; Limping is
    the rectangle one column wider."""
    g.check_size("the size of a square board", size)
    if pyramidal:
        return _pyramid(size, site)
    if shape in (SquareShape.SQUARE, SquareShape.NO_SHAPE):
        return rectangle(size, size, diagonals=diagonals, site=site)
    if shape in (SquareShape.RECTANGLE, SquareShape.LIMPING):
        return rectangle(size, size + 1, diagonals=diagonals, site=site)
    if shape is not SquareShape.DIAMOND:
        raise g.BoardError(f"there is no square board of shape {shape}")
    places = [
        (row, column)
        for row in range(2 * size - 1)
        for column in range(2 * size - 1)
        if abs(row - size + 1) + abs(column - size + 1) < size
    ]
    return _of_cells(places, diagonals) if site is g.SiteType.CELL else _of_points(places, diagonals)


def custom(
    outline: g.Polygon | Sequence[int],
    *,
    diagonals: Diagonals = Diagonals.IMPLIED,
    site: g.SiteType = g.SiteType.CELL,
) -> g.BoardGraph:
    """`(square (poly ...))` or `(square {side lengths})`: the squares inside an outline."""
    corners = walk(outline, 4)
    xs = [x for x, _ in corners]
    ys = [y for _, y in corners]
    left, right = math.floor(min(xs)), math.ceil(max(xs))
    low, high = math.floor(min(ys)), math.ceil(max(ys))
    g.check_count("sites", (right - left + 1) * (high - low + 1))
    if site is g.SiteType.CELL:
        cells = [
            (row, column)
            for row in range(low, high)
            for column in range(left, right)
            if all(within(corners, column + i, row + j) for i in (0, 1) for j in (0, 1))
        ]
        return _of_cells(cells, diagonals)
    points = [
        (row, column)
        for row in range(low, high + 1)
        for column in range(left, right + 1)
        if within(corners, column, row)
    ]
    return _of_points(points, diagonals)


def _of_cells(cells: Sequence[Cell], diagonals: Diagonals) -> g.BoardGraph:
    if not cells:
        raise g.BoardError("the board has no cells")
    builder = g.GraphBuilder()
    if diagonals is Diagonals.IMPLIED:
        for row, column in cells:
            builder.face([builder.point(column + i, row + j) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))])
    else:
        rows = max(row for row, _ in cells) + 1
        columns = max(column for _, column in cells) + 1
        _divide(builder, cells, rows, columns, diagonals)
    return g.renumbered(builder.graph())


def _of_points(points: Sequence[Cell], diagonals: Diagonals) -> g.BoardGraph:
    if not points:
        raise g.BoardError("the board has no vertices")
    builder = g.GraphBuilder()
    present = set(points)
    for row, column in sorted(points):
        builder.append(float(column), float(row))
    cells = [
        (row, column)
        for row, column in points
        if {(row + 1, column), (row, column + 1), (row + 1, column + 1)} <= present
    ]
    if diagonals is Diagonals.IMPLIED:
        for row, column in cells:
            builder.face([builder.point(column + i, row + j) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))])
    else:
        _divide(builder, cells, 1 + max(r for r, _ in points), 1 + max(c for _, c in points), diagonals)
    for row, column in points:
        for other in ((row + 1, column), (row, column + 1)):
            if other in present:
                builder.edge(builder.point(column, row), builder.point(other[1], other[0]))
    return g.renumbered(builder.graph())


def _pyramid(size: int, site: g.SiteType) -> g.BoardGraph:
    """Squares of falling size, each layer lying in the hollows of the one below.

    They are numbered row by row as seen from above; of two above each other the lower one comes first.
    """
    builder = g.GraphBuilder()
    if site is g.SiteType.CELL:
        size += 1
    places = [
        (layer, row, column)
        for layer in range(size)
        for row in range(size - layer)
        for column in range(size - layer)
    ]
    # Twice the place as seen from above: whole numbers.
    places.sort(key=lambda at: (2 * at[1] + at[0], 2 * at[2] + at[0], at[0]))
    index = {place: number for number, place in enumerate(places)}
    for layer, row, column in places:
        builder.append(column + layer / 2, row + layer / 2, layer / math.sqrt(2))
    for layer, row, column in places:
        here, side = index[layer, row, column], size - layer
        if column + 1 < side:
            builder.edge(here, index[layer, row, column + 1])
        if row + 1 < side:
            builder.edge(here, index[layer, row + 1, column])
        if column + 1 < side and row + 1 < side:
            corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
            builder.face(tuple(index[layer, *corner] for corner in corners))
        if layer:
            for foot in ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)):
                builder.edge(here, index[layer - 1, *foot])
    return builder.graph()
