"""Lazy legality: what is offered unjudged, less what is marked when it is played, is what is legal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gdl import load
from gdl.core.intrinsics import LAWFUL, UNLAWFUL
from gdl.core.ops import Program
from gdl.passes.defer_checks import defer_checks
from interpreter.engines.python.engine import PythonEngine

#: Kings that may not stay attacked, and rooks.
KINGS = """(game "Kings" (players 2) (equipment {(board (square 4))
    (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
    (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
  (rules (start {(place "King1" {"A1"}) (place "Rook1" {"B1"}) (place "King2" {"D4"}) (place "Rook2" {"C4"})})
    (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
    (end {(if (no Moves Next) (result Mover Win)) (if (>= (count Turns) 30) (result Mover Draw))})))"""

#: The same piece moves with a check of its own or without: the kinds are two, so that each has its checks.
MIXED = """(game "Mixed" (players 2) (equipment {(board (square 3)) (piece "S" Each)})
  (rules (play (or (move Add (to (sites Bottom)))
      (do (move Add (to (sites Top))) ifAfterwards:(<= (count Pieces Mover) 2))))
    (end (if (is Full) (result Mover Draw)))))"""


def compared(program: Program, games: int, plies: int, seed: int) -> tuple[int, int]:
    """Play at random, with checks put off and without; how many moves were legal, how many only offered."""
    plain, lazy = PythonEngine(program, prepared=True), PythonEngine(defer_checks(program), prepared=True)
    choose = Random(seed)
    legal = unlawful = 0
    for game in range(games):
        state, other = plain.start(game), lazy.start(game)
        while not plain.over(state) and state.plies < plies:
            moves = list(dict.fromkeys(plain.legal_moves(state)))
            offered = list(dict.fromkeys(lazy.legal_moves(other)))
            following = {move: lazy.play(other, move) for move in offered}
            lawful = [move for move, after in following.items() if not after.rank[UNLAWFUL]]
            assert lawful == moves or (not lawful and moves == [plain.stepper.pass_move])
            legal, unlawful = legal + len(lawful), unlawful + len(offered) - len(lawful)
            move = choose.choice(moves)
            state = plain.play(state, move)
            other = following[move] if move in following else lazy.play(other, move)
    return legal, unlawful


def prepared(folder: Path, text: str) -> Program:
    file = folder / "game.lud"
    file.write_text(text, encoding="utf-8")
    return load(file).on("python").engine.program


def test_what_is_lawful_is_what_is_legal(tmp_path: Path) -> None:
    legal, unlawful = compared(prepared(tmp_path, KINGS), 1, 8, 1)
    assert legal > 30 and unlawful > 4


def test_each_kind_of_move_has_the_checks_around_it(tmp_path: Path) -> None:
    """A forced pass is left where all moves that are offered are unlawful."""
    legal, unlawful = compared(prepared(tmp_path, MIXED), 3, 9, 2)
    assert legal > 20 and unlawful > 3


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough"])
def test_programs_without_checks_stay_as_they_are(name: str) -> None:
    program = load(name).on("python").engine.program
    assert defer_checks(program) is program
    assert all(proc.name != LAWFUL for proc in program.procs)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["troika", "chess", "xiangqi", "go", "die-drei"])
def test_what_is_lawful_in_shipped_games_is_what_is_legal(name: str) -> None:
    program = load(name).on("python").engine.program
    assert defer_checks(program) is not program
    compared(program, 1, 30, 3)
