"""What sites are called: a letter for the file and a number for the rank, `a1` at the lower left."""

from __future__ import annotations

import math
from collections import Counter

from gdl.boards.adjacency import positions
from gdl.boards.graph import BoardGraph, SiteType
from gdl.boards.regions import levels

ROOT = math.sqrt(3)

#: How far from its first site a file or rank reaches, in mean edges of the board, but not farther than so
#: much of the shortest one.
REACH = 0.3
SHORT = 0.45

#: Lines that differ so little from a direction, for their length, run along it.
NEARLY = 0.01


def file_name(column: int) -> str:
    """a to z, then aa, ab, ..."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def labels(graph: BoardGraph, site: SiteType) -> tuple[str, ...]:
    """The name of every site. On layered boards the upper layers have a suffix; of sites with one file and
    rank the first has the plain name and the others have dashes."""
    layer = _ranks([p[2] for p in positions(graph, site)])
    seen: Counter[str] = Counter()
    names: list[str] = []
    for (c, r), z in zip(coordinates(graph, site), layer, strict=True):
        name = f"{file_name(c)}{r + 1}" + (f"/{z}" if z else "")
        names.append(name + "'" * seen[name])
        seen[name] += 1
    return tuple(names)


def of_hexagons(graph: BoardGraph, site: SiteType) -> bool:
    """Whether the sites are cells, all of them hexagons, whose files and ranks follow the tiling."""
    return site is SiteType.CELL and bool(graph.faces) and all(len(face) == 6 for face in graph.faces)


def coordinates(graph: BoardGraph, site: SiteType) -> tuple[tuple[int, int], ...]:
    """The file and rank of every site, from 0.

    Sites that lie but a little further belong to the same file or rank.

    On hexagons they follow the tiling: with a corner on top, ranks are the rows and files slant to the upper
    left; with a side on top, a1 is the lowest cell, files run to the upper left and ranks to the upper right.
    On points most of whose lines are diagonals they follow these, if that makes fewer ranks.
    """
    where = positions(graph, site)
    files, ranks = [p[0] for p in where], [p[1] for p in where]
    if of_hexagons(graph, site):
        (ax, ay, _), (bx, by, _) = graph.points[graph.faces[0][0]], graph.points[graph.faces[0][3]]
        # The line between opposite corners: upright, or a sixth of a turn from it, when a corner is on top.
        angle = math.degrees(math.atan2(by - ay, bx - ax)) % 60
        if abs(angle - 30) < 5:
            files = [p[0] + p[1] / ROOT for p in where]
        elif min(angle, 60 - angle) < 5:
            files, ranks = [p[1] + p[0] / ROOT for p in where], [p[1] - p[0] / ROOT for p in where]
    points = graph.points
    lengths = [math.dist(points[a], points[b]) for a, b in graph.edges] or [1.0]
    reach = min(REACH * sum(lengths) / len(lengths), SHORT * min(lengths))
    if site is SiteType.VERTEX and _mostly_diagonal(graph):
        crooked = [p[1] - p[0] for p in where]
        if max(_steps(crooked, reach)) < max(_steps(ranks, reach)):
            files, ranks = [p[0] + p[1] for p in where], crooked
    return tuple(zip(_steps(files, reach), _steps(ranks, reach), strict=True))


def _mostly_diagonal(graph: BoardGraph) -> bool:
    """Whether more of a board's lines run along the diagonals than along rows and columns, and some do so."""
    crooked = straight = 0
    for a, b in graph.edges:
        (ax, ay, _), (bx, by, _) = graph.points[a], graph.points[b]
        across, up = abs(bx - ax), abs(by - ay)
        short, length = min(across, up), max(across, up)
        straight += short < NEARLY * length
        crooked += length - short < NEARLY * length
    return crooked > straight > 0


def _steps(values: list[float], reach: float) -> list[int]:
    """Which step each value belongs to: one begins at the first value beyond the reach of the step before."""
    number: dict[float, int] = {}
    begun, step = -math.inf, -1
    for value in sorted(set(values)):
        if value - begun > reach:
            begun, step = value, step + 1
        number[value] = step
    return [number[value] for value in values]


def _ranks(values: list[float]) -> list[int]:
    result = [0] * len(values)
    for rank, group in enumerate(levels(values)):
        for index in group:
            result[index] = rank
    return result
