"""Operators that make a graph of other graphs. The parts that remain keep their order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from gdl.boards import graph as g
from gdl.boards.faces import found_faces
from gdl.boards.polygon import contains, within

Coordinates = Sequence[float]


def shift(graph: g.BoardGraph, dx: float, dy: float, dz: float = 0.0) -> g.BoardGraph:
    """`(shift dx dy graph)`."""
    _finite(dx, dy, dz)
    return graph.moved(lambda p: (p[0] + dx, p[1] + dy, p[2] + dz))


def scale(graph: g.BoardGraph, sx: float, sy: float | None = None, sz: float | None = None) -> g.BoardGraph:
    """`(scale sx sy graph)`, from the origin; one factor scales both ways."""
    fy = sx if sy is None else sy
    fz = 1.0 if sz is None else sz
    _finite(sx, fy, fz)
    if sx == 0 or fy == 0 or fz == 0:
        raise g.BoardError("a board cannot be scaled by nothing")
    return graph.moved(lambda p: (p[0] * sx, p[1] * fy, p[2] * fz))


def rotate(graph: g.BoardGraph, degrees: float) -> g.BoardGraph:
    """`(rotate degrees graph)`: anticlockwise, about the middle of the graph's bounding box."""
    _finite(degrees)
    left, low, right, high = graph.bounds
    x, y = (left + right) / 2, (low + high) / 2
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))

    def turn(p: g.Point) -> g.Point:
        dx, dy = p[0] - x, p[1] - y
        return (x + dx * cosine - dy * sine, y + dx * sine + dy * cosine, p[2])

    return graph.moved(turn)


def skew(graph: g.BoardGraph, amount: float) -> g.BoardGraph:
    """`(skew amount graph)`: push each point to the right by `amount` times its height."""
    _finite(amount)
    low = graph.bounds[1]
    return graph.moved(lambda p: (p[0] + (p[1] - low) * amount, p[1], p[2]))


def merge(graphs: Sequence[g.BoardGraph], *, connect: bool = False) -> g.BoardGraph:
    """`(merge {graphs})`: put graphs together; coincident vertices, edges and cells become one.

    Vertices keep the order in which they come; cells are put in the order of their lowest vertex, and those
    of one vertex anticlockwise around it, beginning in the west.
    """
    if not graphs:
        raise g.BoardError("there is nothing to merge")
    builder = g.GraphBuilder(0.01)
    for graph in graphs:
        builder.include(graph)
    builder.faces.sort(key=lambda face: _place_at_corner(builder.points, face))
    pivots = [graph.pivot for graph in graphs if graph.pivot is not None]
    merged = builder.graph(pivots[0] if pivots else None)
    return connected(merged) if connect else merged


def _place_at_corner(points: Sequence[g.Point], face: g.Face) -> tuple[int, float]:
    """The lowest corner of a face, and the direction there of the edge that has the face on its left."""
    low = min(face)
    ring = face if g.area(points, face) > 0 else face[::-1]
    onward = points[ring[(ring.index(low) + 1) % len(ring)]]
    turn = math.atan2(onward[1] - points[low][1], onward[0] - points[low][0])
    return low, round(turn, 6)


def union(graphs: Sequence[g.BoardGraph], *, connect: bool = False) -> g.BoardGraph:
    """`(union {graphs})`: as `merge`, but coincident parts stay apart."""
    if not graphs:
        raise g.BoardError("there is nothing to unite")
    points: list[g.Point] = []
    edges: list[g.Edge] = []
    faces: list[g.Face] = []
    for graph in graphs:
        base = len(points)
        points += graph.points
        edges += [(a + base, b + base) for a, b in graph.edges]
        faces += [tuple(corner + base for corner in face) for face in graph.faces]
    united = g.BoardGraph(tuple(points), tuple(edges), tuple(faces))
    return connected(united) if connect else united


def connected(graph: g.BoardGraph, reach: float = 1.0) -> g.BoardGraph:
    """Join every two vertices that lie no more than `reach` apart."""
    builder = _copy(graph)
    g.check_count("vertices", len(graph.points), 2_000)
    for a, (ax, ay, _) in enumerate(graph.points):
        for b in range(a + 1, len(graph.points)):
            if math.hypot(graph.points[b][0] - ax, graph.points[b][1] - ay) <= reach + g.TOLERANCE:
                builder.edge(a, b)
    return builder.graph(graph.pivot)


def intersect(graphs: Sequence[g.BoardGraph]) -> g.BoardGraph:
    """`(intersect {graphs})`: the vertices that all have, with the edges and cells that all have."""
    if not graphs:
        raise g.BoardError("there is nothing to intersect")
    first, *rest = graphs
    keep_points = set(range(len(first.points)))
    keep_edges = {frozenset(edge) for edge in first.edges}
    keep_faces = {frozenset(face) for face in first.faces}
    locator = g.GraphBuilder(0.01)
    for point in first.points:
        locator.append(*point)
    for graph in rest:
        where = [locator.find(*point) for point in graph.points]
        keep_points &= {w for w in where if w is not None}
        keep_edges &= {frozenset(e) for a, b in graph.edges if None not in (e := (where[a], where[b]))}
        keep_faces &= {frozenset(f) for face in graph.faces if None not in (f := [where[c] for c in face])}
    return selected(
        first,
        [i in keep_points for i in range(len(first.points))],
        [frozenset(edge) in keep_edges for edge in first.edges],
        [frozenset(face) in keep_faces for face in first.faces],
    )


def add(
    graph: g.BoardGraph | None = None,
    *,
    vertices: Sequence[Coordinates] = (),
    edges: Sequence[Sequence[int]] = (),
    edges_at: Sequence[Sequence[Coordinates]] = (),
    cells: Sequence[Sequence[int]] = (),
    cells_at: Sequence[Sequence[Coordinates]] = (),
    connect: bool = False,
) -> g.BoardGraph:
    """`(add graph vertices: edges: cells:)`. Edges and cells are given by vertex numbers, or (`..._at`) by
    coordinates, which make the vertices that are missing. A curved edge is given by its two ends."""
    builder = _copy(graph) if graph is not None else g.GraphBuilder()
    for vertex in vertices:
        builder.point(*_point(vertex))
    for edge in edges:
        a, b = _pair(edge)
        _known(builder, (a, b))
        builder.edge(a, b)
    for ends in edges_at:
        if len(ends) < 2:
            raise g.BoardError("an edge needs two ends")
        builder.edge(builder.point(*_point(ends[0])), builder.point(*_point(ends[1])))
    for cell in cells:
        if len(cell) < 3:
            raise g.BoardError("a cell needs at least three corners")
        _known(builder, cell)
        builder.face(list(cell))
    for corners in cells_at:
        if len(corners) < 3:
            raise g.BoardError("a cell needs at least three corners")
        builder.face([builder.point(*_point(corner)) for corner in corners])
    made = builder.graph(graph.pivot if graph is not None else None)
    if graph is not None and (edges or edges_at):
        made = _refaced(graph, made)
    return connected(made) if connect else made


def _refaced(before: g.BoardGraph, after: g.BoardGraph) -> g.BoardGraph:
    """Edges that were added may enclose new cells or divide old ones: keep the cells that were not divided
    and append the new ones, but leave alone what was an empty region before."""
    old = {frozenset(face) for face in found_faces(before)}
    new = found_faces(after)
    enclosed = {frozenset(face) for face in new}
    faces = [face for face in after.faces if (f := frozenset(face)) in enclosed or f not in old]
    present = {frozenset(face) for face in faces} | old
    faces += [face for face in new if frozenset(face) not in present]
    return g.BoardGraph(after.points, after.edges, tuple(faces), after.pivot)


def remove(
    graph: g.BoardGraph,
    *,
    cells: Iterable[int] = (),
    cells_at: Sequence[Sequence[Coordinates]] = (),
    edges: Sequence[Sequence[int]] = (),
    edges_at: Sequence[Sequence[Coordinates]] = (),
    vertices: Iterable[int] = (),
    vertices_at: Sequence[Coordinates] = (),
    trim_edges: bool = True,
) -> g.BoardGraph:
    """`(remove graph cells: edges: vertices:)`. What a vertex or an edge bounds goes with it; with a cell go
    the edges (with `trim_edges`) and vertices that nothing else uses."""
    locator = g.GraphBuilder(0.01)
    for point in graph.points:
        locator.append(*point)

    def located(place: Coordinates) -> int:
        result = locator.find(*_point(place))
        if result is None:
            raise g.BoardError(f"there is no vertex at {tuple(place)}")
        return result

    gone_faces = {_index(c, len(graph.faces), "cell") for c in cells}
    corner_sets = [frozenset(face) for face in graph.faces]
    for corners in cells_at:
        wanted = frozenset(located(corner) for corner in corners)
        gone_faces |= {i for i, face in enumerate(corner_sets) if face == wanted}
    gone_edges = {frozenset(_pair(edge)) for edge in edges}
    gone_edges |= {frozenset(located(place) for place in ends[:2]) for ends in edges_at}
    gone_points = {_index(v, len(graph.points), "vertex") for v in vertices}
    gone_points |= {located(place) for place in vertices_at}

    edge_stays = [
        frozenset(edge) not in gone_edges and not gone_points.intersection(edge) for edge in graph.edges
    ]
    face_stays = [
        index not in gone_faces
        and not gone_points.intersection(face)
        and not any(frozenset((face[k - 1], face[k])) in gone_edges for k in range(len(face)))
        for index, face in enumerate(graph.faces)
    ]
    point_stays = [index not in gone_points for index in range(len(graph.points))]
    if gone_faces:
        _release(graph, gone_faces, face_stays, edge_stays, point_stays, trim_edges=trim_edges)
    return selected(graph, point_stays, edge_stays, face_stays)


def _release(
    graph: g.BoardGraph,
    gone: set[int],
    face_stays: Sequence[bool],
    edge_stays: list[bool],
    point_stays: list[bool] | None,
    *,
    trim_edges: bool,
) -> None:
    """Drop the edges and (unless None) the vertices that only removed cells had."""
    held = {
        side for face, stays in zip(graph.faces, face_stays, strict=True) if stays for side in _sides(face)
    }
    freed = {side for index in gone for side in _sides(graph.faces[index])} - held
    if trim_edges:
        for index, edge in enumerate(graph.edges):
            if frozenset(edge) in freed:
                edge_stays[index] = False
    if point_stays is None:
        return
    used = {v for edge, stays in zip(graph.edges, edge_stays, strict=True) if stays for v in edge}
    for corner in {corner for index in gone for corner in graph.faces[index]}:
        if corner not in used:
            point_stays[corner] = False


def _sides(face: g.Face) -> set[frozenset[int]]:
    return {frozenset((face[k - 1], face[k])) for k in range(len(face))}


def selected(
    graph: g.BoardGraph, point_stays: Sequence[bool], edge_stays: Sequence[bool], face_stays: Sequence[bool]
) -> g.BoardGraph:
    """The parts of a graph that stay; an edge or a face stays only with all its vertices."""
    where: dict[int, int] = {}
    points: list[g.Point] = []
    for index, stays in enumerate(point_stays):
        if stays:
            where[index] = len(points)
            points.append(graph.points[index])
    edges = [
        (where[a], where[b])
        for (a, b), stays in zip(graph.edges, edge_stays, strict=True)
        if stays and a in where and b in where
    ]
    faces = [
        tuple(where[corner] for corner in face)
        for face, stays in zip(graph.faces, face_stays, strict=True)
        if stays and all(corner in where for corner in face)
    ]
    return g.BoardGraph(tuple(points), tuple(edges), tuple(faces), graph.pivot)


def keep(graph: g.BoardGraph, outline: g.Polygon) -> g.BoardGraph:
    """`(keep graph (poly ...))`: only the vertices inside the polygon, and what they bound."""
    stays = [within(outline, p[0], p[1]) for p in graph.points]
    return selected(graph, stays, [True] * len(graph.edges), [True] * len(graph.faces))


def clip(graph: g.BoardGraph, outline: g.Polygon) -> g.BoardGraph:
    """`(clip graph (poly ...))`: as `keep`."""
    return keep(graph, outline)


def remove_inside(graph: g.BoardGraph, outline: g.Polygon) -> g.BoardGraph:
    """`(remove graph (poly ...))`: without the vertices inside the polygon, and what they bound."""
    stays = [not within(outline, p[0], p[1]) for p in graph.points]
    return selected(graph, stays, [True] * len(graph.edges), [True] * len(graph.faces))


def hole(graph: g.BoardGraph, outline: g.Polygon) -> g.BoardGraph:
    """`(hole graph (poly ...))`: without the cells whose middle lies inside the polygon and the edges that
    nothing else uses. The vertices stay, and with them their numbers."""
    inside = {i for i, (x, y) in enumerate(graph.centroids) if contains(outline, x, y, border=False)}
    edge_stays = [True] * len(graph.edges)
    face_stays = [index not in inside for index in range(len(graph.faces))]
    _release(graph, inside, face_stays, edge_stays, None, trim_edges=True)
    return selected(graph, [True] * len(graph.points), edge_stays, face_stays)


def trim(graph: g.BoardGraph) -> g.BoardGraph:
    """`(trim graph)`: without edges that bound no cell and vertices that no edge uses."""
    held = {frozenset((face[k - 1], face[k])) for face in graph.faces for k in range(len(face))}
    edge_stays = [frozenset(edge) in held for edge in graph.edges]
    used = {v for edge, stays in zip(graph.edges, edge_stays, strict=True) if stays for v in edge}
    return selected(
        graph, [i in used for i in range(len(graph.points))], edge_stays, [True] * len(graph.faces)
    )


def layers(graph: g.BoardGraph, count: int) -> g.BoardGraph:
    """`(layers count graph)`: copies of the graph, each one unit above the last and joined to it."""
    g.check_size("the number of layers", count)
    g.check_count("vertices", count * len(graph.points), 30_000)
    points: list[g.Point] = []
    edges: list[g.Edge] = []
    faces: list[g.Face] = []
    size = len(graph.points)
    for layer in range(count):
        base = layer * size
        points += [(x, y, z + layer) for x, y, z in graph.points]
        edges += [(a + base, b + base) for a, b in graph.edges]
        faces += [tuple(c + base for c in face) for face in graph.faces]
        if layer:
            edges += [(i + base - size, i + base) for i in range(size)]
    return g.BoardGraph(tuple(points), tuple(edges), tuple(faces), graph.pivot)


def recoordinate(graph: g.BoardGraph) -> g.BoardGraph:
    """`(recoordinate graph)`. Labels are always taken from the finished board, so nothing is left to do."""
    return graph


def _copy(graph: g.BoardGraph) -> g.GraphBuilder:
    builder = g.GraphBuilder(0.01)
    for point in graph.points:
        builder.append(*point)
    for a, b in graph.edges:
        builder.edge(a, b)
    for face in graph.faces:
        builder.face(face, edges=False)
    return builder


def _point(place: Coordinates) -> g.Point:
    if not 2 <= len(place) <= 3:
        raise g.BoardError(f"a vertex has two or three coordinates, not {len(place)}")
    _finite(*place)
    return (float(place[0]), float(place[1]), float(place[2]) if len(place) == 3 else 0.0)


def _pair(edge: Sequence[int]) -> g.Edge:
    if len(edge) != 2:
        raise g.BoardError(f"an edge joins two vertices, not {len(edge)}")
    return (edge[0], edge[1])


def _known(builder: g.GraphBuilder, indices: Iterable[int]) -> None:
    for index in indices:
        _index(index, len(builder.points), "vertex")


def _index(index: int, count: int, what: str) -> int:
    if not 0 <= index < count:
        raise g.BoardError(f"there is no {what} {index}: they are numbered 0 to {count - 1}")
    return index


def _finite(*values: float) -> None:
    if not all(math.isfinite(v) and abs(v) < 1e6 for v in values):
        raise g.BoardError(f"the numbers {values} are out of range")
