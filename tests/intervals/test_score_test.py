"""Score tests of bounded means: against Wilson's and Tango's formulas, and what test and interval share."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from benchmarks.interval_coverage import covered
from interpreter.statistics.intervals import wilson
from interpreter.statistics.score_test import scores_of


def tango(n: int, b: int, c: int, delta: float) -> float:
    """The squared statistic of paired proportions (T. Tango, 1998, formula 5): of n pairs b have one alone, c
    the other alone; their difference is (b - c) / n."""
    p = 2 * n
    q = -b - c + (2 * n - b + c) * delta
    r = -c * delta * (1 - delta)
    other = (sqrt(q * q - 4 * p * r) - q) / (2 * p)
    return float((b - c - n * delta) ** 2 / (n * (2 * other + delta * (1 - delta))))


@pytest.mark.parametrize(("n", "b", "c"), [(44, 0, 1), (10, 4, 2), (13, 9, 0), (60, 30, 11), (20, 0, 0)])
@pytest.mark.parametrize("delta", [-0.6, -0.1, 0.05, 0.3, 0.8])
def test_pairs_without_draws_have_tangos_statistic(n: int, b: int, c: int, delta: float) -> None:
    """But for n / (n - 1). A pair is won twice, lost twice or split: its mean is (1 + difference) / 2."""
    pairs = [1.0] * b + [0.0] * c + [0.5] * (n - b - c)
    found = scores_of(pairs).statistic((1 + delta) / 2)
    assert found == pytest.approx(tango(n, b, c, delta) * n / (n - 1), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("won", "count"), [(0, 10), (3, 10), (13, 13), (400, 1000)])
def test_zeros_and_ones_come_near_to_wilson(won: int, count: int) -> None:
    """With many numbers it is his interval, with few a little narrower."""
    found, known = scores_of([1.0] * won + [0.0] * (count - won)).interval(), wilson(won, count)
    assert known.low <= found.low + 1e-9 and found.high <= known.high + 1e-9
    assert found.high - found.low >= (known.high - known.low) * (1 - 1 / count) - 1e-9


def test_draws_say_more_than_as_many_wins_and_losses() -> None:
    drawn, split = scores_of([0.5] * 10).interval(), scores_of([0.0, 1.0] * 5).interval()
    assert 0 < drawn.high - drawn.low < split.high - split.low
    assert drawn.low + drawn.high == pytest.approx(1.0)


@pytest.mark.parametrize("numbers", [[0.0] * 4, [0.25, 0.5, 1.0], [1 / 3, 2 / 3, 1.0, 0.0, 0.0], [0.5]])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_a_mean_is_refuted_just_where_the_interval_ends(numbers: list[float], level: float) -> None:
    scores = scores_of(numbers)
    found = scores.interval(level)
    assert found.low <= scores.mean <= found.high
    for bound, outwards in ((found.low, -1e-6), (found.high, 1e-6)):
        if 0 < bound < 1:
            assert scores.p_value(bound) == pytest.approx(1 - level, abs=1e-6)
            assert scores.p_value(bound + outwards) < 1 - level


def test_turned_around_it_is_turned_around() -> None:
    numbers = [0.0, 0.25, 0.25, 1.0, 0.5]
    found, turned = scores_of(numbers).interval(), scores_of(1 - each for each in numbers).interval()
    assert (turned.low, turned.high) == pytest.approx((1 - found.high, 1 - found.low))
    shifted = scores_of((2 * each - 1 for each in numbers), -1.0, 1.0).interval()
    assert (shifted.low, shifted.high) == pytest.approx((2 * found.low - 1, 2 * found.high - 1))


def test_none_have_no_bounds_and_a_p_value_of_one_at_their_mean() -> None:
    empty = scores_of([])
    assert (empty.interval().low, empty.interval().high, empty.p_value(0.5)) == (0.0, 1.0, 1.0)
    assert scores_of([0.0, 1.0]).p_value(0.5) == 1.0
    assert scores_of([1.0] * 50).p_value(0.01) < exp(-50)


#: With 1,000 studies chance alone has three standard errors of 0.7 %.
NAMES = ("worth", "worth-of-three", "ladder-step", "seat-score", "seat-until", "seat-advantage", "blunder")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_as_many_bounds_have_the_truth_between_them_as_is_said(name: str) -> None:
    for units in (10, 13, 60):
        assert 0.93 <= covered(name, units, studies=1000, seed=1) <= 0.97, units
