"""Isolation.

Place a pawn, eight each, "so that no two pawns of either colour are en prise to each other, tested in both
directions after the placement. Option: only opposite colours count. The last able to place wins."

Two pawns are en prise if either could move onto the other's cell, each by the colour of the cell it stands
on and with every pawn on the board blocking.  When all 16 are down, the player to place cannot, and the
last placer wins; with `endless` nobody runs out of pawns.

The author's page: "you can treat it as a solitaire and seek to place as many pawns on the board as
possible in accordance with this requirement. I've tried it several times and never managed to place more
than 12 pawns successfully. Can you do better?" As a solitaire the game is won with so many pawns, 13
unless told otherwise, once no further one can be placed.
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

    def __init__(self, colours: Colours | None = None, opposite_only: bool = False,
                 endless: bool = False) -> None:  # fmt: skip
        self.colours = large_board() if colours is None else colours
        self.opposite_only = opposite_only
        self.endless = endless

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
        if len(position.pawns[position.mover - 1]) == PAWNS_EACH and not self.endless:
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


class Solitaire(Oracle[frozenset[Cell]]):
    """As many pawns as find room; so many win."""

    def __init__(self, colours: Colours | None = None, goal: int = 13) -> None:
        self.game, self.goal = Isolation(colours), goal

    def start(self) -> frozenset[Cell]:
        return frozenset()

    def mover(self, position: frozenset[Cell]) -> int:
        return 1

    def options(self, position: frozenset[Cell]) -> list[tuple[str, frozenset[Cell]]]:
        tried = ((cell, position | {cell}) for cell in self.game.colours if cell not in position)
        return [(name(cell), after) for cell, after in tried if self.game.is_isolated(after, frozenset())]

    def outcome(self, position: frozenset[Cell]) -> Ranks | None:
        if self.options(position):
            return None
        return (1,) if len(position) >= self.goal else (2,)
