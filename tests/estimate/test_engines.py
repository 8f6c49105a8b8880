"""Every shipped game can be estimated: on both engines alike, changing nothing, with the fields it has."""

from __future__ import annotations

import random

import pytest

from gdl import load
from gdl.core.programs import ESTIMATE
from gdl.passes.linker import link
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.kept import prepared
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from interpreter.game.shipped import shipped_games
from tests.quick import few

#: Games of each, and their plies, at random.
GAMES, PLIES = 1, 40


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_estimates(name: str) -> None:
    """The same floats on both engines, between -1 and 1; the state stays as it is, and where it is."""
    game = load(name)
    plain = prepared(game.program, Cache(default_folder()))
    program = link(plain, game.compiled.estimate)
    assert program.procs[: len(plain.procs)] == plain.procs
    assert program.fields is plain.fields and program.kinds is plain.kinds
    python = PythonEngine(program, prepared=True)
    native = NativeEngine(program, prepared=True, exports=(ESTIMATE,))
    places = {s.field.name: (s.offset, s.size, s.type) for s in native.memory.slots.values()}
    memory = NativeEngine(plain, prepared=True).memory
    assert {s.field.name: (s.offset, s.size, s.type) for s in memory.slots.values()} == places
    for seed in range(GAMES):
        choose = random.Random(seed)
        slow, fast = python.start(seed), native.start(seed)
        for _ in range(PLIES):
            if slow.over:
                break
            for player in range(1, program.players + 1):
                before = slow.copy()
                value = python.call(slow, ESTIMATE, player)
                assert -1.0 <= value <= 1.0
                assert slow == before
                found, after = native.call(fast, ESTIMATE, player)
                assert found == value
                assert after.record == fast.record
            move = choose.choice(python.legal_moves(slow))
            slow, fast = python.play(slow, move), native.play(fast, move)
