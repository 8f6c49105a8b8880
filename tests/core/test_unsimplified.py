"""The passes change nothing that is to be seen: random programs and small games, with and without them.

Without them the Python engine runs what was lowered: the oracle for all that makes programs faster.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gdl.compile.compile import compile_game
from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
from interpreter.engines.python import PythonEngine
from tests.fuzz import engines
from tests.fuzz.seeds import ROOT
from tests.native.random_programs import Maker
from tests.quick import few, thinned

SHAPES = ((3, 3), (8, 8), (9, 7), (1, 1))
PLIES = 12


def both(program: Program) -> tuple[PythonEngine, PythonEngine]:
    """The engine of a program without the passes that are not needed, and with them."""
    return PythonEngine(prepare(program, simplified=False), True), PythonEngine(prepare(program), True)


@cache
def made(seed: int) -> Program:
    return Maker(seed, *SHAPES[seed % len(SHAPES)]).make()


def plain(value: Any) -> Any:
    """What can be compared: no number is one thing, and so are the zeros."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return repr(value + 0.0) if isinstance(value, float) else value


@pytest.mark.parametrize("seed", thinned(25, 20, range(500)))
def test_a_random_program_plays_the_same(seed: int) -> None:
    reference, simplified = both(made(seed))
    fields = engines.shared(reference, simplified)
    # a kind that is never offered is gone: the others have other numbers
    numbers = {kind.name: kind.index for kind in simplified.program.kinds}
    kinds = {kind.index: numbers[kind.name] for kind in reference.program.kinds if kind.name in numbers}
    random = Random(seed)
    one, other = reference.start(seed), simplified.start(seed)
    for _ in range(PLIES):
        for name in fields:
            assert plain(reference.value(one, name)) == plain(simplified.value(other, name)), name
        assert one.rng == other.rng
        if reference.over(one):
            break
        moves = sorted(reference.legal_moves(one))
        same = [move._replace(kind=kinds[move.kind]) for move in moves]
        assert sorted(same) == sorted(simplified.legal_moves(other))
        move, its_like = random.choice([*zip(moves, same, strict=True)])
        assert reference.endpoints(one, move) == simplified.endpoints(other, its_like)
        one, other = reference.play(one, move), simplified.play(other, its_like)


@pytest.mark.parametrize("path", sorted((ROOT / "tests/fuzz/seeds").glob("*.lud")), ids=lambda p: p.stem)
def test_a_small_game_plays_the_same(path: Path) -> None:
    plays_the_same(path, 4)


@pytest.mark.parametrize("path", few(sorted((ROOT / "games").glob("*/*.lud"))), ids=lambda p: p.stem)
def test_a_shipped_game_plays_the_same(path: Path) -> None:
    plays_the_same(path, 1)


def plays_the_same(path: Path, games: int) -> None:
    reference, simplified = both(compile_game(path).program)
    for seed in range(games):
        seen = engines.watch(reference, seed, engines.shared(reference, simplified))
        engines.follow(simplified, seed, seen, reference)
