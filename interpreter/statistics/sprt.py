"""The generalised sequential probability ratio test of two players, by pairs of games (pentanomial model).

A. Wald, *Sequential Tests of Statistical Hypotheses*, 1945, with the likelihoods of two hypotheses replaced
by the largest that each allows: of all distributions of a pair's score with the expectation that a
difference in Elo means, the one that makes what was seen the most likely (M. Van den Bergh, *Maximum
likelihood estimation of a multinomial distribution with a given expectation*, 2020). So does fishtest, and
so do cutechess and fastchess with `model=logistic`. The two games of a pair share an opening and are not
independent; pairs are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from gdl.support.values import frozen

#: A score of a pair that was not seen counts so often, as in fishtest: no likelihood is zero.
_UNSEEN = 1e-3
#: The risk to accept either hypothesis where the other is true, unless another is asked for.
RISK = 0.05
#: Half points that a pair of games may have, from 0 to 4.
SCORES = 5


@frozen
class Hypotheses:
    """Two differences in Elo between which is decided, and how often either may be accepted wrongly."""

    elo0: float
    elo1: float
    #: the risk to accept `elo1` where `elo0` is true, and that to accept `elo0` where `elo1` is
    alpha: float = RISK
    beta: float = RISK

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first `elo0` is accepted, above the second `elo1`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


def score_of(elo: float) -> float:
    """The score that a difference in Elo makes one expect (the logistic model)."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(pairs: Sequence[float], hypotheses: Hypotheses) -> float:
    """The logarithm of how much likelier `elo1` makes what was seen: pairs by half points, 0 to 4."""
    counts = [count or _UNSEEN for count in pairs]
    whole = sum(counts)
    shares = [count / whole for count in counts]
    low = _most_likely(shares, score_of(hypotheses.elo0))
    high = _most_likely(shares, score_of(hypotheses.elo1))
    return sum(count * log(b / a) for count, a, b in zip(counts, low, high, strict=True))


def _most_likely(shares: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution of a pair's score with this mean: each share by 1 + x (its score - mean),
    where x makes the mean so. It is found by bisection, as the sum falls with x."""
    away = [index / (SCORES - 1) - mean for index in range(SCORES)]
    low, high = -1 / away[-1], -1 / away[0]
    while True:
        x = (low + high) / 2
        if x in (low, high):
            break
        total = sum(share * each / (1 + x * each) for share, each in zip(shares, away, strict=True))
        low, high = (x, high) if total > 0 else (low, x)
    return [share / (1 + x * each) for share, each in zip(shares, away, strict=True)]
