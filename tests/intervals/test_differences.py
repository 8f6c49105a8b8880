"""Empirical-Bernstein sequences: of streams that are looked at after every step, hardly any is missed."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, isclose, log
from random import Random

import pytest

from interpreter.statistics import sequences
from interpreter.statistics.differences import Stream, boundary, difference, log_evidence
from interpreter.statistics.intervals import wilson
from tests.quick import one_in, quick_where

#: Evidence of 40 to 1 refutes on each side: together 95 %.
LIMIT = log(40)

#: Draws between 0 and 1, and their means.
DRAWS: dict[str, tuple[Callable[[Random], float], float]] = {
    "coins": (lambda random: float(random.random() < 0.5), 0.5),
    "rare": (lambda random: float(random.random() < 0.03), 0.03),
    "thirds": (lambda random: random.choice((0.0, 1 / 3, 1.0)), 4 / 9),
    # as lengths of games are: skewed, hardly ever long
    "skewed": (lambda random: min(1.0, 0.05 + 0.95 * (random.random() < 0.002)), 0.05 + 0.95 * 0.002),
}

PAIRS = ("coins coins", "coins thirds", "rare skewed")


def ever_missed(draw: Callable[[Random], float], mean: float, streams: int, steps: int, seed: int) -> int:
    """How many streams ever refute their own mean, looked at after each number."""
    random = Random(seed)
    found = 0
    for _ in range(streams):
        stream = Stream(0.0, 1.0, 0.5)
        for _ in range(steps):
            number = draw(random)
            stream = stream.after(1, number, number * number)
            distance = abs(stream.total - stream.count * mean)
            if log_evidence(distance, stream.spread) >= LIMIT:
                found += 1
                break
    return found


@pytest.mark.parametrize("kind", one_in(4, DRAWS))
def test_of_streams_that_are_peeked_at_at_most_5_percent_are_ever_missed(kind: str) -> None:
    assert ever_missed(*DRAWS[kind], streams=100, steps=150, seed=1) <= 5


@pytest.mark.parametrize("kind", quick_where(DRAWS, lambda _: False))
def test_of_a_thousand_streams_at_most_5_percent_are_ever_missed(kind: str) -> None:
    assert ever_missed(*DRAWS[kind], streams=1000, steps=300, seed=2) <= 50


def differences_missed(kinds: str, streams: int, looks: int, seed: int) -> int:
    """How often the difference of two streams is ever left out, looked at after every ten numbers of each."""
    random = Random(seed)
    draws, means = zip(*(DRAWS[kind] for kind in kinds.split()), strict=True)
    found = 0
    for _ in range(streams):
        pair = [Stream(0.0, 1.0, 0.5), Stream(0.0, 1.0, 0.5)]
        for _ in range(looks):
            for side in (0, 1):
                numbers = [draws[side](random) for _ in range(10)]
                pair[side] = pair[side].after(10, sum(numbers), sum(each * each for each in numbers))
            if means[1] - means[0] not in difference(*pair):
                found += 1
                break
    return found


@pytest.mark.parametrize("kinds", one_in(3, PAIRS))
def test_a_difference_is_hardly_ever_missed(kinds: str) -> None:
    assert differences_missed(kinds, streams=20, looks=20, seed=3) <= 1


@pytest.mark.parametrize("kinds", quick_where(PAIRS, lambda _: False, slow=3))
def test_of_hundreds_of_differences_at_most_5_percent_are_ever_missed(kinds: str) -> None:
    assert differences_missed(kinds, streams=300, looks=40, seed=4) <= 15


def test_the_evidence_is_expected_not_to_grow() -> None:
    """A supermartingale: over one more toss, from any guess, it is at most what there is, on both sides."""
    for mean in (0.1, 0.5, 0.8):
        for guess in (0.0, 0.3, 1.0):
            for distance, spread in ((0.0, 0.0), (5.0, 40.0), (-3.0, 2.0)):
                for sign in (1, -1):
                    expected = sum(
                        chance * exp(log_evidence(distance + sign * (x - mean), spread + (x - guess) ** 2))
                        for x, chance in ((1, mean), (0, 1 - mean))
                    )
                    assert expected <= exp(log_evidence(distance, spread)) * (1 + 1e-12)


def test_the_bounds_are_where_the_evidence_is_enough() -> None:
    for spread in (0.0, 0.3, 25.0, 1e6, 1e10):
        for level in (0.95, 0.999):
            found = boundary(spread, level)
            limit = log(2 / (1 - level))
            assert limit - 1e-9 <= log_evidence(found, spread) <= limit + 1e-3
            assert log_evidence(found * 0.999, spread) < limit


def test_it_narrows_with_the_variance_that_is_seen() -> None:
    """Of 10,000 tosses with 1 in 100, a sequence for any numbers from 0 to 1 may not be wide; and one of
    fair tosses is within three times Wilson's, which may be looked at only once."""
    rare = Stream(0.0, 1.0, 0.01).after(10_000, 100, 100).interval()
    fair = Stream(0.0, 1.0, 0.5).after(10_000, 5000, 5000).interval()
    assert rare.high - rare.low < (fair.high - fair.low) / 3
    fixed = wilson(5000, 10_000)
    assert fixed.high - fixed.low < fair.high - fair.low < 3 * (fixed.high - fixed.low)


def test_units_do_not_matter_and_a_bad_guess_costs_only_width() -> None:
    shares = Stream(0.0, 1.0, 0.2).after(400, 90, 40).interval()
    plies = Stream(0.0, 50.0, 10.0).after(400, 4500, 40 * 2500).interval()
    assert isclose(plies.low, 50 * shares.low) and isclose(plies.high, 50 * shares.high)
    bad = Stream(0.0, 1.0, 1.0).after(400, 90, 40).interval()
    assert bad.low < shares.low < shares.value == bad.value < shares.high < bad.high


def by_grid(a: int, b: int, count: int, level: float) -> tuple[float, float]:
    """The differences of all pairs of means, a hundredth apart, that the likelihood does not refute."""
    limit = -log(1 - level)
    left = [
        (j - i) / 100
        for i in range(101)
        for j in range(101)
        if sequences.log_evidence(i / 100, a, count) + sequences.log_evidence(j / 100, b, count) < limit
    ]
    return min(left), max(left)


@pytest.mark.parametrize(("a", "b"), [(20, 0), (15, 15), (0, 0), (30, 3), (7, 22)])
def test_of_few_numbers_the_likelihood_tells_more(a: int, b: int) -> None:
    """Half of the risk is the likelihood's; its bounds are those of a search through all pairs."""
    one, other = (Stream(0.0, 1.0, 0.5).after(30, total, total) for total in (a, b))
    found, (low, high) = difference(one, other), by_grid(a, b, 30, 0.975)
    assert abs(found.low - low) < 0.025 and abs(found.high - high) < 0.025
    assert found.low <= (b - a) / 30 <= found.high
    if abs(b - a) >= 20:
        assert 0.0 not in found


def test_a_difference_turned_around_is_the_same() -> None:
    one, other = (Stream(0.0, 1.0, 0.5).after(50, total, total) for total in (10, 31))
    found, turned = difference(one, other), difference(other, one)
    assert isclose(found.low, -turned.high, abs_tol=1e-4) and isclose(found.high, -turned.low, abs_tol=1e-4)


def test_only_streams_alike_are_compared() -> None:
    one = Stream(0.0, 1.0, 0.5)
    for other in (Stream(0.0, 2.0, 0.5), one.after(3, 1, 1)):
        with pytest.raises(ValueError):
            difference(one, other)
    assert (difference(one, one).low, difference(one, one).high) == (-1.0, 1.0)
    for wrong in ((1.0, 1.0, 1.0), (0.0, 1.0, 2.0)):
        with pytest.raises(ValueError):
            Stream(*wrong)
    with pytest.raises(ValueError):
        one.after(3, 4.0, 4.0)
