"""Beyond what a state holds its numbers are others than the rules say: nothing is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Line
from interpreter.search import alphabeta, bounded_proof, dfpn, tallies
from interpreter.search import proof_common as common
from interpreter.search.solver import Solver, UnsolvedError
from interpreter.search.tree import TreeSettings
from tests.search.words import Words

#: Whoever has more points when the row is full wins; the second time a player scores the number wraps around.
GAME = """(game "Beyond" (players 2)
  (equipment {{(board (rectangle 1 {cells})) (piece "Stone" Each)}})
  (rules
    (play (move Add (to (sites Empty)) (then (addScore Mover {points}))))
    (end (if (is Full) (byScore)))))
"""
LARGE = "(* (* 1000000 1000000) 9000000)"


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Three cells: the first player scores twice, the second once."""
    return written(tmp_path, 3, LARGE)


def written(folder: Path, cells: int, points: str) -> str:
    file = folder / f"beyond-{len(points)}.lud"
    file.write_text(GAME.format(cells=cells, points=points), encoding="utf-8")
    return str(file)


def test_with_small_numbers_it_is_the_first_players(tmp_path: Path) -> None:
    game = load(written(tmp_path, 3, "1")).on("python")
    assert Solver(game, 1 << 20).solve(game.start(1)).value == 1.0


@pytest.mark.parametrize("length", [True, False])
def test_the_solver_proves_nothing(path: str, length: bool) -> None:
    game = load(path).on("python")
    with pytest.raises(UnsolvedError):
        Solver(game, 1 << 20).solve(game.start(1), length=length)


def test_alpha_beta_is_sure_of_nothing(path: str) -> None:
    pools = {0: 64 * tallies.BUCKET * tallies.ENTRY, 1: 4096, 2: tallies.SETTINGS_WORDS}
    words = Words(path, alphabeta.FUNCTIONS, pools)
    words.ints(2)[tallies.BUCKETS] = 64
    assert words.call("search", 3) == 0  # worth as much as a draw
    assert [words.ints(2)[tallies.WORTHS + move] for move in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("search", ["attempt", "prove"])
def test_proofs_are_in_doubt(path: str, search: str) -> None:
    table = 64 * common.BUCKET * common.ENTRY
    functions = tuple(dict.fromkeys(bounded_proof.FUNCTIONS + dfpn.FUNCTIONS))
    words = Words(path, functions, {0: table, 1: 4096, 2: common.SETTINGS_WORDS, 3: table})
    settings = words.ints(2)
    settings[common.BUCKETS], settings[common.BUDGET], settings[common.PLAYER] = 64, 10**9, 1
    settings[common.UNSURE] = bounded_proof.FOREVER
    words.floats(2)[common.RESULT] = 1.0
    words.call(search, *((3, 0, 0) if search == "attempt" else (dfpn.INFINITE, dfpn.INFINITE, 0, 0)))
    assert settings[common.DOUBTED] == 1 and settings[common.ABANDONED] == 1


def test_a_tree_proves_nothing(path: str) -> None:
    state = load(path).on("python").start(1)
    player = MctsPlayer(MctsSettings(None, 200, TreeSettings(1 << 20, seed=3)))
    choice = player.choose(Line((state,)))
    assert not any(each.proved for each in choice.thought.candidates)
