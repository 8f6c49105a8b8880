"""Dice as facts: what they show, and how all that a roll comes to is one number.

All dice of a game are rolled by a single draw, so that one number says all that chance did: `roll_number` and
`shown_by` translate between that number and the faces.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING

from gdl.support.values import frozen

if TYPE_CHECKING:
    from gdl.equip.facts import Facts


@frozen
class Die:
    """One die: its number, the piece that it is (dice come first), where it lies, what its faces count, and
    how likely each is (its weights)."""

    index: int
    component: int
    site: int
    pips: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many equally likely outcomes it has."""
        return sum(self.weights)


def dice_of(facts: Facts) -> list[Die]:
    """All dice, in the order of their sites."""
    result: list[Die] = []
    for container in facts.containers:
        if container.dice is None:
            continue
        for number, site in enumerate(container.sites):
            pips = container.dice.faces_of(number)
            result.append(Die(len(result), len(result) + 1, site, pips, container.dice.weights_of(number)))
    return result


def outcomes(dice: Sequence[Die]) -> int:
    """How many equally likely outcomes a roll of all of them has."""
    return prod(die.total for die in dice)


def roll_number(dice: Sequence[Die], shown: Sequence[int]) -> int:
    """A draw that makes each die show the face of that number."""
    number = 0
    for die, face in zip(reversed(dice), reversed(shown), strict=True):
        number = number * die.total + sum(die.weights[:face])
    return number


def shown_by(dice: Sequence[Die], number: int) -> tuple[int, ...]:
    """The faces that the dice show after the draw of that number."""
    faces = []
    for die in dice:
        number, rest = divmod(number, die.total)
        faces.append(bisect_right(list(accumulate(die.weights)), rest))
    return tuple(faces)
