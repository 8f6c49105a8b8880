"""Troke: its board is a file that an author can replace, its chips and pieces are the oracle's, and its page
names every scenario."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
import yaml

from interpreter.game import Game, load
from interpreter.shipped import shipped_games
from interpreter.state import State
from tests.oracles.common import cell_named, name
from tests.oracles.troke import CIRCLES, Board, Piece, Troke

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def joined(game: Game) -> set[frozenset[str]]:
    """The lines of a board, each as the two circles that it joins."""
    names = game.site_names
    return {frozenset((names[a], names[b])) for a, b in game.topology.graph.edges}


def standing(state: State) -> Board:
    return frozenset(
        (cell_named(site), Piece(piece.owner, piece.name))
        for site, top in state.sites.items()
        for piece in (*top.below, top)
    )


def test_the_board_is_the_reconstruction() -> None:
    """Thirty-two circles, joined to those beside them in a row, a column or a diagonal."""
    game = load("troke")
    assert set(game.site_names) == set(map(name, CIRCLES))
    beside = {
        frozenset((name(a), name(b)))
        for a in CIRCLES
        for b in CIRCLES
        if a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
    }
    assert joined(game) == beside and len(beside) == 98


@pytest.mark.parametrize(("seats", "players"), [("RB", "2"), ("RGBY", "4")])
def test_pieces_and_chips_are_the_oracle_s(seats: str, players: str) -> None:
    """Whole turns, drawn from the oracle's, are played here; what stands where and the chips are the same."""
    oracle = Troke(seats, worth=(1, 2, 3))
    state = load("troke", options={"Players": players, "Scoring": "By shape"}).start(seed=1)
    position, generator = oracle.start(), random.Random(seats)
    while oracle.outcome(position) is None:
        text, position = generator.choice(sorted(oracle.options(position)))
        mover = state.mover
        state = state.play(text)
        if not state.is_over and state.mover == mover:
            state = state.play("pass")  # the turn could go on, and the oracle's does not
        assert standing(state) == position.board, text
        assert state.scores == position.chips, text
    assert state.is_over
    castles = {tally.name: tally.numbers for tally in state.tallies}["castles"]
    assert castles == tuple(oracle.castles(position.board, player) for player in oracle.players)


# --- Another board ----------------------------------------------------------------------------------------

SIDES = """
(define "RedStart" (sites {{"a1" "b1" "c1" "d1"}})) (define "RedGoal" "BlueStart") (define "RedFaces" N)
(define "BlueStart" (sites {{"a5" "b5" "c5" "d5"}})) (define "BlueGoal" "RedStart") (define "BlueFaces" S)
(define "GreenStart" (sites {{"a1"}})) (define "GreenGoal" "YellowStart") (define "GreenFaces" E)
(define "YellowStart" (sites {{"d1"}})) (define "YellowGoal" "GreenStart") (define "YellowFaces" W)
(define "TrokeBoard" (graph vertices:{{{vertices}}} edges:{{{edges}}}))
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Game:
    """Troke on a board of an author's own: four circles by five, joined along rows and columns only."""
    places = [(x, y) for y in range(5) for x in range(4)]
    edges = [(i, j) for i, (x, y) in enumerate(places) for j, (u, v) in enumerate(places)
             if (u, v) in ((x + 1, y), (x, y + 1))]  # fmt: skip
    shutil.copy(shipped_games()["troke"], tmp_path / "mine.lud")
    text = SIDES.format(
        vertices=" ".join(f"{{{x} {y}}}" for x, y in places),
        edges=" ".join(f"{{{i} {j}}}" for i, j in edges),
    )
    (tmp_path / "troke-board.def").write_text(text)
    return load(tmp_path / "mine.lud")


def test_the_board_can_be_replaced(elsewhere: Game) -> None:
    assert len(elsewhere.site_names) == 20 and len(joined(elsewhere)) == 31
    state = elsewhere.start(seed=1)
    assert len(state.legal_moves) == 12 and not {"Tower a1-b2"} & set(map(str, state.legal_moves))
    assert state.play("Tower a1-a2").mover == 2


def test_another_board_is_played_to_the_end(elsewhere: Game) -> None:
    games = elsewhere.playouts(50, seed=3)
    assert games.games == 50 and sum(games.wins) + games.draws == 50


# --- The page ---------------------------------------------------------------------------------------------


def test_the_page_names_every_scenario() -> None:
    """Each sentence's row names its scenarios, and each scenario of a sentence stands in a row."""
    page = PAGE.read_text(encoding="utf-8").split("\n## Troke\n")[1].split("[troke-series.lud]")[0]
    rows = [line.split("|")[-2] for line in page.splitlines() if line.startswith("| ")]
    named = {each for row in rows for each in re.findall(r"\*([^*]+)\*", row)}
    scenarios = yaml.safe_load(shipped_games()["troke"].with_suffix(".yaml").read_text())["scenarios"]
    assert named == {each["name"] for each in scenarios if "rule" in each}
