"""The plan of a board: what its words say about sites, outlines and lines, and how much room a site has."""

from __future__ import annotations

import math

import pytest

from interpreter.drawing.plan import Plan
from interpreter.drawing.svg.scale import scale_of
from tests.drawing.games import on_board


def plan_of(board: str) -> Plan:
    return on_board(board).plan


@pytest.mark.parametrize(
    ("board", "sites", "corners"),
    [
        ("(square 4)", 16, {4}),
        ("(rectangle 2 5)", 10, {4}),
        ("(hex 3)", 19, {6}),
        ("(rotate 90 (hex 3))", 19, {6}),
        ("(tri 3)", 9, {3}),
        ("(remove (square 3) cells:{4})", 8, {4}),
        ("(tiling T3464 2)", None, {3, 4, 6}),
        ("(square 3) use:Vertex", 9, {0}),
        ("(square 3) use:Edge", 12, {2}),
        ("(concentric Square rings:3) use:Vertex", 24, {0}),
    ],
)  # fmt: skip
def test_sites_and_their_outlines(board: str, sites: int | None, corners: set[int]) -> None:
    plan = plan_of(board)
    assert sites is None or len(plan.spots) == sites
    assert {len(spot.shape) for spot in plan.spots} == corners
    assert [spot.site for spot in plan.spots] == list(plan.main)


def test_lines_join_the_points_of_a_board_of_points() -> None:
    # three squares of eight points, and on each of four sides two steps inwards
    assert len(plan_of("(concentric Square rings:3) use:Vertex").lines) == 3 * 8 + 4 * 2
    assert len(plan_of("(square 3) use:Vertex").lines) == 12
    assert plan_of("(square 3)").lines == ()


def test_squared_paper_is_known_as_such() -> None:
    assert plan_of("(square 4) use:Vertex").is_plain_grid
    assert not plan_of("(square 4 diagonals:Alternating) use:Vertex").is_plain_grid
    assert not plan_of("(concentric Square rings:3) use:Vertex").is_plain_grid
    assert not plan_of("(square 4)").is_plain_grid


def test_the_layers_of_a_board_lie_side_by_side() -> None:
    game = on_board("(square 3 pyramidal:True) use:Vertex")
    plan = game.plan
    assert len(plan.spots) == 9 + 4 + 1
    assert len({(spot.x, spot.y) for spot in plan.spots}) == 14
    assert len(plan.lines) == 12 + 4


@pytest.mark.parametrize("board", ["(square 5)", "(hex 4)", "(square 5) use:Vertex", "(tri 4)"])
def test_a_symmetric_board_is_drawn_so(board: str) -> None:
    plan = plan_of(board)
    scale = scale_of(plan)
    places = list(map(scale.at, plan.spots))
    for x, y in places:
        assert min(math.dist((scale.width - x, y), other) for other in places) < 0.01


@pytest.mark.parametrize(
    "board",
    ["(square 4)", "(hex 3)", "(tri 4)", "(square 4) use:Vertex", "(square 3) use:Edge",
     "(concentric Square rings:3) use:Vertex", "(concentric {8 8 8})", "(tiling T3464 2)",
     "(tiling T488 3) use:Vertex", "(spiral turns:3 sites:30) use:Vertex"],
)  # fmt: skip
def test_what_stands_on_neighbours_does_not_touch(board: str) -> None:
    plan = plan_of(board)
    scale = scale_of(plan)
    places = [(scale.at(spot), scale.rooms[spot.site]) for spot in plan.spots]
    for index, (place, room) in enumerate(places):
        for other, its_room in places[index + 1 :]:
            assert math.dist(place, other) >= 0.95 * (room + its_room)


def test_a_board_is_no_larger_than_can_be_shown() -> None:
    scale = scale_of(plan_of("(square 60)"))
    assert max(scale.width, scale.height) < 3200


@pytest.mark.parametrize("board", ["(square 4)", "(hex 3)", "(square 4) use:Vertex", "(square 3) use:Edge"])
def test_everything_lies_in_the_picture(board: str) -> None:
    plan = plan_of(board)
    scale = scale_of(plan)
    for spot in plan.spots:
        (x, y), room = scale.at(spot), scale.rooms[spot.site]
        assert room <= x <= scale.width - room and room <= y <= scale.height - room


def test_the_letters_of_colours_differ() -> None:
    from attrs import evolve

    plan = plan_of("(square 2)")
    names = ("Red", "Ruby", "Rud", "!!")
    spots = tuple(evolve(spot, colour=name) for spot, name in zip(plan.spots, names, strict=True))
    letters = evolve(plan, spots=spots).colour_letters
    assert list(letters) == list(names) and len(set(letters.values())) == 4
    assert letters["Red"] == "R" and letters["Ruby"] == "U"
