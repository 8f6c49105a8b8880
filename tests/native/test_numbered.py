"""Moves by their numbers, and observations, in machine code: what Python says of the same states."""

from __future__ import annotations

import pickle
from functools import cache
from typing import Any

import numpy as np
import pytest

from gdl import Batch, Game, load
from interpreter.errors.user_errors import ActionError, IllegalMoveError
from interpreter.game.batch import native_state
from interpreter.game.shipped import shipped_games
from interpreter.game.state import State
from tests.quick import quick_where

#: A set for each player; dice, and a byte for each site. Others are played by a build that verifies itself.
QUICK = {"tic-tac-toe", "last-step"}


@cache
def game(name: str) -> Game:
    return load(name)


def drawn(batch: Batch, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Some legal action of each game that goes on."""
    return np.where(batch.mask.any(1), (batch.mask * rng.random(batch.mask.shape)).argmax(1), -1)


@pytest.mark.parametrize("name", quick_where(shipped_games(), QUICK.__contains__))
def test_steps_are_those_of_states(name: str) -> None:
    """The reference engine plays the same actions, with numpy's planes and a dictionary's numbers."""
    try:
        actions = game(name).on("native").actions
    except ActionError:
        pytest.skip("it has no actions by number")
    batch, rng = game(name).on("native", name not in QUICK).batch(3, seed=9), np.random.default_rng(5)
    if batch.game.tables is None:
        with pytest.raises(ActionError):
            print(batch.mask)
        return
    states: list[State] = [State(game(name), game(name).engine.start(9, number)) for number in range(3)]
    seen = batch.planes
    for ply in range(25):
        for row, state in enumerate(states):
            assert np.flatnonzero(batch.mask[row]).tolist() == sorted(state.ids)
            assert (batch.counts[row], batch.plies[row]) == (len(state.legal_moves), state.ply)
        viewer = ply % len(game(name).seats) + 1
        other = batch.observe(viewer)
        for row, state in enumerate(states):
            differ = (seen[row] != state.observe()).any(1) | (other[row] != state.observe(viewer)).any(1)
            assert not differ.any(), [game(name).observation.names[at] for at in np.flatnonzero(differ)]
        chosen = drawn(batch, rng)
        batch.step(chosen)
        states = [
            state if number < 0 else state.play_id(int(number))
            for state, number in zip(states, chosen, strict=True)
        ]
        assert batch.over.tolist() == [state.is_over for state in states]
        if batch.over.all():
            break
    assert list(batch) == [State(batch.game, native_state(batch.game, state), state.ply) for state in states]
    assert batch.mask.shape == (3, len(actions))


def test_results_are_told_and_the_next_games_begin() -> None:
    """Of Tic-Tac-Toe: results sum to zero, are told in the step that ends a game, and row i goes on with the
    game i + 8 of the seed."""
    batch, rng, ended = game("tic-tac-toe").batch(8, seed=3), np.random.default_rng(1), 0
    for _ in range(40):
        chosen = drawn(batch, rng)
        before = list(batch)
        batch.step(chosen, restart=True)
        for row, (state, number) in enumerate(zip(before, chosen, strict=True)):
            after = state.play_id(int(number))
            assert batch.over[row] == after.is_over
            ranks = after.outcome.ranks if after.outcome else (1.5, 1.5)
            assert batch.rewards[row].tolist() == [3 - 2 * rank for rank in ranks]
            ended += after.is_over
            assert batch[row] == (game("tic-tac-toe").start() if after.is_over else after)
    assert ended > 20


@pytest.mark.slow
def test_the_next_games_have_their_own_chance() -> None:
    """Of Last Step, which has dice: where a game ends another of the seed begins, whose number is known."""
    batch, rng = game("last-step").batch(2, seed=4), np.random.default_rng(1)
    numbers, engine = [0, 1], batch.game.engine
    for _ in range(1500):
        batch.step(drawn(batch, rng), restart=True)
        for row in np.flatnonzero(batch.over):
            numbers[row] += 2
            assert batch[int(row)].raw.rng == engine.start(4, numbers[row]).rng
    assert max(numbers) > 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hex", "go", "triad"])
def test_threads_change_nothing(name: str) -> None:
    one, three = (game(name).batch(700, seed=2) for _ in range(2))
    rng = np.random.default_rng(1)
    for _ in range(6):
        chosen = drawn(one, rng)
        one.step(chosen, restart=True)
        three.step(chosen, restart=True, threads=3)
        assert (one.mask == three.mask).all() and bytes(one.states) == bytes(three.states)


def test_a_wrong_number_changes_nothing() -> None:
    batch = game("tic-tac-toe").batch(3)
    batch.step([2, 4, -1])
    before = bytes(batch.states)
    with pytest.raises(IllegalMoveError, match=r"game 1: action 4 .* is not legal"):
        batch.step([3, 4, 5])
    with pytest.raises(IllegalMoveError, match="game 2: there is no action 1000"):
        batch.step([3, 5, 1000])
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        batch.step([3, 5])
    with pytest.raises(TypeError):
        batch.step([0.5, 1, 2])  # type: ignore[list-item]
    assert bytes(batch.states) == before
    with pytest.raises(ValueError):
        batch.mask[0, 0] = True


def test_games_are_taken_out_put_in_and_copied() -> None:
    """Go remembers positions, so rows have histories of their own."""
    batch, rng = game("go").batch(6, seed=1), np.random.default_rng(2)
    for _ in range(12):
        batch.step(drawn(batch, rng))
    states, mask = list(batch), batch.mask.copy()
    part = batch[[4, 4, -1]]
    truths = batch[batch.mask[:, 0]]
    assert list(part) == [states[4], states[4], states[5]] and len(truths) == mask[:, 0].sum()
    again, same = pickle.loads(pickle.dumps(batch)), batch.copy()
    for _ in range(5):
        chosen = drawn(batch, rng)
        for each in (batch, again, same):
            each.step(chosen, restart=True)
        assert bytes(again.states) == bytes(same.states) == bytes(batch.states)
        assert (again.mask == batch.mask).all()
    assert list(part) == [states[4], states[4], states[5]]
    batch[1:3] = states[5]
    batch[0] = game("go").start().play("a1")  # of the other engine
    assert (batch[1], batch[2]) == (states[5], states[5])
    assert batch.plies[1] == 12 and (batch.mask[1] == mask[5]).all()
    assert batch.plies[0] == 1 and batch.counts[0] == 81
    with pytest.raises(ValueError, match="a state of it"):
        batch[0] = game("hex").start()
    with pytest.raises(ValueError, match="2 states for 6 games"):
        batch[:] = states[:2]


def test_a_batch_begins_where_it_is_told_to() -> None:
    """From one position of Last Step, with other dice in each row; a seed gives the same again."""
    start = game("last-step").start(seed=1)
    start = start.play_id(start.ids[0])
    batch = game("last-step").batch(20, seed=5, start=start)
    assert all(state == start for state in batch) and set(batch.plies) == {1}
    assert len({state.raw.rng for state in batch}) == 20
    before = bytes(batch.states)
    batch.step_random()
    batch.reset(5, start)
    assert bytes(batch.states) == before and batch.mask.any()
    batch.reset(6)
    assert [state.raw.rng for state in batch] == [
        state.raw.rng for state in game("last-step").batch(20, seed=6)
    ]


def test_planes_go_where_they_are_wanted() -> None:
    batch = game("hex").batch(4, seed=1)
    mine = np.zeros((4, *game("hex").observation.shape), np.float32)
    assert batch.observe(out=mine) is mine and (mine == batch.observe()).all()
    with pytest.raises(ValueError, match="float32"):
        batch.observe(out=mine[:2])
    with pytest.raises(ValueError, match="a seat"):
        batch.observe(viewer=3)
