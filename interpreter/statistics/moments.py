"""Streaming moments of whole numbers, exact: sums in integers, so that the order of merging never matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, inf, sqrt

from gdl.support.values import frozen
from interpreter.statistics.intervals import LEVEL, Interval, beta_probability, z_of
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
    """The standard deviation of counted numbers with its interval, on the logarithm of the variance, from a
    kurtosis around the trimmed mean (D. G. Bonett, *Approximate confidence interval for standard deviation of
    nonnormal distributions*, 2006).

    It asks for no normal distribution, and holds with ten numbers. Fewer than two have no spread.
    """
    moments = moments_of_counts(counts.items())
    spread, n = moments.deviation, moments.count
    if n < 2 or spread == 0:
        return Interval(spread, spread if n > 1 else 0.0, spread if n > 1 else inf)
    middle, mean = _trimmed_mean(counts, int(n / (2 * sqrt(max(n, 5) - 4)))), moments.mean
    ordered = sorted(counts.items())
    fourth = sum(times * (number - middle) ** 4 for number, times in ordered)
    second = sum(times * (number - mean) ** 2 for number, times in ordered)
    kurtosis = n * fourth / second**2
    z = z_of(level)
    # corrects for small numbers, so that both tails are missed as often
    factor = n / (n - min(z, n - 1))
    half = z * factor * sqrt(max(0.0, kurtosis - (n - 3) / n) / (n - 1)) / 2
    middle_ = spread * sqrt(factor)
    return Interval(spread, min(spread, middle_ * exp(-half)), max(spread, middle_ * exp(half)), level)


def _trimmed_mean(counts: Mapping[int, int], trimmed: int) -> float:
    """The mean without so many of the least numbers and of the largest; of all where none would be left."""
    count = sum(counts.values())
    if 2 * trimmed >= count:
        trimmed = 0
    total, seen = 0, 0
    for number, times in sorted(counts.items()):
        kept = max(0, min(seen + times, count - trimmed) - max(seen, trimmed))
        total += kept * number
        seen += times
    return total / (count - 2 * trimmed)


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
        """The same for a ratio from 0 to 1, on its log odds, by which few games miss it as seldom as many.
        Where it is the same of all pairs, it has the width of a mean of as many alike numbers: others are
        taken to weigh as much as these."""
        if not self.below:
            return Interval(0.0, 0.0, 1.0, level)
        result = self.interval(level)
        ratio = result.value
        if result.low == result.high or not 0 < ratio < 1:
            return around_bounded_mean(ratio, 0.0, self.count, 0.0, 1.0, level)
        # beyond this the odds are beyond what a Float tells from 0 and 1
        half = min(600.0, (result.high - ratio) / (ratio * (1 - ratio)))
        odds, factor = ratio / (1 - ratio), exp(half)
        return Interval(ratio, odds / (odds + factor), odds * factor / (odds * factor + 1), level)


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
