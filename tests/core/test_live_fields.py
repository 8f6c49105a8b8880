"""Which fields decide what follows: the rest may hold anything, and nothing that follows is different."""

from __future__ import annotations

import random

import pytest

from gdl import load
from gdl.analyses.live_fields import live_fields
from interpreter.engines.python import PythonEngine
from interpreter.game.shipped import shipped_games
from tests.quick import few

#: States of each game that are looked at, and plies that are played from there.
STATES, PLIES = 2, 8


def names(game: str) -> set[str]:
    return {field.name for field in live_fields(load(game).engine.program)}


def test_where_the_last_move_went_counts_only_if_it_is_looked_at() -> None:
    """Hex looks for a chain through it before the turn is over; Cornered goes on from it."""
    assert "last_to" not in names("hex")
    assert "last_to" in names("cornered")


def test_how_long_a_game_has_lasted_counts_only_if_its_rules_say_so() -> None:
    """All games have a limit far away; how many moves were quiet counts in draughts."""
    assert not {"turns", "moves"} & names("congress")
    assert "var_Quiet" in names("english-draughts")


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_the_rest_decides_nothing(name: str) -> None:
    """Two states that differ in other fields only have the same moves, with the same results."""
    engine = PythonEngine(load(name).engine.program, prepared=True)
    slots = engine.module.slots
    kept = [slots[field] for field in live_fields(engine.program)]
    # how far the limit of all games is away is none of these, nor may it be reached here
    others = [s for f, s in slots.items() if s not in kept and f.name not in ("turns", "moves")]
    choose = random.Random(name)
    for seed in range(STATES):
        state, strange = engine.start(seed), engine.start(seed + 100)
        for _ in range(choose.randrange(2, 30)):
            if not state.over:
                state = engine.play(state, choose.choice(engine.legal_moves(state)))
            if not strange.over:
                strange = engine.play(strange, choose.choice(engine.legal_moves(strange)))
        other = state.copy()
        for slot in others:
            value = getattr(strange, slot)
            setattr(other, slot, list(value) if isinstance(value, list) else value)
        for _ in range(PLIES):
            assert state.over == other.over
            assert [getattr(state, s) for s in kept] == [getattr(other, s) for s in kept]
            if state.over:
                break
            moves = engine.legal_moves(state)
            assert moves == engine.legal_moves(other)
            move = choose.choice(moves)
            state, other = engine.play(state, move), engine.play(other, move)
