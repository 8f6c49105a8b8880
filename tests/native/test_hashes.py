"""Hashes of positions that are near each other, and what rules make of two that have the same one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from gdl import load
from gdl.analyses.live_fields import live_fields
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Expr, Op, Param, Proc, Program, Return
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.history import History
from interpreter.engines.native.memory import HISTORY_ENTRY
from interpreter.engines.native.state import State
from interpreter.engines.python import PythonEngine
from interpreter.game.shipped import shipped_games
from tests.native.agreement import differences, remembers
from tests.quick import few

#: Shipped games whose rules look at earlier positions: listed, as finding them compiles all games.
REMEMBERING = [
    "atomic",
    "chess",
    "colorado",
    "ferry",
    "fischer-random",
    "go",
    "greengage",
    "hnefatafl",
    "international-draughts",
    "katarenga",
    "lasca",
    "lines-of-action",
    "maelstrom",
    "muster",
    "nine-mens-morris",
    "north-west-passage",
    "oware",
    "quixo",
    "quoridor",
    "shogi",
    "surakarta",
    "triad",
    "triad-series",
    "vice",
    "xiangqi",
]
#: States whose neighbours are looked at.
CENTRES = 12


def near(engine: NativeEngine, centres: int, each: int) -> Iterator[State]:
    """States of random games, and those one and two moves from them."""
    choose = random.Random(1)
    for number in range(centres):
        longest, _ = engine.playout(None, 7, number)
        _, state = engine.playout(None, 7, number, choose.randrange(1, min(longest, 60)))
        yield state
        for move in engine.legal_moves(state):
            after = engine.play(state, move)
            yield after
            moves = [] if after.over else engine.legal_moves(after)
            for reply in choose.sample(moves, min(each, len(moves))):
                yield engine.play(after, reply)


def newest(engine: NativeEngine, state: State) -> tuple[bytes, bytes] | None:
    """The last remembered position: its hash, and it itself with who is to move."""
    count, size = engine.memory.remembered(len(state.history)), engine.memory.position_size
    if not count:
        return None
    hashed = state.history[HISTORY_ENTRY * (count - 1) : HISTORY_ENTRY * count]
    return hashed, state.history[len(state.history) - size :]


@pytest.mark.slow
def test_no_other_shipped_game_remembers_states() -> None:
    assert [name for name in sorted(shipped_games()) if remembers(load(name).program)] == REMEMBERING


@pytest.mark.parametrize("name", few(REMEMBERING))
def test_positions_near_each_other_have_hashes_of_their_own(name: str) -> None:
    engine: Any = load(name).on("native").engine
    found = [newest(engine, state) for state in near(engine, CENTRES, 8)]
    pairs = {each for each in found if each is not None}
    assert len(pairs) > 50
    assert len({hashed for hashed, _ in pairs}) == len({position for _, position in pairs}) == len(pairs)


@pytest.mark.parametrize("name", few(["lasca", "katarenga", "go", "nine-mens-morris", "triad"]))
def test_no_rule_hangs_on_a_hash(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All positions have one hash here: the games go their way all the same."""
    monkeypatch.setattr(History, "write_hash", lambda self: self.f.end("ret i64 7"))
    program = prepare(load(name).program)
    python, native = PythonEngine(program, True), NativeEngine(program, True, (), Cache(None))
    for number in range(3):
        _, ours = python.playout(None, 4, number)
        _, theirs = native.playout(None, 4, number)
        assert list(differences(python, native, ours, theirs)) == []
        count = native.memory.remembered(len(theirs.history))
        assert len({theirs.history[8 * i : 8 * i + 8] for i in range(count)}) <= program.players


# --- fingerprints, by which searches know positions -----------------------------------------------------


def fingerprinting(program: Program) -> Program:
    """The program with a procedure that gives the fingerprint."""
    with_history = k.var("history", BOOL)
    body = (Return(Expr(Op.FINGERPRINT, INT, (with_history,))),)
    asked = Proc("asked", (Param("history", BOOL),), body, INT, entry=True)
    return evolve(program, procs=(*program.procs, asked))


@pytest.mark.parametrize("name", few(["lasca", "chess", "go", "troika", "reversi"]))
def test_fingerprints_of_positions_near_each_other(name: str) -> None:
    """Both engines': as many fingerprints as positions, by the fields that decide what follows.

    The boards have more sites than Python's own hash tells apart.
    """
    program = fingerprinting(prepare(load(name).program))
    native = NativeEngine(program, True, ("asked",), Cache(None))
    fields = live_fields(program)
    by_native, by_python = dict[int, Any](), dict[int, Any]()
    python = PythonEngine(program, True)
    for state in near(native, 8, 4):
        number = native.call(state, "asked", False)[0]
        position = tuple(native.value(state, f.name) for f in fields)
        assert by_native.setdefault(number, position) == position
        assert number >= 0
    choose = random.Random(1)
    for number in range(8):
        longest, _ = native.playout(None, 7, number)
        _, here = python.playout(None, 7, number, choose.randrange(1, min(longest, 40)))
        for move in python.legal_moves(here):
            after = python.play(here, move)
            position = tuple(python.value(after, f.name) for f in fields)
            assert by_python.setdefault(python.call(after, "asked", False), position) == position
    assert len(by_native) > 40 and len(by_python) > 10


def test_sets_and_numbers_that_python_takes_for_one() -> None:
    """For Python's hash -1 is -2, and the sites 0 and 61 are one."""
    from interpreter.engines.python.searching import digest

    values = [(-1,), (-2,), (1,), (1 << 61,), (1 << 122,), (0.5,), (True, 0), (1, False), ()]
    assert len({digest(value) for value in values}) >= len(values) - 1


def test_fingerprints_say_which_positions_are_of_this_turn() -> None:
    """The same positions, another of them of the turn: what is a repetition in the turn differs."""
    program = fingerprinting(prepare(load("katarenga").program))
    native = NativeEngine(program, True, ("asked",), Cache(None))
    _, state = native.playout(None, 1, 0, 6)
    record, rng, history, _, plies = state.parts
    count, size = native.memory.remembered(len(history)), native.memory.position_size
    assert count >= 3
    hashes = [history[8 * i : 8 * i + 8] for i in range(count)]
    positions = [history[8 * count + size * i :][:size] for i in range(count)]
    found = set()
    for order in ([*range(count)], [*range(1, count), 0]):
        moved = b"".join([hashes[i] for i in order] + [positions[i] for i in order])
        one = State(native, record, rng, moved, 8 * (count - 1), plies)
        found.add(native.call(one, "asked", True)[0])
    assert len(found) == 2
    # the order of those before the turn is no matter
    swapped = [1, 0, *range(2, count)]
    parts = [b"".join([hashes[i] for i in o] + [positions[i] for i in o]) for o in ([*range(count)], swapped)]
    states = [State(native, record, rng, part, 8 * (count - 1), plies) for part in parts]
    both = {native.call(each, "asked", True)[0] for each in states}
    assert len(both) == 1
