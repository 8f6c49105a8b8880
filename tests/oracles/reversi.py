"""Reversi (Othello) on 8x8.

The start is d5 and e4 dark, d4 and e5 light; dark moves first.  A disc must outflank at least one enemy
disc in one of eight directions and turns over every disc that it outflanks.  A player who can turn none
passes ("pass" counts as a move); when neither can, the game ends at once, and more discs win.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import AROUND, DRAW, Cell, Oracle, Ranks, cell_named, name, other, rectangle, win

CELLS = rectangle(8, 8)


class Discs(NamedTuple):
    """Each player's discs and the mover."""

    discs: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int


def turned(own: frozenset[Cell], theirs: frozenset[Cell], cell: Cell) -> set[Cell]:
    """The enemy discs that a disc placed here outflanks."""
    found: set[Cell] = set()
    for dx, dy in AROUND:
        flanked = []
        x, y = cell[0] + dx, cell[1] + dy
        while (x, y) in theirs:
            flanked.append((x, y))
            x, y = x + dx, y + dy
        if (x, y) in own:
            found.update(flanked)
    return found


class Reversi(Oracle[Discs]):
    """Reversi with the usual start."""

    def start(self) -> Discs:
        dark = frozenset(map(cell_named, ("d5", "e4")))
        light = frozenset(map(cell_named, ("d4", "e5")))
        return Discs((dark, light), 1)

    def mover(self, position: Discs) -> int:
        return position.mover

    def placements(self, position: Discs) -> list[tuple[str, Discs]]:
        own = position.discs[position.mover - 1]
        theirs = position.discs[other(position.mover) - 1]
        found = []
        for cell in CELLS:
            if cell in own or cell in theirs:
                continue
            flipped = turned(own, theirs, cell)
            if flipped:
                new_own, new_theirs = own | flipped | {cell}, theirs - flipped
                discs = (new_own, new_theirs) if position.mover == 1 else (new_theirs, new_own)
                found.append((name(cell), Discs(discs, other(position.mover))))
        return found

    def options(self, position: Discs) -> list[tuple[str, Discs]]:
        return self.placements(position) or [("pass", position._replace(mover=other(position.mover)))]

    def outcome(self, position: Discs) -> Ranks | None:
        passed = position._replace(mover=other(position.mover))
        if self.placements(position) or self.placements(passed):
            return None
        dark, light = map(len, position.discs)
        return DRAW if dark == light else win(1 if dark > light else 2)
