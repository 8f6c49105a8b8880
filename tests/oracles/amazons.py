"""The Game of the Amazons on 10x10.

Four amazons each (White a4 d1 g1 j4, Black a7 d10 g10 j7; White first).  A turn is two decisions of the
same player: an amazon moves as a chess queen over empty cells, then shoots an arrow from where it stands as
a queen moves; the arrow's cell is blocked for good.  The cell just left is empty for the shot.  A player
who cannot move loses.  `perft` counts decisions, `perft_turns` whole turns.
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from .common import AROUND, Cell, Oracle, Ranks, cell_named, name, other, rectangle, win


class Field(NamedTuple):
    """Each player's amazons, the arrows, the mover, and the amazon that must shoot (or None)."""

    amazons: tuple[frozenset[Cell], frozenset[Cell]]
    arrows: frozenset[Cell]
    mover: int
    shooter: Cell | None


class Amazons(Oracle[Field]):
    """The Game of the Amazons."""

    def __init__(self, size: int = 10, white: str = "a4 d1 g1 j4", black: str = "a7 d10 g10 j7") -> None:
        self.cells = frozenset(rectangle(size, size))
        self.white = frozenset(map(cell_named, white.split()))
        self.black = frozenset(map(cell_named, black.split()))

    def start(self) -> Field:
        return Field((self.white, self.black), frozenset(), 1, None)

    def mover(self, position: Field) -> int:
        return position.mover

    def queen_moves(self, blocked: Container[Cell], origin: Cell) -> list[Cell]:
        """The cells that a queen reaches from here."""
        found = []
        for dx, dy in AROUND:
            x, y = origin[0] + dx, origin[1] + dy
            while (x, y) in self.cells and (x, y) not in blocked:
                found.append((x, y))
                x, y = x + dx, y + dy
        return found

    def options(self, position: Field) -> list[tuple[str, Field]]:
        white, black = position.amazons
        blocked = white | black | position.arrows
        mover = position.mover
        if position.shooter is not None:
            return [
                (f"*{name(cell)}", Field(position.amazons, position.arrows | {cell}, other(mover), None))
                for cell in self.queen_moves(blocked, position.shooter)
            ]
        found = []
        for origin in sorted(position.amazons[mover - 1]):
            for to in self.queen_moves(blocked, origin):
                moved = position.amazons[mover - 1] - {origin} | {to}
                amazons = (moved, black) if mover == 1 else (white, moved)
                found.append((f"{name(origin)}-{name(to)}", Field(amazons, position.arrows, mover, to)))
        return found

    def outcome(self, position: Field) -> Ranks | None:
        if position.shooter is not None:
            return None
        blocked = position.amazons[0] | position.amazons[1] | position.arrows
        can_move = any(
            (x + dx, y + dy) in self.cells and (x + dx, y + dy) not in blocked
            for x, y in position.amazons[position.mover - 1]
            for dx, dy in AROUND
        )
        return None if can_move else win(other(position.mover))
