"""Whom effects hurt, told without playing: mistakes in shipped games are named in their places."""

from __future__ import annotations

import pytest

from tests.lints.planted import codes, told

#: The game, what stands in place of what, and the text that is told of.
TAKES_ITS_OWN = {
    "takes what it may not enter, by a definition": (
        "katarenga", '("MovePawn" (sites Occupied by:Mover))', '("MovePawn" (sites Occupied by:Next))',
        "(remove (to))",
    ),
    "goes where one's own stand": (
        "chameleon", '(difference ("Reach" (from) "Pawns") (sites Occupied by:Mover))',
        '(intersection ("Reach" (from) "Pawns") (sites Occupied by:Mover))', "(remove (to))",
    ),
    "may not enter where enemies stand": (
        "ferry", "(sites Occupied by:Mover)", "(sites Occupied by:Enemy)", "(remove (to))",
    ),
    "jumps over friends": (
        "english-draughts", "(is Enemy (who at:(between)))", "(is Friend (who at:(between)))",
        "(remove (between))",
    ),
    "jumps over all but enemies": (
        "english-draughts", "(is Enemy (who at:(between)))", "(not (is Enemy (who at:(between))))",
        "(remove (between))",
    ),
    "takes its neighbours": (
        "maelstrom", "(sites Around (last To) Enemy Orthogonal)", "(sites Around (last To) Own Orthogonal)",
        "(remove (sites Around (last To) Own Orthogonal))",
    ),
    "squeezes friends": (
        "vice", "(is Enemy (who at:(between)))", "(is Friend (who at:(between)))", "(remove (between))",
    ),
    "drops onto its own": ("raid", "by:Enemy", "by:Mover", "(remove (to))"),
    "drops onto its own, of three": ("piracy", "by:Enemy", "by:Mover", "(remove (to))"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKES_ITS_OWN)
def test_what_takes_only_ones_own_is_told_where_it_takes(name: str) -> None:
    game, old, new, place = TAKES_ITS_OWN[name]
    assert told(game, (old, new)) == [("W0644", place)]


def test_what_may_take_of_both_is_not() -> None:
    assert told("chameleon", ("(sites Occupied by:Mover)", "(sites {})")) == []
    assert told("maelstrom", ("(last To) Enemy Orthogonal", "(last To) Orthogonal")) == []


def test_a_piece_that_has_arrived_may_go() -> None:
    """A pawn that is home leaves the board: that is a goal, not a capture."""
    assert told("ferry") == []


def test_what_one_player_alone_does_to_its_own_is_meant() -> None:
    """A calf that reaches its mother, by players of different kinds: their end, no capture."""
    text = """(game "Home" (players 2)
        (equipment {
            (board (square 5))
            (piece "Cow" P1)
            (piece "Calf" P1 (move Step (to if:(or (= (what at:(to)) (id "Cow1")) (is Empty (to)))
                (apply (remove (to))))))
            (piece "Child" P2 (move Step (to if:(is Empty (to)))))})
        (rules (start {(place "Cow1" 0) (place "Calf1" 12) (place "Child2" {23 24})}) (play (forEach Piece))
            (end (if (no Pieces P1) (result P2 Win)))))"""
    assert "W0644" not in codes(text)


def test_few_of_many_start_on_another_players_pieces() -> None:
    """One cell stands in both lines, and pieces stack: one pawn begins under another's."""
    edit = ('"A8" "B7" "C6" "D5"', '"A8" "B7" "C6" "D4"')
    assert told("north-west-passage", edit) == [("W0614", '"Pawn2"')]
