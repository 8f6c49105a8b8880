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
    # nothing of the ending is shared but that it is one, which the outermost feature says
    other = made(PLACING, "(if (no Moves Next) (result Mover Win))")
    assert 0.1 < unlikeness(LINE, other) < 0.4
    assert unlikeness(other, LINE) == unlikeness(LINE, other)
    # moves and ending weigh two fifths each
    assert unlikeness(LINE, made(WALKING, "(if (no Moves Next) (result Mover Win))")) > unlikeness(
        LINE, other
    )


def test_one_word_is_a_hundredth_or_some() -> None:
    loses = made(PLACING, "(if (is Line 3) (result Mover Loss))")
    assert 0 < unlikeness(LINE, loses) < LEAST


def test_what_is_near_is_worth_less() -> None:
    assert unlikeness_quality(0.0) < unlikeness_quality(LEAST / 2) < unlikeness_quality(LEAST) == 1.0
    assert unlikeness_quality(0.9) == 1.0
    assert unlikeness_quality(0.0) == pytest.approx(1 / (1 + 0.15 / 0.07))
