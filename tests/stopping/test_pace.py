"""Which rules look whether to stop: those that no bound proves short, and no others."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from gdl import load
from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import find_ranges
from gdl.analyses.worst_case_steps import Pace
from interpreter.engines.native.memory import SELDOM
from interpreter.engines.native.module import LONG
from interpreter.engines.registry import native_engine
from tests.fuzz.interrupts import endless_text

STEPS = LONG // SELDOM
FORM = """(game "G" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play %s) (end (if (is Full) (result Mover Win)))))"""
#: A loop over so many numbers in a loop over so many, around a step; under a condition, as what takes too
#: long whatever is played is refused.
LOOPS = """(move Add (to (sites Empty))
    (then (if (is Even (count Moves)) (forEach Value min:1 max:%d (forEach Value min:1 max:%d %s)))))"""
STEP = "(set Score Mover (value))"


@pytest.fixture
def pace(tmp_path: Path) -> Callable[[str], Pace]:
    def made(text: str) -> Pace:
        path = tmp_path / f"{random.getrandbits(60)}.lud"
        path.write_text(text)
        program = native_engine(load(path).program).program
        return Pace(program, find_ranges(program), Effects(program), STEPS)

    return made


@pytest.mark.parametrize(
    ("outer", "inner", "endless"),
    [(3, 3, False), (100, 100, False), (1, 10**9, True), (10**9, 1, True), (10**5, 10**5, True)],
)
def test_loops_by_the_product_of_their_rounds(
    outer: int, inner: int, endless: bool, pace: Callable[[str], Pace]
) -> None:
    assert pace(FORM % (LOOPS % (outer, inner, STEP))).endless == endless


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex", "breakthrough", "connect-four", "reversi", "troika"])
def test_short_games_look_nowhere(name: str) -> None:
    program = native_engine(load(name).program).program
    assert not Pace(program, find_ranges(program), Effects(program), STEPS).endless
    text = native_engine(load(name).program).library.module("moves").text()
    assert "helper.stopped" not in text


@pytest.mark.parametrize("name", ["listing", "offering", "playing"])
def test_endless_games_look(name: str, pace: Callable[[str], Pace]) -> None:
    assert pace(endless_text(name)).endless


def test_who_calls_itself_looks() -> None:
    """The jumps of international draughts are followed as far as they go."""
    program = native_engine(load("international-draughts").program).program
    found = Pace(program, find_ranges(program), Effects(program), STEPS)
    assert any(found.recursive(proc.name) for proc in program.procs)
    assert found.endless
