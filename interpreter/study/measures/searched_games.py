"""A game between searches in a few numbers: leads, drama, when it was decided, what the players expected.

Of each game these are kept; what is no count among them is in parts, so that sums are exact in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from gdl.support.values import frozen
from interpreter.engines.interface import first_placed
from interpreter.match.score import points

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
