"""Empirical-Bernstein confidence sequences: of means of bounded numbers, and of the difference of two.

A stream's numbers X lie between two bounds a width c apart. Before each, a guess Y is made from those that
came before. For 0 <= r < 1, writing r' for -log(1 - r) - r,

    exp(r (X - mean)/c - r' (X - Y)^2/c^2)   has an expectation of at most 1

(X. Fan, I. Grama, Q. Liu, *Exponential inequalities for martingales with applications*, 2015), and so with
-X. Its product along the stream is a supermartingale, and so is that of two independent streams together, and
the mean of such over several r. By Ville's inequality it ever reaches 1/alpha with a probability of at most
alpha: bounds that hold at all times at once, as narrow as the variance that is seen allows (S. R. Howard, A.
Ramdas, J. McAuliffe, J. Sekhon, *Time-uniform, nonparametric, nonasymptotic confidence sequences*, 2021,
theorem 4; here with a discrete mixture). Nothing is approximated, and nothing has to be normal.

That is good for many numbers, and poor for a few, of which it knows little of the variance. Of these the
likelihood tells more: that of both streams against a pair of means, mixed over all alternatives (see
sequences.py), is a supermartingale as well. The pairs that it does not refute have differences between two
bounds. Each of the two ways has half of the risk, and what is given are the bounds of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, inf, log, log1p

from gdl.support.values import evolve, frozen
from interpreter.statistics import sequences
from interpreter.statistics.intervals import LEVEL, Interval

#: Longer streams are not asked for their likelihood: it costs time, and their variance is known.
FEW = 2000
#: The rates r of the mixture, each as likely: from what suits a few numbers to what suits a thousand million.
RATES = tuple(0.9 * 1.5**-n for n in range(28))
#: r' of each.
_PRICES = tuple(-log1p(-rate) - rate for rate in RATES)


@frozen
class Stream:
    """Numbers of one mean between two bounds, as far as they were seen: sums, taken in from any prefix.

    `guess` is the first guess of the mean; it and the bounds have to be known before the first number is
    (from a pilot, say). A bad guess costs width, never validity.
    """

    least: float
    most: float
    guess: float
    count: int = 0
    total: float = 0.0
    #: the sum of the squares of what each number was away from the guess before it
    spread: float = 0.0

    def __attrs_post_init__(self) -> None:
        if not self.least <= self.guess <= self.most or self.least == self.most:
            raise ValueError(f"a guess of {self.guess} between {self.least} and {self.most}")

    @property
    def mean(self) -> float:
        """The mean of what was seen; the first guess before that."""
        return self.total / self.count if self.count else self.guess

    def after(self, count: int, total: float, squares: float) -> Stream:
        """The stream `count` numbers further: their sum, and that of their squares. All are guessed to be as
        the mean of those before."""
        slack = 1e-9 * count * (self.most - self.least)  # for sums that are rounded
        if not self.least * count - slack <= total <= self.most * count + slack:
            raise ValueError(f"{count} numbers come to {total}: not between {self.least} and {self.most}")
        spread = squares - 2 * self.mean * total + count * self.mean**2
        return evolve(
            self,
            count=self.count + count,
            total=self.total + total,
            spread=self.spread + max(0.0, spread),  # below 0 by rounding only
        )

    def interval(self, level: float = LEVEL) -> Interval:
        """The mean with bounds that hold whenever one looks."""
        if not self.count:
            return Interval(self.guess, self.least, self.most, level)
        width = self.most - self.least
        half = width * boundary(self.spread / width**2, level) / self.count
        return Interval(self.mean, max(self.least, self.mean - half), min(self.most, self.mean + half), level)


def difference(one: Stream, other: Stream, level: float = LEVEL) -> Interval:
    """The mean of `other` less that of `one`, with bounds that hold whenever one looks.

    The streams are independent, within the same bounds, and as long as each other; raises ValueError where
    they are not.
    """
    if (one.least, one.most, one.count) != (other.least, other.most, other.count):
        raise ValueError("streams within different bounds, or of different lengths")
    width = one.most - one.least
    if not one.count:
        return Interval(other.guess - one.guess, -width, width, level)
    middle, sure = other.mean - one.mean, (1 + level) / 2
    half = width * boundary((one.spread + other.spread) / width**2, sure) / one.count
    low, high = max(-width, middle - half), min(width, middle + half)
    if one.count <= FEW:
        low = max(low, -width * _by_likelihood(other, one, sure))
        high = min(high, width * _by_likelihood(one, other, sure))
    return Interval(middle, min(low, middle), max(high, middle), level)


def _by_likelihood(one: Stream, other: Stream, level: float) -> float:
    """The largest difference (`other` less `one`, in widths) of a pair of means that is not refuted."""
    count, width, limit = one.count, one.most - one.least, -log1p(-level)
    # by rounding alone, a sum could be a little beyond its bounds
    a, b = (min(count, max(0.0, (each.total - count * each.least) / width)) for each in (one, other))

    def refuted(gap: float) -> bool:
        """Is every pair so far apart refuted? The evidence is convex: the least is where it turns."""
        low, high = max(0.0, -gap), min(1.0, 1.0 - gap)
        while high - low > 1e-9:
            mean = (low + high) / 2
            slope = (count - a) / (1 - mean) - a / mean if 0 < mean < 1 else 0.0
            above = mean + gap
            slope += (count - b) / (1 - above) - b / above if 0 < above < 1 else 0.0
            low, high = (low, mean) if slope > 0 else (mean, high)
        mean = (low + high) / 2
        result = sequences.log_evidence(mean, a, count) + sequences.log_evidence(mean + gap, b, count)
        return result >= limit + 1e-6 * count

    low, high = (b - a) / count, 1.0
    while high - low > 1e-5:
        middle = (low + high) / 2
        low, high = (low, middle) if refuted(middle) else (middle, high)
    return high


def log_evidence(distance: float, spread: float) -> float:
    """The logarithm of the evidence (an e-value) on one side: of a sum that is so far from its expectation,
    with such a spread, both in widths."""
    terms = [rate * distance - price * spread for rate, price in zip(RATES, _PRICES, strict=True)]
    largest = max(terms)
    return largest + log(sum(exp(term - largest) for term in terms) / len(terms))


@lru_cache(maxsize=1024)
def boundary(spread: float, level: float = LEVEL) -> float:
    """How far from its expectation a sum ever comes, on either side, with a probability of at most
    1 - `level`, while its spread is such; in widths.

    Newton's method from the right: the logarithm of a mixture is convex and grows, so no step goes too far.
    """
    if not 0 < level < 1:
        raise ValueError(f"a level of {level}")
    limit = log(2 / (1 - level))  # each side has half
    wanted = limit + log(len(RATES))
    distance = min((wanted + price * spread) / rate for rate, price in zip(RATES, _PRICES, strict=True))
    last = inf
    while distance < last - 1e-9 * (1 + distance):
        last = distance
        terms = [rate * distance - price * spread for rate, price in zip(RATES, _PRICES, strict=True)]
        largest = max(terms)
        weights = [exp(term - largest) for term in terms]
        whole = sum(weights)
        slope = sum(weight * rate for weight, rate in zip(weights, RATES, strict=True)) / whole
        distance -= (largest + log(whole / len(terms)) - limit) / slope
    return last


# --- several questions to the same games ----------------------------------------------------------------


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction (1979): each p-value as it counts among all; a family-wise error of alpha
    is kept by refuting those that come to at most alpha."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    result = [1.0] * len(p_values)
    largest = 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        result[index] = largest
    return result


def entropy(shares: Sequence[float]) -> float:
    """Shannon's entropy in nats, of shares that need not sum to 1."""
    total = sum(shares)
    if total <= 0:
        return 0.0
    return -sum(s / total * log(s / total) for s in shares if s > 0)


def effective_number(shares: Sequence[float]) -> float:
    """The exponential of the entropy: how many equal shares would be as varied (Hill's number of order 1)."""
    return exp(entropy(shares))
