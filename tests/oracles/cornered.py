"""Cornered, Quartermaster, and the match over several games (seed 004).

"Le premier pion peut être placé n'importe où, mais chaque pion suivant doit être placé sur une case en
prise depuis la case précédente. Le dernier joueur capable de placer un pion gagne et marque 1 point pour
chaque pion sur le plateau."

Quartermaster: "le premier pion peut être placé n'importe où sur le tablier 8×8 complet, et la zone de jeu
de 4×4 cases sera définie par les deux pions placés les plus éloignés l'un de l'autre": the bounding box of
all pawns stays within 4x4.

Match: "Jouez jusqu'à ce qu'un joueur atteigne 15 points"; the first player alternates.  With `resign`, a
player may give up instead of placing, "abandonne pour minimiser ses pertes": the opponent scores the pawns
then on the board.  Choice: nobody resigns on an empty board, where it would give nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, en_prise, large_board, small_board
from .common import Cell, Oracle, Ranks, name, other, win

Placed = tuple[Cell, ...]
"""The pawns in the order in which they were placed; the first player's are the 1st, 3rd, 5th ..."""


class Cornered(Oracle[Placed]):
    """Cornered on a 4x4 board, or with `box` the same on any board within a box of that side."""

    def __init__(self, colours: Colours | None = None, box: int | None = None) -> None:
        self.colours = small_board() if colours is None else colours
        self.box = box

    def start(self) -> Placed:
        return ()

    def mover(self, position: Placed) -> int:
        return 1 + len(position) % 2

    def cells(self, position: Placed) -> list[Cell]:
        """Where the next pawn may go."""
        if not position:
            return list(self.colours)
        return [
            cell for cell in en_prise(self.colours, position, position[-1]) if self.fits((*position, cell))
        ]

    def fits(self, pawns: Placed) -> bool:
        """Whether the bounding box of these pawns is small enough."""
        if self.box is None:
            return True
        xs, ys = [x for x, _ in pawns], [y for _, y in pawns]
        return max(xs) - min(xs) < self.box and max(ys) - min(ys) < self.box

    def options(self, position: Placed) -> list[tuple[str, Placed]]:
        return [(name(cell), (*position, cell)) for cell in self.cells(position)]

    def outcome(self, position: Placed) -> Ranks | None:
        return None if self.cells(position) else win(other(self.mover(position)))

    def score(self, position: Placed) -> int:
        """What the winner of a finished game scores."""
        return len(position)


def quartermaster(colours: Colours | None = None) -> Cornered:
    """Quartermaster: the whole 8x8 board, all pawns within 4x4."""
    return Cornered(large_board() if colours is None else colours, box=4)


class MatchPosition(NamedTuple):
    """A match: the points of both, who began the present game, and its pawns."""

    scores: tuple[int, int]
    first: int
    placed: Placed


class Match(Oracle[MatchPosition]):
    """Several games of Cornered, to 15 points or more."""

    def __init__(self, game: Cornered | None = None, target: int = 15, resign: bool = False) -> None:
        self.game = Cornered() if game is None else game
        self.target = target
        self.resign = resign

    def start(self) -> MatchPosition:
        return MatchPosition((0, 0), 1, ())

    def mover(self, position: MatchPosition) -> int:
        return position.first if len(position.placed) % 2 == 0 else other(position.first)

    def scored(self, position: MatchPosition, winner: int, points: int) -> MatchPosition:
        """The match after a game: the points are added, and the other player begins the next game."""
        one, two = position.scores
        scores = (one + points, two) if winner == 1 else (one, two + points)
        return MatchPosition(scores, other(position.first), ())

    def options(self, position: MatchPosition) -> list[tuple[str, MatchPosition]]:
        mover = self.mover(position)
        found = []
        for text, placed in self.game.options(position.placed):
            if self.game.outcome(placed) is None:
                found.append((text, position._replace(placed=placed)))
            else:
                found.append((text, self.scored(position, mover, self.game.score(placed))))
        if self.resign and position.placed:
            found.append(("resign", self.scored(position, other(mover), len(position.placed))))
        return found

    def outcome(self, position: MatchPosition) -> Ranks | None:
        if max(position.scores) < self.target:
            return None
        return win(1 if position.scores[0] > position.scores[1] else 2)
