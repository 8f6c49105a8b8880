"""Random programs: both engines must agree on every value, write, move and draw.

Every fourth program runs as a checked build.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import find_ranges
from gdl.analyses.worst_case_steps import Pace
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine, State
from interpreter.engines.python import PythonEngine
from interpreter.engines.registry import make_engine
from tests.native.random_programs import Maker
from tests.quick import one_in

#: Boards of one word and of several, full and not.
SHAPES = ((3, 3), (8, 8), (9, 7), (5, 13), (10, 10), (15, 15), (19, 19), (1, 1))
#: Random games here need not end by themselves.
PLIES = 60


def plain(value: Any) -> Any:
    """What can be compared: no number is one thing, and so are the zeros; truths are numbers."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, float):
        return repr(value + 0.0)
    return int(value) if isinstance(value, bool) else value


@cache
def engines(seed: int) -> tuple[Maker, PythonEngine, NativeEngine, tuple[str, ...]]:
    """Both engines of a random program, and the procedures that can be called."""
    maker = Maker(seed, *SHAPES[seed % len(SHAPES)])
    program = prepare(maker.make())
    names = tuple(p.name for p in program.procs if p.name[0] in "fw" and p.name[1:].isdigit())
    native = NativeEngine(program, True, names, Cache(None), checked=seed % 4 == 1)
    return maker, PythonEngine(program, True), native, names


def assert_same(python: PythonEngine, a: Any, native: NativeEngine, b: State) -> None:
    """The two states are the same, the generator included."""
    for field in python.program.fields:
        assert plain(python.value(a, field.name)) == plain(native.value(b, field.name)), field.name
    assert a.rng == b.rng


#: Where the numbers of the programs begin: a quarter of them runs every time.
QUARTERS = one_in(4, [0, 500, 1000, 1500])
numbers = st.integers(0, 500)
#: Of plies with more steps than this no whole games are played.
LONG_PLY = 10**11
few = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
some = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("first", QUARTERS)
@some
@given(numbers)
def test_procedures(first: int, number: int) -> None:
    maker, python, native, names = engines(first + number)
    a = python.fresh_state()
    b = State(native, native.memory.fresh, 5, b"", 0, 0)
    a.rng = 5
    for name in names * 3:
        args = [maker.argument(p.type) for p in native.procs[name].params]
        found = python.call(a, name, *args)
        other, b = native.call(b, name, *args)
        assert plain(found) == plain(other), (name, args)
        assert_same(python, a, native, b)


@pytest.mark.parametrize("first", QUARTERS)
@some
@given(numbers, st.integers(0, 1 << 62))
def test_moves(first: int, number: int, start: int) -> None:
    _, python, native, _ = engines(first + number)
    a, b = python.start(start), native.start(start)
    assert_same(python, a, native, b)
    moves = python.legal_moves(a)
    assert plain(tuple(moves)) == plain(tuple(native.legal_moves(b)))
    assert python.count(a) == native.count(b)
    for move in moves[:4]:
        assert python.endpoints(a, move) == native.endpoints(b, move)
        assert_same(python, python.play(a, move), native, native.play(b, move))
        assert_same(python, python.play_kind(a, move), native, native.play_kind(b, move))


@pytest.mark.parametrize("first", QUARTERS)
@few
@given(numbers, st.integers(0, 1 << 62))
def test_sequences(first: int, number: int, start: int) -> None:
    """Moves that are offered twice count once; passes and ends come at any time."""
    program = Maker(first + number, *SHAPES[number % 2]).make()
    python, native = (make_engine(name, program) for name in ("python", "native"))
    a, b = python.start(start), native.start(start)
    if not python.over(a) and len(python.legal_moves(a)) < 60:
        for turns in (False, True):
            assert native.perft(b, 2, turns) == python.perft(a, 2, turns)


@cache
def longest_ply(seed: int) -> int:
    """A bound of the steps of a ply: some programs take Python minutes for a game."""
    program = engines(seed)[1].program
    return Pace(program, find_ranges(program), Effects(program), 1 << 62).ply


@pytest.mark.parametrize("first", QUARTERS)
@some
@given(numbers, st.integers(0, 1 << 62), st.integers(0, 1000))
def test_random_games(first: int, number: int, start: int, game: int) -> None:
    _, python, native, _ = engines(first + number)
    assume(longest_ply(first + number) < LONG_PLY)
    for each in (game, game + 1):
        plies, a = python.playout(None, start, each, PLIES)
        others, b = native.playout(None, start, each, PLIES)
        assert plies == others
        assert_same(python, a, native, b)
    found = python.play_games(2, start, game, PLIES)
    other = native.play_games(2, start, game, PLIES)
    assert plain(tuple((r.plies, r.ranks, r.over) for r in found)) == plain(
        tuple((r.plies, r.ranks, r.over) for r in other)
    )
