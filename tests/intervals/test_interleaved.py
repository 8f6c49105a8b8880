"""What a benchmark of two versions concludes from its pairs."""

from __future__ import annotations

from math import comb

import pytest

from benchmarks.against_commit import Comparison, Worker, compare, geometric_mean, median_interval


@pytest.mark.parametrize("number", [1, 3, 5, 6, 9, 15, 31, 100])
def test_the_interval_of_a_median(number: int) -> None:
    """The narrowest symmetric order statistics with a coverage of 95 % by the binomial distribution.

    All values where even these cover less (Conover, section 3.2).
    """

    def coverage(first: int) -> float:
        return 1 - 2 * sum(comb(number, below) for below in range(first + 1)) / 2**number

    low, high = median_interval([float(rank) for rank in range(number)])
    assert low + high == number - 1
    first = int(low)
    assert first == 0 or coverage(first) >= 0.95
    assert first + 1 > number // 2 or coverage(first + 1) < 0.95


def test_the_geometric_mean() -> None:
    assert geometric_mean([0.5, 2.0, 8.0]) == pytest.approx(2.0)


class Timed(Worker):
    """A version of which every unit of work takes as long as is said, ten times as long in some rounds."""

    def __init__(self, unit: float) -> None:
        self.unit = unit
        self.source = ""

    def seconds(self, game: str, work: str, amount: int, seed: int) -> float:
        return self.unit * amount * (10 if seed % 5 == 3 else 1)


def test_a_machine_that_slows_down_slows_both() -> None:
    found = compare(Timed(1e-6), Timed(1.5e-6), "hex", "playouts", 15)
    assert (found.game, found.ratio, found.low, found.high) == ("hex", *[pytest.approx(1.5)] * 3)
    assert isinstance(found, Comparison) and found.seconds[1] == pytest.approx(1.5 * found.seconds[0])
