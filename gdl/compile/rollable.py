"""Whether the dice of a game can be rolled: each has faces that can come, and all are not too many."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.builder.meaning_error import MeaningError
from gdl.ludeme.categories import Item
from gdl.ludemes.equipment import Dice
from gdl.source.budget import spend

#: What a die takes in the rules, in entries of a table: it is a piece, on a site, with fields.
DIE = 1000

#: The number that stands for a whole roll fits into 64 bits.
MAX_OUTCOMES = 2**63 - 1


def check_dice(items: Iterable[Item]) -> None:
    """All dice can be rolled, by one draw. Raises MeaningError where they cannot."""
    total = 1
    for item in items:
        if not isinstance(item, Dice):
            continue
        if item.number < 1 or (item.d is not None and item.d < 1):
            wrong = item.number if item.number < 1 else item.d
            raise _no_dice("a set of dice has one die at least, and a die one face", item, wrong)
        if item.faces_by_die == () or item.faces == ():
            raise _no_dice("a set of dice has one die at least, and a die one face", item)
        faces = item.d or 6
        spend(item.number * DIE, f"{item.number:,} dice", item.span)
        spend(faces, f"dice with {faces:,} faces", item.span)
        for die in range(min(item.number, max(1, len(item.faces_by_die or ())))):
            weights = item.weights_of(die)
            if min(weights, default=0) < 0 or not sum(weights):
                raise _no_dice("no face of this die can come", item)
            spend(sum(weights), f"dice with {sum(weights):,} weights", item.span)
        for die in range(item.number):
            total *= sum(item.weights_of(die))
            if total > MAX_OUTCOMES:
                raise _no_dice("all dice together have more outcomes than can be counted", item)


def _no_dice(what: str, item: Dice, subject: int | None = None) -> MeaningError:
    return MeaningError(
        "E0433", what, item.span, "", "a die with six faces, twice: (dice d:6 num:2)", subject=subject
    )
