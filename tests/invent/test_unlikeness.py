"""Unlikeness: a parent with one word changed is near, one with another's goal is far."""

from __future__ import annotations

import pytest

from gdl import loads
from interpreter.invent.unlikeness import LEAST, Features, features_of, unlikeness, unlikeness_quality

PLACING = "(play (move Add (to (sites Empty))))"
WALKING = "(play (forEach Piece (move Step (to if:(is Empty (to))))))"


def made(play: str, end: str, board: str = "(square 4)") -> Features:
    things = f'{{(board {board}) (piece "Disc" Each)}}'
    rules = f"(rules {play} (end {end}))"
    return features_of(loads(f'(game "G" (players 2) (equipment {things}) {rules})').compiled)


LINE = made(PLACING, "(if (is Line 3) (result Mover Win))")


def test_numbers_are_no_difference() -> None:
    assert unlikeness(LINE, made(PLACING, "(if (is Line 4) (result Mover Win))", "(square 5)")) == 0


def test_a_part_of_another_counts_as_much_as_the_part_weighs() -> None:
    # the ending weighs two fifths; that it is one, and that the mover wins, is shared
    other = made(PLACING, "(if (no Moves Next) (result Mover Win))")
    assert LEAST < unlikeness(other, LINE) < 0.4
    assert unlikeness(made(WALKING, "(if (no Moves Next) (result Mover Win))"), LINE) > unlikeness(
        other, LINE
    )


def test_a_parent_without_one_of_its_rules_is_no_other_game() -> None:
    whole = made(PLACING, "{(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}")
    less = made(PLACING, "(if (is Line 3) (result Mover Win))")
    assert unlikeness(less, whole) == 0 < unlikeness(whole, less)


def test_one_word_is_a_hundredth_or_some() -> None:
    loses = made(PLACING, "(if (is Line 3) (result Mover Loss))")
    assert 0 < unlikeness(loses, LINE) < 0.1


def test_what_is_near_is_worth_less() -> None:
    assert unlikeness_quality(0.0) < unlikeness_quality(LEAST / 2) < unlikeness_quality(LEAST) == 1.0
    assert unlikeness_quality(0.9) == 1.0
    assert unlikeness_quality(0.0) == pytest.approx(1 / (1 + 0.05 / 0.04))
