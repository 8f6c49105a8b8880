"""What a recount of studies is made of: intervals from their textbooks, numbers with bounds.

Nothing of `interpreter.study.measures` or `interpreter.statistics` is used. Where these go by sums, exact
integers or recursions, this goes by whole lists of games and by the textbook's other form: Wilson's bounds as
the roots of his quadratic, quantiles by the binomial distribution in whole numbers, products in `Decimal`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from math import atan, cos, exp, inf, isfinite, isinf, log, pi, sin, sqrt
from random import Random
from statistics import NormalDist, fmean, mean, variance
from types import MappingProxyType
from typing import Any, NamedTuple

#: Shares of the win are kept in these parts, other numbers between 0 and 1 in millionths.
WIN, MILLION = 720_720, 1_000_000
#: How many drawings a bootstrap takes, and which of them in order are its bounds, from either end.
DRAWINGS, BOUND = 1000, 24


class Found(NamedTuple):
    """A value, its bounds, and the games that it is of."""

    value: float
    low: float
    high: float
    games: int


#: By key and by what it is about ("" of the whole game).
Numbers = dict[tuple[str, str], Found]
#: The same of one.
Line = tuple[str, str, Found]


class Report(NamedTuple):
    """What of a report is no number: who plays, how many sites the board has, what may be taken away."""

    players: tuple[str, ...]
    sites: int
    #: for each thing that may be taken from a seat, by its number, its name in the report
    taken: Mapping[int, str] = MappingProxyType({})


# --- Intervals --------------------------------------------------------------------------------------------


def normal(level: float = 0.95) -> float:
    """The quantile of the normal distribution."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(total: Fraction, count: int, level: float = 0.95) -> tuple[float, float, float]:
    """All means m from which the one seen, p, is no more than z standard errors away: (p - m)^2 = z^2 m (1 -
    m) / n has them between its roots."""
    p, square = float(total / count), normal(level) ** 2 / count
    a, b, c = 1 + square, -(2 * p + square), p * p
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return p, min(p, (-b - root) / (2 * a)), max(p, (-b + root) / (2 * a))


def outside(t: float, freedom: int) -> float:
    """The probability that Student's t is further from 0 than that: by the finite series of the angle whose
    tangent is t over the root of the degrees of freedom (M. Abramowitz, I. Stegun, 1964, 26.7.3 and 26.7.4).
    """
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    if freedom % 2:
        term, terms = cos(angle), 0.0
        for k in range(3, freedom + 1, 2):
            terms, term = terms + term, term * square * (k - 1) / k
        inside = 2 / pi * (angle + sin(angle) * terms)
    else:
        term, terms = 1.0, 0.0
        for k in range(2, freedom + 1, 2):
            terms, term = terms + term, term * square * (k - 1) / k
        inside = sin(angle) * terms
    return 1 - inside


@cache
def student(freedom: int) -> float:
    """Beyond this lies Student's t in one case of twenty."""
    low, high = 0.0, 13.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if outside(middle, freedom) > 0.05 else (low, middle)
    return low


def none_of(count: int) -> float:
    """The share of others of which there is none among so many with one chance in forty."""
    return float(1 - 0.025 ** (1 / count)) if count else 1.0


def limit(
    numbers: Sequence[float | Fraction], least: float = -inf, most: float = inf
) -> tuple[float, float, float]:
    """A mean with t standard errors, between bounds. Numbers with bounds that are all alike: as far off as
    can be are so many as there may be that the first of them has not shown."""
    middle, count = float(mean(numbers)), len(numbers)
    if isfinite(least) and len(set(numbers)) == 1:
        others = none_of(count - 1)
        return middle, middle - others * (middle - least), middle + others * (most - middle)
    if count < 2:
        return middle, -inf, inf
    half = student(count - 1) * sqrt(float(variance(numbers)) / count)
    return middle, max(least, middle - half), min(most, middle + half)


def root(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that has one sign at `low` and the other at `high` is 0: secants, the end that stays
    losing half of its weight (the Illinois method)."""
    below, above = of(low), of(high)
    for _ in range(200):
        if not below or not above or abs(high - low) < 1e-15 * max(1.0, abs(low)):
            break
        middle = low if above == below else (low * above - high * below) / (above - below)
        here = of(middle)
        if (here < 0) == (below < 0):
            low, below, above = middle, here, above / 2
        else:
            high, above, below = middle, here, below / 2
    return low if abs(below) < abs(above) else high


def too_far(numbers: Sequence[float], mean: float) -> float:
    """By how many squared standard errors a mean of numbers from 0 to 1 is off: those of the likeliest
    distribution with that mean, in which 0 and 1 may have a weight that was not seen; n / (n - 1) times."""
    count, off, counts = len(numbers), fmean(numbers) - mean, Counter(numbers)
    if not off:
        return 0.0

    def slope(x: float) -> float:
        return sum(times * (each - mean) / (1 + x * (each - mean)) for each, times in counts.items())

    edges = [-1 / (1 - mean), 1 / mean]
    ends = [edge * (1 - 1e-13) for edge in edges]
    if slope(ends[0]) > 0 > slope(ends[1]):
        x = root(slope, *ends)
    else:
        x = edges[0] if off < 0 else edges[1]
    weights = {each: times / count / (1 + x * (each - mean)) for each, times in counts.items()}
    unseen = max(0.0, 1 - sum(weights.values()))
    spread = sum(weight * (each - mean) ** 2 for each, weight in weights.items())
    spread += unseen * (mean if off > 0 else 1 - mean) ** 2
    return off * off * count / spread * count / max(1, count - 1)


def not_too_far(numbers: Sequence[float], level: float = 0.95) -> tuple[float, float, float]:
    """A mean of numbers from 0 to 1, and the furthest ones that are not refuted by the test above."""
    middle, limit_ = fmean(numbers), normal(level) ** 2

    def bound(end: float) -> float:
        if middle == end:
            return end
        return root(lambda mean: too_far(numbers, mean) - limit_, middle, abs(end - 1e-12))

    return middle, bound(0.0), bound(1.0)


def two_sided(squared: float) -> float:
    """How likely a normal number is to be so far from 0."""
    return 2 * NormalDist().cdf(-sqrt(squared))


def ratio(pairs: Sequence[tuple[int, int]], share: bool = False) -> tuple[float, float, float]:
    """Sums over sums, linearised: the residuals a - R b are the errors, over the mean of b; of a share on the
    scale of its log odds, of which the errors are 1 / (R (1 - R)) times as large. A share that is the same of
    all is as sure as a mean of as many numbers that are."""
    middle = Fraction(sum(a for a, _ in pairs), sum(b for _, b in pairs))
    if len(pairs) < 2:
        return float(middle), -inf, inf
    residuals = [a - middle * b for a, b in pairs]
    error = sqrt(float(variance(residuals)) / len(pairs)) / fmean(b for _, b in pairs)
    half = student(len(pairs) - 1) * error
    if share and not half:
        return limit([middle] * len(pairs), 0, 1)
    if share:
        off = min(600.0, half / float(middle * (1 - middle)))
        low, high = (1 / (1 + exp(-(log(middle / (1 - middle)) + sign * off))) for sign in (-1, 1))
    else:
        low, high = float(middle) - half, float(middle) + half
    return float(middle), low, high


def between(value: float, drawn: Sequence[float]) -> tuple[float, float, float]:
    """The middle 95 % of drawings, and the value."""
    inside = sorted(drawn)[BOUND : DRAWINGS - BOUND]
    return value, min(value, inside[0]), max(value, inside[-1])


def seed_of(seed: int, number: int, what: str) -> int:
    """The seed of a part: 62 bits of BLAKE2b of its name."""
    return int.from_bytes(blake2b(f"{seed} {number} {what}".encode(), digest_size=8).digest(), "little") >> 2


def drawings(blocks: Sequence[Any], seed: int, statistic: Callable[[Sequence[Any]], Any]) -> list[Any]:
    """The bootstrap: as many blocks as there are, drawn with replacement."""
    random = Random(seed)
    return [statistic(random.choices(blocks, k=len(blocks))) for _ in range(DRAWINGS)]


def drawn_with_another(blocks: Sequence[int], seats: int, seed: int) -> list[int]:
    """Sums of drawings of one block more than there are, of one more of which nothing is known: in a game of
    as many as there are seats it wins all of its games, else none."""
    random, count = Random(seed), len(blocks)

    def one() -> int:
        place = random.random() * (count + 1)
        if place < count:
            return blocks[int(place)]
        return seats * WIN if (place - count) * seats < 1 else 0

    return [sum(one() for _ in range(count + 1)) for _ in range(DRAWINGS)]


def by_alpha_beta(plan: Mapping[str, Any]) -> bool:
    """Is a part played by alpha-beta? Else by UCT."""
    return str(plan["agent"]).startswith("alpha-beta")


def budget_of(plan: Mapping[str, Any], budget: int) -> str:
    """As reports say it."""
    one, several = ("ply", "plies") if by_alpha_beta(plan) else ("simulation", "simulations")
    return f"1 {one}" if budget == 1 else f"{budget:,} {several}"


def finite(number: float) -> float | None:
    """As JSON has it."""
    return None if isinf(number) else number
