"""Programs that are played in registers: which, and that the games are the same."""

from __future__ import annotations

import pytest

from gdl import load
from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core.ops import INT, Field, ForRange, Proc, Program, Store
from gdl.passes.pipeline import prepare
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.registers import replaces_record
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program


def fits(made: Program) -> bool:
    return replaces_record(made, find_ranges(made))


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four"])
def test_small_games_fit(game: str) -> None:
    made = prepare(load(game).program)
    assert fits(made)
    plain, native = PythonEngine(made, prepared=True), NativeEngine(made, prepared=True)
    assert native.play_games(300, 7, 0, 200) == plain.play_games(300, 7, 0, 200)


@pytest.mark.parametrize("game", ["amazons", "katarenga", "english-draughts"])
def test_where_positions_are_imagined_or_looked_up_they_do_not(game: str) -> None:
    assert not fits(prepare(load(game).program))


def test_an_index_of_many_does_not_fit() -> None:
    counts = Field("counts", INT, 9)
    for last, wanted in ((1, True), (2, False), (9, False)):
        loop = ForRange("i", k.int_(0), k.int_(last), (Store(counts, k.var("i", INT), k.int_(1)),))
        assert fits(program([Proc("after", (), (loop,))], fields=[counts])) is wanted
