"""Isolation.

Place a pawn, eight each, "so that no two pawns of either colour are en prise to each other, tested in both
directions after the placement. Option: only opposite colours count. The last able to place wins."

Two pawns are en prise if either could move onto the other's cell, each by the colour of the cell it stands
on and with every pawn on the board blocking.  When all 16 are down, the player to place cannot, and the
last placer wins.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, large_board, targets
from .common import Cell, Oracle, Ranks, name, other, win

PAWNS_EACH = 8


class IsolationPosition(NamedTuple):
    """Each player's pawns, and who places next."""

    pawns: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int


class Isolation(Oracle[IsolationPosition]):
    """Isolation; with `opposite_only` pawns of one colour may be en prise to each other."""

    def __init__(self, colours: Colours | None = None, opposite_only: bool = False) -> None:
        self.colours = large_board() if colours is None else colours
        self.opposite_only = opposite_only

    def start(self) -> IsolationPosition:
        return IsolationPosition((frozenset(), frozenset()), 1)

    def mover(self, position: IsolationPosition) -> int:
        return position.mover

    def is_isolated(self, white: frozenset[Cell], black: frozenset[Cell]) -> bool:
        """Whether no pawn could move onto another that counts."""
        everyone = white | black
        for pawn in everyone:
            enemies = black if pawn in white else white
            forbidden = enemies if self.opposite_only else everyone
            if any(cell in forbidden for cell in targets(self.colours, everyone, pawn)):
                return False
        return True

    def options(self, position: IsolationPosition) -> list[tuple[str, IsolationPosition]]:
        white, black = position.pawns
        if len(position.pawns[position.mover - 1]) == PAWNS_EACH:
            return []
        found = []
        for cell in self.colours:
            if cell in white or cell in black:
                continue
            pawns = (white | {cell}, black) if position.mover == 1 else (white, black | {cell})
            if self.is_isolated(*pawns):
                found.append((name(cell), IsolationPosition(pawns, other(position.mover))))
        return found

    def outcome(self, position: IsolationPosition) -> Ranks | None:
        return None if self.options(position) else win(other(position.mover))
