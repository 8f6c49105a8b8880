"""Troke: its board is a file that an author can replace, its chips and pieces are the oracle's, and its page
names every scenario."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
import yaml

from gdl import Game, load
from interpreter.game.position import Position
from interpreter.game.shipped import shipped_games
from interpreter.game.state import State
from tests.games.test_against_oracles import plain
from tests.oracles.common import cell_named, name, perft_turns, rectangle
from tests.oracles.test_troke import scattered
from tests.oracles.troke import CIRCLES, Board, Piece, Troke, TrokePosition, TrokeSteps
from tests.quick import one_in

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


@pytest.mark.parametrize(("seats", "players"), one_in(2, [("RB", "2"), ("RGBY", "4")]))
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


SHARED = (
    ("RB", "b1/2W b1/1M c1/1T c1/2M d1/1W d2/2T e1/2W b6/1T b6/2W c6/2M d5/1M"),
    ("RGBY", "b1/3W b1/2M c1/1T a2/4T a3/2W a4/4M a4/1W b3/3T c2/2T f3/2W f3/1M e3/3T e6/1M d6/4W d5/2T"),
)


def lying(board: Board, downwards: bool) -> Position:
    """The position with these pieces; on a circle they lie in the order of their owners, or the other way."""
    lines = [
        (f"{piece.shape}{piece.owner}", (name(circle),)) for circle, piece in sorted(board, reverse=downwards)
    ]
    return Position(tuple(lines))


@pytest.mark.parametrize("sharing", one_in(2, ["No capture", "Others captured"]))
@pytest.mark.parametrize(("seats", "pieces"), one_in(2, SHARED))
def test_turns_where_circles_are_shared_are_the_oracle_s(seats: str, pieces: str, sharing: str) -> None:
    """Pieces of two players lie on goal lines, and others can land there."""
    oracle = TrokeSteps(seats, others=sharing == "Others captured")
    begun = TrokePosition(scattered(pieces), 1, (12,) * len(seats))
    counted = [(level.nodes, level.ended) for level in perft_turns(oracle, 3, begun)]
    game = load("troke", options={"Players": str(len(seats)), "Sharing": sharing})
    for engine, downwards in (("python", False), ("native", False), ("native", True)):
        here = game.starting_from(lying(begun.board, downwards)).on(engine).start(seed=1)
        levels = here.perft(2 if engine == "python" else 3, turns=True)
        assert [(level.nodes, level.ended) for level in levels] == counted[: len(levels)], engine


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


#: Red and Blue on the shipped lines of the whole square, corners and all.
WHOLE_SQUARE = """
(define "TrokeBoard" (square 6 diagonals:SolidNoSplit))
(define "RedStart" (sites {"b1" "c1" "d1" "e1"})) (define "RedGoal" "BlueStart") (define "RedFaces" N)
(define "BlueStart" (sites {"b6" "c6" "d6" "e6"})) (define "BlueGoal" "RedStart") (define "BlueFaces" S)
(define "GreenStart" (sites {"a2"})) (define "GreenGoal" "YellowStart") (define "GreenFaces" E)
(define "YellowStart" (sites {"f2"})) (define "YellowGoal" "GreenStart") (define "YellowFaces" W)
"""


def test_a_board_with_circles_beside_the_goal_line(tmp_path: Path) -> None:
    """No step leaves the goal line there, a turn's first one and a further one alike, as in the oracle."""
    shutil.copy(shipped_games()["troke"], tmp_path / "mine.lud")
    (tmp_path / "troke-board.def").write_text(WHOLE_SQUARE)
    game, oracle = load(tmp_path / "mine.lud"), TrokeSteps(on=rectangle(6, 6))
    beside = game.starting_from(lying(scattered("b6/1T c6/1W a5/1W f3/2T"), False))
    texts = {str(move) for move in beside.start(seed=1).legal_moves}
    assert texts == {"b6-c6", "c6-b6", "c6-d6", "a5-a6", "a5-b6", "a5-b5"}
    for seed in range(2):
        generator, state, position = random.Random(seed), game.start(seed=1), oracle.start()
        for _ in range(400):
            assert state.is_over == (oracle.outcome(position) is not None)
            if state.is_over:
                break
            here = {plain(str(move)): move for move in state.legal_moves}
            there = {text.replace("stop", "pass"): after for text, after in oracle.moves(position)}
            assert sorted(here) == sorted(there)
            text = generator.choice(sorted(here))
            state, position = state.play(here[text]), there[text]


# --- The page ---------------------------------------------------------------------------------------------


def test_the_page_names_every_scenario() -> None:
    """Each sentence's row names its scenarios, and each scenario of a sentence stands in a row."""
    page = PAGE.read_text(encoding="utf-8").split("\n## Troke\n")[1].split("[troke-series.lud]")[0]
    rows = [line.split("|")[-2] for line in page.splitlines() if line.startswith("| ")]
    named = {each for row in rows for each in re.findall(r"\*([^*]+)\*", row)}
    scenarios = yaml.safe_load(shipped_games()["troke"].with_suffix(".yaml").read_text())["scenarios"]
    assert named == {each["name"] for each in scenarios if "rule" in each}
