"""Aligning arguments with parameters where they do not match: the cheapest way to pair them in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: What it costs to call a required parameter missing, or an argument one too many.
MISSING = SURPLUS = 1.0
#: What is of another kind altogether is rather the misspelt argument of another parameter.
UNLIKE = 0.5
#: An argument of another kind is rather one too many than meant for a parameter that can be left out.
RELUCTANCE = 0.05

#: (argument, parameter): paired, left out (None, parameter), or one too many (argument, None)
Pair = tuple[int | None, int | None]


def align(args: int, optional: Sequence[bool], cost: Callable[[int, int], float]) -> list[Pair]:
    """Pair arguments with parameters, both in order, so that the sum of costs is least.

    `cost(i, j)` is what is wrong with argument `i` as parameter `j`. Of equally cheap ways the one that
    pairs earliest is taken.
    """
    params = len(optional)
    table: list[list[tuple[float, int]]] = [[(0.0, 0)] * (params + 1) for _ in range(args + 1)]
    for i in range(args, -1, -1):
        for j in range(params, -1, -1):
            if i == args and j == params:
                continue
            ways: list[tuple[float, int]] = []
            if i < args and j < params:
                paired = cost(i, j)
                if paired >= 1.0:
                    paired += RELUCTANCE if optional[j] else UNLIKE
                ways.append((paired + table[i + 1][j + 1][0], 0))
            if j < params:
                ways.append(((0.0 if optional[j] else MISSING) + table[i][j + 1][0], 1))
            if i < args:
                ways.append((SURPLUS + table[i + 1][j][0], 2))
            table[i][j] = min(ways)
    return _read(table, args, params)


def _read(table: Sequence[Sequence[tuple[float, int]]], args: int, params: int) -> list[Pair]:
    pairs: list[Pair] = []
    i = j = 0
    while i < args or j < params:
        way = table[i][j][1]
        pairs.append((i if way != 1 else None, j if way != 2 else None))
        i += way != 1
        j += way != 2
    return pairs
