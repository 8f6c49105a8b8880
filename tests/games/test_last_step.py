"""Last Step: our rules, every roll gone through, give the value that the recurrence gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gdl import Game, load
from tests.oracles.last_step import chance_to_win


def value(game: Game, settled: Any, known: dict[Any, Fraction]) -> Fraction:
    """How likely the player about to roll wins, both playing the best moves."""
    engine = game.engine
    key = (engine.contents(settled), engine.mover(settled))
    if key not in known:
        total = Fraction(0)
        for face in (1, 2, 3):
            state = engine.take_chance(settled, game.generator_for_roll([face]))
            best = Fraction(0)
            for move in engine.legal_moves(state):
                after = engine.settle(state, move)
                best = max(best, Fraction(1) if engine.over(after) else 1 - value(game, after, known))
            total += best
        known[key] = total / 3
    return known[key]


@pytest.mark.parametrize(("cells", "steps"), [("9", 8), ("5", 4), ("13", 12)])
@pytest.mark.parametrize("engine", ["python", "native"])
def test_the_value_of_the_game(cells: str, steps: int, engine: str) -> None:
    game = load("last-step", options={"Row": cells}).on(engine)
    assert value(game, game.engine.set_up(1), {}) == chance_to_win(steps)


def test_by_hand() -> None:
    """One step left: certain. Two: only a two wins, anything else leaves one. Three: a three wins; else the
    other is left with two, and loses two times in three."""
    assert [chance_to_win(n) for n in (1, 2, 3)] == [1, Fraction(1, 3), Fraction(7, 9)]
