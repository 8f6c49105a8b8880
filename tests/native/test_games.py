"""Every shipped game and option: both engines play the same games, to the last bit."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gdl.compile.compile import compile_game
from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
from gdl.source.diagnostics import LanguageError
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.games import sum_games
from interpreter.engines.native.memory import BUNDLES_ROOM
from interpreter.engines.python import PythonEngine
from tests.quick import few

FOLDER = Path(__file__).parents[2] / "games"
GAMES = sorted(str(p.relative_to(FOLDER)) for p in FOLDER.glob("*/*.lud"))
PLIES = 300
#: About so many plies are compared at once.
ENOUGH = 1500
#: Of each game's random examples half are long.
HALVES = [0, pytest.param(1, marks=pytest.mark.long)]
some = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def variants(game: str) -> tuple[dict[str, str], ...]:
    """The default, and every choice of every option by itself."""
    try:
        found = compile_game(FOLDER / game).expanded.options
    except LanguageError as error:
        pytest.skip(f"{game} does not load: {error.diagnostics[0].message}")
    choices = [{option.name: item.name} for option in found for item in option.items]
    return ({}, *(choice for choice in choices if loads(game, choice)))


def loads(game: str, choice: dict[str, str]) -> bool:
    """Whether a variant is in the language as it stands; tests of the games say which should be."""
    try:
        compile_game(FOLDER / game, choice)
    except LanguageError:
        return False
    return True


@cache
def program(game: str, number: int) -> Program:
    """A game with one of its variants."""
    return prepare(compile_game(FOLDER / game, variants(game)[number]).program)


@cache
def engines(game: str, number: int) -> tuple[PythonEngine, NativeEngine]:
    """Both engines of a variant."""
    return PythonEngine(program(game, number), True), NativeEngine(program(game, number), True)


@cache
def checked(game: str, number: int) -> NativeEngine:
    """The engine of a variant that verifies all it does."""
    return NativeEngine(program(game, number), True, checked=True)


@cache
def length(game: str, number: int, most: int) -> int:
    """How many plies games have that are cut off at a number of plies."""
    return max(1, sum(each.plies for each in engines(game, number)[1].play_games(20, 0, 0, most)) // 20)


@pytest.mark.parametrize("game", few(GAMES))
@pytest.mark.parametrize("part", HALVES)
@some
@given(st.data())
def test_random_games(game: str, part: int, data: st.DataObject) -> None:
    """As many games as have about so many plies: thousands of the short ones."""
    number = data.draw(st.integers(0, len(variants(game)) - 1))
    python, native = engines(game, number)
    seed, first = data.draw(st.integers(0, 1 << 64)), data.draw(st.integers(0, 1 << 40))
    plies = data.draw(st.sampled_from((9, 60, PLIES)))
    count = max(2, ENOUGH // length(game, number, plies))
    assert python.play_games(count, seed, first, plies) == native.play_games(count, seed, first, plies)


@pytest.mark.parametrize("game", few(GAMES))
@pytest.mark.parametrize("part", HALVES)
@some
@given(st.data())
def test_checked_games(game: str, part: int, data: st.DataObject) -> None:
    """The checked build finds nothing wrong, and plays the same."""
    number = data.draw(st.integers(0, len(variants(game)) - 1))
    seed, first = data.draw(st.integers(0, 1 << 64)), data.draw(st.integers(0, 1 << 40))
    watched, native = checked(game, number), engines(game, number)[1]
    assert watched.play_games(20, seed, first, PLIES) == native.play_games(20, seed, first, PLIES)


@pytest.mark.parametrize("game", few(GAMES))
def test_stacks_grow(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for one entry of each at first, the stacks of bundles, checks and positions grow."""
    _, native = engines(game, 0)
    monkeypatch.setattr("interpreter.engines.native.worker.FIRST_ROOM", 0)
    narrow = NativeEngine(program(game, 0), True, checked=True)
    assert narrow.play_games(5, 1, 0, PLIES) == native.play_games(5, 1, 0, PLIES)
    start = narrow.start(1)
    assert narrow.legal_moves(start) == native.legal_moves(native.start(1))
    room = narrow.worker().get(BUNDLES_ROOM)
    if len(narrow.bundles(start)) > 1:
        assert room >= narrow.memory.bundle_size  # there is more than it began with


@pytest.mark.parametrize("game", few(GAMES))
@pytest.mark.parametrize("part", HALVES)
@some
@given(st.data())
def test_positions(game: str, part: int, data: st.DataObject) -> None:
    """After some random plies: moves, counts, fields, and what follows."""
    python, native = engines(game, data.draw(st.integers(0, len(variants(game)) - 1)))
    seed, plies = data.draw(st.integers(0, 1 << 40)), data.draw(st.integers(0, 60))
    _, a = python.playout(None, seed, 0, plies)
    _, b = native.playout(None, seed, 0, plies)
    for field in python.program.fields:
        assert python.value(a, field.name) == native.value(b, field.name), field.name
    moves: list[Any] = python.legal_moves(a)
    assert moves == native.legal_moves(b)
    for move in moves[:3]:
        assert python.endpoints(a, move) == native.endpoints(b, move)


@pytest.mark.parametrize("game", GAMES)
def test_threads_change_nothing(game: str) -> None:
    _, native = engines(game, 0)
    alone = sum_games(native.machine, 24, 3, max_plies=PLIES)
    assert alone == sum_games(native.machine, 24, 3, max_plies=PLIES, threads=3)
    assert alone.games == 24
    assert alone.draws + sum(alone.wins) == 24


@pytest.mark.parametrize("game", GAMES)
def test_states_are_values(game: str) -> None:
    _, native = engines(game, 0)
    start = native.start(7)
    before = start.record
    after = native.play(start, native.legal_moves(start)[0])
    assert start.record == before
    assert native.start(7) == start
    copied = pickle.loads(pickle.dumps(after))
    assert copied == after
    assert copied.engine.legal_moves(copied) == native.legal_moves(after)
