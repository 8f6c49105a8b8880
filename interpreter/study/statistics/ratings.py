"""Ratings of players by their games: the Bradley-Terry model, told in Elo.

R. A. Bradley, M. E. Terry, *Rank Analysis of Incomplete Block Designs: I*, 1952; fitted by minorisation and
maximisation (D. R. Hunter, *MM algorithms for generalized Bradley-Terry models*, 2004). Intervals by the
bootstrap over pairs of games, since the two games of a pair, with seats changed, are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log10
from random import Random

from attrs import frozen

from interpreter.study.statistics.intervals import LEVEL, Interval

#: A player who won all games is as strong as can be: so much of a drawn game with everybody keeps ratings
#: finite (the prior of a half game of Bayesian Elo's kind).
PRIOR = 0.5
#: The fit ends when no strength changes by more than this part, or after so many rounds.
_CLOSE, _ROUNDS = 1e-10, 10_000


@frozen
class Pairing:
    """What one player scored against another: the sum over so many games, each between 0 and 1."""

    one: int
    other: int
    score: float
    games: int


def elo(score: float) -> float:
    """The difference in Elo's ratings by which one is expected to score so."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def ratings(pairings: Sequence[Pairing], players: int, prior: float = PRIOR) -> list[float]:
    """Each player's rating in Elo; their mean is 0. `prior` is what everybody has drawn with everybody.

    Without a prior, who has won or lost all games has no finite rating, and it raises ValueError.
    """
    won = [[0.0] * players for _ in range(players)]
    for each in pairings:
        won[each.one][each.other] += each.score
        won[each.other][each.one] += each.games - each.score
    for a in range(players):
        for b in range(players):
            if a != b:
                won[a][b] += prior / 2
    if any(sum(won[a]) <= 0 or sum(row[a] for row in won) <= 0 for a in range(players)) and players > 1:
        raise ValueError("a player has won, or lost, all games: there is no finite rating without a prior")
    strength = [1.0] * players
    for _ in range(_ROUNDS):
        before = list(strength)
        for a in range(players):
            expected = sum(
                (won[a][b] + won[b][a]) / (strength[a] + strength[b]) for b in range(players) if b != a
            )
            if expected:
                strength[a] = sum(won[a]) / expected
        if all(abs(new - old) <= _CLOSE * old for new, old in zip(strength, before, strict=True)):
            break
    found = [400 * log10(each) for each in strength]
    middle = sum(found) / max(1, players)
    return [each - middle for each in found]


def bootstrap(
    pairs: Sequence[Sequence[float]],
    statistic: Callable[[Sequence[Sequence[float]]], float],
    seed: int,
    rounds: int = 1000,
    level: float = LEVEL,
) -> Interval:
    """The percentile bootstrap over blocks (B. Efron, 1979): each block, such as a pair of games that share a
    seed, is drawn as a whole, with replacement."""
    value = statistic(pairs)
    random = Random(seed)
    found = sorted(statistic(random.choices(pairs, k=len(pairs))) for _ in range(rounds))
    tail = (1 - level) / 2
    low, high = found[int(tail * (rounds - 1))], found[-1 - int(tail * (rounds - 1))]
    return Interval(value, min(low, value), max(high, value), level)
