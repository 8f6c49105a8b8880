"""Perft on the native engine: the same counts as in Python, on one thread and on two."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from functools import cache
from typing import Any

import pytest

from gdl import Game, load
from interpreter.engines.interface import Depth
from interpreter.engines.registry import make_engine
from interpreter.game.shipped import shipped_games
from tests.quick import few, one_in

#: About so many sequences are counted of each game.
ENOUGH = 1500


@cache
def game(name: str) -> Game:
    return load(name)


def both(name: str, seed: int, plies: int) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Each engine with the state after some moves, the same on both."""
    program = game(name).program
    python, native = make_engine("python", program), make_engine("native", program)
    a, b = python.start(seed), native.start(seed)
    for ply in range(plies):
        moves = python.legal_moves(a)
        if not moves:
            break
        move = moves[(seed + 7 * ply) % len(moves)]
        a, b = python.play(a, move), native.play(b, move)
    return (python, a), (native, b)


def counts(engine: Any, state: Any, depth: int, turns: bool) -> tuple[Depth, ...]:
    found: tuple[Depth, ...] = engine.perft(state, depth, turns)
    return found


@pytest.mark.parametrize("turns", one_in(2, [True, False]))
@pytest.mark.parametrize("name", few(shipped_games()))
def test_counts_are_those_of_python(name: str, turns: bool) -> None:
    (python, a), (native, b) = both(name, 3, 9)
    depth, wanted = 1, counts(python, a, 1, turns)
    while wanted and 0 < wanted[-1].nodes * max(1, wanted[0].nodes) < ENOUGH and depth < 8:
        depth += 1
        wanted = counts(python, a, depth, turns)
    assert native.perft(b, depth, turns) == wanted
    assert native.perft(b, depth, turns, threads=2) == wanted


@pytest.mark.parametrize("name", ["tic-tac-toe", "reversi", "konane"])
def test_late_positions(name: str) -> None:
    """Where games end, and where passing is all that is left."""
    for plies in (5, 20, 40, 50, 56, 58):
        (python, a), (native, b) = both(name, plies, plies)
        for turns in (False, True):
            assert native.perft(b, 4, turns) == counts(python, a, 4, turns)


def test_whole_games() -> None:
    native = make_engine("native", game("tic-tac-toe").program)
    found = native.perft(native.start(0), 9, threads=2)
    assert sum(each.ended for each in found) == 255_168
    assert found[-1].nodes == 127_872


@pytest.mark.skipif(sys.platform == "win32", reason="sends a Unix signal")
def test_ctrl_c_stops_it() -> None:
    (_, _), (native, start) = both("breakthrough", 0, 0)
    native.perft(start, 1)  # compiled

    def press() -> None:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.perf_counter()
    threading.Thread(target=press).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            native.perft(start, 12, threads=2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - began < 5
    assert threading.active_count() < 10
    assert native.perft(start, 2)[1].nodes == 484
