"""Our own variants of Katarenga: short, and real games."""

from __future__ import annotations

import pytest

from gdl import load
from gdl.support.files import games_folder

VARIANTS = sorted(path.stem for path in (games_folder() / "variants").glob("*.lud"))

#: A variant fits on a page, what it says about itself included.
MOST_LINES = 30


def test_there_are_some() -> None:
    assert len(VARIANTS) >= 4


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_short(name: str) -> None:
    text = (games_folder() / "variants" / f"{name}.lud").read_text(encoding="utf-8")
    said = [line for line in text.splitlines() if line.strip(" (){}")]
    assert len(said) <= MOST_LINES


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_a_real_game(name: str) -> None:
    """At random it ends, nobody is hopeless, and draws are not the rule: docs/games.md has the numbers."""
    done = load(name).playouts(4_000, seed=1)
    assert done.games == 4_000 and done.moves / done.games < 300
    assert done.draws < 0.05 * done.games
    assert min(done.wins) > 0.6 * done.games / len(done.wins)
