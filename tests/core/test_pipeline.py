"""The list of passes: each can be left out to find the one at fault, and the games stay the same."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest

from gdl.compile.compile import compile_game
from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.core.verify import verify
from gdl.passes.pipeline import PASSES, Step, names, optional, prepare
from gdl.passes.simplify import SIMPLIFICATIONS
from interpreter.engines.python import PythonEngine

GAMES = Path(__file__).parents[2] / "games"


def lowered(game: str) -> Program:
    return compile_game(next(GAMES.rglob(f"{game}.lud"))).program


def perft(program: Program, depth: int) -> list[int]:
    """How many sequences of moves there are of each length."""
    engine = PythonEngine(program, prepared=True)
    states, counts = [engine.start(3)], []
    for _ in range(depth):
        states = [engine.play(state, move) for state in states for move in engine.legal_moves(state)]
        counts.append(len(states))
    return counts


@pytest.mark.parametrize(("game", "depth"), [("troika", 2), ("konane", 3), ("tic-tac-toe", 4), ("oware", 3)])
def test_each_pass_can_be_left_out(game: str, depth: int) -> None:
    """The moves stay the same. (Their order may not: bundles come together.)"""
    program = lowered(game)
    expected = perft(prepare(program), depth)
    for name in optional():
        assert perft(prepare(program, without=(name,)), depth) == expected, name


def test_each_step_is_seen() -> None:
    steps: list[Step] = []
    program = lowered("konane")
    began = perf_counter()
    final = prepare(program, observe=steps.append)
    assert 0 < sum(step.seconds for step in steps) <= perf_counter() - began
    assert [step.done for step in steps] == list(PASSES)
    assert steps[0].before is program
    assert steps[-1].after is final
    for one, following in pairwise(steps):
        assert one.after is following.before
        verify(one.after)


def test_a_pass_that_is_left_out_does_not_run() -> None:
    steps: list[Step] = []
    prepare(lowered("konane"), without=("occupancy",), observe=steps.append)
    assert "occupancy" not in [step.done.name for step in steps]


@pytest.mark.parametrize("name", [each.name for each in SIMPLIFICATIONS])
def test_each_simplification_makes_a_difference_somewhere(name: str) -> None:
    """One that changed no shipped game would be dead."""
    programs = map(lowered, ("troika", "konane", "hex", "chess", "katarenga", "lines-of-action"))
    assert any(
        show_program(prepare(program, without=(name,))) != show_program(prepare(program))
        for program in programs
    )


def test_names_are_unique_and_purposes_are_one_line() -> None:
    assert len(set(names())) == len(names())
    for each in (*PASSES, *SIMPLIFICATIONS):
        assert each.purpose
        assert "\n" not in each.purpose
        assert set(each.name) <= set("abcdefghijklmnopqrstuvwxyz-")
