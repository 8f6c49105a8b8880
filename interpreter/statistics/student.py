"""Intervals of means whose variance is only known from the numbers themselves: few numbers make them wider.

Student's t (W. S. Gosset, *The probable error of a mean*, 1908): a mean of n normal numbers lies as many of
its estimated standard errors from the truth as the t distribution with n - 1 degrees of freedom says; other
numbers come near that as their mean comes near to normal. Where all numbers are alike their variance says
nothing. What is then known of numbers between two bounds is how many others there can be among them at most
(C. J. Clopper, E. S. Pearson, *The use of confidence or fiducial limits*, 1934).
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, sqrt

from interpreter.statistics.intervals import LEVEL, Interval, beta_quantile, clopper_pearson, z_of

#: From so many degrees of freedom on the expansion around the normal quantile is exact to ten digits.
_MANY = 300


@lru_cache(maxsize=4096)
def t_of(freedom: int, level: float = LEVEL) -> float:
    """How many standard errors around the mean have that probability, with so many degrees of freedom.

    By the beta distribution (t^2 / (t^2 + f) is one with the parameters 1/2 and f/2), and for many degrees by
    the expansion in 1/f (M. Abramowitz, I. Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.5).
    Raises ValueError where there are none.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if freedom < _MANY:
        rest = beta_quantile(1 - level, freedom / 2, 0.5)
        return sqrt(freedom * (1 - rest) / rest)
    z = z_of(level)
    terms: tuple[float, ...] = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    result = 0.0
    for term in reversed(terms):
        result = result / freedom + term
    return result


def around_mean(mean: float, variance: float, count: int, level: float = LEVEL) -> Interval:
    """The interval of a mean by Student's t; `variance` is that of a single number, as they show it."""
    if count < 2:
        return Interval(mean, -inf, inf, level)
    half = t_of(count - 1, level) * sqrt(max(0.0, variance) / count)
    return Interval(mean, mean - half, mean + half, level)


def around_bounded_mean(
    mean: float, variance: float, count: int, least: float, most: float, level: float = LEVEL
) -> Interval:
    """The same for numbers from `least` to `most`: never beyond these, and never without width.

    Where all numbers are alike, the first of them says which number it is; that none of the others was
    another bounds the share of others there can be (Clopper-Pearson), each of them as far off as can be.
    """
    if not count:
        return Interval(mean, least, most, level)
    if variance > 0:
        result = around_mean(mean, variance, count, level)
        return Interval(mean, max(least, result.low), min(most, result.high), level)
    others = clopper_pearson(0, count - 1, level).high
    return Interval(mean, mean - others * (mean - least), mean + others * (most - mean), level)
