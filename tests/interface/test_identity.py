"""What makes two games, and two states, the same: the rules as they are played, and the position."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gdl import Game, load, loads
from interpreter.game.state import State
from tests.quick import few

ENGINES = ("python", "native")
TEXT = """(game "Line" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
#: What is another rule, or another name of what moves and positions are written with.
OTHER = (
    ("(result Mover Win)", "(result Mover Loss)"),
    ("(is Line 3)", "(is Line 2)"),
    ("(square 3)", "(hex 3)"),
    ('"Disc"', '"Stone"'),
)
#: What is not.
SAME = (
    ('"Line"', '"Three in a row"'),
    ("(players 2)", "// a remark\n\n (players   2)"),
    ("(is Line 3)", "(is Line (+ 1 2))"),
    ("(sites Empty)", "(sites Board) if:(is Empty (to))"),
    ("(players 2)", "(players {(player N) (player S)})"),  # nothing goes forward
)


def played(game: Game, moves: str = "b2 a1") -> State:
    state = game.start(1)
    for move in moves.split():
        state = state.play(move)
    return state


@pytest.mark.parametrize("engine", ENGINES)
def test_a_file_that_was_edited_is_another_game(engine: str, tmp_path: Path) -> None:
    """Though its path is the same."""
    file = tmp_path / "line.lud"
    file.write_text(TEXT)
    before = load(file).on(engine)
    file.write_text(TEXT.replace("Win", "Loss"))
    after = load(file).on(engine)
    assert before != after and before.start(1) != after.start(1)
    assert len({before, after}) == 2 and len({before.start(1), after.start(1)}) == 2


@pytest.mark.parametrize("pair", OTHER, ids=lambda pair: pair[1])
def test_another_rule_makes_another_game(pair: tuple[str, str]) -> None:
    one, other = loads(TEXT), loads(TEXT.replace(*pair))
    assert one != other and one.start(1) != other.start(1) and one.identity != other.identity


@pytest.mark.parametrize("pair", SAME, ids=lambda pair: pair[1])
def test_what_is_no_rule_does_not(pair: tuple[str, str]) -> None:
    one, other = loads(TEXT), loads(TEXT.replace(*pair))
    assert one == other and hash(one) == hash(other) and one.identity == other.identity
    assert played(one) == played(other) and len({played(one), played(other)}) == 1


def test_the_same_rules_from_two_paths(tmp_path: Path) -> None:
    games = []
    for name in ("one.lud", "other.lud"):
        (tmp_path / name).write_text(TEXT)
        games.append(load(tmp_path / name))
    assert games[0] == games[1] and len(set(games)) == 1 and len({played(game) for game in games}) == 1


@pytest.mark.parametrize(
    "name", few(["katarenga", "oware", "lasca", "chess", "backgammon", "cornered-match"])
)
def test_states_of_both_engines_are_equal(name: str) -> None:
    """Fields, and what is remembered: katarenga and chess look at earlier positions, lasca has stacks."""
    python, native = (load(name).on(engine).start(3) for engine in ENGINES)
    assert python.game == native.game and python == native
    for _ in range(25):
        if python.is_over:
            break
        python, native = python.play(python.random_move()), native.play(native.random_move())
        assert python == native and hash(python) == hash(native) and len({python, native}) == 1


def test_other_options_and_other_starts_make_other_games() -> None:
    plain = load("troika")
    assert plain == load("troika", {"Line": "Any angle"})  # the default
    assert plain != load("troika", {"Line": "Straight"})


PRINT = """
import json, gdl
found = []
for name in ("troika", "katarenga"):
    for engine in ("python", "native"):
        game = gdl.load(name).on(engine)
        state = game.start(1)
        for _ in range(6):
            state = state.play(state.random_move())
        found.append([game.identity, hash(game), hash(state), hash(state.raw)])
print(json.dumps(found))
"""


def test_hashes_are_the_same_in_every_process() -> None:
    """Whatever the seed of Python's hashes of texts and bytes."""
    told = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", PRINT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
    for python, native in zip(told[0][::2], told[0][1::2], strict=True):
        assert python[:3] == native[:3]
