"""Ratings of players by their games: the Bradley-Terry model, told in Elo.

R. A. Bradley, M. E. Terry, *Rank Analysis of Incomplete Block Designs: I*, 1952; fitted by minorisation and
maximisation (D. R. Hunter, *MM algorithms for generalized Bradley-Terry models*, 2004). Intervals by the
bootstrap over pairs of games, since the two games of a pair, with seats changed, are not independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log10
from random import Random

from gdl.support.values import frozen
from interpreter.statistics.intervals import LEVEL, Interval

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


def elo(score: float, players: int = 2) -> float:
    """The difference in Elo's ratings by which one is expected to score so.

    Among more players it is that over each of the others, who are alike: by Luce's choice axiom, which for
    two is the Bradley-Terry model. Then 1/players comes to 0.
    """
    return elo_of(score, 1 - score, players)


def elo_of(won: float, lost: float, players: int = 2) -> float:
    """The same by what was won and what was lost: whole numbers of equals come to 0 exactly."""
    if won <= 0:
        return -inf
    return inf if lost <= 0 else 400 * log10(won * (players - 1) / lost)


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
    result = [400 * log10(each) for each in strength]
    middle = sum(result) / max(1, players)
    return [each - middle for each in result]


def bootstrap_sums(blocks: Sequence[int], seats: int, whole: int, seed: int, rounds: int = 1000) -> list[int]:
    """The sums of drawings of one block more than there are: for statistics of several groups' sums.

    A block is what one player won of `whole` in a game in each of `seats`. The one more is a block of whom
    nothing is known (as a prior in D. B. Rubin, *The Bayesian bootstrap*, 1981): it wins everything as often
    as a fair share says, else nothing. So drawings differ even where all blocks are alike.
    """
    random, count = Random(seed), len(blocks)
    ends = [*range(1, count + 1), count + 1 / seats, count + 1]
    every = (*blocks, seats * whole, 0)
    return [sum(random.choices(every, cum_weights=ends, k=count + 1)) for _ in range(rounds)]


def percentiles(value: float, drawn: Sequence[float], level: float = LEVEL) -> Interval:
    """The interval of a value by what drawings came to: the middle part of these, and the value itself."""
    result, tail = sorted(drawn), (1 - level) / 2
    index = int(tail * (len(result) - 1))
    return Interval(value, min(result[index], value), max(result[-1 - index], value), level)
