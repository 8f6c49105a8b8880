"""Walks in English: the shape that pieces make which stand along one, or its steps and turns."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.english.grammar import listed, number_word
from gdl.english.speaker import Speaker
from gdl.words.words import RelationType, StepType

_TURNS = {StepType.L: -1, StepType.R: 1}
_SAID = {StepType.L: "a turn to the left", StepType.R: "a turn to the right"}


def shape_of(s: Speaker, walk: Sequence[StepType], pieces: str) -> str:
    """So many pieces along a walk begun in any direction: `four like pieces in a square of two by two`."""
    number = walk.count(StepType.F) + 1
    if all(step is StepType.F for step in walk):
        return f"{number_word(number)} {pieces} in a straight line"
    if _turns_by_right_angles(s):
        places = _places(walk)
        wide, high = (max(each) - min(each) + 1 for each in zip(*places, strict=True))
        if len(places) == wide * high:
            shape = "a square" if wide == high else "a rectangle"
            sides = sorted((wide, high))
            return (
                f"{number_word(len(places))} {pieces} in {shape} of {number_word(sides[0])} by "
                f"{number_word(sides[1])}"
            )
        number = len(places)
    return f"{number_word(number)} {pieces} along a walk begun in any direction: {steps_of(walk)}"


def steps_of(walk: Sequence[StepType]) -> str:
    """The steps of a walk, equal ones that follow each other together."""
    said: list[str] = []
    at = 0
    while at < len(walk):
        end = at
        while end < len(walk) and walk[end] is walk[at]:
            end += 1
        count = end - at
        if walk[at] is StepType.F:
            said.append("a step" if count == 1 else f"{number_word(count)} steps")
        else:
            said.append(_SAID[walk[at]] + (f" {number_word(count)} times" if count > 1 else ""))
        at = end
    return listed(said)


def _turns_by_right_angles(s: Speaker) -> bool:
    """Has the board four orthogonal directions, so that a turn is a quarter of all round?"""
    facts = s.facts
    if facts.boardless:
        return False
    return len(facts.topology.directions(facts.main, RelationType.ORTHOGONAL)) == 4


def _places(walk: Sequence[StepType]) -> set[tuple[int, int]]:
    """Where a walk comes by on squares, from its beginning."""
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    x = y = way = 0
    places = {(0, 0)}
    for step in walk:
        if step is StepType.F:
            x, y = x + ways[way][0], y + ways[way][1]
            places.add((x, y))
        else:
            way = (way + _TURNS[step]) % 4
    return places
