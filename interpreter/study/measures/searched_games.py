"""A game between searches in a few numbers: leads, drama, when it was decided, what the players expected.

Of each game these are kept; what is no count among them is in parts, so that sums are exact in any order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from attrs import asdict

from gdl.support.values import frozen
from interpreter.engines.interface import first_placed
from interpreter.match.score import points
from interpreter.statistics.intervals import Interval
from interpreter.statistics.score_test import scores_of

if TYPE_CHECKING:
    from interpreter.study.searching.games import Watched

#: Numbers between are kept as whole numbers of these parts, so that their sums are exact in any order.
PARTS = 1_000_000
#: What the players expect is told at so many places of the course of a game, both ends among them.
PLACES = 21


@frozen
class Searched:
    """A game between searches; what is no count is in parts."""

    ended: bool
    overflowed: bool
    plies: int
    #: who came first, as bits
    firsts: int
    #: the sum over its plies of the effective number of moves
    effective: int
    #: how often a position that was searched was compared with the one before, and the leader was another
    compared: int
    changes: int
    #: how dramatic it was, and after which part of its plies it was decided; -1 of games without a single
    #: winner, and where no position was searched
    drama: int
    decided: int
    #: the way that it took
    way: str
    #: what each player expects, as a score from 0 to 1, at each place of its course: one player after another
    course: tuple[int, ...]

    def as_row(self) -> list[Any]:
        """As JSON has it."""
        return [
            int(self.ended), int(self.overflowed), self.plies, self.firsts, self.effective, self.compared,
            self.changes, self.drama, self.decided, self.way, *self.course,
        ]  # fmt: skip

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> Searched:
        """From JSON."""
        plies, firsts, effective, compared, changes, drama, decided, way, *course = row[2:]
        return cls(
            bool(row[0]), bool(row[1]), plies, firsts, effective, compared, changes, drama, decided, way,
            tuple(course),
        )  # fmt: skip


def searched(game: Watched) -> Searched:
    """The numbers of a game."""
    thought = [(ply, seen.expected) for ply, seen in enumerate(game.plies) if seen.expected]
    scores = [(ply, tuple((each + 1) / 2 for each in expected)) for ply, expected in thought]
    firsts = first_placed(game.ranks)
    leaders = _leaders([expected for _, expected in scores])
    drama, decided = -1.0, -1.0
    if game.ended and firsts.bit_count() == 1 and scores:
        winner = firsts.bit_length() - 1
        drama = _drama([expected for _, expected in scores], winner)
        decided = _decided(scores, winner, len(game.plies))
    return Searched(
        game.ended,
        game.overflowed,
        len(game.plies),
        firsts,
        round(PARTS * sum(exp(seen.entropy) for seen in game.plies)),
        max(0, len(leaders) - 1),
        sum(now != before for before, now in pairwise(leaders)),
        round(PARTS * drama),
        round(PARTS * decided),
        game.fingerprint,
        _course(game, scores),
    )


def _leaders(scores: Sequence[Sequence[float]]) -> list[int]:
    """Who expects most in each position, from the first in which one does; among equals who did before."""
    leaders: list[int] = []
    for expected in scores:
        best = max(expected)
        if leaders and expected[leaders[-1]] == best:
            leaders.append(leaders[-1])
        elif expected.count(best) == 1:
            leaders.append(expected.index(best))
        elif leaders:
            leaders.append(leaders[-1])
    return leaders


def _drama(scores: Sequence[Sequence[float]], winner: int) -> float:
    behind = [max(expected) - expected[winner] for expected in scores]
    trailing = [sqrt(each) for each in behind if each > 0]
    return sum(trailing) / len(trailing) if trailing else 0.0


def _decided(scores: Sequence[tuple[int, Sequence[float]]], winner: int, plies: int) -> float:
    """The part of the plies up to the last one before which the winner did not lead alone."""
    for ply, expected in reversed(scores):
        if any(each >= expected[winner] for seat, each in enumerate(expected) if seat != winner):
            return (ply + 1) / plies
    return 0.0


def _course(game: Watched, scores: Sequence[tuple[int, Sequence[float]]]) -> tuple[int, ...]:
    """What each player expects at each place: by the last position before it that was searched."""
    players = len(game.ranks)
    known: Sequence[float] = scores[0][1] if scores else (0.5,) * players
    at = [known]
    later = iter(scores)
    following = next(later, None)
    for place in range(1, PLACES):
        while following is not None and following[0] * (PLACES - 1) <= place * len(game.plies):
            known, following = following[1], next(later, None)
        at.append(known)
    if game.ended:
        at[-1] = tuple(points(game.ranks))
    return tuple(round(PARTS * expected[seat]) for seat in range(players) for expected in at)


# --- The course of games: what seats expect, and when who wins in the end comes to expect it ----------------
#
# The expectation of each seat, averaged over games, says little of a balanced game: it is near the middle
# whenever the games are decided, half of them for either side. The expectation of *who won in the end* rises
# from a fair share to everything, and where it rises the game is decided.

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
