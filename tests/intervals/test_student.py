"""Intervals of means: against printed tables, and by how often they miss a mean that is known."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isclose, sqrt
from random import Random

import pytest

from interpreter.statistics.moments import moments_of, ratio_of
from interpreter.statistics.student import around_bounded_mean, around_mean, t_of


@pytest.mark.parametrize(
    ("freedom", "level", "printed"),
    [  # E. S. Pearson, H. O. Hartley, Biometrika Tables for Statisticians, 1954, table 12
        (1, 0.95, 12.706), (2, 0.95, 4.303), (5, 0.95, 2.571), (10, 0.95, 2.228), (30, 0.95, 2.042),
        (120, 0.95, 1.980), (10**9, 0.95, 1.960), (1, 0.99, 63.657), (10, 0.99, 3.169), (10, 0.9, 1.812),
    ],
)  # fmt: skip
def test_quantiles_of_t_are_those_of_the_tables(freedom: int, level: float, printed: float) -> None:
    assert round(t_of(freedom, level), 3) == printed


def test_both_ways_to_the_quantile_meet() -> None:
    steps = [t_of(freedom, 0.95) for freedom in range(296, 305)]
    falls = [a - b for a, b in pairwise(steps)]
    assert all(isclose(a, b, rel_tol=0.02) for a, b in pairwise(falls))


def test_a_mean_of_two_numbers() -> None:
    """0 and 2: the standard error is 1, and one degree of freedom is left."""
    found = moments_of([0, 2]).interval()
    assert found.value == 1.0 and isclose(found.high, 1 + 12.7062, rel_tol=1e-5)
    assert around_mean(3.0, 0.0, 1).high == inf


def test_few_numbers_are_missed_as_seldom_as_is_said() -> None:
    """Five numbers, each the sum of twelve even ones: 95 of 100 intervals have the mean, within 4 sigma."""
    random, missed, rounds = Random(1), 0, 2000
    for _ in range(rounds):
        numbers = [sum(random.randrange(1000) for _ in range(12)) for _ in range(5)]
        missed += 12 * 499.5 not in moments_of(numbers).interval()
    assert abs(missed / rounds - 0.05) < 4 * sqrt(0.05 * 0.95 / rounds)


def test_numbers_that_are_all_alike_leave_room_for_others() -> None:
    """Of eleven zeros the first says that it is zero; ten more show no other, which one in forty times they
    would with a share p of others, (1 - p)^10 = 1/40."""
    found = around_bounded_mean(0.0, 0.0, 11, -1.0, 1.0)
    assert isclose((1 - found.high) ** 10, 0.025, rel_tol=1e-9) and found.low == -found.high
    top = around_bounded_mean(1.0, 0.0, 11, 0.0, 1.0)
    assert top.high == 1.0 and isclose(top.low**10, 0.025, rel_tol=1e-9)
    alone = around_bounded_mean(0.5, 0.0, 1, 0.0, 1.0)
    assert (alone.low, alone.high) == (0.0, 1.0)
    assert around_bounded_mean(0.5, 0.1, 4, 0.0, 1.0).high <= 1.0


@pytest.mark.parametrize("rare", [0.02, 0.1, 0.3])
def test_a_rare_other_is_seldom_missed_where_nothing_was_seen_of_it(rare: float) -> None:
    """Whatever the share of ones: that all numbers are zeros and the interval is too low, together, comes in
    one of forty cases at most."""
    for count in range(2, 40):
        found = around_bounded_mean(0.0, 0.0, count, 0.0, 1.0)
        assert (1 - rare) ** count <= 0.025 or found.high >= rare


def test_a_share_that_is_the_same_of_all_pairs() -> None:
    found = ratio_of([(3, 3), (5, 5), (1, 1)]).bounded_interval()
    assert (found.value, found.high) == (1.0, 1.0) and isclose(found.low**2, 0.025, rel_tol=1e-9)
    some = ratio_of([(3, 3), (4, 5), (1, 2)]).bounded_interval()
    assert 0 <= some.low < some.value == 0.8 < some.high < 1.0
    odds = [bound / (1 - bound) for bound in (some.low, some.value, some.high)]
    assert isclose(odds[1] ** 2, odds[0] * odds[2], rel_tol=1e-9)
