"""What chance did, from the record: the dice that were rolled before a move, and a start by chance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import Do, Draw, Program, Push, Put, Stmt, Take
from gdl.core.walk import statements
from gdl.equip.dice import Die, outcomes, roll_number
from gdl.support.values import evolve
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


def draws_at_start(program: Program) -> bool:
    """Whether chance has a part in the starting position."""
    procs = {proc.name: proc for proc in program.procs}
    reached, waiting = {"start"}, ["start"]
    while waiting:
        for stmt in statements(procs[waiting.pop()].body):
            if isinstance(stmt, Draw):
                return True
            if isinstance(stmt, Do) and stmt.name not in reached and stmt.name in procs:
                reached.add(stmt.name)
                waiting.append(stmt.name)
    return False


def started_as(program: Program, start: Position, sites: Sequence[str], dice: Sequence[Die]) -> Program:
    """The same rules with the recorded starting position, which chance has made, in the place of ours."""
    numbers = {key: number for number, key in enumerate(sites)}
    cast = {f"c{die.site}" for die in dice}
    placed = k.sites_(as_bits(number for key, number in numbers.items() if key not in cast))
    body: list[Stmt] = [Take(k.inter(k.OCCUPIED, placed), all_levels=True)]
    for key, value in start.items():
        if key in cast:
            continue
        site = k.int_(numbers[key])
        for level in value.split("|"):
            what, _, count, state, rotation, worth = (k.int_(int(part)) for part in level.split("."))
            if program.stacks:
                body.append(Push(site, what, state, worth, rotation))
            else:
                body.append(Put(site, what, state, worth, rotation, count))
    procs = tuple(
        evolve(proc, body=(*proc.body, *body)) if proc.name == "start" else proc for proc in program.procs
    )
    return evolve(program, procs=procs)
