"""The tables of docs/studies/claims.md are what `python -m benchmarks.claims` measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.claims import isolation, matches, triad, troika, troke
from benchmarks.claims.__main__ import CLAIMS, main
from benchmarks.claims.replay import played_games
from benchmarks.claims.tables import Row, markdown
from gdl import load

PAGE = (Path(__file__).parents[2] / "docs" / "studies" / "claims.md").read_text(encoding="utf-8")


def lines(rows: list[Row]) -> list[str]:
    return markdown((), rows).splitlines()[2:]


@pytest.mark.parametrize("name", CLAIMS)
def test_the_page_has_a_table_for_each_claim(name: str) -> None:
    heads = f"| {' | '.join(CLAIMS[name].HEADS)} |"
    assert heads in PAGE
    assert f"python -m benchmarks.claims {name}" in PAGE


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(lambda: isolation.rows(["random"], 20_000), id="isolation", marks=pytest.mark.long),
        pytest.param(lambda: matches.rows(["random"], 400), id="matches", marks=pytest.mark.slow),
        pytest.param(lambda: triad.rows(["random"], 600), id="triad", marks=pytest.mark.long),
        pytest.param(
            lambda: troika.rows(["random", "mcts:10", "alphabeta:1:memory=8M"]),
            id="troika",
            marks=pytest.mark.long,
        ),
        pytest.param(lambda: troke.rows(["mcts:100"]), id="troke", marks=pytest.mark.long),
    ],
)
def test_the_rows_of_the_weakest_players_are_measured_again(rows) -> None:  # type: ignore[no-untyped-def]
    """The others would take longer: the page has the command for them."""
    found = lines(rows())
    assert found
    assert not [line for line in found if line not in PAGE]


def test_the_same_seed_measures_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        assert main(["troika", "--players", "random", "--games", "5", "--seed", "3"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].splitlines()[2].startswith("| random | 5 | ")


def test_who_eliminates_whom_is_seen() -> None:
    """By a game whose end is known: Green's last capture eliminates Blue, and Red has most pieces."""
    game = load("triad")
    (played,) = played_games(game, "random", 1, 1, recorded=True)
    found = triad.ending(game, played)
    assert found.mover in (1, 2, 3)
    (gone,) = found.gone
    survivor = 6 - found.mover - gone
    assert found.lead == found.after[found.mover - 1] - found.after[survivor - 1]
    assert (found.lead > 0) == (played.ranks[found.mover - 1] < played.ranks[survivor - 1])


@pytest.mark.parametrize(
    "move, way",
    [
        ("Wall b1-c2", "outer circle, inwards"),
        ("Wall b1-a2", "outer circle, outwards"),
        ("Moat e1-e2", "outer circle, straight on"),
        ("Tower e1-f2", "outer circle, outwards"),
        ("Tower c1-b2", "inner circle, outwards"),
        ("Tower d1-c2", "inner circle, inwards"),
    ],
)
def test_how_a_game_of_troke_begins(move: str, way: str) -> None:
    assert troke.way(move) == way
