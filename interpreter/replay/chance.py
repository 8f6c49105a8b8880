"""What chance did, from the record: the dice that were rolled before a move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gdl.equip.dice import Die, outcomes, roll_number
from interpreter.engines.interface import Engine, RawState
from interpreter.engines.move_words import RawMove
from interpreter.engines.python.random import generator_for, mix
from interpreter.replay.trace import Ply, Position

#: So many generators are tried where a move draws something that is not recorded.
GENERATORS = 40

_SHOWN = re.compile(r"SetStateAndUpdateDice:site=(\d+),state=(\d+)")


def faces_rolled(ply: Ply, after: Position, dice: Sequence[Die]) -> tuple[int, ...]:
    """The face that each die showed when this move was chosen.

    What was rolled comes first in what is told of the move. Where nothing is told, the dice still show it
    afterwards (unless the move itself turned them again).
    """
    before, _, _ = ply.actions.partition("decision=true")
    shown = {int(site): int(face) for site, face in _SHOWN.findall(before)}
    return tuple(shown.get(die.site, _face(after, die)) for die in dice)


def _face(position: Position, die: Die) -> int:
    shown = position.get(f"c{die.site}")
    face = 0 if shown is None else int(shown.split(".")[3])
    return face if face < len(die.pips) else 0


def generator_of(ply: Ply, after: Position, dice: Sequence[Die]) -> int | None:
    """A generator by which the dice are rolled as the record shows; None in a game without dice."""
    if not dice:
        return None
    return generator_for(roll_number(dice, faces_rolled(ply, after, dice)), outcomes(dice))


def outcomes_of(engine: Engine, state: RawState, move: RawMove) -> Iterator[RawState]:
    """What a move may come to: one state, or where chance has a part in the move, what it comes to by many
    generators (the record does not tell what was drawn)."""
    settled = engine.settle(state, move)
    yield settled
    if engine.rng(settled) != engine.rng(state):
        for number in range(GENERATORS):
            yield engine.settle(engine.with_rng(state, mix(number, 0)), move)
