"""Patterns in English: squares, lines, angles and rings by their names, other walks by their steps."""

from __future__ import annotations

from functools import cache

import pytest

from gdl.compile.compile import compile_game
from gdl.english.shapes import laid_out, turtle
from gdl.ludeme.categories import BoolExpr
from gdl.rulebook.speaker import GameSpeaker
from gdl.rulebook.spoken import Spoken
from gdl.source.text import Source
from tests.english.test_sentences import SMALL, bound

BOARDS = {
    "squares": "(board (square 5))",
    "points": "(board (square 5) use:Vertex)",
    "hexagons": "(board (hex 4))",
    "triangles": "(board (tri 4) use:Cell)",
}


@cache
def speaker(board: str) -> GameSpeaker:
    facts = compile_game(Source("small.lud", SMALL % BOARDS[board])).facts
    return GameSpeaker(facts, ("White", "Black"), Spoken.silent())


def told(walk: str, board: str = "squares", no: bool = False, more: str = "") -> str:
    return speaker(board).clause(bound(f"(is Pattern {{{' '.join(walk)}}}{more})", BoolExpr), no)


@pytest.mark.parametrize(
    ("walk", "said"),
    [
        ("F", "two like pieces in a straight line"),
        ("FF", "three like pieces in a straight line"),
        ("FRFRF", "four like pieces in a square of two by two"),
        ("FRFRFRF", "four like pieces in a square of two by two"),  # it comes back to where it began
        ("FLFLF", "four like pieces in a square of two by two"),
        ("FFRFRFF", "six like pieces in a rectangle of two by three"),
        ("FFRFRFFLFLFF", "nine like pieces in a square of three by three"),
        ("FFRFFRFFRFF", "eight like pieces round the edge of a square of three by three"),
        ("FRF", "three like pieces in an L with arms of two"),
        ("FFRFF", "five like pieces in an L with arms of three"),
        ("FFRF", "four like pieces in an L: three in a line, then one more to the right"),
        ("FFLF", "four like pieces in an L: three in a line, then one more to the left"),
        # from the end of its short arm: two to the right are, seen from the other end, one to the left
        ("FRFF", "four like pieces in an L: three in a line, then one more to the left"),
        (
            "FRFLF",
            "four like pieces along a walk begun in any direction: one step ahead, "
            "one to the right and one ahead",
        ),
    ],
)
def test_on_squares(walk: str, said: str) -> None:
    assert told(walk) == f"the piece just moved is one of {said}"
    assert told(walk, "points") == told(walk)
    assert told(walk, no=True) == f"the piece just moved is not one of {said}"


@pytest.mark.parametrize(
    ("walk", "said"),
    [
        ("FFF", "four like pieces in a straight line"),
        ("FRRF", "three like pieces in a triangle"),
        ("FRFRRF", "four like pieces in a rhombus"),
        ("FRFRFRFRF", "six like pieces in a ring"),
        (
            "FRF",
            "three like pieces along a walk begun in any direction: one step, a turn to the right, one step",
        ),
    ],
)
def test_on_hexagons(walk: str, said: str) -> None:
    assert told(walk, "hexagons") == f"the piece just moved is one of {said}"


def test_on_other_boards_a_walk_is_told_as_it_is_written() -> None:
    way = "one step, a turn to the right, one step"
    assert told("FRF", "triangles").endswith(
        f"one of several like pieces along a walk begun in any direction: {way}"
    )


def test_whose_pieces_and_which() -> None:
    assert told("FRFRF", more=' from:7 what:(id "Disc" Mover)') == (
        "the piece on c2 is one of four of your Discs in a square of two by two"
    )
    assert told("FRFRF", more=' what:(id "Disc" Next)').endswith(
        "one of four of your opponent's Discs in a square of two by two"
    )


def test_a_walk_that_goes_nowhere() -> None:
    assert told("RL") == "the piece just moved is there"


def test_points_are_counted_once() -> None:
    squares = ((0, 1), (1, 0), (0, -1), (-1, 0))
    assert laid_out("FRFRFRF", squares) == [(0, 0), (0, 1), (1, 1), (1, 0)]
    assert turtle("FFRRF") == "two steps, a turn to the right, a turn to the right, one step"
