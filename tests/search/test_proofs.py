"""What is called proved is: of bounds, of positions with a past, of ties among three, of last moves.

Each claim is held against everything that can come of the position, found without any search.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from gdl import Game, load
from interpreter.cli.main import cli
from interpreter.cli.typed_commands import value_text
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Line, Player
from interpreter.search.solver import Solver
from interpreter.search.tree import TreeSettings
from tests.quick import one_in
from tests.search.small_games.truth import NEVER, Node, Truth

MEMORY = 1 << 20

#: A piece steps on an empty or the other's site, and takes what is there.
STEP = """(forEach Piece "Man" (move Step Orthogonal (to if:(not (is Friend (who at:(to))))
    (apply (if (is Enemy (who at:(to))) (remove (to)))))))"""


def rules(board: str, start: str, play: str, end: str, players: int = 2) -> str:
    return (
        f'(game "Small" (players {players}) (equipment {{(board {board}) (piece "Man" Each)}})\n'
        f"(rules {start} (play {play}) (end {end})))"
    )


#: Who fills the board loses: the last move is the loser's.
LAST_LOSES = rules(
    "(rectangle 1 3)", "", "(move Add (to (sites Empty)))", "(if (is Full) (result Mover Loss))"
)
#: Alone: a1 loses at once, two other moves win.
ALONE = rules(
    "(rectangle 1 3)", "", "(move Add (to (sites Empty)))",
    "{(if (is In (last To) (sites {0})) (result Mover Loss)) (if (>= (count Moves) 2) (result Mover Win))}",
    players=1,
)  # fmt: skip
#: Two men on a row of four; each player has sites that win; a draw after some turns.
COUNTED = rules(
    "(rectangle 1 4)", '(start {(place "Man1" {2}) (place "Man2" {1})})', STEP,
    """{(if (is In (last To) (sites {2})) (result Mover Win))
        (if (and (is Mover P2) (is In (last To) (sites {3}))) (result P2 Win))
        (if (>= (count Turns) 8) (result Mover Draw))}""",
)  # fmt: skip
#: Who brings a position back loses.
BACK_LOSES = rules(
    "(rectangle 2 2)", '(start {(place "Man1" {3}) (place "Man2" {2})})',
    STEP.replace("Orthogonal", "Adjacent"),
    "{(if (no Moves Next) (result Mover Loss)) (if (>= (count Repeats) 1) (result Mover Loss))}",
)  # fmt: skip
#: The same position three times is a draw.
THRICE_DRAWS = rules(
    "(rectangle 1 6)", '(start {(place "Man1" {3}) (place "Man2" {1 0})})', STEP,
    """{(if (is In (last To) (sites {5})) (result Mover Win))
        (if (and (is Mover P2) (is In (last To) (sites {0}))) (result P2 Win))
        (if (= 1 (count Pieces Next)) (result Mover Win))
        (if (>= (count Repeats) 2) (result Mover Draw))}""",
)  # fmt: skip
#: Three players: who wins first may choose who of the others comes second.
KING_MAKER = rules(
    "(rectangle 2 3)", "",
    "(move Add (to (sites Empty)) (then (addScore Mover (if (is In (last To) (sites {0})) 2 1))))",
    "{(if (is Line 2) (result Mover Win)) (if (>= (count Moves) 6) (byScore misere:True))}",
    players=3,
)  # fmt: skip


@cache
def made(text: str, engine: str = "python") -> Game:
    with TemporaryDirectory() as folder:
        file = Path(folder, "small.lud")
        file.write_text(text, encoding="utf-8")
        return load(file).on(engine)


@cache
def truth_of(text: str) -> Truth:
    return Truth(made(text), endless=False, most=50_000)


def reached(text: str, *moves: str, engine: str = "python") -> tuple[Line, Node]:
    """The line of these moves, and what is true of its position."""
    line, node = Line((made(text, engine).start(1),)), truth_of(text).start
    for written in moves:
        move = line.state.parse(written)
        line, node = line.then(move), node.children[move.raw]
    return line, node


def alphabeta(depth: int) -> AlphaBetaPlayer:
    return AlphaBetaPlayer(AlphaBetaSettings(None, depth, MEMORY))


SAID = re.compile(r"proved: (wins|loses) (in|within) (\d+) pl(y|ies)")


def hold(player: Player, line: Line, node: Node, truth: Truth) -> None:
    """What a player says of each move, in words, is true: who wins, and how soon at most or just so."""
    for each in player.choose(line).thought.candidates:
        said = SAID.match(value_text(each))
        if said is None:
            continue
        after, where = node.children[each.move.raw], " ".join(map(str, line.moves))
        value, plies = truth.value(after, node.mover), truth.plies(after)
        assert value == {"wins": 1.0, "loses": -1.0}[said[1]], f"{where}: {each.move}"
        assert plies is not None
        if said[2] == "in":
            assert int(said[3]) == plies + 1, f"{where}: {each.move}"
        assert int(said[3]) >= plies + 1, f"{where}: {each.move}"


# --- Last moves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["python", "native"])
def test_the_loser_may_make_the_last_move(engine: str) -> None:
    """Three stones fill the board, and the first player puts the third."""
    line, _ = reached(LAST_LOSES, engine=engine)
    found = Solver(line.state.game, MEMORY).solve(line.state)
    assert (found.value, found.plies, len(found.line)) == (-1.0, 3, 3)


# --- One player ------------------------------------------------------------------------------------------


def test_alone_a_move_that_does_not_win_loses(tmp_path: Path) -> None:
    """There is nobody to share with: a1 ends the game, and loses it."""
    file = tmp_path / "alone.lud"
    file.write_text(ALONE)
    ran = CliRunner().invoke(cli, ["solve", str(file), "--all"], catch_exceptions=False)
    assert [line.split() for line in ran.output.splitlines()[:3]] == [
        ["a1", "loses", "in", "1", "ply"],
        ["b1", "wins", "in", "2", "plies"],
        ["c1", "wins", "in", "2", "plies"],
    ]


# --- Bounds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(1, 9))
def test_a_bound_is_no_proof(depth: int) -> None:
    """Moves after the first are asked only whether they are better: one that is not may lose."""
    hold(alphabeta(depth), *reached(COUNTED), truth_of(COUNTED))


def test_a_move_that_is_only_no_better_is_told_so() -> None:
    """Two of three moves of a won position: none is called a win that is none."""
    line, node = reached(COUNTED)
    for each in alphabeta(6).choose(line).thought.candidates:
        if truth_of(COUNTED).value(node.children[each.move.raw], node.mover) < 1.0:
            assert not (each.proved and each.value == 1.0)
            assert each.proved or each.at_most or abs(each.value) < 1.0


# --- The past --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", one_in(2, [10, 20]))
def test_a_position_with_a_past_is_another_position(depth: int) -> None:
    """One player along a game in which the same positions come with ever longer pasts."""
    moves = "b2-a1 a2-b1 a1-b2 b1-a1 b2-b1 a1-b2 b1-a1 b2-a2"
    player, truth = alphabeta(depth), truth_of(BACK_LOSES)
    line, node = reached(BACK_LOSES, engine="native")
    for written in moves.split():
        hold(player, line, node, truth)
        move = line.state.parse(written)
        line, node = line.then(move), node.children[move.raw]
    hold(player, line, node, truth)


@pytest.mark.parametrize("text", [BACK_LOSES, THRICE_DRAWS, COUNTED], ids=["loses", "draws", "counted"])
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "cut"])
def test_a_used_table_proves_no_more_than_is_true(text: str, whole: bool) -> None:
    """One player over several games at random, told the whole game or only where it stands."""
    choose, truth = random.Random(3), truth_of(text)
    for depth in (4, 7):
        player = alphabeta(depth)
        for _ in range(4):
            line, node = reached(text)
            while node.ended is None and len(line.moves) < 16:
                hold(player, line if whole else Line((line.state,)), node, truth)
                move = choose.choice(line.state.legal_moves)
                line, node = line.then(move), node.children[move.raw]


def test_a_tree_is_not_another_pasts() -> None:
    """A state alone, without the moves that led there: what it remembers may still be another's."""
    choose, truth = random.Random(5), truth_of(BACK_LOSES)
    player = MctsPlayer(MctsSettings(None, 400, TreeSettings(MEMORY)))
    for _ in range(60):
        line, node = reached(BACK_LOSES)
        for _ in range(choose.randrange(1, 9)):
            if node.ended is None:
                move = choose.choice(line.state.legal_moves)
                line, node = line.then(move), node.children[move.raw]
        if node.ended is None:
            hold(player, Line((line.state,)), node, truth)


# --- Ties among three ------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["", "b2", "b2 a1", "b2 a1 c2", "b2 a1 c2 c1"])
@pytest.mark.parametrize("engine", ["python", "native"])
def test_no_proof_hangs_on_what_somebody_takes_among_equals(moves: str, engine: str) -> None:
    """Whatever each takes of what is equally good to him, a result that is proved comes of it."""
    line, node = reached(KING_MAKER, *moves.split(), engine=engine)
    player = MctsPlayer(
        MctsSettings(None, 20_000 if engine == "native" else 3_000, TreeSettings(MEMORY << 3))
    )
    proved = [each for each in player.choose(line).thought.candidates if each.proved]
    for each in proved:
        after = node.children[each.move.raw]
        assert {worth[node.mover - 1] for worth in after.worths} == {each.value}, str(each.move)
        if each.value == 1.0:
            assert each.plies is not None and each.plies >= 1 + after.surely.get(node.mover, NEVER)
    if moves == "b2 a1 c2 c1":  # two moves before the end everything is proved
        assert len(proved) == len(line.state.legal_moves)
