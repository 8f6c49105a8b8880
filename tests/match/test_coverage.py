"""How often bounds have the truth between them: matches at random whose truth is known exactly."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.statistics.blocks import Blocks

#: The chances of a pair's half points, 0 to 4: of even games with and without draws; of openings that decide,
#: one win each; of openings that favour; of a stronger player.
TRUTHS = [(1, 0, 2, 0, 1), (1, 4, 6, 4, 1), (1, 0, 8, 0, 1), (1, 2, 10, 4, 3), (1, 0, 6, 0, 9)]


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "least"), [(10, 0.93), (30, 0.93), (100, 0.93)])
def test_bounds_have_the_truth_between_them(pairs: int, least: float) -> None:
    random = Random(1)
    for chances in TRUTHS:
        truth = sum(index * chance for index, chance in enumerate(chances)) / 4 / sum(chances)
        within = 0
        for _ in range(1000):
            blocks = Blocks()
            for halves in random.choices(range(5), chances, k=pairs):
                blocks.add(halves / 4)
            within += truth in blocks.interval(2)
        assert within >= least * 1000, chances
