"""A stream of random numbers that belongs to one started game: the same for the same seed, on any engine.

It is counter-based (splitmix64): what it gives next is told by its seed and by how many numbers it gave, so
it is kept as two numbers wherever a state is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.equip.dice import outcomes, roll_number
from interpreter.engines.python.random import generator_for
from interpreter.errors.user_errors import RollError

if TYPE_CHECKING:
    from interpreter.game.rules import Rules

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Draws:
    """Draws numbers for all states of one started game, in the order in which they are asked for."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        self.seed = seed
        #: how many numbers were drawn
        self.drawn = drawn

    def below(self, most: int) -> int:
        """A number from 0 up to but not including `most`, each as likely (but for one part in 2**64)."""
        self.drawn += 1
        mixed = (self.seed + self.drawn * _STEP) & _WORD
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return ((mixed ^ (mixed >> 31)) * most) >> 64


# --- saying what dice show, instead of having them rolled -----------------------------------------------


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
