"""Estimators against values worked out by hand, from tables, and from enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, exp, inf, isclose, log, sqrt

import pytest

from interpreter.statistics.differences import effective_number, entropy, holm
from interpreter.statistics.intervals import beta_probability, clopper_pearson, wilson
from interpreter.statistics.moments import (
    deviation_interval,
    moments_of,
    moments_of_counts,
    quantile,
    ratio_of,
)
from interpreter.statistics.trees import tree_size


def test_wilson_is_where_the_score_test_refutes() -> None:
    """The bounds are the shares p whose own normal interval ends at what was seen: |7/10 - p| = z sd(p)."""
    found = wilson(7, 10)
    for bound in (found.low, found.high):
        assert isclose(abs(0.7 - bound), 1.959964 * sqrt(bound * (1 - bound) / 10), rel_tol=1e-6)
    assert found.low < 0.7 < found.high
    assert wilson(0, 10).low == 0.0 and wilson(10, 10).high == 1.0
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "count"), [(0, 5), (1, 5), (3, 10), (10, 10), (40, 90)])
def test_clopper_pearson_is_where_a_tail_of_the_binomial_has_two_and_a_half_percent(
    successes: int, count: int
) -> None:
    def tail(p: float, numbers: range) -> float:
        return sum(comb(count, k) * p**k * (1 - p) ** (count - k) for k in numbers)

    found = clopper_pearson(successes, count)
    if successes > 0:
        assert isclose(tail(found.low, range(successes, count + 1)), 0.025, rel_tol=1e-9)
    else:
        assert found.low == 0.0
    if successes < count:
        assert isclose(tail(found.high, range(successes + 1)), 0.025, rel_tol=1e-9)
    else:
        assert found.high == 1.0


def test_the_beta_distribution_is_the_binomial_from_the_other_side() -> None:
    """P(X >= k) of n trials is I_p(k, n - k + 1)."""
    for k in range(1, 8):
        direct = sum(comb(8, j) * 0.3**j * 0.7 ** (8 - j) for j in range(k, 9))
        assert isclose(beta_probability(0.3, k, 8 - k + 1), direct, rel_tol=1e-12)


def test_moments_are_exact_and_can_be_put_together_in_any_order() -> None:
    whole = moments_of([3, 1, 4, 1, 5])
    assert (whole.count, whole.total, whole.squares) == (5, 14, 52)
    assert (
        whole
        == moments_of([5, 1]) + moments_of([3, 4, 1])
        == moments_of_counts([(1, 2), (3, 1), (4, 1), (5, 1)])
    )
    assert whole.mean == 2.8
    assert isclose(whole.variance, sum((x - 2.8) ** 2 for x in (3, 1, 4, 1, 5)) / 4)
    huge = moments_of([10**15, 10**15 + 2])  # a difference of squares that no Float holds
    assert huge.variance == 2.0


def test_the_interval_of_a_deviation_needs_the_fourth_moment() -> None:
    """Zeros and twos: the fourth central moment is the square of the variance, so there is no error left."""
    found = deviation_interval({0: 500, 2: 500})
    assert isclose(found.value, 1.0, rel_tol=1e-3)
    assert found.high - found.low < 0.01


def test_few_numbers_tell_little_of_their_deviation() -> None:
    """Of 0, 0, 3, 3 the variance is 3, the kurtosis 1 (nothing is cut off that matters, as it is even), so
    that by D. G. Bonett (2006) the logarithm of c times the variance is off by z c sqrt((1 - 1/4) / 3), where
    c is 4 / (4 - z)."""
    found = deviation_interval({0: 2, 3: 2})
    c = 4 / (4 - 1.959964)
    error = 1.959964 * c * sqrt((1 - 1 / 4) / 3)
    assert isclose(found.high, sqrt(c * 3 * exp(error)), rel_tol=1e-5)
    assert isclose(found.low, sqrt(c * 3 * exp(-error)), rel_tol=1e-5)
    assert deviation_interval({1: 1}).high == inf and deviation_interval({5: 9}).high == 0.0


def test_a_ratio_has_the_error_of_its_residuals() -> None:
    pairs = [(2, 1), (9, 3), (5, 2), (8, 4)]
    ratio = 24 / 10
    residual = sum((a - ratio * b) ** 2 for a, b in pairs)
    error = sqrt(residual * 4 / 3) / 10
    found = ratio_of(pairs).interval()
    assert isclose(found.value, 2.4)
    assert isclose(found.high - found.value, 3.182446 * error, rel_tol=1e-6)  # t of 3 degrees of freedom
    same = ratio_of([(2, 1), (6, 3), (4, 2)]).interval()
    assert same.low == same.high == 2.0


def test_quantiles_are_order_statistics() -> None:
    counts = {1: 10, 2: 20, 3: 40, 7: 30}
    assert [quantile(counts, share).value for share in (0.1, 0.11, 0.5, 0.7, 0.71, 1.0)] == [1, 2, 3, 3, 7, 7]
    # of the numbers 1 to 100: the 40th and the 61st, since P(X <= 39) < 2.5 % <= P(X <= 40) of 100 tosses
    median = quantile(dict.fromkeys(range(1, 101), 1), 0.5)
    assert (median.value, median.low, median.high) == (50, 40, 61)
    below = [sum(comb(100, j) for j in range(k + 1)) / 2**100 for k in (39, 40)]
    assert below[0] < 0.025 <= below[1]


def test_knuths_estimate_is_unbiased_over_all_paths_of_a_tree() -> None:
    """A root with three children: a leaf, one with two leaves, one with four. Each path comes with the
    probability 1 / (the product of branching), so the expected product is the number of leaves, 7."""
    paths = [(3,), (3, 2), (3, 2), (3, 4), (3, 4), (3, 4), (3, 4)]
    products = [Fraction(3), *[Fraction(6)] * 2, *[Fraction(12)] * 4]
    assert sum(1 / p * p for p in products) == len(paths)
    weighted = [3.0] * 4 + [6.0] * 2 * 2 + [12.0] * 4  # of twelve paths, as often as they are expected
    found = tree_size([log(p) for p in weighted])
    assert isclose(10**found.exponent.value, 7.0)
    assert found.exponent.low < log(7) / log(10) < found.exponent.high
    assert not found.trusted and tree_size([log(5)] * 100).trusted


def test_sizes_of_trees_go_beyond_floats() -> None:
    found = tree_size([1000.0, 1000.0 + log(3)])
    assert isclose(found.exponent.value, (1000 + log(2)) / log(10))


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_holm_keeps_the_error_of_the_family_over_every_grid_of_independent_p_values() -> None:
    """All hypotheses true, p-values uniform on a grid of twenty: some is refuted in at most 5 % of cases."""
    grid = [Fraction(n, 20) for n in range(1, 21)]
    wrong = sum(min(holm([float(p) for p in values])) <= 0.05 for values in product(grid, repeat=2))
    assert wrong / 400 <= 0.05


def test_the_effective_number_of_equal_shares_is_their_number() -> None:
    assert isclose(effective_number([2.0] * 5), 5.0)
    assert effective_number([1.0, 0.0]) == 1.0
    assert isclose(entropy([1, 3]), -(0.25 * log(0.25) + 0.75 * log(0.75)))
    assert isclose(effective_number([1, 3]), exp(entropy([1, 3])))
