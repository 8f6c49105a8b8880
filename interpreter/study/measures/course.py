"""The course of games between searches: what seats expect, and when who wins in the end comes to expect it.

The expectation of each seat, averaged over games, says little of a balanced game: it is near the middle
whenever the games are decided, half of them for either side. The expectation of *who won in the end* rises
from a fair share to everything, and where it rises the game is decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import asdict

from gdl.support.values import frozen
from interpreter.statistics.intervals import Interval
from interpreter.statistics.score_test import scores_of
from interpreter.study.measures.searched_games import PARTS, PLACES, Searched

#: The course is told up to the ply by which so large a part of the games has ended.
_ENDED = 0.95
#: Half of what there is to expect above an even chance.
HALF_WAY = 0.75


@frozen
class Moment:
    """What who won in the end expected after so many plies, as a score from 0 to 1, with its bounds; of games
    that were over by then it is 1."""

    ply: int
    expected: float
    low: float
    high: float


@frozen
class HalfWay:
    """By which ply who won in the end expected three quarters of the win, with its bounds, where these lie
    within what was told."""

    ply: int
    low: int
    high: int | None


@frozen
class Course:
    """What the players expect over the course of games, on average."""

    budget: int
    games: int
    #: for each player the expected score, from 0 to 1, at equal parts of the plies, both ends included
    expected: Mapping[str, tuple[float, ...]]
    #: how many of the games somebody won alone
    won: int = 0
    #: of these what the winner expected, by ply
    winner: tuple[Moment, ...] = ()

    @property
    def half_way(self) -> HalfWay | None:
        """Where half of it is decided; None where that is from the start, or nobody won."""
        reached = [
            next((each.ply for each in self.winner if getattr(each, which) >= HALF_WAY), None)
            for which in ("high", "expected", "low")
        ]
        low, ply, high = reached
        return None if not ply or low is None else HalfWay(ply, low, high)

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "budget": self.budget,
            "games": self.games,
            "expected": {player: list(scores) for player, scores in self.expected.items()},
            "won": self.won,
            "winner": [asdict(each) for each in self.winner],
        }


def course_of(games: Sequence[Searched], players: Sequence[str], budget: int) -> Course:
    """The course of the games that ended."""
    ended = [game.course for game in games if game.ended]
    means = [sum(column) / (PARTS * len(ended)) for column in zip(*ended, strict=True)] if ended else []
    expected = {name: tuple(means[PLACES * seat : PLACES * (seat + 1)]) for seat, name in enumerate(players)}
    won = [game for game in games if game.drama >= 0] if len(players) > 1 else []
    return Course(budget, len(ended), expected, len(won), tuple(_moments(won)))


def _moments(games: Sequence[Searched]) -> list[Moment]:
    """What the winners expected, at plies of equal distance."""
    if not games:
        return []
    lengths = sorted(game.plies for game in games)
    last = lengths[min(len(lengths) - 1, int(_ENDED * len(lengths)))]
    plies = dict.fromkeys(round(place * last / (PLACES - 1)) for place in range(PLACES))
    return [_moment(ply, scores_of(_expected(game, ply) for game in games).interval()) for ply in plies]


def _moment(ply: int, interval: Interval) -> Moment:
    return Moment(ply, interval.value, interval.low, interval.high)


def _expected(game: Searched, ply: int) -> float:
    """What the winner of a game expected after so many plies: at the last place of its course by then."""
    if ply >= game.plies:
        return 1.0
    seat = game.firsts.bit_length() - 1
    return game.course[PLACES * seat + ply * (PLACES - 1) // game.plies] / PARTS
