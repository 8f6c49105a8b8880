"""Confidence sequences: intervals that hold at all times at once, however often one looks.

For each possible mean p the mixture likelihood ratio against p, with a Beta distribution over the
alternatives, is a martingale that starts at 1 if p is true (H. Robbins, *Statistical methods related to the
law of the iterated logarithm*, 1970). By Ville's inequality it ever reaches 1/alpha with a probability of at
most alpha. So the means for which it has not are an interval that holds at any time one may stop at (S. R.
Howard, A. Ramdas, J. McAuliffe, J. Sekhon, *Time-uniform, nonparametric, nonasymptotic confidence
sequences*, 2021).

For scores between 0 and 1 it is a supermartingale: (q/p)^x ((1-q)/(1-p))^(1-x) is convex in x, so at most
what chance with the same mean would make of it. The sequence is then rather too wide than too narrow.
"""

from __future__ import annotations

from math import exp, inf, log, log1p, sqrt

from interpreter.statistics.intervals import LEVEL, Interval, log_beta

#: The mixture over alternatives: Beta(1/2, 1/2), which is near the best for all means at once.
PRIOR = 0.5


def sequence(total: float, count: int, level: float = LEVEL) -> Interval:
    """The interval after `count` scores from 0 to 1 whose sum is `total`; one may stop whenever one likes."""
    if not count:
        return Interval(0.5, 0.0, 1.0, level)
    mean = total / count
    limit = -log1p(-level)
    low = 0.0 if log_evidence(0.0, total, count) < limit else _crossing(0.0, mean, total, count, limit)
    high = 1.0 if log_evidence(1.0, total, count) < limit else _crossing(1.0, mean, total, count, limit)
    return Interval(mean, low, high, level)


def log_evidence(mean: float, total: float, count: int) -> float:
    """The logarithm of the evidence against a mean (an e-value): above log(1/alpha) it is refuted."""
    mixed = log_beta(PRIOR + total, PRIOR + count - total) - log_beta(PRIOR, PRIOR)
    return mixed - _times_log(total, mean) - _times_log(count - total, 1 - mean)


def p_value(mean: float, total: float, count: int) -> float:
    """An anytime-valid p-value of a mean: that of the evidence, by Markov's inequality."""
    return min(1.0, exp(min(0.0, -log_evidence(mean, total, count))))


def _times_log(weight: float, x: float) -> float:
    if weight <= 0:
        return 0.0
    return weight * log(x) if x > 0 else -inf


def _crossing(refuted: float, kept: float, total: float, count: int, limit: float) -> float:
    """Where between two means the evidence reaches the limit: it grows with the distance from the mean seen.
    What is given is on the side of the refuted, by rounding at most."""
    while True:
        middle = (refuted + kept) / 2
        if middle in (refuted, kept) or abs(refuted - kept) < 1e-12:
            return refuted
        if log_evidence(middle, total, count) >= limit:
            refuted = middle
        else:
            kept = middle


# --- asymptotic confidence sequences --------------------------------------------------------------------

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
