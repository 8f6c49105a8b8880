"""What the terminal shows where rules hide something."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Gdl
from tests.interface.test_glimpses import KINDS, ONE, OTHER, begin


@pytest.mark.slow
def test_the_terminal_shows_what_the_person_may_see(tmp_path: Path, gdl: Gdl) -> None:
    """Of two games that differ in what is hidden from player 2 all is printed alike on that player's turn."""
    shown = []
    for placed in (ONE, OTHER):
        path = begin(tmp_path, placed, KINDS).game.recipe.path
        ran = gdl("play", path, "--players", "human,human", typed="a1-a2\nboard\nmoves\nquit\n")
        shown.append(ran.out.partition("a1-a2")[2])
        assert "?1" in shown[-1]
    assert shown[0] == shown[1]


@pytest.mark.slow
def test_what_a_machine_has_moved_is_not_told(tmp_path: Path, gdl: Gdl) -> None:
    path = begin(tmp_path, ONE, KINDS).game.recipe.path
    ran = gdl("play", path, "--players", "random,human", typed="quit\n")
    assert "White has moved." in ran.out and "?1" in ran.out
