"""Streaming moments of whole numbers, exact: sums in integers, so that the order of merging never matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, sqrt

from attrs import frozen

from interpreter.statistics.intervals import LEVEL, Interval, beta_probability
from interpreter.statistics.student import around_bounded_mean, around_mean, t_of


@frozen
class Moments:
    """How many numbers there were, their sum, and the sum of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean; 0.0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The unbiased variance; 0.0 of fewer than two numbers."""
        if self.count < 2:
            return 0.0
        return (self.count * self.squares - self.total**2) / (self.count * (self.count - 1))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def interval(self, level: float = LEVEL) -> Interval:
        """The mean with its interval, by Student's t."""
        return around_mean(self.mean, self.variance, self.count, level)

    def bounded_interval(self, least: int, most: int, level: float = LEVEL) -> Interval:
        """The same where all numbers lie between two bounds: it has a width even where all are alike."""
        return around_bounded_mean(self.mean, self.variance, self.count, least, most, level)


def moments_of(numbers: Iterable[int]) -> Moments:
    """The moments of some numbers."""
    return moments_of_counts((number, 1) for number in numbers)


def moments_of_counts(counts: Iterable[tuple[int, int]]) -> Moments:
    """The moments of numbers that came so often each."""
    count = total = squares = 0
    for number, times in counts:
        count += times
        total += times * number
        squares += times * number * number
    return Moments(count, total, squares)


def deviation_interval(counts: Mapping[int, int], level: float = LEVEL) -> Interval:
    """The standard deviation of counted numbers with its interval, by the delta method from the fourth
    central moment, which asks for no normal distribution, with Student's t.

    The sample variance of n numbers varies by (m4 - s^4 (n - 3) / (n - 1)) / n (H. Cramer, Mathematical
    Methods of Statistics, 1946, 27.4): the term in n tells where there are few.
    """
    moments = moments_of_counts(counts.items())
    spread = moments.deviation
    if moments.count < 2 or spread == 0:
        return Interval(spread, spread if moments.count > 1 else 0.0, spread if moments.count > 1 else inf)
    fourth = sum(c * (x - moments.mean) ** 4 for x, c in sorted(counts.items())) / moments.count
    n = moments.count
    error = sqrt(max(0.0, fourth - moments.variance**2 * (n - 3) / (n - 1)) / n) / (2 * spread)
    half = t_of(moments.count - 1, level) * error
    return Interval(spread, max(0.0, spread - half), spread + half, level)


@frozen
class Ratio:
    """A ratio of sums over pairs (numerator, denominator), such as moves over plies: all sums exact."""

    count: int = 0
    above: int = 0
    below: int = 0
    above_squares: int = 0
    below_squares: int = 0
    products: int = 0

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(
            self.count + other.count,
            self.above + other.above,
            self.below + other.below,
            self.above_squares + other.above_squares,
            self.below_squares + other.below_squares,
            self.products + other.products,
        )

    def interval(self, level: float = LEVEL) -> Interval:
        """The ratio with its interval, by linearisation (the delta method) and Student's t."""
        if not self.below:
            return Interval(0.0, -inf, inf, level)
        ratio = self.above / self.below
        if self.count < 2:
            return Interval(ratio, -inf, inf, level)
        # the sum of (a - ratio * b)^2 over a whole denominator, in integers: the terms nearly cancel
        residual = (
            self.above_squares * self.below**2
            - 2 * self.above * self.below * self.products
            + self.above**2 * self.below_squares
        )
        error = sqrt(residual / self.below**2 * self.count / (self.count - 1)) / self.below
        half = t_of(self.count - 1, level) * error
        return Interval(ratio, ratio - half, ratio + half, level)

    def bounded_interval(self, level: float = LEVEL) -> Interval:
        """The same for a ratio from 0 to 1. Where it is the same of all pairs, it has the width of a mean of
        as many alike numbers: others are taken to weigh as much as these."""
        if not self.below:
            return Interval(0.0, 0.0, 1.0, level)
        result = self.interval(level)
        if result.low == result.high:
            return around_bounded_mean(result.value, 0.0, self.count, 0.0, 1.0, level)
        return Interval(result.value, max(0.0, result.low), min(1.0, result.high), level)


def ratio_of(pairs: Iterable[tuple[int, int]]) -> Ratio:
    """The ratio of some pairs."""
    result = Ratio()
    for a, b in pairs:
        result += Ratio(1, a, b, a * a, b * b, a * b)
    return result


def quantile(counts: Mapping[int, int], share: float, level: float = LEVEL) -> Interval:
    """The smallest number that at least such a share of the counted numbers do not exceed.

    The bounds are order statistics: of so many numbers, how many lie below the true quantile is binomial.
    """
    count = sum(counts.values())
    if not count:
        return Interval(0.0, -inf, inf, level)
    tail = (1 - level) / 2
    first, last = _rank(count, share, tail), _rank(count, share, 1 - tail) + 1
    wanted = max(1, -int(-share * count // 1))
    return Interval(
        _order(counts, wanted),
        _order(counts, first) if first >= 1 else -inf,
        _order(counts, last) if last <= count else inf,
        level,
    )


def _rank(count: int, share: float, probability: float) -> int:
    """The smallest k that a binomial variable of `count` trials exceeds no more than such a probability says:
    P(X <= k) is at least that."""
    low, high = -1, count
    while high - low > 1:
        middle = (low + high) // 2
        # P(X <= k) = I_(1-share)(n - k, k + 1)
        if beta_probability(1 - share, count - middle, middle + 1) >= probability:
            high = middle
        else:
            low = middle
    return high


def _order(counts: Mapping[int, int], rank: int) -> float:
    """The number of a rank from 1 in increasing order."""
    seen = 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= rank:
            return float(number)
    raise ValueError(f"there are no {rank} numbers")
