"""Congress (the last section of seed 004), and its option Quebec.

"Rassembler tous vos pions dans un groupe connecté, chacun étant orthogonalement adjacent à au moins un de
ses compagnons": all own pawns form one orthogonally connected group.  Move only, no capture.  No legal
move: pass; both blocked: draw (at once, at the depth of the move that blocked the second).

Quebec: captures allowed, and a lone pawn is connected.  Choices: if a capture connects both players, the
mover wins; if it connects only the opponent, the opponent wins.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, large_board, targets
from .common import DRAW, ORTHOGONAL, Cell, Oracle, Ranks, cell_named, name, other, win

WHITE_START = "d8 g8 a7 h5 a4 h2 b1 e1"
BLACK_START = "b8 e8 h7 a5 h4 a2 d1 g1"


def is_connected(pawns: frozenset[Cell]) -> bool:
    """Whether these pawns form one orthogonally connected group."""
    seen: set[Cell] = set()
    waiting = list(pawns)[:1]
    while waiting:
        x, y = waiting.pop()
        if (x, y) in pawns and (x, y) not in seen:
            seen.add((x, y))
            waiting.extend((x + dx, y + dy) for dx, dy in ORTHOGONAL)
    return len(seen) == len(pawns)


class CongressPosition(NamedTuple):
    """Each player's pawns, and who moves next."""

    pawns: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int


class Congress(Oracle[CongressPosition]):
    """Congress; `quebec` allows captures."""

    def __init__(self, colours: Colours | None = None, quebec: bool = False) -> None:
        self.colours = large_board() if colours is None else colours
        self.quebec = quebec

    def start(self) -> CongressPosition:
        white, black = (frozenset(map(cell_named, text.split())) for text in (WHITE_START, BLACK_START))
        return CongressPosition((white, black), 1)

    def mover(self, position: CongressPosition) -> int:
        return position.mover

    def pawn_moves(self, position: CongressPosition) -> list[tuple[str, CongressPosition]]:
        mine = position.pawns[position.mover - 1]
        theirs = position.pawns[other(position.mover) - 1]
        found = []
        for origin in sorted(mine):
            for cell in targets(self.colours, mine | theirs, origin):
                if cell in mine or (cell in theirs and not self.quebec):
                    continue
                moved, left = mine - {origin} | {cell}, theirs - {cell}
                pawns = (moved, left) if position.mover == 1 else (left, moved)
                found.append((f"{name(origin)}-{name(cell)}", CongressPosition(pawns, other(position.mover))))
        return found

    def options(self, position: CongressPosition) -> list[tuple[str, CongressPosition]]:
        passing = position._replace(mover=other(position.mover))
        return self.pawn_moves(position) or [("pass", passing)]

    def outcome(self, position: CongressPosition) -> Ranks | None:
        mover_before = other(position.mover)
        for player in (mover_before, position.mover):
            if is_connected(position.pawns[player - 1]):
                return win(player)
        if not self.pawn_moves(position) and not self.pawn_moves(position._replace(mover=mover_before)):
            return DRAW
        return None
