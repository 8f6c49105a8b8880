"""Cornered on 4x4, solved exactly.

Besides who wins, two lengths (the number of pawns down when the game ends) are computed under perfect play:
`hurried`, where the winner ends the game as soon as the loser lets him ("la modification de l'un des
mouvements noirs ... produit une victoire pour les blancs en moins de mouvements"), and `scored`, where the
winner wants as many pawns on the board as he can force and the loser as few, since each is a point.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .board import TILES, Colours, small_board
from .common import Cell, cell_named, name
from .cornered import Cornered, Placed


class Value(NamedTuple):
    """Whether the player to place wins, and the two lengths."""

    wins: bool
    hurried: int
    scored: int


class Solver:
    """Perfect play on one board."""

    def __init__(self, colours: Colours) -> None:
        self.game = Cornered(colours)
        self.value = cache(self.compute)

    def of(self, placed: Placed) -> Value:
        """The value of a position; only which cells are taken and the last one matter."""
        return self.value(frozenset(placed), placed[-1] if placed else None)

    def compute(self, taken: frozenset[Cell], last: Cell | None) -> Value:
        placed = () if last is None else (*(taken - {last}), last)
        replies = [self.of((*placed, cell)) for cell in self.game.cells(placed)]
        won = [reply for reply in replies if not reply.wins]
        if won:
            return Value(True, min(r.hurried for r in won), max(r.scored for r in won))
        if replies:
            return Value(False, max(r.hurried for r in replies), min(r.scored for r in replies))
        return Value(False, len(placed), len(placed))


def first_cells(tile: str) -> dict[str, Value]:
    """For each first cell, its value for the *first* player."""
    solver = Solver(small_board(tile))
    found = {}
    for cell in solver.game.colours:
        reply = solver.of((cell,))
        found[name(cell)] = Value(not reply.wins, reply.hurried, reply.scored)
    return found


class OfFigure3(NamedTuple):
    """Whether Black takes the red cell with pawn 8, and what the position after that is worth to White."""

    taken: bool
    after: Value


def games_of_figure_3(solver: Solver) -> dict[str, OfFigure3]:
    """The games of nine pawns that fit the words on the three figures: pawn 1 on green, pawn 2 on blue, and
    in the reach of pawn 7 a red cell midway between pawns 1 and 4."""
    colours = solver.game.colours
    found: dict[str, OfFigure3] = {}

    def explore(placed: Placed) -> None:
        if len(placed) == 9:
            (x1, y1), (x4, y4) = placed[0], placed[3]
            red = ((x1 + x4) // 2, (y1 + y4) // 2)
            midway = {abs(x1 - x4), abs(y1 - y4)} <= {0, 2} and colours[red] == "R"
            over = not list(solver.game.cells(placed))
            if over and midway and red in solver.game.cells(placed[:7]):
                after = solver.of((*placed[:7], red))
                found[" ".join(map(name, placed))] = OfFigure3(placed[7] == red, after)
            return
        for cell in solver.game.cells(placed):
            if len(placed) >= 2 or colours[cell] == "GB"[len(placed)]:
                explore((*placed, cell))

    explore(())
    return found


class AtRandom(NamedTuple):
    """If both place at random: how often the first player wins, and the mean score of each one's wins."""

    first_wins: float
    first_scores: float
    second_scores: float


def at_random(tile: str) -> AtRandom:
    """Worked out exactly, over all games."""
    game = Cornered(small_board(tile))

    @cache
    def lengths(taken: frozenset[Cell], last: Cell | None) -> dict[int, float]:
        placed = () if last is None else (*(taken - {last}), last)
        cells = list(game.cells(placed))
        found: dict[int, float] = {} if cells else {len(placed): 1.0}
        for cell in cells:
            for length, chance in lengths(taken | {cell}, cell).items():
                found[length] = found.get(length, 0.0) + chance / len(cells)
        return found

    by_length = lengths(frozenset(), None)
    chances, points = [0.0, 0.0], [0.0, 0.0]
    for length, chance in by_length.items():
        chances[length % 2] += chance
        points[length % 2] += chance * length
    return AtRandom(chances[1], points[1] / chances[1], points[0] / chances[0])


DOCUMENT_COLOURS = {"d1": "G", "c3": "R", "b2": "B", "a1": "Y", "b4": "Y"}
"""The colours that seed 004 names in its example of a winning opening."""


def faces_with_document_colours() -> list[tuple[str, int]]:
    """The faces and clockwise quarter turns on which the cells of the example have the colours it names."""
    return [
        (tile, turns)
        for tile in TILES
        for turns in range(4)
        if all(
            small_board(tile, turns)[cell_named(cell)] == colour for cell, colour in DOCUMENT_COLOURS.items()
        )
    ]


def document_lines(solver: Solver, length: int = 13) -> list[list[str]]:
    """The lines after d1 c3 that have the example's properties.

    White's every placement wins; every other reply that Black had would have let White force the win in fewer
    than `length` pawns ("la modification de l'un des mouvements noirs montrés ici produit une victoire pour
    les blancs en moins de mouvements"); pawn number `length` ends the game, and so would one on b4 in its
    place ("le coup 13 aurait tout aussi bien pu être joué sur la case jaune b4").
    """
    b4 = cell_named("b4")
    found: list[list[str]] = []

    def explore(placed: Placed) -> None:
        cells = solver.game.cells(placed)
        if len(placed) == length - 1:
            ends = [cell for cell in cells if not solver.game.cells((*placed, cell))]
            if b4 in ends:
                found.extend([name(c) for c in (*placed, cell)] for cell in ends if cell != b4)
            return
        if len(placed) % 2 == 0:
            following = [cell for cell in cells if not solver.of((*placed, cell)).wins]
        else:
            late = [cell for cell in cells if solver.of((*placed, cell)).hurried >= length]
            following = {0: cells, 1: late}.get(len(late), [])
        for cell in following:
            explore((*placed, cell))

    explore((cell_named("d1"), cell_named("c3")))
    return found


def other_replies(solver: Solver, line: list[str]) -> list[Value]:
    """What each placement is worth to White that Black could have chosen instead of one in this line."""
    placed = tuple(map(cell_named, line))
    return [
        solver.of((*placed[:at], cell))
        for at in range(1, len(placed), 2)
        for cell in solver.game.cells(placed[:at])
        if cell != placed[at]
    ]


def heap(colours: Colours) -> int:
    """The heap of Nim that Cornered's empty board is worth: the least number that no move leads to."""
    game = Cornered(colours)

    @cache
    def worth(taken: frozenset[Cell], last: Cell | None) -> int:
        placed = () if last is None else (*(taken - {last}), last)
        following = {worth(taken | {cell}, cell) for cell in game.cells(placed)}
        return next(number for number in range(len(following) + 1) if number not in following)

    return worth(frozenset(), None)
