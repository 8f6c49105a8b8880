"""Cursors: states that change in place, stepped by functions that machine code is to Python."""

from __future__ import annotations

import gc
import pickle
import weakref
from functools import cache

import numpy as np
import pytest

from gdl import Game, load
from interpreter.errors.user_errors import ActionError, IllegalMoveError
from interpreter.game.cursor import Cursor
from interpreter.game.shipped import shipped_games
from tests.quick import quick_where


@cache
def game(name: str) -> Game:
    return load(name).on("native")


@pytest.mark.parametrize("name", quick_where(shipped_games(), {"tic-tac-toe", "last-step"}.__contains__))
def test_a_cursor_goes_where_states_go(name: str) -> None:
    """States are compared by all that their rules remember, dice to come included in what they lead to."""
    try:
        cursor = game(name).cursor(seed=3)
    except ActionError:
        pytest.skip("it has no actions by number")
    state, seen = game(name).start(seed=3), cursor.planes
    for ply in range(60):
        assert (cursor.state, cursor.ids, cursor.ply) == (state, state.ids, state.ply)
        assert (cursor.mask == np.asarray(state.mask)).all() and (seen == state.observe()).all()
        assert (cursor.is_over, cursor.mover) == (state.is_over, state.seat)
        if state.is_over:
            break
        number = state.ids[(7 * ply) % len(state.ids)]
        cursor.play_id(number)
        state = state.play_id(number)
    assert cursor.state.raw.rng == state.raw.rng


def test_what_is_no_legal_action_changes_nothing() -> None:
    cursor = game("tic-tac-toe").cursor()
    cursor.play_id(np.int64(4))
    before = cursor.state
    for wrong in (4, 10, -1, 1 << 70):
        with pytest.raises(IllegalMoveError):
            cursor.play_id(wrong)
    for strange in ("a", None, 1.5):
        with pytest.raises(TypeError):
            cursor.play_id(strange)  # type: ignore[arg-type]
    assert cursor.state == before and len(cursor.ids) == 8
    with pytest.raises(ValueError):
        cursor.mask[0] = True


def test_games_end_and_begin_again() -> None:
    """By hand: a1, b1, a2, b2, a3 is a line of the first player's."""
    cursor, actions = game("tic-tac-toe").cursor(), game("tic-tac-toe").actions
    number = {actions.text(each): each for each in range(len(actions))}
    for site in ("a1", "b1", "a2", "b2"):
        cursor.play_id(number[site])
        assert cursor.rewards.tolist() == [0, 0] and not cursor.is_over
    cursor.play_id(number["a3"])
    assert cursor.is_over and cursor.ids == () and cursor.rewards.tolist() == [1, -1]
    assert not cursor.mask.any()
    cursor.reset(5)
    assert cursor.state == game("tic-tac-toe").start() and len(cursor.ids) == 9 and not cursor.rewards.any()


def test_seeds_of_cursors_are_those_of_states() -> None:
    cursor = game("last-step").cursor(0)
    for seed in (1, 2, -3, 1 << 65):
        cursor.reset(seed)
        assert cursor.state.raw.rng == game("last-step").start(seed).raw.rng
        assert cursor.ids == game("last-step").start(seed).ids


def test_cursors_are_copied_and_travel() -> None:
    cursor = game("tic-tac-toe").cursor(1)
    cursor.play_id(3)
    other, travelled = cursor.copy(), pickle.loads(pickle.dumps(cursor))
    cursor.play_id(4)
    assert other.state == travelled.state != cursor.state
    other.go_to(cursor)
    assert other.state == cursor.state and other.ids == cursor.ids
    other.go_to(load("tic-tac-toe").start().play("a1"))
    assert other.ply == 1 and len(other.ids) == 8
    with pytest.raises(ValueError, match="Tic-Tac-Toe"):
        other.go_to(game("last-step").start(1))
    with pytest.raises(ValueError):
        other.go_to(game("last-step").cursor(1))


def test_functions_of_a_cursor_outlive_it_and_go() -> None:
    """What is bound keeps the memory that it works on; a cursor goes when nothing of it is held."""
    cursor = game("tic-tac-toe").cursor(1)
    play = cursor.play_id
    gone = weakref.ref(cursor._single.rows)
    del cursor
    gc.collect()
    for number in (0, 1, 2):
        play(number)
    with pytest.raises(IllegalMoveError):
        play(0)
    del play
    gc.collect()
    assert gone() is None


def test_better_code_is_taken_when_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.engines.native.single.MANY", 3)
    cursor = Cursor(game("tic-tac-toe").start(1))
    for number in range(6):
        cursor.play_id(number)
    assert cursor.ply == 6 and cursor.state.legal_moves[0].target == "a3"


def test_without_the_glue_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.engines.native.glue.speaks", lambda: False)
    cursor = game("tic-tac-toe").cursor(1)
    cursor.play_id(3)
    assert cursor.ids == game("tic-tac-toe").start(1).play_id(3).ids
    with pytest.raises(IllegalMoveError):
        cursor.play_id(3)
    cursor.reset(1)
    assert cursor.ply == 0 and len(cursor.ids) == 9
