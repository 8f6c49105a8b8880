"""Static regions of a board: its border, corners, sides, centre, rows, columns and phases."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from gdl.boards.direction import Heading, nearest_of_eight
from gdl.boards.graph import BoardGraph, Point, SiteType

Region = tuple[int, ...]

SAME = 0.001
"""Coordinates nearer than this lie on one line."""

TURN = math.radians(27)
"""A border that turns by more than this has a corner."""


def levels(values: Sequence[float]) -> tuple[Region, ...]:
    """The indices grouped by value, from the smallest up."""
    groups: list[list[int]] = []
    last = -math.inf
    for index in sorted(range(len(values)), key=lambda i: values[i]):
        if values[index] - last > SAME:
            groups.append([])
        groups[-1].append(index)
        last = values[index]
    return tuple(tuple(sorted(group)) for group in groups)


def border(graph: BoardGraph) -> tuple[tuple[int, ...], ...]:
    """The outer boundary of each connected piece of the graph, as a closed walk over vertices, anticlockwise.

    From the lowest vertex, keep to the right: at each vertex take the first edge clockwise from the one by
    which it was entered. A vertex where two parts merely touch is passed more than once.
    """
    around: list[list[int]] = [[] for _ in graph.points]
    for a, b in graph.edges:
        around[a].append(b)
        around[b].append(a)
    unseen = set(range(len(graph.points)))
    walks: list[tuple[int, ...]] = []
    while unseen:
        start = min(unseen, key=lambda i: (round(graph.points[i][1], 4), graph.points[i][0]))
        walks.append(_walk(graph.points, around, start))
        stack = [start]
        unseen.discard(start)
        while stack:
            for other in around[stack.pop()]:
                if other in unseen:
                    unseen.discard(other)
                    stack.append(other)
    return tuple(walks)


def _walk(points: Sequence[Point], around: Sequence[Sequence[int]], start: int) -> tuple[int, ...]:
    path = [start]
    here, back = start, -math.pi / 2
    first: int | None = None
    for _ in range(4 * sum(map(len, around)) + 4):
        x, y, _ = points[here]
        best: tuple[float, int] | None = None
        for other in around[here]:
            px, py, _ = points[other]
            turn = (math.atan2(py - y, px - x) - back) % (2 * math.pi)
            if turn < 1e-6:
                turn = 2 * math.pi
            if best is None or turn < best[0]:
                best = (turn, other)
        if best is None:
            return tuple(path)
        following = best[1]
        if here == start:
            if first is None:
                first = following
            elif following == first:
                path.pop()
                return tuple(path)
        px, py, _ = points[following]
        back = math.atan2(y - py, x - px)
        here = following
        path.append(here)
    return tuple(path)


def perimeter(graph: BoardGraph, site: SiteType, walks: Sequence[Sequence[int]]) -> tuple[Region, ...]:
    """For each piece of the board the sites along its outer boundary, in the order they are met; a site
    that is met again later (not at once) is listed again."""
    if site is SiteType.VERTEX:
        return tuple(tuple(walk) for walk in walks)
    owner: dict[tuple[int, int], int] = {}
    if site is SiteType.CELL:
        for index, face in enumerate(graph.faces):
            previous = face[-1]
            for corner in face:
                owner[previous, corner] = index
                previous = corner
    else:
        for index, (a, b) in enumerate(graph.edges):
            owner[a, b] = owner[b, a] = index
    result: list[Region] = []
    for walk in walks:
        met: list[int] = []
        for a, b in zip(walk, (*walk[1:], walk[0]), strict=True):
            index = owner.get((a, b), -1)
            if index >= 0 and (not met or met[-1] != index):
                met.append(index)
        if len(met) > 1 and met[0] == met[-1]:
            met.pop()
        result.append(tuple(met))
    return tuple(result)


def outline(
    graph: BoardGraph, walk: Sequence[int], site: SiteType, met: Sequence[int]
) -> list[tuple[int, float]]:
    """For each site met along a boundary, how far the boundary turns there (positive: convex).

    The turn at a vertex is that of its two boundary edges. The turn at a cell is the change of direction
    between the lines from the cell before and to the cell after, which evens out the zigzag of hexagons.
    """
    where: Sequence[tuple[float, ...]]
    if site is SiteType.VERTEX:
        where = graph.points
    elif site is SiteType.CELL:
        where = graph.centroids
    else:
        where = graph.midpoints
    count = len(met)
    turns: list[tuple[int, float]] = []
    if site is SiteType.CELL:
        return _cell_turns(graph, walk, met)
    for k in range(count):
        ax, ay = where[met[k - 1]][:2]
        bx, by = where[met[k]][:2]
        cx, cy = where[met[(k + 1) % count]][:2]
        turns.append((met[k], _turn(bx - ax, by - ay, cx - bx, cy - by)))
    return turns


def _turn(ax: float, ay: float, bx: float, by: float) -> float:
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def _cell_turns(graph: BoardGraph, walk: Sequence[int], met: Sequence[int]) -> list[tuple[int, float]]:
    """A cell's share of the boundary's turning: the turns at the vertices strictly between its boundary
    edges, plus half of those where it hands over to the next cell."""
    owner: dict[tuple[int, int], int] = {}
    for index, face in enumerate(graph.faces):
        previous = face[-1]
        for corner in face:
            owner[previous, corner] = index
            previous = corner
    count = len(walk)
    edges = [owner.get((walk[k], walk[(k + 1) % count]), -1) for k in range(count)]
    angles: list[float] = []
    for k in range(count):
        ax, ay, _ = graph.points[walk[k - 1]]
        bx, by, _ = graph.points[walk[k]]
        cx, cy, _ = graph.points[walk[(k + 1) % count]]
        angles.append(_turn(bx - ax, by - ay, cx - bx, cy - by))
    # Begin where one cell hands over to another, so that no cell's stretch is cut in two.
    start = next((k for k in range(count) if edges[k] != edges[k - 1]), 0)
    turns: list[tuple[int, float]] = []
    for step in range(count):
        k = (start + step) % count
        if step and edges[k] == edges[k - 1]:
            turns[-1] = (turns[-1][0], turns[-1][1] + angles[k])
        elif edges[k] == edges[k - 1]:
            turns.append((edges[k], angles[k]))
        else:
            if turns:
                turns[-1] = (turns[-1][0], turns[-1][1] + angles[k] / 2)
            turns.append((edges[k], angles[k] / 2))
    if turns and len(turns) > 1:
        turns[-1] = (turns[-1][0], turns[-1][1] + angles[start] / 2)
    return [(cell, turn) for cell, turn in turns if cell >= 0]


def corners(boundary: Sequence[Sequence[tuple[int, float]]]) -> tuple[Region, Region]:
    """The convex and the concave corners."""
    convex: set[int] = set()
    concave: set[int] = set()
    for turns in boundary:
        for index, turn in turns:
            if turn > TURN:
                convex.add(index)
            elif turn < -TURN:
                concave.add(index)
    return tuple(sorted(convex)), tuple(sorted(concave - convex))


def sides(
    boundary: Sequence[Sequence[tuple[int, float]]], where: Sequence[Sequence[float]]
) -> dict[Heading, Region]:
    """The sides of the board by the compass point (of eight) that they face.

    A side runs from corner to corner, both included; where it faces is square to the line between its ends.
    """
    result: dict[Heading, set[int]] = {}
    for turns in boundary:
        marks = [k for k, (_, turn) in enumerate(turns) if abs(turn) > TURN]
        if len(marks) < 2:
            continue
        count = len(turns)
        for mark, following in zip(marks, (*marks[1:], marks[0] + count), strict=True):
            run = [turns[k % count][0] for k in range(mark, following + 1)]
            (ax, ay), (bx, by) = where[run[0]][:2], where[run[-1]][:2]
            dx, dy = bx - ax, by - ay
            if math.hypot(dx, dy) < SAME:
                continue
            result.setdefault(nearest_of_eight(dy, -dx), set()).update(run)
    return {direction: tuple(sorted(sites)) for direction, sites in result.items()}


def centre(where: Sequence[Sequence[float]]) -> Region:
    """The sites nearest to the middle of the board, which is the mean of all sites."""
    if not where:
        return ()
    x, y = (sum(p[axis] for p in where) / len(where) for axis in (0, 1))
    distances = [math.hypot(p[0] - x, p[1] - y) for p in where]
    least = min(distances)
    return tuple(i for i, d in enumerate(distances) if d - least < SAME)


def phases(neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A colouring that gives orthogonal neighbours different colours, 0 for the first site of each piece.

    The site whose neighbours already show the most colours comes next, the lowest of several, and takes the
    least colour that they leave (Brélaz's DSatur). On squares, triangles and hexagons this gives the usual
    two, two and three colours.
    """
    colour = [-1] * len(neighbours)
    shown: list[set[int]] = [set() for _ in neighbours]
    queue = [(0, index) for index in range(len(neighbours))]
    while queue:
        saturation, here = heapq.heappop(queue)
        if colour[here] >= 0 or -saturation != len(shown[here]):
            continue
        colour[here] = next(c for c in range(len(shown[here]) + 1) if c not in shown[here])
        for other in neighbours[here]:
            if colour[other] < 0 and colour[here] not in shown[other]:
                shown[other].add(colour[here])
                heapq.heappush(queue, (-len(shown[other]), other))
    return tuple(colour)
