"""What refuses a move is told at the part that would have to change least, in the author's `says:` words."""

from __future__ import annotations

import gdl
from gdl import Position, Why, load, loads, trace
from interpreter.why.explain import why as looked_into
from interpreter.why.render import text_of, trace_text

#: A man steps where a region says; what it is made of is put in.
RULES = """
// says: the marsh / a cell of the marsh
(define "Marsh" (union (sites Corners) (sites Centre)))
// says: #1 <is|is not> watched
(define "Watched" (< 0 (count Pieces Next in:(sites Around #1))))
(define "Plain" (difference (sites Around #1) "Marsh"))
(game "Fen" (players {{(player N) (player S)}})
  (equipment {{(board (square 5)) (piece "Man" Each)}})
  (rules (start {{(place "Man1" {{"B2" "A3"}}) (place "Man2" {{"D4" "E5"}})}})
    (play (forEach Piece {moves}))
    (end (if (no Pieces Next) (result Mover Win)))))
"""


def why(moves: str, move: str) -> Why:
    return gdl.why(loads(RULES.format(moves=moves)).start(seed=1), move)


def katarenga(phase: str) -> Why:
    """The reproduction: a pawn on yellow d4, an enemy beside it on d5."""
    pieces = (("Pawn1", ("d4", "a1")), ("Pawn2", ("d5", "h8")))
    position = Position(pieces, mover=1, fields=(("phase", tuple(map(int, phase))),))
    return gdl.why(load("katarenga").starting_from(position).start(seed=1), "d4-d5")


def test_from_yellow_a_pawn_goes_diagonally_and_what_stands_there_is_not_why() -> None:
    answer = katarenga("11")
    (reason,) = answer.reasons
    assert answer.words == (
        "d4-d5 is not legal: d5 is not a cell within reach of the pawn on d4: as d4 is yellow, these are the "
        "cells diagonally from d4, up to the first that is occupied or is yellow, that one included"
    )
    # counted on the board, four ways from d4: e3, e5 and b6 are yellow, on a1 stands a pawn
    assert reason.label == "these are a1, b2, c3, e3, c5, e5 and b6"
    assert "Pawn of Black" not in text_of(answer)
    assert "(if (is In" not in text_of(answer)


def test_where_two_parts_refuse_neither_is_shown_as_what_definitions_stand_for() -> None:
    """A first move takes nothing, and yellow goes diagonally: each alone would keep the pawn from d5."""
    answer = katarenga("00")
    assert "(if (is In" not in text_of(answer)
    told = {str(part) for reason in answer.reasons for part in reason.parts}
    assert "the cells within reach of the pawn on d4 are a1, b2, c3, e3, c5, e5 and b6 (without d5)" in told


def test_the_authors_words_for_a_region_say_what_refuses() -> None:
    answer = why('(move (from) (to ("Plain" (from))))', "b2-a1")
    assert answer.words == "b2-a1 is not legal: a1 is a cell of the marsh"
    assert answer.reasons[0].span.text == "(union (sites Corners) (sites Centre))"


def test_the_authors_words_for_a_condition_say_what_refuses() -> None:
    answer = why('(move Step (to if:(not ("Watched" (to)))))', "b2-c3")
    assert answer.words == "b2-c3 is not legal: c3 is watched"


def test_what_stands_on_a_site_is_told_where_it_decides() -> None:
    answer = why("(move (from) (to (difference (sites Around (from)) (sites Occupied by:All))))", "b2-a3")
    assert answer.words == "b2-a3 is not legal: a3 is in (sites Occupied by:All): on a3 is a Man of White"
    answer = why("(move (from) (to (sites Around (from))))", "b2-d4")
    assert "Man of Black" not in answer.words


def test_the_change_comes_first_that_changes_the_fewest_other_moves() -> None:
    """By the first condition a man would come to all of the fifth row, by the second to b5 alone."""
    rule = """(or
      (move (from if:(is Odd (count Moves))) (to (sites Row 4)))
      (move (from) (to (sites Row 4) if:(is In (to) (sites Column 0)))))"""
    answer = why(rule, "b2-b5")
    assert [reason.span.text for reason in answer.reasons] == [
        "(is In (to) (sites Column 0))",
        "(is Odd (count Moves))",
    ]


def test_a_trace_has_the_authors_words_too() -> None:
    game = load("katarenga").start(seed=1)
    text = trace_text(trace(game, game.parse("b1-b2")))
    assert "b1 is red" in text and "the cell it leaves is yellow" in text
    assert "(is In (from)" not in text


def test_on_a_page_no_part_of_the_authors_words_is_shown_as_it_is_written() -> None:
    """From a4, which is red, a8 is straight ahead, where a pawn stands already."""
    state = load("troika").start(seed=1).play("a8").play("a4")
    answer = looked_into(state, "a8", plain=True)
    assert "here these are the empty cells: on a8 is a Pawn of White" in answer.words
