"""Battle Stations, by the words of its entry at BoardGameGeek.

"Stations - You each in turn place a pawn anywhere on the board." "The battle - With all 16 pawns in place,
you each in turn capture an opposing pawn following the normal rules of movement in Katarenga. If you can
capture you must. If there are multiple capture possibilities, you can choose. If you can't capture, you
must pass. You keep on passing until either you can capture again or both players have to pass. The game is
won by whoever has the most pawns left on the board or, in case of a tie, by the second player."

The game is over when both have passed in a row, which is the second pass.  Texts: `d4`, `d4-d6`, `pass`.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, large_board, targets
from .common import Cell, Oracle, Ranks, name, other, win

PAWNS_EACH = 8


class BattlePosition(NamedTuple):
    """Each player's pawns on the board, how many were placed, the passes in a row, and who moves next."""

    pawns: tuple[frozenset[Cell], frozenset[Cell]]
    placed: int
    passes: int
    mover: int


class BattleStations(Oracle[BattlePosition]):
    """Placing, then capturing."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def start(self) -> BattlePosition:
        return BattlePosition((frozenset(), frozenset()), 0, 0, 1)

    def mover(self, position: BattlePosition) -> int:
        return position.mover

    def options(self, position: BattlePosition) -> list[tuple[str, BattlePosition]]:
        mover, placed = position.mover, position.placed
        mine, theirs = position.pawns[mover - 1], position.pawns[other(mover) - 1]

        def after(own: frozenset[Cell], left: frozenset[Cell], count: int, passes: int) -> BattlePosition:
            return BattlePosition((own, left) if mover == 1 else (left, own), count, passes, other(mover))

        if placed < 2 * PAWNS_EACH:
            empty = [cell for cell in self.colours if cell not in mine | theirs]
            return [(name(cell), after(mine | {cell}, theirs, placed + 1, 0)) for cell in empty]
        captures = [
            (f"{name(origin)}-{name(cell)}", after(mine - {origin} | {cell}, theirs - {cell}, placed, 0))
            for origin in sorted(mine)
            for cell in targets(self.colours, mine | theirs, origin)
            if cell in theirs
        ]
        return captures or [("pass", after(mine, theirs, placed, position.passes + 1))]

    def outcome(self, position: BattlePosition) -> Ranks | None:
        if position.passes < 2:
            return None
        white, black = map(len, position.pawns)
        return win(1 if white > black else 2)
