"""Confidence sequences: simulated streams are looked at after every step, and hardly any is ever missed."""

from __future__ import annotations

from math import comb, isclose, log
from random import Random

import pytest

from interpreter.statistics.intervals import wilson
from interpreter.statistics.sequences import log_evidence, p_value, sequence

STREAMS, STEPS = 1000, 300
#: Evidence of 20 to 1 refutes with 95 %.
LIMIT = log(20)


def missed(mean: float, draw: object, seed: int) -> int:
    """How many of the streams ever leave the true mean out."""
    random = Random(seed)
    found = 0
    for _ in range(STREAMS):
        total = 0.0
        for count in range(1, STEPS + 1):
            total += draw(random)  # type: ignore[operator]
            if log_evidence(mean, total, count) >= LIMIT:
                found += 1
                break
    return found


@pytest.mark.parametrize("mean", [0.5, 0.1])
def test_of_a_thousand_streams_of_wins_and_losses_at_most_5_percent_are_ever_missed(mean: float) -> None:
    assert missed(mean, lambda random: float(random.random() < mean), 1) <= STREAMS * 0.05


def test_with_draws_among_them_too() -> None:
    assert missed(0.5, lambda random: random.choice((0.0, 0.5, 0.5, 1.0)), 2) <= STREAMS * 0.05


def test_peeking_makes_an_ordinary_interval_miss_far_more_often() -> None:
    """What the sequences are for: the same streams, with Wilson's interval looked at after every step."""
    random = Random(1)
    found = 0
    for _ in range(200):
        total = 0
        for count in range(1, STEPS + 1):
            total += random.random() < 0.5
            if count >= 10 and 0.5 not in wilson(total, count):
                found += 1
                break
    assert found > 200 * 0.15


def test_the_evidence_is_a_martingale() -> None:
    """After any six tosses: what is expected of the next one is what there is (exactly, by the recurrence of
    the beta function), and before the first toss there is 1."""
    for mean in (0.2, 0.5):
        for wins in range(7):
            now = 2.718281828459045 ** log_evidence(mean, wins, 6)
            after = [2.718281828459045 ** log_evidence(mean, wins + won, 7) for won in (0, 1)]
            assert isclose((1 - mean) * after[0] + mean * after[1], now, rel_tol=1e-9)
    assert log_evidence(0.3, 0, 0) == 0.0


def test_the_bounds_are_where_the_evidence_is_20() -> None:
    found = sequence(70, 100)
    assert found.value == 0.7
    for bound in (found.low, found.high):
        assert isclose(log_evidence(bound, 70, 100), LIMIT, abs_tol=1e-6)
    assert sequence(0, 50).low == 0.0 and sequence(50, 50).high == 1.0
    assert (sequence(0, 0).low, sequence(0, 0).high) == (0.0, 1.0)


def test_a_sequence_is_wider_than_an_interval_that_was_fixed_beforehand_and_narrows() -> None:
    widths = [sequence(n / 2, n).high - sequence(n / 2, n).low for n in (10, 100, 1000, 100_000)]
    assert widths == sorted(widths, reverse=True)
    fixed = wilson(500, 1000)
    assert fixed.high - fixed.low < widths[2] < 2.5 * (fixed.high - fixed.low)


def test_p_values_are_never_surer_than_they_say() -> None:
    """Over all results of twelve fair tosses: the probability of p <= alpha is at most alpha."""
    for alpha in (0.01, 0.05, 0.2):
        sure = sum(comb(12, wins) for wins in range(13) if p_value(0.5, wins, 12) <= alpha)
        assert sure / 2**12 <= alpha
    assert p_value(0.5, 6, 12) == 1.0 and p_value(0.5, 12, 12) < 0.05
