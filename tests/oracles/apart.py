"""How many pawns find room in Isolation: a largest independent set, by branch and bound.

A pawn that stands between two others is itself the first that either of them meets, so no pawn shields
another from an attack without being attacked: no two of some pawns are en prise exactly if none is within
another's reach on the empty board. That is a graph, and a set without two neighbours is Isolation's
requirement. Of such a set every part is one too, so its pawns can be placed in any order.
"""

from __future__ import annotations

from .board import Colours, targets
from .common import Cell


def neighbours(colours: Colours) -> list[int]:
    """For each cell, as bits, the cells from which it is attacked on the empty board or which it attacks."""
    cells = list(colours)
    found = [0] * len(cells)
    for at, origin in enumerate(cells):
        for cell in targets(colours, (), origin):
            found[at] |= 1 << cells.index(cell)
            found[cells.index(cell)] |= 1 << at
    return found


def most_apart(colours: Colours) -> list[Cell]:
    """Cells for as many pawns as there is room for."""
    graph, cells = neighbours(colours), list(colours)
    best: list[int] = []

    def explore(free: int, chosen: list[int]) -> None:
        nonlocal best
        # each clique of a cover of the free cells takes one pawn at most
        if len(chosen) + _cliques(graph, free, len(best) - len(chosen)) <= len(best):
            return
        if not free:
            best = chosen
            return
        degrees = {at: (graph[at] & free).bit_count() for at in _bits(free)}
        least = min(degrees, key=degrees.__getitem__)
        if degrees[least] <= 1:  # a cell with one neighbour left is as good as that neighbour
            explore(free & ~(graph[least] | 1 << least), [*chosen, least])
            return
        most = max(degrees, key=degrees.__getitem__)
        explore(free & ~(graph[most] | 1 << most), [*chosen, most])
        explore(free & ~(1 << most), chosen)

    explore((1 << len(cells)) - 1, [])
    return [cells[at] for at in best]


def _cliques(graph: list[int], free: int, enough: int) -> int:
    """Into how many cliques the free cells are divided, greedily; more than enough is not counted on."""
    count = 0
    while free and count <= enough:
        least = free & -free
        common = graph[least.bit_length() - 1] & free
        free ^= least
        while common:
            least = common & -common
            free ^= least
            common &= graph[least.bit_length() - 1] & ~least
        count += 1
    return count


def _bits(cells: int) -> list[int]:
    found = []
    while cells:
        found.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return found
