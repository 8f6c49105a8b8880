"""What the games of a match say about the players, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log10, sqrt

from attrs import frozen

from interpreter.match.play import Match, Played

#: How many standard deviations 95 of 100 fall within.
Z = 1.959964


@frozen
class Estimate:
    """A mean of numbers from 0 to 1, and within which bounds the truth is with 95 %."""

    mean: float
    low: float
    high: float


def estimate(values: Sequence[float]) -> Estimate:
    """The mean with Wilson's interval.

    Numbers between 0 and 1 vary at most as much as zeros and ones of the same mean do, so with draws among
    them the interval is rather too wide than too narrow.
    """
    count = len(values)
    if not count:
        return Estimate(0.5, 0.0, 1.0)
    mean = sum(values) / count
    middle = (mean + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z * sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
    # by rounding alone, the bounds of a mean of 0 or 1 would be just short of it
    return Estimate(mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


def elo(score: float) -> float:
    """The difference in Elo's ratings by which one would be expected to score so."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def shares(ranks: Sequence[float]) -> list[float]:
    """Each player's share of the win: who share the first place divide it. One player alone wins or not."""
    if len(ranks) == 1:
        return [1.0 if ranks[0] == 1.0 else 0.0]
    best = min(ranks)
    first = sum(rank == best for rank in ranks)
    return [1 / first if rank == best else 0.0 for rank in ranks]


def points(ranks: Sequence[float]) -> list[float]:
    """Each player's points by rank: 1 for the first, 0 for the last, evenly between."""
    if len(ranks) == 1:
        return shares(ranks)
    return [(len(ranks) - rank) / (len(ranks) - 1) for rank in ranks]


@frozen
class Standing:
    """One player's part in a match."""

    name: str
    #: seats that it had in each game
    seats: int
    #: games alone in the first place, games that were drawn by all, and the others
    wins: int
    draws: int
    losses: int
    #: its share of the wins, and what that would be if all were equal
    won: Estimate
    fair: float
    #: its points by rank, on average over its seats
    points: Estimate
    decisions: int
    seconds: float

    @property
    def per_move(self) -> float:
        """Seconds for a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


@frozen
class Score:
    """A match as far as it was played."""

    games: int
    finished: int
    draws: int
    #: games of which the result cannot be trusted, since something was more than they can hold
    overflowed: int
    #: decisions in a game, on average
    length: float
    standings: tuple[Standing, ...]
    #: the share of the wins that each seat had
    seats: tuple[Estimate, ...]
    #: of two players with a seat each: the first one's advantage in Elo, with its bounds
    elo: tuple[float, float, float] | None


def score(match: Match, played: Sequence[Played]) -> Score:
    """What the games played so far come to. One that was not finished counts as shared by all."""
    count = len(played)
    standings = tuple(_standing(match, played, entrant) for entrant in range(len(match.entrants)))
    won = [shares(each.ranks) for each in played]
    pair = len(standings) == 2 and match.seats == 2
    first = standings[0].won
    return Score(
        games=count,
        finished=sum(each.finished for each in played),
        draws=sum(each.finished and drawn(each) for each in played),
        overflowed=sum(each.overflow is not None for each in played),
        length=sum(each.plies for each in played) / count if count else 0.0,
        standings=standings,
        seats=tuple(estimate([each[seat] for each in won]) for seat in range(match.seats)),
        elo=(elo(first.mean), elo(first.low), elo(first.high)) if pair and count else None,
    )


def drawn(played: Played) -> bool:
    """Do all share one rank? (A game for one is won or lost.)"""
    return len(played.ranks) > 1 and len(set(played.ranks)) == 1


def _standing(match: Match, played: Sequence[Played], entrant: int) -> Standing:
    seats = match.entrants_of(0).count(entrant)
    won, by_rank, wins = [], [], 0
    for each in played:
        mine = [seat for seat, who in enumerate(each.entrants) if who == entrant]
        share = sum(shares(each.ranks)[seat] for seat in mine)
        won.append(share)
        by_rank.append(sum(points(each.ranks)[seat] for seat in mine) / len(mine))
        wins += share == 1.0 and not drawn(each)
    draws = sum(map(drawn, played))
    pairs = [
        (each.decisions[seat], each.seconds[seat])
        for each in played
        for seat, who in enumerate(each.entrants)
        if who == entrant
    ]
    return Standing(
        str(match.entrants[entrant]),
        seats,
        wins,
        draws,
        len(played) - wins - draws,
        estimate(won),
        seats / match.seats,
        estimate(by_rank),
        sum(decisions for decisions, _ in pairs),
        sum(seconds for _, seconds in pairs),
    )
