"""Shape classification: what a walk's sites look like together, and failing that the walk itself in words.

A walk is laid out on the plane, on squares or on hexagons; lines, rectangles, angles and rings are known by
their extent and number. Whatever else it is, its steps are told one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

import re
from itertools import pairwise

from gdl.english.grammar import listed, number_word
from gdl.equip.facts import Facts
from gdl.words.words import RelationType

Point = tuple[int, int]

#: One step in each direction, clockwise: on squares, and on hexagons with two axes sixty degrees apart.
_SQUARE: tuple[Point, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
_HEXAGONS: tuple[Point, ...] = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
_COMPASS = {"N", "E", "S", "W"}
#: Where a step leads, from a quarter turn to the next.
_TURNED = ("ahead", "to the right", "back", "to the left")


def lattice(facts: Facts) -> tuple[Point, ...] | None:
    """The steps of a board of squares or of hexagons; None for any other."""
    around = facts.topology.directions(facts.main, RelationType.ORTHOGONAL)
    if {each.value for each in around} == _COMPASS:
        return _SQUARE
    if len(around) != len(_HEXAGONS):
        return None
    steps = [facts.topology.step(facts.main, each, RelationType.ORTHOGONAL) for each in around]
    meets = any(all(step[site] for step in steps) for site in range(facts.topology.count(facts.main)))
    return _HEXAGONS if meets else None


def laid_out(walk: str, steps: tuple[Point, ...]) -> list[Point]:
    """The points that a walk comes to, each once, in their order."""
    here, facing = (0, 0), 0
    points = [here]
    for step in walk:
        if step == "F":
            here = (here[0] + steps[facing][0], here[1] + steps[facing][1])
            points.append(here)
        else:
            facing = (facing + (1 if step == "R" else -1)) % len(steps)
    return list(dict.fromkeys(points))


def arrangement(walk: str, steps: tuple[Point, ...] | None) -> tuple[int | None, str]:
    """How many pieces stand along a walk, if that is known, and how they stand: `in a square`."""
    way = "along a walk begun in any direction: "
    if steps is None:
        return None, way + turtle(walk)
    points = laid_out(walk, steps)
    shape = _on_squares(points) if steps is _SQUARE else _on_hexagons(points)
    return len(points), shape or way + (_moves(walk) if steps is _SQUARE else turtle(walk))


def turtle(walk: str) -> str:
    """A walk in words, as it is written: `two steps, a turn to the right, one step`."""
    parts = []
    for part in re.findall(r"F+|L|R", walk):
        turn = {"L": "a turn to the left", "R": "a turn to the right"}.get(part[0])
        parts.append(turn or f"{number_word(len(part))} step{'s' if len(part) > 1 else ''}")
    return ", ".join(parts) or "no step"


def _moves(walk: str) -> str:
    """A walk on squares in words, as its first step sees it: `two steps ahead and one to the right`."""
    facing, runs = 0, list[tuple[int, int]]()
    for step in walk:
        if step != "F":
            facing = (facing + (1 if step == "R" else -1)) % len(_SQUARE)
        elif runs and runs[-1][0] == facing:
            runs[-1] = (facing, runs[-1][1] + 1)
        else:
            runs.append((facing, 1))
    parts = []
    for i, (way, number) in enumerate(runs):
        noun = f" step{'s' if number > 1 else ''}" if i == 0 else ""
        parts.append(f"{number_word(number)}{noun} {_TURNED[way]}")
    return listed(parts) or "no step"


def _line(points: list[Point]) -> bool:
    """Do they lie on one of the ways of the lattice? (Walks leave no gaps.)"""
    xs, ys = {x for x, _ in points}, {y for _, y in points}
    return len(points) > 1 and (len(xs) == 1 or len(ys) == 1 or len({x + y for x, y in points}) == 1)


def _on_squares(points: list[Point]) -> str | None:
    xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
    wide, high, number = len(xs), len(ys), len(points)
    if number > 1 and 1 in (wide, high):
        return "in a straight line"
    if number == wide * high > 1:
        return f"in a {_rectangle(wide, high)}"
    if number == 2 * (wide + high) - 4 and all(
        x in (xs[0], xs[-1]) or y in (ys[0], ys[-1]) for x, y in points
    ):
        return f"round the edge of a {_rectangle(wide, high)}"
    if number == wide + high - 1:
        return _angle(points, xs, ys)
    return None


def _rectangle(wide: int, high: int) -> str:
    low, long = sorted((wide, high))
    return f"{'square' if low == long else 'rectangle'} of {number_word(low)} by {number_word(long)}"


def _angle(points: list[Point], xs: list[int], ys: list[int]) -> str | None:
    """An L: two lines from a corner. One with unequal arms is told with the side to which it turns."""
    corners = [
        (x, y)
        for x in (xs[0], xs[-1])
        for y in (ys[0], ys[-1])
        if all(at[0] == x or at[1] == y for at in points)
    ]
    if len(corners) != 1:
        return None
    (x, y), wide, high = corners[0], len(xs), len(ys)
    if wide == high:
        return f"in an L with arms of {number_word(wide)}"
    # Along the longer arm to the corner, and round it.
    right, up = (1 if x == xs[0] else -1), (1 if y == ys[0] else -1)
    onward, turn = ((0, -up), (right, 0)) if high > wide else ((-right, 0), (0, up))
    side = "right" if turn == (onward[1], -onward[0]) else "left"
    more = min(wide, high) - 1
    return f"in an L: {number_word(max(wide, high))} in a line, then {number_word(more)} more to the {side}"


def _on_hexagons(points: list[Point]) -> str | None:
    if _line(points):
        return "in a straight line"
    near = {(p, q) for p in points for q in points if (q[0] - p[0], q[1] - p[1]) in _HEXAGONS}
    beside = sorted(sum((p, q) in near for q in points) for p in points)
    if beside == [2, 2, 2]:
        return "in a triangle"
    if beside == [2, 2, 3, 3]:
        return "in a rhombus"
    closed = len(points) == 6 and beside == [2] * 6
    if closed and all((p, q) in near for p, q in pairwise((*points, points[0]))):
        return "in a ring"
    if len(points) == 7 and beside == [3] * 6 + [6]:
        return "in a ring with its middle"
    return None


def walked(s: Speaker, walk: tuple[tuple[object, ...], ...], origin: str) -> tuple[str, str]:
    """Where walks end: a knight's move is called so."""
    steps = {"".join(str(getattr(step, "value", step)) for step in way) for way in walk}
    if steps <= {"FFRF", "FFLF", "FRFF", "FLFF"} and steps:
        return f"the {s.cells} a knight's move from {origin}", f"a {s.cell} a knight's move from {origin}"
    ways = listed([turtle(way) for way in sorted(steps)], "or")
    return f"the {s.cells} reached from {origin} by {ways}", f"a {s.cell} reached from {origin} by {ways}"
