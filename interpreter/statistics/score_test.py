"""Score tests of means of bounded numbers, and the intervals that they do not refute.

For each mean that might be true the likeliest distribution with that mean is fitted to what was seen; the
distance of the mean seen from it is measured by the variance of *that* distribution, not of the sample. For
zeros and ones this is E. B. Wilson's interval (1927), for the difference of paired proportions T. Tango's
(*Equivalence test and confidence interval for the difference in proportions for the paired-sample design*,
1998), here for numbers of any distribution between two bounds: pairs of games with draws, or as many games as
there are seats. A few numbers that are all alike have an interval as well, since the fit may place what was
not seen at the bounds. Test and interval are one: a mean has a p-value above 1 - level just where the
interval of that level has it inside.

Such a fit varies a little more than what it is fitted to, so with few numbers the test would be too seldom
wrong (one time in forty of ten pairs). Squared distances are taken n / (n - 1) times, by which ten pairs have
their level as hundreds do: `python -m benchmarks.interval_coverage` counts it.

The fit maximises the product of probabilities under the constraint of the mean. Its weights are
1 / (n (1 + x (number - mean))), where x maximises the sum of log(1 + x (number - mean)) over all x for which
no number between the bounds would have a negative weight (A. B. Owen, *Empirical Likelihood*, 2001, chapter
2; J. Honda, A. Takemura, 2010, for the bounds). What is missing to 1 stands at the far bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import erfc, inf, sqrt

from gdl.support.values import frozen
from interpreter.statistics.intervals import LEVEL, Interval, z_of

#: Steps at most, of weights and of bounds; how near these come, in widths of all numbers and standard errors.
_FITTING, _SEARCHING, _CLOSE, _EXACT = 100, 100, 1e-13, 1e-12


@frozen
class Scores:
    """Independent numbers from `least` to `most`, as how often each came."""

    counts: tuple[tuple[float, int], ...]
    least: float = 0.0
    most: float = 1.0

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(times for _, times in self.counts)

    @property
    def mean(self) -> float:
        """Their mean; the middle between the bounds of none."""
        count = self.count
        total = sum(number * times for number, times in self.counts)
        return total / count if count else (self.least + self.most) / 2

    def statistic(self, mean: float) -> float:
        """The squared distance from a mean in standard errors of the likeliest distribution that has it."""
        count = self.count
        off = self.mean - mean
        if not off:
            return 0.0
        if not self.least < mean < self.most:
            return inf
        return off * off * count * count / max(1, count - 1) / self._variance(mean)

    def _variance(self, mean: float) -> float:
        """The variance of the likeliest distribution with this mean."""
        count, seen = self.count, self.mean
        away = [(number - mean, times / count) for number, times in self.counts]
        x = _largest(away, -1 / (self.most - mean), -1 / (self.least - mean))
        weights = [(each, share / (1 + x * each)) for each, share in away]
        missing = max(0.0, 1 - sum(weight for _, weight in weights))
        far = self.most - mean if mean > seen else mean - self.least
        return sum(weight * each * each for each, weight in weights) + missing * far * far

    def p_value(self, mean: float) -> float:
        """How likely numbers with that mean are to come out so far from it, on either side."""
        return erfc(sqrt(self.statistic(mean) / 2))

    def interval(self, level: float = LEVEL) -> Interval:
        """Their mean, and between which means the test refutes none. Of no numbers nothing is known."""
        if not self.count:
            return Interval(self.mean, self.least, self.most, level)
        limit = z_of(level) ** 2
        low, high = (self._bound(end, limit) for end in (self.least, self.most))
        return Interval(self.mean, low, high, level)

    def _bound(self, end: float, limit: float) -> float:
        """Where the statistic comes to the limit, between the mean seen and a bound of all: by secants of its
        root, which is nearly straight (the Illinois method)."""
        kept, refuted, wanted = self.mean, end, sqrt(limit)
        if kept == end:
            return end
        below, above = -wanted, inf
        for _ in range(_SEARCHING):
            part = below / (below - above) if above < inf else 0.5
            middle = kept + (refuted - kept) * part
            if abs(refuted - kept) < _CLOSE * (self.most - self.least) or middle in (kept, refuted):
                break
            here = sqrt(self.statistic(middle)) - wanted
            if abs(here) < _EXACT:
                return middle
            if here <= 0:
                kept, below, above = middle, here, above / 2
            else:
                refuted, above, below = middle, here, below / 2
        return kept


def _largest(away: Sequence[tuple[float, float]], low: float, high: float) -> float:
    """Where the sum of share * log(1 + x each) is largest, for x between two bounds: its slope falls. By the
    steps of Newton, and halves where these leave what is left."""
    x = 0.0
    for _ in range(_FITTING):
        slope = curve = 0.0
        for each, share in away:
            part = each / (1 + x * each)
            slope += share * part
            curve += share * part * part
        low, high = (x, high) if slope > 0 else (low, x)
        step = x + slope / curve if curve else low
        if abs(step - x) <= 1e-14 * abs(x) or high - low <= 1e-15 * abs(x):
            break
        x = step if low < step < high else (low + high) / 2
    return x


def scores_of(numbers: Iterable[float], least: float = 0.0, most: float = 1.0) -> Scores:
    """The numbers, counted."""
    return counted_scores(((number, 1) for number in numbers), least, most)


def counted_scores(numbers: Iterable[tuple[float, int]], least: float = 0.0, most: float = 1.0) -> Scores:
    """Numbers that came so often each; in order, so that the same ones give the same sums."""
    counts: Counter[float] = Counter()
    for number, times in numbers:
        counts[number] += times
    return Scores(tuple(sorted(counts.items())), least, most)
