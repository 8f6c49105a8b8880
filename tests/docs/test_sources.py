"""What documents and scenarios say of the sources: a sentence is cited where it belongs, told in one way."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.scenarios.model import Scenario, read_scenarios

ROOT = Path(__file__).parents[2]
GAMES = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
STUDY = (ROOT / "docs" / "studies" / "katarenga-family.md").read_text(encoding="utf-8")
FAMILY = sorted((ROOT / "games" / "katarenga").glob("*.yaml"))


def scenarios(game: str) -> dict[str, Scenario]:
    found = read_scenarios(ROOT / "games" / "katarenga" / f"{game}.yaml").scenarios
    return {scenario.name: scenario for scenario in found}


@pytest.mark.parametrize("file", FAMILY, ids=lambda file: file.stem)
def test_of_games_in_which_pawns_move_no_scenario_cites_that_they_do_not(file: Path) -> None:
    """'Dans les jeux présentés ici, les pions ne se déplacent pas' is about Cornered and Quartermaster."""
    text = file.read_text(encoding="utf-8")
    assert "ne se déplacent pas" not in text or file.stem in {"cornered", "quartermaster"}


def test_that_nothing_is_captured_in_congress_says_the_author() -> None:
    assert "no capturing" in str(scenarios("congress")["no captures"].rule)
    assert "This is a game of movement only, with no capturing." in GAMES


@pytest.mark.parametrize("name", ["Big Bang", "Central Park", "Sardines", "Katrominoes", "Kings Cross"])
def test_what_is_lacking_of_the_other_games_is_told(name: str) -> None:
    _, _, section = GAMES.partition("what is known, and what is lacking")
    rows = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith(f"| {name}")]
    assert [len(row) for row in rows] == [3]
    assert not (ROOT / "games" / "katarenga" / f"{name.lower().replace(' ', '-')}.lud").exists()


@pytest.mark.parametrize("figure", ["34.6 %", "34.2 %", "25.8 % (18.8 to 34.3)", "rather the contrary"])
def test_troke_for_three_is_told_in_one_way(figure: str) -> None:
    assert figure in GAMES and figure in STUDY


def test_isolation_of_opposite_colours_alone_is_no_game() -> None:
    """With eight pawns each all sixteen find room: 19,988 of 20,000 random games were the second player's."""
    played = load("isolation", options={"Colours": "Opposite"}).on("auto").playouts(2_000, seed=1)
    assert played.wins[1] > 1_990
    endless = load("isolation", options={"Colours": "Opposite", "Pawns": "Endless"}).on("auto")
    assert 1_000 < endless.playouts(2_000, seed=1).wins[0] < 1_300
    assert "with eight pawns each it is no game" in GAMES


@pytest.mark.parametrize(
    "third, shares",
    [
        pytest.param("Green", "32.7 34.6 30.9", marks=pytest.mark.slow),
        pytest.param("Yellow", "32.4 31.6 34.2", marks=pytest.mark.long),
    ],
)
def test_troke_for_three_at_random(third: str, shares: str) -> None:
    """By Red, Green, Blue; or Red, Blue, Yellow."""
    played = load("troke", options={"Players": "3", "Third": third}).on("auto").playouts(20_000, seed=1)
    assert " ".join(f"{100 * wins / played.games:.1f}" for wins in played.wins) == shares
