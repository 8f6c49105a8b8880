"""Saying what dice show, instead of having them rolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.equip.dice import outcomes, roll_number
from interpreter.engines.python.random import generator_for
from interpreter.errors.user_errors import RollError

if TYPE_CHECKING:
    from interpreter.game.rules import Rules


def generator_for_roll(game: Rules, roll: Sequence[int]) -> int:
    """A generator by which the dice come to count these numbers. Raises RollError for what they cannot."""
    dice = game.dice
    if len(roll) != len(dice):
        raise RollError(f"{game.name} is played with {len(dice)} dice, not {len(roll)}")
    faces = []
    for die, pips in zip(dice, roll, strict=True):
        if pips not in die.pips:
            numbers = ", ".join(str(each) for each in sorted(set(die.pips)))
            raise RollError(f"a die cannot show {pips}: its faces are {numbers}")
        faces.append(die.pips.index(pips))
    return generator_for(roll_number(dice, faces), outcomes(dice))
