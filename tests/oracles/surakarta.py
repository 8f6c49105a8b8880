"""Surakarta on 6x6 points: steps in all eight directions, captures along the lines that loop round corners.

A man captures by going along a line, over empty points only (its own point counts as empty), round at least
one of the loops at the corners, and on to the first man that it comes to, if that is an enemy. Each captured
man is a move, whichever way round. Who has no men, or cannot move, loses. (Repetition is not known here.)
"""

from __future__ import annotations

from typing import NamedTuple

from .common import AROUND, Cell, Oracle, Ranks, name, other, rectangle, win

SIZE = 6
BOARD = frozenset(rectangle(SIZE, SIZE))


class Lines(NamedTuple):
    """Each player's men and the mover."""

    men: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int


def after_loop(cell: Cell, way: Cell) -> tuple[Cell, Cell] | None:
    """Where a line goes on that has left the board at `cell` (its last point) going `way`: the first point
    and the direction; None for the lines of the rim, which have no loops."""
    x, y = cell
    line = y if way[0] else x
    if line in (0, SIZE - 1):
        return None
    low = line < SIZE // 2
    depth = line if low else SIZE - 1 - line
    far = SIZE - 1
    if way[0]:  # along a row, out to the right or the left: round the nearer corner onto a column
        column = far - depth if way[0] > 0 else depth
        return ((column, 0), (0, 1)) if low else ((column, far), (0, -1))
    row = far - depth if way[1] > 0 else depth
    return ((0, row), (1, 0)) if low else ((far, row), (-1, 0))


class Surakarta(Oracle[Lines]):
    """Surakarta."""

    def start(self) -> Lines:
        south = frozenset(cell for cell in BOARD if cell[1] < 2)
        north = frozenset(cell for cell in BOARD if cell[1] > 3)
        return Lines((south, north), 1)

    def mover(self, position: Lines) -> int:
        return position.mover

    def captures(self, position: Lines, origin: Cell) -> set[Cell]:
        taken = (position.men[0] | position.men[1]) - {origin}
        enemies = position.men[other(position.mover) - 1]
        found = set()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cell, looped = origin, False
            for _ in range(4 * SIZE):
                ahead = (cell[0] + way[0], cell[1] + way[1])
                if ahead not in BOARD:
                    bend = after_loop(cell, way)
                    if bend is None:
                        break
                    ahead, way = bend
                    looped = True
                cell = ahead
                if cell in taken:
                    if looped and cell in enemies:
                        found.add(cell)
                    break
        return found

    def options(self, position: Lines) -> list[tuple[str, Lines]]:
        own, theirs = position.men[position.mover - 1], position.men[other(position.mover) - 1]
        found = []
        for origin in sorted(own):
            steps = {(origin[0] + dx, origin[1] + dy) for dx, dy in AROUND} & BOARD - own - theirs
            for to in sorted(steps | self.captures(position, origin)):
                men = own - {origin} | {to}, theirs - {to}
                after = men if position.mover == 1 else men[::-1]
                found.append(
                    (f"{name(origin)}-{name(to)}", Lines((after[0], after[1]), other(position.mover)))
                )
        return found

    def outcome(self, position: Lines) -> Ranks | None:
        lost = not position.men[position.mover - 1] or not self.options(position)
        return win(other(position.mover)) if lost else None
