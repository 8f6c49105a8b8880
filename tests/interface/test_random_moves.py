"""Random moves of a started game: its seed decides them, on every engine."""

from __future__ import annotations

import pickle

import pytest

from gdl import State, load


def at_random(state: State, plies: int) -> list[str]:
    moves = []
    while len(moves) < plies and not state.is_over:
        move = state.random_move()
        moves.append(str(move))
        state = state.play(move)
    return moves


@pytest.mark.parametrize("name", ["last-step", "troika", "hex"])
def test_the_seed_of_the_start_decides_the_game_on_both_engines(name: str) -> None:
    game = load(name)
    first = at_random(game.start(seed=1), 40)
    assert first == at_random(game.start(seed=1), 40)
    assert first == at_random(game.on("native").start(seed=1), 40)
    assert first != at_random(game.start(seed=2), 40)


def test_without_a_seed_games_differ() -> None:
    game = load("hex")
    assert at_random(game.start(), 20) != at_random(game.start(), 20)


def test_one_state_gives_different_moves_each_as_likely() -> None:
    state = load("tic-tac-toe").start(seed=1)
    drawn = [str(state.random_move()) for _ in range(900)]
    counts = [drawn.count(str(move)) for move in state.legal_moves]
    assert sum(counts) == 900 and min(counts) > 60 and max(counts) < 140


def test_a_kept_state_goes_on_as_it_would_have() -> None:
    state = load("hex").start(seed=3)
    state = state.play(state.random_move())
    again = pickle.loads(pickle.dumps(state))
    assert at_random(again, 10) == at_random(state, 10)


def test_of_a_game_that_is_over_there_is_no_move() -> None:
    state = load("tic-tac-toe").start(seed=1)
    while not state.is_over:
        state = state.play(state.random_move())
    with pytest.raises(IndexError):
        state.random_move()
