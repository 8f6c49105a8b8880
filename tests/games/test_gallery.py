"""The gallery of variants: short, without a warning, and beside an independent program to the end."""

from __future__ import annotations

from typing import Any

import pytest

from gdl import load
from gdl.support.files import games_folder
from tests.oracles import gallery
from tests.oracles.common import Oracle, random_game

GALLERY: dict[str, type[Oracle[Any]]] = {
    "aversion": gallery.Aversion,
    "babel": gallery.Babel,
    "castaways": gallery.Castaways,
    "chameleon": gallery.Chameleon,
    "inkblot": gallery.Inkblot,
    "muster": gallery.Muster,
    "piracy": gallery.Piracy,
    "rally": gallery.Rally,
    "spectrum": gallery.Spectrum,
    "vice": gallery.Vice,
}


@pytest.mark.parametrize("name", GALLERY)
def test_it_is_short_and_nothing_is_odd_about_it(name: str) -> None:
    text = (games_folder() / "variants" / f"{name}.lud").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 25
    assert load(name).compiled.warnings == ()


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GALLERY)
def test_a_game_beside_the_independent_program(name: str, seed: int) -> None:
    """At each ply the same moves are legal; the game ends at the same ply, for the same player."""
    state = load(name).start(seed=seed)
    colours = {(ord(site[0]) - ord("a"), int(site[1:]) - 1): c[0] for site, c in state.colours.items()}
    oracle = GALLERY[name](colours)  # type: ignore[call-arg]
    plies, last = random_game(oracle, seed, limit=70)
    for ply in plies:
        written = {plain(str(move)): move for move in state.legal_moves}
        assert sorted(written) == sorted(ply.legal)
        state = state.play(written[ply.played])
    ranks = oracle.outcome(last)
    assert state.is_over == (ranks is not None)
    if ranks is not None:
        assert state.outcome is not None
        assert [rank == 1.0 for rank in state.outcome.ranks] == [rank == 1 for rank in ranks]


def plain(text: str) -> str:
    """A move without the mark of a capture."""
    return text.lstrip("x").replace("x", "-")
