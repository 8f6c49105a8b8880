"""Commands that are about a position take one on one line."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Gdl


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["why", "tic-tac-toe", "c3", "--position", "CC1/NN1/3 1 4"], "c3 is legal"),
        (["solve", "tic-tac-toe", "--position", "CC1/NN1/3 1 4"], "wins in 1 ply"),
        (["solve", "tic-tac-toe", "--position", "a3 a2 b3 b2"], "wins in 1 ply"),
        (["trace", "tic-tac-toe", "--position", "CC1/NN1/3 1 4", "--moves", "c3"], "c3"),
        (["board", "tic-tac-toe", "--position", "CC1/NN1/3 1 4"], "C"),
        (["why", "tic-tac-toe", "c3", "--position", "CC1/NQ1/3 1 4"], "E0517"),
    ],
)
def test_commands_take_a_text(gdl: Gdl, words: list[str], told: str) -> None:
    ran = gdl(*words)
    assert told in ran.out + ran.err
