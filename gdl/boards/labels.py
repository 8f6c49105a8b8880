"""What sites are called: a letter for the file and a number for the rank, `a1` at the lower left."""

from __future__ import annotations

from gdl.boards.adjacency import positions
from gdl.boards.graph import Graph
from gdl.boards.regions import levels
from gdl.boards.sitetype import SiteType


def file_name(column: int) -> str:
    """a to z, then aa, ab, ..."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def labels(graph: Graph, site: SiteType) -> tuple[str, ...]:
    """The name of every site. Names are unique on boards whose sites lie in distinct rows and columns; on
    layered boards the upper layers have a suffix."""
    where = positions(graph, site)
    column = _ranks([p[0] for p in where])
    row = _ranks([p[1] for p in where])
    layer = _ranks([p[2] for p in where])
    return tuple(
        f"{file_name(c)}{r + 1}" + (f"/{z}" if z else "") for c, r, z in zip(column, row, layer, strict=True)
    )


def _ranks(values: list[float]) -> list[int]:
    result = [0] * len(values)
    for rank, group in enumerate(levels(values)):
        for index in group:
            result[index] = rank
    return result
