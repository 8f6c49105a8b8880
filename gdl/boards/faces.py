"""Finding the faces of a drawn graph, and joining and cutting its edges."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from gdl.boards import graph as g


def make_faces(graph: g.BoardGraph) -> g.BoardGraph:
    """`(makeFaces graph)`: replace the faces by every region that the edges enclose, in the order of their
    lowest-numbered corner.

    Walks each edge in both directions, always taking the first edge clockwise from the one just walked, which
    traces each face of a planar drawing once, anticlockwise (the outside comes out clockwise).
    """
    faces = found_faces(graph)
    return g.BoardGraph(graph.points, graph.edges, tuple(faces), graph.pivot)


def explicit(vertices: Sequence[Sequence[float]], edges: Sequence[Sequence[int]] = ()) -> g.BoardGraph:
    """`(graph vertices: {{x y} ...} edges: {{i j} ...})`; what the edges enclose becomes cells."""
    points: list[g.Point] = []
    for vertex in vertices:
        if not 2 <= len(vertex) <= 3:
            raise g.BoardError(f"a vertex has two or three coordinates, not {len(vertex)}")
        x, y = float(vertex[0]), float(vertex[1])
        z = float(vertex[2]) if len(vertex) == 3 else 0.0
        if not all(math.isfinite(v) for v in (x, y, z)):
            raise g.BoardError("a vertex has a coordinate that is not a number")
        points.append((x, y, z))
    if not points:
        raise g.BoardError("a graph needs at least one vertex")
    builder_edges: list[g.Edge] = []
    seen: set[g.Edge] = set()
    for edge in edges:
        if len(edge) != 2:
            raise g.BoardError(f"an edge joins two vertices, not {len(edge)}")
        a, b = int(edge[0]), int(edge[1])
        for index in (a, b):
            if not 0 <= index < len(points):
                raise g.BoardError(f"there is no vertex {index}: the vertices are 0 to {len(points) - 1}")
        key = (min(a, b), max(a, b))
        if a != b and key not in seen:
            seen.add(key)
            builder_edges.append((a, b))
    return make_faces(g.BoardGraph(tuple(points), tuple(builder_edges)))


def found_faces(graph: g.BoardGraph) -> list[g.Face]:
    """The enclosed regions, in the order of their corners' numbers."""
    around: list[list[tuple[float, int]]] = [[] for _ in graph.points]
    for a, b in graph.edges:
        (ax, ay, _), (bx, by, _) = graph.points[a], graph.points[b]
        around[a].append((math.atan2(by - ay, bx - ax), b))
        around[b].append((math.atan2(ay - by, ax - bx), a))
    following: dict[g.Edge, int] = {}
    for here, neighbours in enumerate(around):
        neighbours.sort()
        for k, (_, other) in enumerate(neighbours):
            # Coming from `other`, the next edge clockwise of the way back.
            following[other, here] = neighbours[k - 1][1]
    seen: set[g.Edge] = set()
    faces: list[g.Face] = []
    for start in following:
        if start in seen:
            continue
        ring: list[int] = []
        a, b = start
        while (a, b) not in seen:
            seen.add((a, b))
            ring.append(a)
            a, b = b, following[a, b]
        if len(ring) > 2 and len(set(ring)) == len(ring) and g.area(graph.points, ring) > 1e-6:
            low = ring.index(min(ring))
            faces.append(tuple(ring[low:] + ring[:low]))
    faces.sort(key=lambda face: face[0])
    return faces


def split_crossings(graph: g.BoardGraph) -> g.BoardGraph:
    """`(splitCrossings graph)`: where two edges cross, put a vertex and cut them there. The faces are made
    anew.

    The first edge that is crossed and the first edge that crosses it are cut, their parts go to the end of
    the list, and so on, which is the order that new vertices are numbered in.
    """
    builder = g.GraphBuilder()
    for point in graph.points:
        builder.append(*point)
    g.check_count("pairs of edges to compare", len(graph.edges) ** 2, 4_000_000)
    waiting = deque(graph.edges)
    tests = 0
    while waiting:
        edge = waiting.popleft()
        for k, other in enumerate(waiting):
            place = _crossing(builder.points, edge, other)
            if place is None:
                continue
            del waiting[k]
            vertex = builder.point(*place)
            for a, b in (edge, other):
                waiting.extend((c, d) for c, d in ((a, vertex), (vertex, b)) if c != d)
            break
        else:
            builder.edge(*edge)
        tests += len(waiting)
        g.check_count("pairs of edges to compare", tests, 8_000_000)
    return make_faces(builder.graph(graph.pivot))


def _crossing(points: Sequence[g.Point], first: g.Edge, second: g.Edge) -> tuple[float, float] | None:
    """Where two edges cross; None when they do not, or only meet at a common end."""
    if set(first) & set(second):
        return None
    (ax, ay, _), (bx, by, _) = points[first[0]], points[first[1]]
    (cx, cy, _), (dx, dy, _) = points[second[0]], points[second[1]]
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    cross = ux * vy - uy * vx
    if abs(cross) < 1e-9:
        return None
    s = ((cx - ax) * vy - (cy - ay) * vx) / cross
    t = ((cx - ax) * uy - (cy - ay) * ux) / cross
    if not (-g.TOLERANCE <= s <= 1 + g.TOLERANCE and -g.TOLERANCE <= t <= 1 + g.TOLERANCE):
        return None
    return ax + s * ux, ay + s * uy


def complete(graph: g.BoardGraph, *, each_cell: bool = False) -> g.BoardGraph:
    """`(complete graph)`: join every two vertices, or with `each_cell` every two of the same cell."""
    edges = list(graph.edges)
    seen = {(min(e), max(e)) for e in edges}
    groups = graph.faces if each_cell else (tuple(range(len(graph.points))),)
    g.check_count("edges", sum(len(each) * (len(each) - 1) // 2 for each in groups), 40_000)
    for group in groups:
        for k, a in enumerate(group):
            for b in group[k + 1 :]:
                key = (min(a, b), max(a, b))
                if key not in seen:
                    seen.add(key)
                    edges.append(key)
    return g.BoardGraph(graph.points, tuple(edges), graph.faces, graph.pivot)


def dual(graph: g.BoardGraph) -> g.BoardGraph:
    """`(dual graph)`: a vertex in each cell, an edge across each edge between two cells, and a cell round
    each vertex that cells surround."""
    if not graph.faces:
        raise g.BoardError("a graph without cells has no dual")
    by_edge: dict[g.Edge, list[int]] = {}
    at: list[list[int]] = [[] for _ in graph.points]
    for index, face in enumerate(graph.faces):
        for k, corner in enumerate(face):
            other = face[k - 1]
            by_edge.setdefault((min(corner, other), max(corner, other)), []).append(index)
            at[corner].append(index)
    builder = g.GraphBuilder()
    for x, y in graph.centroids:
        builder.append(x, y)
    for pair in by_edge.values():
        if len(pair) == 2:
            builder.edge(pair[0], pair[1])
    degree = [0] * len(graph.points)
    for a, b in by_edge:
        degree[a] += 1
        degree[b] += 1
    for corner, cells in enumerate(at):
        # Surrounded: as many cells as edges, and no edge of the border among them.
        if len(cells) > 2 and len(cells) == degree[corner]:
            x, y, _ = graph.points[corner]
            centres = graph.centroids
            builder.face(
                sorted(cells, key=lambda c: math.atan2(centres[c][1] - y, centres[c][0] - x)), edges=False
            )
    return builder.graph(graph.pivot)


def subdivide(graph: g.BoardGraph, least: int = 1) -> g.BoardGraph:
    """`(subdivide graph min:n)`: put a vertex in the middle of every cell with at least `n` sides and join
    it to the cell's corners."""
    builder = g.GraphBuilder()
    for point in graph.points:
        builder.append(*point)
    for a, b in graph.edges:
        builder.edge(a, b)
    for face, (x, y) in zip(graph.faces, graph.centroids, strict=True):
        if len(face) < max(least, 3):
            builder.face(face, edges=False)
            continue
        middle = builder.point(x, y)
        for k, corner in enumerate(face):
            builder.edge(middle, corner)
            builder.face((face[k - 1], corner, middle), edges=False)
    return builder.graph(graph.pivot)
