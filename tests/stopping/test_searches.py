"""Searches that were interrupted: nothing runs on, and nothing half done is read."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gdl import load
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.player import Line
from interpreter.search import tallies
from interpreter.search.solver import Solver
from tests.quick import one_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends a Unix signal")


@contextmanager
def pressed_after(seconds: float) -> Iterator[None]:
    """Ctrl-C comes after some seconds."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("milliseconds", one_in(4, [50, 101, 157, 203]))
def test_alphabeta_answers_and_leaves_off(milliseconds: int) -> None:
    game = load("chess").on("native")
    line = Line((game.start(0),))
    moves = line.state.legal_moves
    player = AlphaBetaPlayer(AlphaBetaSettings(600.0, None, 1 << 24))
    settings = player._for(line.state, player.limit).ints(2)
    with pressed_after(milliseconds / 1000):
        choice = player.choose(line)
    looked = settings[tallies.LOOKED]
    assert choice.move in moves
    time.sleep(0.3)
    assert settings[tallies.LOOKED] == looked
    assert not any(each.proved for each in choice.thought.candidates)


@pytest.mark.parametrize("milliseconds", one_in(4, [50, 101, 157, 203]))
def test_solving_leaves_off(milliseconds: int) -> None:
    game = load("connect-four").on("native")
    start = game.start(0)
    solver = Solver(game, 1 << 24)
    solver._search.warm_up()
    with pytest.raises(KeyboardInterrupt), pressed_after(milliseconds / 1000):
        solver.solve(start)
    looked = solver.looked
    time.sleep(0.3)
    assert solver.looked == looked
