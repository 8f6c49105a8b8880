"""Games with one mistake in their meaning each, and the same games repaired: all of them load and play.

The lints and the check that plays are tried on these files, which were written before there were any; the
repaired ones are their controls, of which nothing is to be said.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from gdl import load
from interpreter.game.image import Recipe, warnings_for
from tests.quick import one_in

HERE = Path(__file__).parent / "mistakes"
EXPECTED: dict[str, Any] = yaml.safe_load((HERE / "expected.yaml").read_text(encoding="utf-8"))
NAMES = sorted(EXPECTED)


def repaired(name: str) -> str:
    """The text of a file without its mistake."""
    text = (HERE / name).read_text(encoding="utf-8")
    old, new = EXPECTED[name]["sound"]["replace"]
    assert text.count(old) == 1
    return text.replace(old, new)


def test_every_file_is_spoken_of() -> None:
    assert sorted(path.name for path in HERE.glob("*.lud")) == NAMES
    assert len(NAMES) == 40


@pytest.mark.parametrize("name", NAMES)
def test_the_mistake_is_at_one_of_the_lines(name: str) -> None:
    case = EXPECTED[name]
    assert set(case) == {"wrong", "line", "how", "sound"}
    assert case["how"] in {"static", "play", "either"}
    old, new = case["sound"]["replace"]
    text = (HERE / name).read_text(encoding="utf-8")
    first = text[: text.index(old)].count("\n") + 1
    assert old != new
    assert set(case["line"]) & set(range(first, first + old.count("\n") + 1))
    assert max(case["line"]) <= text.count("\n")


@pytest.mark.parametrize("name", one_in(8, NAMES))
def test_a_mistake_in_meaning_is_no_error(name: str) -> None:
    assert load(HERE / name).start(seed=1).legal_moves


@pytest.mark.parametrize("name", one_in(8, NAMES))
def test_the_repaired_game_is_without_a_warning_and_comes_to_an_end(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(repaired(name), encoding="utf-8")
    assert warnings_for(Recipe(str(file), (), ())) == ()
    state = load(file).start(seed=1)
    chance = random.Random(1)
    for _ in range(200):
        if state.is_over:
            break
        state = state.play(chance.choice(list(state.legal_moves)))
    assert state.is_over
