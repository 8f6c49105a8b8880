"""Numbers in documents that can be counted, each under the name that stands behind it there.

    there are five<!--counted: figure-3-could-take--> games of nine pawns

`tests/docs/test_counted.py` counts every number that is marked so, and holds it against the document. A count
comes of the sources' words and of nothing of ours; a share is given in per cent where the document does so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from attrs import frozen

from .board import small_board
from .solve import AtRandom, Solver, at_random, games_of_figure_3

#: Takes seconds to count.
SLOW = True


@frozen
class Count:
    """How a number is counted."""

    of: Callable[[], float]
    slow: bool = False


@cache
def _figure_3() -> tuple[int, int, int, int]:
    """Of the games on the words of figure 3 of Cornered: in how many Black could have taken the red cell and
    did not, in how many Black did, in how many of the former taking it wins, and with which pawn then."""
    games = games_of_figure_3(Solver(small_board("2a")))
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
    "cornered-random-wins-least": Count(lambda: min(_first_wins()), SLOW),
    "cornered-random-wins-most": Count(lambda: max(_first_wins()), SLOW),
    "cornered-random-score-1": Count(lambda: _mean_score("1a"), SLOW),
    "cornered-random-score-2": Count(lambda: _mean_score("2a"), SLOW),
    "cornered-random-score-3": Count(lambda: _mean_score("3a"), SLOW),
    "cornered-random-score-4": Count(lambda: _mean_score("4a"), SLOW),
}
