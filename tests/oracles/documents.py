"""Numbers in documents that can be counted, each under the name that stands behind it there.

    there are five<!--counted: figure-3-could-take--> games of nine pawns

`tests/docs/test_counted.py` counts every number that is marked so, and holds it against the document. A count
comes of the sources' words and of nothing of ours; a share is given in per cent where the document does so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

from attrs import frozen

from .apart import most_apart
from .board import large_board, small_board
from .boards import different_boards
from .common import DRAW, name
from .no_troika import Board, solution
from .solve import (
    AtRandom,
    Solver,
    Value,
    at_random,
    document_lines,
    games_of_figure_3,
    heap,
    other_replies,
)
from .triad import Triad, legal_slides
from .troika import Troika

#: Takes seconds to count.
SLOW = True
LONG = True


@frozen
class Count:
    """How a number is counted."""

    of: Callable[[], float]
    slow: bool = False
    #: it takes a minute
    long: bool = False


@cache
def _on(tile: str) -> Solver:
    return Solver(small_board(tile))


#: The line of the scenario "a winning opening of thirteen pawns".
OPENING = "d1 c3 d3 b1 b3 c4 d2 a2 a1 b2 a3 c2 d4"


@cache
def _other_replies() -> list[Value]:
    assert OPENING.split() in document_lines(_on("2a"))
    found = other_replies(_on("2a"), OPENING.split())
    assert all(value.wins for value in found)
    return found


def _figure_3_elsewhere() -> int:
    """As `_figure_3`, the last pawn: on the tiles that are not the second."""
    games = [game for tile in ("1a", "3a", "4a") for game in games_of_figure_3(_on(tile)).values()]
    return max(game.after.hurried for game in games if not game.taken and not game.after.wins)


def _boards_solved() -> int:
    """On how many boards Troika's pawns all find room without a line; solutions are played by its rules."""
    found = 0
    for colours in different_boards():
        cells = solution(Board(colours))
        found += cells is not None and Troika(colours).outcome(Troika(colours).play(map(name, cells))) == DRAW
    return found


@cache
def _apart() -> Counter[int]:
    """How many boards have room for how many pawns that keep apart."""
    return Counter(len(most_apart(board)) for board in different_boards())


#: The scenarios "Red sets up that Green has to attack Blue" of Triad, as far as Green's forced slide.
ATTACKED = "-3,1>2,1 +2,-1 4,-2>2,0 +-3,1 -1,3>-1,-1 +4,-1 -3,0>-2,0 +-1,-1 4,-1>1,2"


@cache
def _triad_drops() -> list[bool]:
    """For each cell where Green may then drop a piece, whether all that Blue can do takes Green's alone."""
    triad = Triad()
    *before, forced = ATTACKED.split()
    attacked = triad.play(before)
    assert [text for text, _ in triad.moves(attacked)] == [forced]
    found = []
    for _, after in triad.moves(triad.play([forced], attacked)):
        owner = dict(after.pieces)
        taken = [[owner[cell] for cell in cells] for _, _, cells in legal_slides(after.pieces, after.mover)]
        found.append(bool(taken) and all(set(each) == {2} for each in taken))
    return found


@cache
def _figure_3() -> tuple[int, int, int, int]:
    """Of the games on the words of figure 3 of Cornered: in how many Black could have taken the red cell and
    did not, in how many Black did, in how many of the former taking it wins, and with which pawn then."""
    games = games_of_figure_3(_on("2a"))
    missed = {game: value for game, value in games.items() if not value.taken}
    won = [value.after.hurried for value in missed.values() if not value.after.wins]
    return len(missed), len(games) - len(missed), len(won), max(won)


@cache
def _at_random(tile: str) -> AtRandom:
    return at_random(tile)


def _mean_score(tile: str) -> float:
    played = _at_random(tile)
    return played.first_wins * played.first_scores + (1 - played.first_wins) * played.second_scores


def _first_wins() -> list[float]:
    """How often the first player wins at random, in per cent, by tile: both faces come to the same."""
    return [100 * _at_random(tile).first_wins for tile in ("1a", "2a", "3a", "4a")]


COUNTED: Mapping[str, Count] = {
    "figure-3-could-take": Count(lambda: _figure_3()[0]),
    "figure-3-took": Count(lambda: _figure_3()[1]),
    "figure-3-taking-wins": Count(lambda: _figure_3()[2]),
    "figure-3-last-pawn": Count(lambda: _figure_3()[3]),
    "triad-drops": Count(lambda: len(_triad_drops())),
    "triad-drops-attacked": Count(lambda: sum(_triad_drops())),
    "troika-problem-solved": Count(lambda: _boards_solved(), SLOW, LONG),
    "figure-3-other-tiles": Count(_figure_3_elsewhere),
    "opening-lines": Count(lambda: len(document_lines(_on("2a")))),
    "opening-replies": Count(lambda: len(_other_replies())),
    "opening-soonest": Count(lambda: min(value.hurried for value in _other_replies())),
    "opening-latest": Count(lambda: max(value.hurried for value in _other_replies())),
    "nim-1": Count(lambda: heap(small_board("1a")), SLOW),
    "nim-2": Count(lambda: heap(small_board("2a"))),
    "nim-3": Count(lambda: heap(small_board("3a")), SLOW),
    "nim-4": Count(lambda: heap(small_board("4a")), SLOW),
    "boards": Count(lambda: len({tuple(board.items()) for board in different_boards()}), SLOW),
    "apart-14": Count(lambda: _apart()[14], SLOW, LONG),
    "apart-15": Count(lambda: _apart()[15], SLOW, LONG),
    "apart-16": Count(lambda: _apart()[16], SLOW, LONG),
    "apart-17": Count(lambda: _apart()[17], SLOW, LONG),
    "apart-standard": Count(lambda: len(most_apart(large_board()))),
    "cornered-random-wins-least": Count(lambda: min(_first_wins()), SLOW),
    "cornered-random-wins-most": Count(lambda: max(_first_wins()), SLOW),
    "cornered-random-score-1": Count(lambda: _mean_score("1a"), SLOW),
    "cornered-random-score-2": Count(lambda: _mean_score("2a"), SLOW),
    "cornered-random-score-3": Count(lambda: _mean_score("3a"), SLOW),
    "cornered-random-score-4": Count(lambda: _mean_score("4a"), SLOW),
}
