"""The pictures that the page shows of games are those that would be drawn now."""

from __future__ import annotations

from pathlib import Path

import pytest

import gdl
import interpreter
from interpreter.game.shipped import shipped_games
from interpreter.serve.table.about import picture
from tests.quick import few

PICTURES = Path(interpreter.__file__).parent / "serve" / "page" / "pictures"


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_a_picture_is_what_would_be_drawn_now(name: str) -> None:
    drawn = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == f"{picture(gdl.load(name))}\n", "run `python scripts/draw_games.py`"


def test_every_shipped_game_has_one_and_nothing_else_has() -> None:
    assert {path.stem for path in PICTURES.glob("*")} == {*shipped_games()}
