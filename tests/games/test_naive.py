"""Every shipped game, simplified and as its ludemes made it: in each position the same moves do the same.

What makes programs fast works on whole sets, merges what is alike and leaves out what nobody looks at. The
plain program is the oracle for all of it.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from gdl.compile.compile import compile_game
from gdl.passes.pipeline import prepare
from interpreter.engines.python import PythonEngine
from tests.quick import few

FOLDER = Path(__file__).parents[2] / "games"
GAMES = sorted(str(p.relative_to(FOLDER)) for p in FOLDER.glob("*/*.lud"))
PLIES = 40


def shown(engine: PythonEngine, state: Any) -> dict[tuple[str, str, int, int], Any]:
    """The legal moves by what a person sees of them."""
    found = {}
    for move in engine.legal_moves(state):
        kind = engine.program.kinds[move.kind]
        ends = engine.endpoints(state, move).origin, engine.endpoints(state, move).target
        found[kind.decision, kind.label, *ends] = move
    return found


@pytest.mark.parametrize("game", few(GAMES))
def test_the_same_game(game: str) -> None:
    program = compile_game(FOLDER / game).program
    fast, plain = PythonEngine(prepare(program), True), PythonEngine(prepare(program, False), True)
    common = {f.name for f in fast.program.fields} & {f.name for f in plain.program.fields}
    for seed in range(2):
        choose = random.Random(seed)
        one, other = fast.start(seed), plain.start(seed)
        for _ in range(PLIES):
            for name in common:
                assert fast.value(one, name) == plain.value(other, name), name
            moves, wanted = shown(fast, one), shown(plain, other)
            assert sorted(moves) == sorted(wanted)
            if one.over or not moves:
                break
            move = choose.choice(sorted(moves))
            one, other = fast.play(one, moves[move]), plain.play(other, wanted[move])
