"""What a rule is worth to a seat: a score of pairs of games as Elo, with the test that bounds it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, lcm

from attrs import asdict

from gdl.support.values import frozen
from interpreter.statistics.intervals import LEVEL, Interval
from interpreter.statistics.ratings import PRIOR
from interpreter.statistics.ratings import elo as elo_by
from interpreter.statistics.score_test import Scores, scores_of

#: Bounds are those of a test with this risk.
RISK = 1 - LEVEL


@frozen
class Worth:
    """Something that was taken from one seat, and what that did."""

    #: `moves`, `effect`, `way`, `ending`, `captures`, `piece`, `direction`, `onto`, `leaving`
    what: str
    #: in English
    told: str
    file: str
    line: int
    column: int
    #: the first line of the text there; "" for what is no place in the rules
    text: str
    #: how many places in the rules say the same
    places: int
    #: what else takes the very same moves, and its mirror images on the board, which were counted with it
    same: tuple[str, ...]
    images: tuple[str, ...]
    #: in Elo, with its bounds, which may be infinite; None where it changed nothing, or was not tried
    elo: float | None
    low: float | None
    high: float | None
    #: the restricted seats' mean share of the win
    score: float
    #: how likely such a score would be if it were worth nothing: 5 % or less where 0 is outside the bounds
    p_value: float
    #: the same by Holm's correction for all that were tried, and how many these were
    adjusted_p_value: float
    among: int
    #: searching games, and in how many of them it made a difference
    games: int
    differing: int
    #: the same of random games
    random_games: int
    random_differing: int
    #: in so many of the searching games it left the seat without a move, or ended the game, before its first
    stuck: int

    @property
    def dead(self) -> bool:
        """Did it never make a difference?"""
        return self.tried and not self.differing and not self.random_differing

    @property
    def tried(self) -> bool:
        """Was it tried, or were the games of all that may be taken more than there was time for?"""
        return self.random_games > 0

    @property
    def sure(self) -> bool:
        """Is it worth something, by a test that is wrong for none of all that were tried, but one study in
        twenty?"""
        return self.adjusted_p_value <= RISK

    @property
    def doubt(self) -> str:
        """Why it may be chance, in words; empty where it is sure."""
        if self.sure:
            return ""
        return f"not sure as one of {self.among}" if self.p_value <= RISK else "may be chance"

    @property
    def told_with_images(self) -> str:
        """In English, with what was counted with it."""
        also = f"and its mirror image{'s' if len(self.images) > 1 else ''}: " if self.images else ""
        return f"{self.told} ({also}{'; '.join(self.images)})" if also else self.told

    @property
    def idle(self) -> bool:
        """Did it mostly leave the seat without any move? Then it is worth what the rules make of that."""
        return self.stuck > 0 and 2 * self.stuck > self.games

    @property
    def in_rules(self) -> bool:
        """Is it a place in the rules, rather than a kind of move?"""
        return bool(self.text)

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        bounds = {
            key: value if value is not None and isfinite(value) else None
            for key, value in (("low", self.low), ("high", self.high))
        }
        return {**asdict(self), **bounds, "dead": self.dead, "idle": self.idle, "tried": self.tried}


def pair_scores(pairs: Sequence[Sequence[float]], players: int) -> Scores:
    """What the restricted seats scored on average in each pair, from 0 to 1: the games of a pair share a seed
    (of mirror images there are two of each number), so pairs are independent, games are not."""
    whole = lcm(*range(1, players + 1))
    return scores_of(round(whole * sum(pair)) / (whole * len(pair)) for pair in pairs)


def worth_of(scores: Scores, players: int) -> Interval:
    """The Elo that was lost, with bounds, infinite where all was lost or nothing: those of the score. Half a
    game more, of which each had a fair share, keeps the value finite."""
    interval, games = scores.interval(), players * scores.count
    value = -elo_by((interval.value * games + PRIOR / players) / (games + PRIOR), players)
    low, high = (-elo_by(share, players) for share in (interval.high, interval.low))
    return Interval(min(high, max(low, value)), low, high, interval.level)
