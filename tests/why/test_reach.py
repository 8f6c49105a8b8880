"""Where pieces go, found by trying: held against what is known of chessmen on an empty board."""

from __future__ import annotations

import pytest

import gdl
from interpreter.why.reach import Reach, reaches


def of(game: str) -> dict[str, Reach]:
    return {each.title: each for each in reaches(gdl.load(game))}


def test_chessmen_go_as_far_as_they_do_from_the_middle_of_an_empty_board() -> None:
    told = of("chess")
    # from a cell in the middle: rook 7 + 7, bishop 13, queen both, knight and king 8, a pawn one step
    wanted = {"Pawn": 1, "Knight": 8, "Bishop": 13, "Rook": 14, "Queen": 27, "King": 8}
    assert {title: len(each.targets) for title, each in told.items()} == wanted
    assert told["Bishop"].words == "diagonally, as a bishop"
    assert told["Knight"].words == "in a knight’s leap"


@pytest.mark.slow
def test_pieces_go_where_they_do_though_no_general_is_there_that_may_not_be_attacked() -> None:
    told = of("xiangqi")
    # an elephant at the river has two ways back; a soldier beyond it goes on or aside; a general in the
    # middle of the first row steps on or aside, and an advisor beside it only to the middle of the palace
    lines = {"Horse": 8, "Chariot": 17, "Cannon": 17}
    wanted = {"General": 3, "Advisor": 1, "Elephant": 2, **lines, "Soldier": 3}
    assert {title: len(each.targets) for title, each in told.items()} == wanted


@pytest.mark.parametrize("game", ("katarenga", "troika"))
def test_colours_of_cells_say_how_to_go_where_pieces_move_and_where_they_are_placed(game: str) -> None:
    told = of(game)
    assert {title: each.words for title, each in told.items()} == {
        "Red": "straight on, as a rook",
        "Yellow": "diagonally, as a bishop",
        "Green": "in a knight’s leap",
        "Blue": "one step, as a king",
    }
    plan = gdl.load(game).start(seed=1).plan
    colours = {spot.site: spot.colour for spot in plan.spots}
    assert all(colours[each.origin] == title for title, each in told.items())


def test_where_everything_is_allowed_nothing_is_told() -> None:
    assert of("hex") == {}
