"""Dice are shown as what their faces count, wherever a position is shown."""

from __future__ import annotations

import json

import pytest

from interpreter import load
from tests.cli.conftest import Gdl


@pytest.mark.parametrize("roll", [(3, 1), (6, 6), (2, 5)])
def test_a_roll_is_shown_in_numbers(roll: tuple[int, int]) -> None:
    state = load("backgammon").start(seed=1, roll=roll)
    assert state.dice == roll
    assert str(state).splitlines()[-1].strip() == f"Dice: {roll[0]} {roll[1]}"


def test_a_game_without_dice_has_none() -> None:
    assert load("chess").start(seed=1).dice == ()


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
