"""Whole small games: the facts that all analyses find in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.games import kept, shown
from tests.passes.games import small_games


@pytest.mark.parametrize("path", small_games(), ids=lambda path: path.stem)
def test_facts_of_a_small_game(path: Path) -> None:
    """A change that is meant is written by `python -m tests.analyses.games`, and read."""
    assert shown(path) == kept(path).read_text(encoding="utf-8")
