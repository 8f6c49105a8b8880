"""Whole small games: the facts that all analyses find in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.games import KEPT, facts
from tests.cases import read_cases
from tests.passes.games import small_games

CASES = read_cases(KEPT)


@pytest.mark.parametrize("path", small_games(), ids=lambda path: path.stem)
def test_facts_of_a_small_game(path: Path) -> None:
    """A change that is meant is written by `python -m tests.analyses.games`, and read."""
    assert {"": "", **facts(path)} == CASES[path.stem]


def test_no_other_is_kept() -> None:
    assert list(CASES) == [path.stem for path in small_games()]
