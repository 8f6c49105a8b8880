"""Knuth's estimator of the size of a tree (1975): the mean product of branching along random paths."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, inf, log, sqrt

from gdl.support.values import frozen
from interpreter.statistics.intervals import LEVEL, Interval
from interpreter.statistics.student import t_of

_LOG_10 = log(10)


@frozen
class TreeSize:
    """How many leaves a tree has, as powers of ten; far beyond what a Float holds.

    The mean of the products is unbiased. In a large tree a few paths carry nearly all of it, so that neither
    the mean nor its interval can be believed: `effective` says how many paths carry it (Kish's effective
    sample size).
    """

    paths: int
    #: log10 of the mean product, with bounds by Student's t; -inf: no bound below
    exponent: Interval
    effective: float

    @property
    def trusted(self) -> bool:
        """Whether enough paths carry the mean for its bounds to hold."""
        return self.effective >= 30


def tree_size(log_products: Sequence[float], level: float = LEVEL) -> TreeSize:
    """The size by the natural logarithms of the products of branching along paths."""
    count = len(log_products)
    if not count:
        return TreeSize(0, Interval(-inf, -inf, inf, level), 0.0)
    largest = max(log_products)
    scaled = [exp(each - largest) for each in log_products]
    mean = fsum(scaled) / count
    squares = fsum(each * each for each in scaled) / count
    error = sqrt(max(0.0, squares - mean * mean) / max(1, count - 1))
    half = t_of(count - 1, level) * error if count > 1 else inf
    low = (largest + log(mean - half)) / _LOG_10 if mean > half else -inf
    high = (largest + log(mean + half)) / _LOG_10 if half < inf else inf
    exponent = Interval((largest + log(mean)) / _LOG_10, low, high, level)
    return TreeSize(count, exponent, fsum(scaled) ** 2 / fsum(each * each for each in scaled))
