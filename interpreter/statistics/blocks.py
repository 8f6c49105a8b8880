"""Score intervals for shares of games that come in blocks, such as pairs of one opening with both colours.

Games of a block are not independent: an opening that decides gives both players a win each, a stronger
player both. Blocks are independent, so what varies is seen between blocks (cluster sampling). The design
effect (L. Kish, *Survey Sampling*, 1965) is the variance of the blocks' means by that of as many wins and
losses; Wilson's score interval (E. B. Wilson, 1927) is taken for as many trials as there are blocks,
divided by it, with the quantile of Student's t, as the variance is only known from the blocks. One more
block stands for what is known before: games that are independent. So a few blocks that are all alike have
an interval as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt

from gdl.support.values import define
from interpreter.statistics.intervals import LEVEL, Interval
from interpreter.statistics.student import t_of

#: What the block that stands for independent games weighs.
_PRIOR = 1.0


@define
class Blocks:
    """Means of numbers from 0 to 1 over blocks, as sums."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, mean: float) -> None:
        """Take in one block."""
        self.count += 1
        self.total += mean
        self.squares += mean * mean

    def interval(
        self,
        size: float,
        fair: float = 0.5,
        different: float = 1.0,
        level: float = LEVEL,
        value: float | None = None,
    ) -> Interval:
        """The mean with its bounds. Where fewer than two blocks count, these are infinite: nothing is known.

        `size` is how many games a block has, `fair` the mean of equals, `different` the part of the games
        that are not repeated: the bounds are those of as many blocks fewer. `value` stands in place of the
        mean.
        """
        middle = self.total / self.count if self.count else fair
        shown = middle if value is None else value
        units = self.count * different
        if units < 2:
            return Interval(shown, -inf, inf, level)
        spread = max(0.0, self.squares - self.count * middle * middle)
        prior = _PRIOR * fair * (1 - fair)
        full = middle * (1 - middle)
        most = (self.count - 1) * full + prior
        if not most:  # who has all seats has won everything
            return Interval(shown, shown, shown, level)
        design = min(1.0, max(1e-9, (spread + prior / size) / most))
        t, trials = t_of(int(units), level), units / design
        centre = (middle + t * t / (2 * trials)) / (1 + t * t / trials)
        half = t * sqrt(full / trials + t * t / (4 * trials * trials)) / (1 + t * t / trials)
        low, high = max(0.0, min(shown, centre - half)), min(1.0, max(shown, centre + half))
        return Interval(shown, low, high, level)


def blocks_of(numbers: Iterable[tuple[int, float]]) -> Blocks:
    """The blocks of numbers that are given with the block of each."""
    sums: dict[int, tuple[float, int]] = {}
    for block, number in numbers:
        total, count = sums.get(block, (0.0, 0))
        sums[block] = (total + number, count + 1)
    result = Blocks()
    for total, count in sums.values():
        result.add(total / count)
    return result
