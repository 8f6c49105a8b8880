"""Officers: our stacks, all games gone through, are won by whom the theory says."""

from __future__ import annotations

from typing import Any

import pytest

from gdl import load
from interpreter.game.state import State
from tests.oracles.officers import value


def wins(state: State, known: dict[Any, bool]) -> bool:
    """Whether the player to move wins."""
    if state.is_over:
        return False  # whoever moved last has won
    key = tuple(piece is not None for piece in state.contents)
    if key not in known:
        known[key] = not all(wins(state.play(move), known) for move in state.legal_moves)
    return known[key]


@pytest.mark.parametrize("length", range(2, 10))
@pytest.mark.parametrize("engine", ["python", "native"])
def test_who_wins(length: int, engine: str) -> None:
    game = load("officers", options={"Length": str(length)}).on(engine)
    assert wins(game.start(0), {}) == (value(length) != 0)


def test_by_hand() -> None:
    """Values as published for 0.6 (Winning Ways, chapter 4)."""
    assert [value(n) for n in range(13)] == [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0]
