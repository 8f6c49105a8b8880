"""Loops: lines of a board that lead round outside of it."""

from __future__ import annotations

import math

import pytest

from gdl import load, loads
from interpreter.drawing.svg.parts import ground_of

BOARD = """
(game "Rings" (players 2)
    (equipment {{ {board} (piece "Ball" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(("side", "loops"), [(6, 2), (8, 1)])
def test_each_loop_joins_two_lines_round_the_corner_that_they_are_as_far_from(side: int, loops: int) -> None:
    text = BOARD.format(board=f"(surakartaBoard (square {side}) loops:{loops})")
    plan = loads(text).plan
    last = side - 1
    left, low = min(spot.x for spot in plan.spots), min(spot.y for spot in plan.spots)
    unit = (max(spot.x for spot in plan.spots) - left) / last
    seen = {}
    for loop in plan.loops:
        places = [((x - left) / unit, (y - low) / unit) for x, y in loop]
        ends = frozenset((round(x), round(y)) for x, y in (places[0], places[-1]))
        seen[ends] = places
    wanted = {
        frozenset(((x, abs(y - far)), (abs(x - far), y))): ((x, y), far)
        for x in (0, last)
        for y in (0, last)
        for far in range(1, loops + 1)
    }
    assert seen.keys() == wanted.keys()
    for ends, (corner, far) in wanted.items():
        assert all(abs(math.dist(place, corner) - far) < 1e-3 for place in seen[ends])
        assert not any(0.01 < x < last - 0.01 and 0.01 < y < last - 0.01 for x, y in seen[ends])


def test_loops_are_within_the_picture() -> None:
    game = load("surakarta")
    left, _, wide, _ = ground_of(game.plan, game.picture).box
    sites = [stand.x for stand in ground_of(game.plan, game.picture).stands]
    unit = (max(sites) - min(sites)) / 5
    assert left < min(sites) - 2 * unit and left + wide > max(sites) + 2 * unit


@pytest.mark.parametrize(
    "board",
    [
        '(board (square 5) (track "Round" "0,E,N,W,S1" loop:True) use:Vertex)',  # along the board's own lines
        '(board (square 5) (track "There" {0..4 20..24} loop:True) use:Vertex)',  # jumps that no circle makes
        '(board (square 5) (track "Mine" {5..9 3 8 13 18 23} loop:True P1) use:Vertex)',  # somebody's way
    ],
)
def test_other_tracks_have_none(board: str) -> None:
    assert loads(BOARD.format(board=board)).plan.loops == ()
