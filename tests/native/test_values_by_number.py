"""States that are played by numbers again and again are played by machine code: the same, and faster."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest

from gdl import Game, load
from interpreter.errors.user_errors import ActionError, IllegalMoveError
from interpreter.game.shipped import shipped_games
from tests.quick import quick_where


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No state is asked by way of its moves first."""
    monkeypatch.setattr("interpreter.game.rules.OFTEN", 0)


def native(name: str) -> Game:
    return copy.copy(load(name)).on("native")


@pytest.mark.parametrize("name", quick_where(shipped_games(), {"tic-tac-toe", "last-step"}.__contains__))
def test_they_are_those_of_the_reference_engine(name: str) -> None:
    game, reference = native(name), load(name)
    try:
        assert game.actions
    except ActionError:
        pytest.skip("it has no actions by number")
    state, other = game.start(seed=2), reference.start(seed=2)
    for ply in range(50):
        assert (state, state.ids, state.ply) == (other, other.ids, other.ply)
        assert (state.observe() == other.observe()).all() and state.last_step == other.last_step
        assert [move.raw for move in state.legal_moves] == [move.raw for move in other.legal_moves]
        assert bytes(state.mask) == bytes(other.mask) and state.is_over == other.is_over
        if state.is_over:
            break
        number = state.ids[5 * ply % len(state.ids)]
        state, other = state.play_id(number), other.play_id(number)
    assert pickle.loads(pickle.dumps(state)) == state


def test_numbers_that_are_not_legal_are_refused() -> None:
    state = native("tic-tac-toe").start(1).play_id(np.int64(4))
    for wrong in (4, 10, -1, 1 << 70):
        with pytest.raises(IllegalMoveError):
            state.play_id(wrong)
    assert state.play_id(3).play_id(5).ply == 3 and len(state.ids) == 8


def test_games_begin_as_they_do_elsewhere() -> None:
    """By the same functions once these are there; what the dice of Last Step show is told by the seed."""
    game = native("last-step")
    assert game.start(1).ids
    for seed in (1, 2, -3, 1 << 65):
        state, other = game.start(seed), load("last-step").on("native").start(seed)
        assert (state, state.ids, state.ply, state.raw.rng) == (other, other.ids, 0, other.raw.rng)
        assert state.play_id(state.ids[0]) == other.play_id(other.ids[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["go", "chess", "lasca"])
def test_states_are_taken_in_any_order(name: str) -> None:
    """These remember positions: what a state remembers goes with it, however long others' pasts are."""
    draw = Random(1)
    line = native(name).start(seed=2), load(name).start(seed=2)
    pairs = [line]
    for step in range(300):
        state, other = line if step % 3 else draw.choice(pairs)
        if other.is_over:
            continue
        if step % 5 == 0:
            assert (state.observe(1) == other.observe(1)).all()
        number = draw.choice(other.ids)
        again = state.play_id(number)
        pairs.append((state.play_id(number), other.play_id(number)))
        assert pairs[-1] == (again, again) and again.ids == pairs[-1][1].ids
        line = pairs[-1] if step % 3 else line
        with pytest.raises(IllegalMoveError):
            state.play_id(next(each for each in range(9999) if each not in other.ids))
    assert line[1].is_over or line[1].ply > 100
