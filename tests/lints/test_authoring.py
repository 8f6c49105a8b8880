"""Mistakes in meaning that an author made in one small game and that were taken for none: each is told, where
it is made. The table is from trying the language as an author, before there were lints."""

from __future__ import annotations

import pytest

from gdl.source.diagnostics import LanguageError
from tests.lints.small import SMALL, edited, found

MOVES = " (move Step Forward (to if:(is Empty (to))))"
START = '\n    (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})'
FIRST = "(if (is In (last To)"
PLAY = "(play (forEach Piece))"
BOARD = "(board (square 5))"
GOAL2 = '(regions "Goal" P2 (sites Bottom))'

#: By name the edits, the code, and the text at which it is told.
TABLE = {
    "a piece without a move rule": ([(MOVES, "")], "W0612", '(piece "Pawn" Each)'),
    "no start": ([(START, "")], "W0610", '"Pawn"'),
    "both face the same way": ([("{(player N) (player S)}", "2")], "W0611", MOVES.strip()),
    "asks for the enemy where the piece itself stands": (
        [("(is Empty (to))", "(is Enemy (who at:(from)))")], "W0600", "(is Enemy (who at:(from)))",
    ),
    "a phase that nothing leads to": (
        [(PLAY, 'phases:{(phase "One" (play (forEach Piece))) (phase "Two" (play (forEach Piece)))}')],
        "W0620", '"Two"',
    ),
    "an ending that always comes": (
        [(FIRST, "(if (<= 0 (count Moves)) (result Mover Draw))\n      " + FIRST)],
        "W0622", "(<= 0 (count Moves))",
    ),
    "an ending without a result": (
        [("(if (no Moves Next) (result Mover Win))", "(if (no Moves Next))")],
        "W0621", "(if (no Moves Next))",
    ),
    "a region of a player that is not there": ([('"Goal" P2', '"Goal" P3')], "W0615", "P3"),
    "one player's region is missing": ([(GOAL2, "")], "W0616", '"Goal"'),
    "a hand of a player that is not there": ([(BOARD, BOARD + " (hand P3)")], "W0615", "P3"),
    "a row beyond the board": ([("P1 (sites Top)", "P1 (sites Row 9)")], "W0605", "(sites Row 9)"),
    "a column beyond the board": ([("P1 (sites Top)", "P1 (sites Column 5)")], "W0605", "(sites Column 5)"),
    "nothing in common": (
        [("P1 (sites Top)", "P1 (intersection (sites Top) (sites Bottom))")],
        "W0605", "(intersection (sites Top) (sites Bottom))",
    ),
    "both placed on the same sites": (
        [('(place "Pawn2" (sites Top))', '(place "Pawn2" (sites Bottom))')], "W0614", '"Pawn2"',
    ),
    "a variable that nothing sets": (
        [(FIRST, '(if (= 3 (var "Quit")) (result Mover Draw))\n      ' + FIRST)], "W0602", '"Quit"',
    ),
    "an event that never happens": (
        [(FIRST, '(if (is Triggered "Done" Mover) (result Mover Draw))\n      ' + FIRST)], "W0602", '"Done"',
    ),
    "what is never remembered": (
        [("(is Empty (to))", '(or (is Empty (to)) (is In (to) (values Remembered "Lft")))')],
        "W0602", '"Lft"',
    ),
    "by a score that is never set": (
        [("(if (no Moves Next) (result Mover Win))", "(if (no Moves Next) (byScore))")], "W0602", "(byScore)",
    ),
    "a site taken for a player": ([("(is Empty (to))", "(is Enemy (to))")], "W0604", "(to)"),
    "a site between taken for a player": (
        [(MOVES, " (move Hop (between if:(is Enemy (between))) (to if:(is Empty (to))))")],
        "W0604", "(between)",
    ),
}  # fmt: skip


def test_the_game_itself_is_sound() -> None:
    assert found(SMALL) == []


@pytest.mark.parametrize("name", TABLE)
def test_is_told_where_it_is(name: str) -> None:
    edits, code, place = TABLE[name]
    told = [(each.code, each.span.text) for each in found(edited(*edits))]
    assert (code, place) in told


def test_a_track_off_the_board_is_refused() -> None:
    with pytest.raises(LanguageError) as refused:
        found(edited((BOARD, '(board (square 5) (track "T" {0 1 2 99}))')))
    assert [(each.code, each.span.text) for each in refused.value.diagnostics] == [("E0409", "99")]
