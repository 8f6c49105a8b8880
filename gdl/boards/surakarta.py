"""Surakarta boards: lines that loop round the corners of the board."""

from __future__ import annotations

from gdl.boards.graph import BoardError, check_size


def loops(rows: int, columns: int, count: int | None = None, first: int = 1) -> tuple[tuple[int, ...], ...]:
    """The sites along each loop of `(surakartaBoard (rectangle rows columns) loops: from:)`, on a board of
    vertices numbered row by row from the bottom.

    Loop k runs along the k-th line from each edge: to the right along the row near the bottom, round the
    lower right corner, up the column near the right, and so on round the board. Without a count there are as
    many as fit.
    """
    check_size("the rows of a Surakarta board", rows, least=3)
    check_size("the columns of a Surakarta board", columns, least=3)
    check_size("from:", first, least=0)
    fit = min(rows, columns) // 2 - first
    if fit < 1:
        raise BoardError(f"a board of {rows} by {columns} has no room for a loop on line {first}")
    count = fit if count is None else count
    if not 1 <= count <= fit:
        raise BoardError(f"a board of {rows} by {columns} has room for {fit} loops, not {count}")
    result: list[tuple[int, ...]] = []
    for k in range(first, first + count):
        right, top = columns - 1 - k, rows - 1 - k
        result.append(
            (
                *(k * columns + i for i in range(columns)),
                *(j * columns + right for j in range(rows)),
                *(top * columns + i for i in reversed(range(columns))),
                *(j * columns + k for j in reversed(range(rows))),
            )
        )
    return tuple(result)
