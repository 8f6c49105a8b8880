"""Proof search against what others have proved: who wins small boards of solved games."""

from __future__ import annotations

import pytest

from gdl import load
from interpreter.search.solver import Solver

#: White's value with White to begin. Domineering: Breuker, Uiterwijk and van den Herik, 2000. Cram: Gardner,
#: 1974: by symmetry the second player wins boards of even sides and the first those with one even side; of
#: three rows of three cells the second wins, too.
KNOWN = [
    ("domineering", "4", 1.0),
    ("domineering", "5", -1.0),
    ("cram", "3", -1.0),
    ("cram", "4", -1.0),
    ("cram", "4x3", 1.0),
    ("cram", "5x4", 1.0),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "value"), KNOWN)
def test_winners_are_the_known_ones(name: str, size: str, value: float) -> None:
    game = load(name, options={"Size": size}).on("native")
    assert Solver(game, 1 << 24).solve(game.start(1)).value == value
