"""Dice are shown as what their faces count, wherever a position is shown."""

from __future__ import annotations

import json

import pytest

from gdl import load
from tests.cli.conftest import Gdl


@pytest.mark.parametrize("roll", [(3, 1), (6, 6), (2, 5)])
def test_a_roll_is_shown_in_numbers(roll: tuple[int, int]) -> None:
    state = load("backgammon").start(seed=1, roll=roll)
    assert state.dice == roll
    assert str(state).splitlines()[-1].strip() == f"Dice: {roll[0]} {roll[1]}"


def test_a_die_that_moved_a_disc_is_used() -> None:
    state = load("backgammon").start(seed=1, roll=(6, 1))
    assert state.dice_used == (False, False)
    assert state.play("l2-k2").dice_used == (False, True)  # one point on: l is the twelfth, k the eleventh
    state = state.play("l2-f2")
    assert state.dice == (6, 1) and state.dice_used == (True, False)


def test_of_a_double_four_numbers_are_used() -> None:
    state = load("backgammon").start(seed=1, roll=(1, 1))
    used = []
    for move in ("l2-k2", "k2-j2", "l2-k2"):
        used.append(state.dice_used)
        state = state.play(move)
    assert [*map(sum, used), sum(state.dice_used)] == [0, 1, 0, 1] and state.mover == 1


def test_a_game_without_dice_has_none() -> None:
    chess = load("chess").start(seed=1)
    assert chess.dice == () and chess.dice_used == ()


def test_the_terminal_shows_the_roll(gdl: Gdl) -> None:
    ran = gdl("play", "backgammon", "--players", "human", "--seed", "1", typed="")
    dice = [line.strip() for line in ran.out.splitlines() if line.strip().startswith("Dice:")]
    first, second = load("backgammon").start(seed=1).dice
    assert dice and dice[0] == f"Dice: {first} {second}"


def test_counting_sequences_of_a_game_of_chance_says_that_it_follows_one_seed(gdl: Gdl) -> None:
    first = gdl("perft", "last-step", "2")
    assert "as the seed 0 has it" in first.out
    assert "as the seed 7 has it" in gdl("perft", "last-step", "2", "--seed", "7").out
    assert json.loads(gdl("perft", "last-step", "1", "--seed", "7", "--json").out)["seed"] == 7
    without = gdl("perft", "tic-tac-toe", "2")
    assert "seed" not in without.out
    assert "seed" not in json.loads(gdl("perft", "tic-tac-toe", "1", "--json").out)
