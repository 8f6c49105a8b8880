"""Where stacks lie on long cells, by geometry alone; and how they are drawn there."""

from __future__ import annotations

import math

import pytest

from gdl import load
from interpreter.drawing.geometry import lying_on
from interpreter.drawing.turning import turned
from interpreter.game.position import position_from
from tests.drawing.games import of_class, parsed

Corners = list[tuple[float, float]]

POINT: Corners = [(0, 0), (1, 0), (0.5, 4)]
BAR: Corners = [(0, 0), (1, 0), (1, 4), (0, 4)]


def test_on_a_triangle_the_first_piece_stands_in_the_incircle() -> None:
    """Its radius is twice the area by the perimeter; the way leads to where the piece ends at the tip."""
    radius = 2 * (1 * 4 / 2) / (1 + 2 * math.hypot(0.5, 4))
    found = lying_on(POINT, (6.5, 5))
    assert found is not None
    # places are tried in steps of a 64th of the length
    assert found.foot == pytest.approx((0.5, radius), abs=4 / 64)
    assert found.way == pytest.approx((0, 4 - radius - found.foot[1]), abs=0.02)


@pytest.mark.parametrize(("middle", "low"), [((0.5, 9.0), True), ((0.5, -9.0), False)])
def test_on_a_rectangle_it_stands_at_the_rim(middle: tuple[float, float], low: bool) -> None:
    found = lying_on(BAR, middle)
    assert found is not None
    assert found.foot == pytest.approx((0.5, 0.5 if low else 3.5), abs=4 / 64)
    assert found.way == pytest.approx((0, 3 if low else -3), abs=4 / 64)


@pytest.mark.parametrize(
    "shape",
    [
        [(0, 0), (1, 0), (1, 1), (0, 1)],
        [(0, 0), (1, 0), (0.5, 0.87)],
        [(0, 0), (2, 0), (2, 1), (0, 1)],
        [(0, 0), (1, 0)],  # an edge
        [],  # a point
    ],
)
def test_other_sites_are_not_long(shape: Corners) -> None:
    assert lying_on(shape, (5, 5)) is None


def test_a_turned_board_has_its_stacks_turned() -> None:
    plan = load("backgammon").plan
    for before, after in zip(plan.spots, turned(plan, 180).spots, strict=True):
        assert before.lie is not None and after.lie is not None
        assert after.lie == pytest.approx((-before.lie[0], -before.lie[1]))


@pytest.mark.parametrize(("discs", "badges"), [(2, []), (5, []), (9, ["9"])])
def test_every_disc_of_a_stack_is_seen_and_the_last_of_many_tells_how_many(
    discs: int, badges: list[str]
) -> None:
    heap = position_from("{pieces: {Disc1: [" + ", ".join(["f1"] * discs) + "], Disc2: [l1]}}", "here")
    root = parsed(load("backgammon").starting_from(heap).start(1).svg())
    assert len([*of_class(root, "lw-p1")]) == discs
    assert [each.text for each in of_class(root, "lw-number")] == badges


def test_long_cells_lie_on_a_plate_in_two_tones() -> None:
    root = parsed(load("backgammon").start(1).svg())
    assert len([*of_class(root, "lw-plate")]) == 1
    assert len([*of_class(root, "lw-dark")]) == 12 and len([*of_class(root, "lw-cell")]) == 24
