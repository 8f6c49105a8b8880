"""Breakthrough (Dan Troyka), on 8x8 unless said otherwise.

Two rows of pawns each; the first player below.  A pawn moves one cell straight or diagonally forward to an
empty cell, or captures diagonally forward only.  Reaching the far row wins, and so does taking every enemy
pawn.  (A player with a pawn always has a move, since a pawn can always leave or take diagonally or the game
is over.)
"""

from __future__ import annotations

from typing import NamedTuple

from .common import Cell, Oracle, Ranks, name, other, rectangle, win


class Pawns(NamedTuple):
    """Each player's pawns and the mover."""

    pawns: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int


class Breakthrough(Oracle[Pawns]):
    """Breakthrough on a board of so many files and ranks."""

    def __init__(self, files: int = 8, ranks: int = 8) -> None:
        self.cells = frozenset(rectangle(files, ranks))
        self.last = ranks - 1

    def start(self) -> Pawns:
        lower = frozenset(cell for cell in self.cells if cell[1] <= 1)
        upper = frozenset(cell for cell in self.cells if cell[1] >= self.last - 1)
        return Pawns((lower, upper), 1)

    def mover(self, position: Pawns) -> int:
        return position.mover

    def options(self, position: Pawns) -> list[tuple[str, Pawns]]:
        mover = position.mover
        own, theirs = position.pawns[mover - 1], position.pawns[other(mover) - 1]
        forward = 1 if mover == 1 else -1
        found = []
        for x, y in sorted(own):
            for dx in (-1, 0, 1):
                to = (x + dx, y + forward)
                if to not in self.cells or to in own or (dx == 0 and to in theirs):
                    continue
                moved, left = own - {(x, y)} | {to}, theirs - {to}
                pawns = (moved, left) if mover == 1 else (left, moved)
                found.append((f"{name((x, y))}-{name(to)}", Pawns(pawns, other(mover))))
        return found

    def outcome(self, position: Pawns) -> Ranks | None:
        lower, upper = position.pawns
        if any(y == self.last for _, y in lower) or not upper:
            return win(1)
        if any(y == 0 for _, y in upper) or not lower:
            return win(2)
        return None
