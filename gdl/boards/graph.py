"""The graph that a board is drawn on: points, edges between them and faces (cells) bounded by edges.

A graph is a value. Generators (`square`, `hexagonal`, ...) make one, operators (`operators`) make one from
others, and `topology` reads one. The order of points, edges and faces is their numbering: it is what an
author's `edges: {{0 1}}` refers to, and what the sites of the finished board are numbered by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cached_property

from gdl.support.values import field, frozen


class SiteType(Enum):
    """The three kinds of graph element that can be a site: where a piece may stand."""

    __hash__ = object.__hash__  # a member is itself: quicker than by its name

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"


# --- what a board that cannot be built raises, and the limits that keep building bounded ----------------

MAX_SITES = 10_000
"""No graph may hold more vertices, edges or faces than this (edges and vertices of a legal board of
cells are a small multiple of it)."""

MAX_SIZE = 200
"""No single dimension of a generated board may exceed this."""


class BoardError(ValueError):
    """A board description that has no meaning; the message is for the author of the game."""


def check_size(name: str, value: int | float, *, least: int = 1, most: int = MAX_SIZE) -> int:
    """Return `value` when it is a sensible dimension, else say what is wrong with it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BoardError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise BoardError(f"{name} must be at least {least}, not {value}")
    if value > most:
        raise BoardError(f"{name} must be at most {most}, not {value}")
    return value


def check_count(what: str, count: int, most: int = MAX_SITES) -> None:
    """Refuse a board that has become too large."""
    if count > most:
        raise BoardError(f"the board would have {count} {what}; the most allowed is {most}")


Point = tuple[float, float, float]
Edge = tuple[int, int]
Face = tuple[int, ...]
Polygon = tuple[tuple[float, float], ...]

TOLERANCE = 0.001
"""Points nearer than this are the same point. Authors write coordinates to two or three decimals, but merge
only where shapes that were built exactly come together, so this stays small."""


@frozen(slots=False)
class BoardGraph:
    """Points with their coordinates, edges as pairs of points, faces as rings of points (anticlockwise).

    `centre` names the point that rings turn about on a circular board (None elsewhere), and `rings` says
    for such a board that rotational directions are meaningful.
    """

    points: tuple[Point, ...]
    edges: tuple[Edge, ...] = ()
    faces: tuple[Face, ...] = ()
    pivot: tuple[float, float] | None = field(default=None)

    def __attrs_post_init__(self) -> None:
        check_count("vertices", len(self.points), 3 * MAX_SITES)
        check_count("edges", len(self.edges), 4 * MAX_SITES)
        check_count("cells", len(self.faces), MAX_SITES)

    @cached_property
    def centroids(self) -> tuple[tuple[float, float], ...]:
        """The middle of each face: the mean of its corners."""
        return tuple(mean(self.points[corner] for corner in face) for face in self.faces)

    @cached_property
    def midpoints(self) -> tuple[tuple[float, float], ...]:
        """The middle of each edge."""
        points = self.points
        return tuple(
            ((points[a][0] + points[b][0]) / 2, (points[a][1] + points[b][1]) / 2) for a, b in self.edges
        )

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The smallest x, smallest y, largest x and largest y."""
        if not self.points:
            return (0.0, 0.0, 0.0, 0.0)
        xs = [p[0] for p in self.points]
        ys = [p[1] for p in self.points]
        return (min(xs), min(ys), max(xs), max(ys))

    def moved(self, move: Callable[[Point], Point]) -> BoardGraph:
        """The same graph with every point moved."""
        pivot = self.pivot
        if pivot is not None:
            x, y, _ = move((pivot[0], pivot[1], 0.0))
            pivot = (x, y)
        return BoardGraph(tuple(move(p) for p in self.points), self.edges, self.faces, pivot)


def mean(points: Iterable[Point]) -> tuple[float, float]:
    """The mean of some points."""
    xs = ys = 0.0
    count = 0
    for x, y, _ in points:
        xs += x
        ys += y
        count += 1
    return (xs / count, ys / count)


class GraphBuilder:
    """Collects points, edges and faces, making each only once."""

    def __init__(self, tolerance: float = TOLERANCE) -> None:
        self.points: list[Point] = []
        self.edges: list[Edge] = []
        self.faces: list[Face] = []
        self._grid: dict[tuple[int, int, int], list[int]] = {}
        self._edges: set[Edge] = set()
        self._faces: set[tuple[int, ...]] = set()
        self._tolerance = tolerance

    def find(self, x: float, y: float, z: float = 0.0) -> int | None:
        """The point that is already there."""
        size = 4 * self._tolerance
        column, row, layer = math.floor(x / size), math.floor(y / size), math.floor(z / size)
        for i in (0, -1, 1):
            for j in (0, -1, 1):
                for k in (0, -1, 1):
                    for index in self._grid.get((column + i, row + j, layer + k), ()):
                        p = self.points[index]
                        if (
                            abs(p[0] - x) < self._tolerance
                            and abs(p[1] - y) < self._tolerance
                            and abs(p[2] - z) < self._tolerance
                        ):
                            return index
        return None

    def append(self, x: float, y: float, z: float = 0.0) -> int:
        """A new point, which the caller knows to be new."""
        size = 4 * self._tolerance
        key = (math.floor(x / size), math.floor(y / size), math.floor(z / size))
        index = len(self.points)
        self.points.append((x, y, z))
        self._grid.setdefault(key, []).append(index)
        check_count("vertices", index + 1, 3 * MAX_SITES)
        return index

    def point(self, x: float, y: float, z: float = 0.0) -> int:
        """The point there, made if needed."""
        result = self.find(x, y, z)
        return self.append(x, y, z) if result is None else result

    def edge(self, a: int, b: int) -> None:
        """An edge, unless it is there or joins a point to itself."""
        key = (a, b) if a < b else (b, a)
        if a != b and key not in self._edges:
            self._edges.add(key)
            self.edges.append((a, b))

    def face(self, corners: Sequence[int], *, edges: bool = True) -> None:
        """A face, with its edges, unless it is there."""
        ring = anticlockwise(self.points, corners)
        key = tuple(sorted(ring))
        if key in self._faces:
            return
        self._faces.add(key)
        self.faces.append(ring)
        if edges:
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                self.edge(a, b)

    def include(self, graph: BoardGraph) -> tuple[int, ...]:
        """Everything of another graph; returns where its points went."""
        where = tuple(self.point(*p) for p in graph.points)
        for a, b in graph.edges:
            self.edge(where[a], where[b])
        for face in graph.faces:
            corners = tuple(where[c] for c in face)
            if len(set(corners)) == len(corners):
                self.face(corners, edges=False)
        return where

    def graph(self, pivot: tuple[float, float] | None = None) -> BoardGraph:
        """What was collected, in the order it was collected."""
        return BoardGraph(tuple(self.points), tuple(self.edges), tuple(self.faces), pivot)


def area(points: Sequence[Point], corners: Sequence[int]) -> float:
    """The signed area of a ring: positive when it runs anticlockwise."""
    total = 0.0
    px, py, _ = points[corners[-1]]
    for corner in corners:
        x, y, _ = points[corner]
        total += px * y - x * py
        px, py = x, y
    return total / 2


def anticlockwise(points: Sequence[Point], corners: Sequence[int]) -> Face:
    """The ring turned so that it runs anticlockwise."""
    return tuple(corners) if area(points, corners) >= 0 else tuple(reversed(corners))


def reading_order(positions: Sequence[tuple[float, ...]]) -> list[int]:
    """The indices of some positions row by row from the bottom, each row from the left.

    Positions whose y differ by less than a hundredth lie in one row, so that rounding cannot split it.
    """
    if not positions:
        return []
    layered = sorted(range(len(positions)), key=lambda i: (positions[i][2:] or (0.0,), positions[i][1]))
    order: list[int] = []
    row: list[int] = []
    for index in layered:
        if row:
            last = positions[row[-1]]
            here = positions[index]
            if here[1] - last[1] > 0.01 or here[2:] != last[2:]:
                order += sorted(row, key=lambda i: positions[i][0])
                row = []
        row.append(index)
    return order + sorted(row, key=lambda i: positions[i][0])


def renumbered(
    graph: BoardGraph, *, vertices: bool = True, edges: bool = True, faces: bool = True
) -> BoardGraph:
    """The graph with its parts numbered from the lower left rightwards and upwards."""
    order = reading_order(graph.points) if vertices else list(range(len(graph.points)))
    where = [0] * len(order)
    for new, old in enumerate(order):
        where[old] = new
    points = tuple(graph.points[i] for i in order)
    new_edges = [(min(where[a], where[b]), max(where[a], where[b])) for a, b in graph.edges]
    new_faces = [tuple(where[c] for c in face) for face in graph.faces]
    if edges:
        new_edges = [new_edges[i] for i in reading_order(graph.midpoints)]
    if faces:
        new_faces = [new_faces[i] for i in reading_order(graph.centroids)]
    return BoardGraph(points, tuple(new_edges), tuple(new_faces), graph.pivot)
