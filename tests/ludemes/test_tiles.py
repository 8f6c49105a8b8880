"""Boards composed of tiles: which of them could not be laid out with the box."""

from __future__ import annotations

import pytest

from gdl import load
from gdl.lower.tiles import used_again

BOX = ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b")


@pytest.mark.parametrize("game", ["troika", "katarenga", "congress", "quartermaster-match"])
def test_a_tile_used_twice_is_warned_of(game: str) -> None:
    """Whatever the game: the warning is the board's."""
    (warning,) = load(game, options={"Board": "1a 1b / 1a 1b"}).compiled.warnings
    assert (warning.code, warning.severity) == ("W0430", "warning")
    assert warning.span.text == "1a 1b / 1a 1b" and "tile 1 lies on this board 4 times" in warning.message


@pytest.mark.parametrize("board", ["Standard", "Backs", "Shuffled", "random:7", "4b@90 3a / 1a@270 2b"])
def test_each_tile_once_is_not(board: str) -> None:
    assert load("troika", options={"Board": board}).compiled.warnings == ()


def test_the_board_is_played_on_all_the_same() -> None:
    assert len(load("troika", options={"Board": "1a 1b / 1a 1b"}).start(seed=1).legal_moves) == 64


@pytest.mark.parametrize(
    ("layout", "names", "again"),
    [
        ("1a 1b / 2a 2b", BOX, {"1": ["1a", "1b"], "2": ["2a", "2b"]}),
        ("3a@90 2a / 1a 3a@180", BOX, {"3": ["3a", "3a"]}),
        ("11a 1a", ("11a", "1a", "2a"), {}),
        # With fewer tiles than places some must lie there twice.
        ("1a 1b / 2a 1a", BOX[:4], {}),
        ("light dark / dark light", ("light", "dark"), {}),
        # Without a number a face is a tile of its own.
        ("light light", ("light", "dark"), {"light": ["light", "light"]}),
        ("random:3", BOX, {}),
    ],
)
def test_which_tiles_are_used_again(layout: str, names: tuple[str, ...], again: dict[str, list[str]]) -> None:
    assert used_again(layout, names) == again
