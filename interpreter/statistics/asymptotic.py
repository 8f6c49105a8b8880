"""Asymptotic confidence sequences: a mean of numbers without bounds, looked at as often as one likes.

The counterpart of the central limit theorem that holds at all times at once (I. Waudby-Smith, D. Arbour,
R. Sinha, E. H. Kennedy, A. Ramdas, *Time-uniform central limit theory and asymptotic confidence sequences*,
2021, theorem 2.2): as with that, some dozens of numbers are needed before it can be believed.
"""

from __future__ import annotations

from math import inf, log, log1p, sqrt

from interpreter.statistics.intervals import LEVEL, Interval

#: It is narrowest after about so many numbers.
BEST_AT = 1000


def asymptotic_sequence(mean: float, variance: float, count: int, level: float = LEVEL) -> Interval:
    """The interval of a mean after `count` numbers; `variance` is that of a single number."""
    if count < 2:
        return Interval(mean, -inf, inf, level)
    limit = -2 * log1p(-level)
    scale = (limit + log(limit) + 1) / BEST_AT if limit > 1 else limit / BEST_AT
    grown = count * scale + 1
    half = sqrt(max(0.0, variance) * grown / (count * count * scale) * (limit + log(grown)))
    return Interval(mean, mean - half, mean + half, level)
