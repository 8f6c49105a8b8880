"""Confidence intervals for numbers of trials that were fixed beforehand.

Whoever looks at the result to decide whether to go on may not use these: see sequences.py.
"""

from __future__ import annotations

from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

from gdl.support.values import frozen

#: The level of all intervals unless another is asked for.
LEVEL = 0.95


@frozen
class Interval:
    """An estimate, and bounds within which the truth is with the probability `level`."""

    value: float
    low: float
    high: float
    level: float = LEVEL

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high


def z_of(level: float) -> float:
    """How many standard deviations around the mean have that probability."""
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(total: float, count: int, level: float = LEVEL) -> Interval:
    """Wilson's score interval for a mean of numbers from 0 to 1 (E. B. Wilson, 1927); `total` is their sum.

    Made for zeros and ones. Numbers between vary at most as much as these with the same mean, so for them it
    is rather too wide than too narrow.
    """
    if not count:
        return Interval(0.5, 0.0, 1.0, level)
    z, mean = z_of(level), total / count
    middle = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(mean * (1 - mean) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    # by rounding alone, the bounds of a mean of 0 or 1 would be just short of it
    return Interval(mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)), level)


def clopper_pearson(successes: int, count: int, level: float = LEVEL) -> Interval:
    """The exact interval of a share (Clopper and Pearson, 1934): never less sure than it says."""
    if not count:
        return Interval(0.5, 0.0, 1.0, level)
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else beta_quantile(tail, successes, count - successes + 1)
    high = 1.0 if successes == count else beta_quantile(1 - tail, successes + 1, count - successes)
    return Interval(successes / count, low, high, level)


def beta_quantile(probability: float, a: float, b: float) -> float:
    """Where the beta distribution has gathered a probability, by bisection."""
    low, high = 0.0, 1.0
    while high - low > 1e-15 * max(1e-300, high):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if beta_probability(middle, a, b) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def beta_probability(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges quickly on one side only
        return 1.0 - beta_probability(1 - x, b, a)
    front = exp(a * log(x) + b * log1p(-x) - log_beta(a, b)) / a
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    result = d
    for m in range(1, 10_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 + term * d, 1 + term / c
            d, c = 1 / (d if abs(d) > tiny else tiny), c if abs(c) > tiny else tiny
            result *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * result


def log_beta(a: float, b: float) -> float:
    """The logarithm of the beta function."""
    return lgamma(a) + lgamma(b) - lgamma(a + b)
