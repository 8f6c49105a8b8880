"""Tic-Tac-Toe, Connect Four and Gomoku: placing games won by a row of one's own stones.

Tic-Tac-Toe: 3x3, three in a row.  Connect Four: 7 files, 6 ranks, a disc falls to the lowest empty cell of
its file, four in a row.  Gomoku: 15x15, free-style: five or more in a row; with `exact` a longer row does
not count. A full board without a row draws.  None of these choices shows before the ninth move of Gomoku.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import DRAW, Cell, Oracle, Ranks, name, other, rectangle, win

LINE_DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))


class Stones(NamedTuple):
    """Each player's stones, the mover, and the last stone placed."""

    stones: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int
    last: Cell | None


def run_length(stones: frozenset[Cell], through: Cell, direction: Cell) -> int:
    """How many stones stand in an unbroken row through this stone."""
    length = 1
    for sign in (1, -1):
        x, y = through
        while (x := x + sign * direction[0], y := y + sign * direction[1]) in stones:
            length += 1
    return length


class InARow(Oracle[Stones]):
    """Place stones in turn; a row of `length` through the last stone wins."""

    def __init__(
        self, files: int, ranks: int, length: int, gravity: bool = False, exact: bool = False
    ) -> None:
        self.cells = rectangle(files, ranks)
        self.length = length
        self.gravity = gravity
        self.exact = exact

    def start(self) -> Stones:
        return Stones((frozenset(), frozenset()), 1, None)

    def mover(self, position: Stones) -> int:
        return position.mover

    def options(self, position: Stones) -> list[tuple[str, Stones]]:
        first, second = position.stones
        occupied = first | second
        found = []
        for cell in self.cells:
            if cell in occupied:
                continue
            if self.gravity and cell[1] > 0 and (cell[0], cell[1] - 1) not in occupied:
                continue
            stones = (first | {cell}, second) if position.mover == 1 else (first, second | {cell})
            found.append((name(cell), Stones(stones, other(position.mover), cell)))
        return found

    def outcome(self, position: Stones) -> Ranks | None:
        if position.last is None:
            return None
        player = other(position.mover)
        for direction in LINE_DIRECTIONS:
            length = run_length(position.stones[player - 1], position.last, direction)
            if length == self.length or (length > self.length and not self.exact):
                return win(player)
        return DRAW if sum(map(len, position.stones)) == len(self.cells) else None


def tic_tac_toe() -> InARow:
    """Three in a row on 3x3."""
    return InARow(3, 3, 3)


def connect_four(files: int = 7, ranks: int = 6) -> InARow:
    """Four in a row, discs falling."""
    return InARow(files, ranks, 4, gravity=True)


def gomoku(size: int = 15, exact: bool = False) -> InARow:
    """Five or more in a row; exactly five with `exact`."""
    return InARow(size, size, 5, exact=exact)
