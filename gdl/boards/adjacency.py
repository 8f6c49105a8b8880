"""Which sites lie next to which, and in what relation.

Cells are *orthogonal* when they share an edge. Of the cells that share only a corner, the one straight across
it is *diagonal* and the others are *off-diagonal*; where a third edge leaves the corner (as between hexagons)
the cell at that edge's far end is diagonal too, though it touches nothing. *Adjacent* cells share a corner.

Vertices are *orthogonal* and *adjacent* when an edge joins them; the opposite corners of an undivided face
are *diagonal*. Edges are *orthogonal* and *adjacent* when they share a vertex.

*All* is everything together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from gdl.boards.direction import Heading, RelationType, nearest
from gdl.boards.graph import BoardGraph, Point, SiteType
from gdl.source.budget import spend_on_board
from gdl.support.values import frozen

STRAIGHT = 0.35
"""A step across a corner is diagonal when it bends by less than this there (radians)."""


#: A step takes as long to find and as much memory as so many entries of a table; one of very many round the
#: same point, among which the lines that go on are sought, twice as long.
STEP, MANY = 60, 32


@frozen
class Step:
    """One step from a site: where to, the relation (never ALL), the compass direction and the exact angle."""

    to: int
    relation: RelationType
    adjacent: bool
    direction: Heading
    angle: float
    turning: Heading | None = None
    """In, Out, CW or CCW on a circular board."""

    def is_in(self, relation: RelationType) -> bool:
        """Whether the step belongs to the relation."""
        if relation is RelationType.ALL:
            return True
        if relation is RelationType.ADJACENT:
            return self.adjacent
        return self.relation is relation


def positions(graph: BoardGraph, site: SiteType) -> tuple[Point, ...]:
    """Where the sites are."""
    if site is SiteType.VERTEX:
        return graph.points
    if site is SiteType.EDGE:
        return tuple(
            (x, y, (graph.points[a][2] + graph.points[b][2]) / 2)
            for (x, y), (a, b) in zip(graph.midpoints, graph.edges, strict=True)
        )
    return tuple(
        (x, y, sum(graph.points[c][2] for c in face) / len(face))
        for (x, y), face in zip(graph.centroids, graph.faces, strict=True)
    )


class Relations:
    """In which relation, never ALL, sites lie to each other, and whether that makes them adjacent.

    Diagonals between hexagons are looked for only when they are asked about (lazy evaluation).
    """

    def __init__(self, graph: BoardGraph, site: SiteType) -> None:
        self._graph = graph
        self._corners: _Corners | None = None
        if site is SiteType.CELL:
            self._corners = _Corners(graph)
            self._touching = _cell_steps(graph, self._corners)
        else:
            self._touching = _vertex_steps(graph) if site is SiteType.VERTEX else _edge_steps(graph)

    @cached_property
    def every(self) -> _Steps:
        """By site all others to which it has a relation."""
        if self._corners is None or all(len(face) != 6 for face in self._graph.faces):
            return self._touching
        result = [dict(each) for each in self._touching]
        _across_edges(self._graph, self._corners, result)
        return result

    def neighbours(self, relation: RelationType) -> tuple[tuple[int, ...], ...]:
        """By site those that lie in the relation to it, in rising order."""
        if relation is RelationType.ALL:
            return tuple(tuple(sorted(around)) for around in self.every)
        if relation is RelationType.ADJACENT:
            return tuple(
                tuple(sorted(there for there, (_, adjacent) in around.items() if adjacent))
                for around in self._touching
            )
        known = self.every if relation is RelationType.DIAGONAL else self._touching
        return tuple(
            tuple(sorted(there for there, (kind, _) in around.items() if kind is relation))
            for around in known
        )


def steps(graph: BoardGraph, site: SiteType, relations: Relations) -> tuple[tuple[Step, ...], ...]:
    """The steps from every site, clockwise from north."""
    results = relations.every
    where = positions(graph, site)
    flat = all(p[2] == 0.0 for p in where)
    result: list[tuple[Step, ...]] = []
    cache: dict[tuple[float, float, float], tuple[Heading, float]] = {}
    for here, around in enumerate(results):
        x, y, z = where[here]
        steps_here: list[Step] = []
        for there, relation in around.items():
            px, py, pz = where[there]
            dx, dy, dz = px - x, py - y, 0.0 if flat else pz - z
            key = (round(dx, 5), round(dy, 5), dz)
            known = cache.get(key)
            if known is None:
                known = cache[key] = (nearest(dx, dy, dz), math.atan2(dx, dy) % (2 * math.pi - 1e-9))
            kind, adjacent = relation
            turning = _turning(graph, x, y, dx, dy) if graph.pivot is not None else None
            steps_here.append(Step(there, kind, adjacent, known[0], known[1], turning))
        steps_here.sort(key=lambda s: (s.angle, s.to))
        result.append(tuple(steps_here))
    return tuple(result)


def _turning(graph: BoardGraph, x: float, y: float, dx: float, dy: float) -> Heading:
    """The rotational direction of a step about the pivot."""
    assert graph.pivot is not None
    cx, cy = x - graph.pivot[0], y - graph.pivot[1]
    before, after = math.hypot(cx, cy), math.hypot(cx + dx, cy + dy)
    if abs(after - before) > 0.3 * math.hypot(dx, dy):
        return Heading.OUT if after > before else Heading.IN
    return Heading.CCW if cx * dy - cy * dx > 0 else Heading.CW


_Steps = list[dict[int, tuple[RelationType, bool]]]


def incidence(size: int, rings: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each of `size` parts, the rings that hold it."""
    result: list[list[int]] = [[] for _ in range(size)]
    for index, ring in enumerate(rings):
        for part in ring:
            result[part].append(index)
    return result


class _Corners:
    """The cells at each corner, and at each edge, which is its two corners in rising order."""

    def __init__(self, graph: BoardGraph) -> None:
        self.at = incidence(len(graph.points), graph.faces)
        self.by_edge: dict[tuple[int, int], list[int]] = {}
        for index, face in enumerate(graph.faces):
            previous = face[-1]
            for corner in face:
                key = (previous, corner) if previous < corner else (corner, previous)
                self.by_edge.setdefault(key, []).append(index)
                previous = corner


def _cell_steps(graph: BoardGraph, corners: _Corners) -> _Steps:
    """The relations of cells that touch."""
    result: _Steps = [{} for _ in graph.faces]
    orthogonal = (RelationType.ORTHOGONAL, True)
    for pair in corners.by_edge.values():
        for a in pair:
            for b in pair:
                if a != b:
                    result[a][b] = orthogonal
    centroids = graph.centroids
    for corner, around in enumerate(corners.at):
        if len(around) < 2:
            continue
        _spend_on_pairs(len(around))
        vx, vy, _ = graph.points[corner]
        for a in around:
            for b in around:
                if a == b or (b in result[a] and result[a][b][0] is not RelationType.OFF_DIAGONAL):
                    continue
                ax, ay = centroids[a]
                bx, by = centroids[b]
                bend = _bend(vx - ax, vy - ay, bx - vx, by - vy)
                kind = RelationType.DIAGONAL if bend < STRAIGHT else RelationType.OFF_DIAGONAL
                result[a][b] = (kind, True)
    return result


def _across_edges(graph: BoardGraph, corners: _Corners, steps: _Steps) -> None:
    """Diagonals between hexagons: along the edge that leaves a corner, to the cell at its other end."""
    at, by_edge, centroids = corners.at, corners.by_edge, graph.centroids
    for v, w in graph.edges:
        beside = by_edge.get((v, w) if v < w else (w, v), [])
        if len(beside) != 2:
            continue
        for near, far in ((v, w), (w, v)):
            spend_on_board(len(at[near]) * len(at[far]), "the neighbours on this board")
            for a in at[near]:
                if a in beside:
                    continue
                for b in at[far]:
                    if b in beside or b == a or b in steps[a]:
                        continue
                    px, py, _ = graph.points[near]
                    qx, qy, _ = graph.points[far]
                    ax, ay = centroids[a]
                    bx, by = centroids[b]
                    if _bend(px - ax, py - ay, qx - px, qy - py) < STRAIGHT and (
                        _bend(qx - px, qy - py, bx - qx, by - qy) < STRAIGHT
                    ):
                        steps[a][b] = (RelationType.DIAGONAL, False)


def _bend(ax: float, ay: float, bx: float, by: float) -> float:
    """The angle between two displacements."""
    return abs(math.atan2(ax * by - ay * bx, ax * bx + ay * by))


def _vertex_steps(graph: BoardGraph) -> _Steps:
    result: _Steps = [{} for _ in graph.points]
    joined = (RelationType.ORTHOGONAL, True)
    for a, b in graph.edges:
        result[a][b] = joined
        result[b][a] = joined
    across = (RelationType.DIAGONAL, False)
    for face in graph.faces:
        size = len(face)
        if size % 2 or size < 4:
            continue
        for k in range(size):
            a, b = face[k], face[(k + size // 2) % size]
            if b not in result[a]:
                result[a][b] = across
    return result


def _spend_on_pairs(around: int) -> None:
    """Charge the steps between each two that meet in a point."""
    spend_on_board(STEP * around**2 * (1 if around <= MANY else 2), "the neighbours on this board")


def _edge_steps(graph: BoardGraph) -> _Steps:
    result: _Steps = [{} for _ in graph.edges]
    at = incidence(len(graph.points), graph.edges)
    for around in at:
        _spend_on_pairs(len(around))
        for a in around:
            for b in around:
                if a != b:
                    result[a][b] = (RelationType.ORTHOGONAL, True)
    return result
