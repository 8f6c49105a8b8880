"""What the native engine may take: memory, and bytes of a state."""

from __future__ import annotations

import resource
import sys
from typing import Any

import pytest

from gdl import load
from interpreter.engines.registry import native_engine

KILO = 1024 if sys.platform != "darwin" else 1


def resident() -> int:
    """The most memory that this process has had: bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILO


def test_a_state_of_katarenga_is_small() -> None:
    engine = native_engine(load("katarenga").program)
    assert len(engine.start(0).record) < 1024


@pytest.mark.parametrize(
    ("name", "games"), [("tic-tac-toe", 100_000), ("troika", 100_000), ("katarenga", 3000)]
)
def test_random_games_do_not_grow_the_process(name: str, games: int) -> None:
    engine = native_engine(load(name).program)
    engine.playouts(200, seed=0)
    engine.warm_up()  # what is hot is compiled better meanwhile, which takes memory
    before = resident()
    engine.playouts(games, seed=1)
    assert resident() - before < 1 << 20


def test_states_in_python_do_not_grow_the_process() -> None:
    """Positions with histories come and go."""
    engine: Any = native_engine(load("katarenga").program)

    def walk(seed: int) -> None:
        state = engine.start(seed)
        for _ in range(60):
            moves = engine.legal_moves(state)
            if not moves:
                break
            state = engine.play(state, moves[seed % len(moves)])

    for seed in range(30):
        walk(seed)
    before = resident()
    for seed in range(300):
        walk(seed)
    assert resident() - before < 1 << 20
