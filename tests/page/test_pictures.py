"""The pictures that the page shows of games are those that would be drawn now."""

from __future__ import annotations

import json
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
    facts = json.loads((PICTURES / "facts.json").read_text(encoding="utf-8"))
    drawn = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == f"{picture(gdl.load(name), facts[name]['moves'])}\n", "run `python scripts/draw_games.py`"


def test_each_is_of_a_position_that_was_played_to_and_tells_how_many_play_how_long() -> None:
    facts = json.loads((PICTURES / "facts.json").read_text(encoding="utf-8"))
    assert facts.keys() == shipped_games().keys()
    for name, told in facts.items():
        assert told["moves"] and told["kinds"] and told["players"] >= 1 and 2 <= told["minutes"] <= 60, name


def test_every_shipped_game_has_one_and_nothing_else_has() -> None:
    assert {path.stem for path in PICTURES.glob("*.svg")} == {*shipped_games()}
