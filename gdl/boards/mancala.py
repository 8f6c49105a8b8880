"""Mancala boards: rows of holes with, perhaps, a store at either end."""

from __future__ import annotations

from typing import Literal

from gdl.boards.faces import explicit
from gdl.boards.graph import BoardError, BoardGraph, check_count, check_size

Store = Literal["Outer", "Inner", "None"]


def mancala(rows: int, columns: int, *, store: Store = "Outer", stores: int = 2) -> BoardGraph:
    """`(mancalaBoard rows columns store: numStores:)`: vertices only. The left store is number 0, then come
    the rows from the bottom, then the right store; a single store is the right one. Sites are joined along
    the rows and columns."""
    check_size("the rows of a mancala board", rows)
    check_size("the columns of a mancala board", columns)
    check_count("sites", rows * columns + 2)
    if store not in ("Outer", "Inner", "None"):
        raise BoardError(f"the store is Outer, Inner or None, not {store}")
    if not 0 <= stores <= 2:
        raise BoardError(f"a mancala board has at most two stores, not {stores}")
    count = 0 if store == "None" else stores
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
