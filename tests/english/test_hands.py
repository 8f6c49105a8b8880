"""Pieces in hands in English: they are in a hand, and stand on the board."""

from __future__ import annotations

import pytest

from gdl import loads
from tests.english.test_sentences import told

GAME = """
(game "Hands" (players 2)
  (equipment {(board (square 3)) (hand Each%s) (piece "Disc" Each) (piece "Rook" Each)})
  (rules (start {%s})
    (play (or {(move (from (sites Hand Mover)) (to (sites Empty))) %s}))
    (end (if %s (result Mover Win)))))
"""


def of(start: str = '(place "Disc" "Hand" count:2)', play: str = "(move Pass)",
       end: str = "(no Pieces Mover in:(sites Hand Mover))", more: str = "") -> str:  # fmt: skip
    return told(loads(GAME % (more, start, play, end)))


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ('(place "Disc1" (handSite P1) count:5)', "five of white's discs are in white's hand."),
        ('(place "Disc2" (sites Hand P2))', "black's discs are in black's hand."),
        ('(place "Rook1" 9)', "white's rook is in white's hand."),
        ('(place Stack "Rook1" (handSite P2) count:2)', "two rooks of white are in black's hand."),
        ('(place "Rook2" "Hand2" count:3)', "black has three rooks in hand."),
        ('(set Count 3 to:(sites Hand P1))', "three discs lie in white's hand."),
        ('(place "Rook1" 4)', "white's rook stands on b2."),
    ],
)  # fmt: skip
def test_at_the_start(start: str, said: str) -> None:
    assert said in of(start).split("\n")


def test_places_of_one_hand() -> None:
    assert "white's rook is in the second place of white's hand." in of('(place "Rook1" 10)', more=" size:3")
    assert "move a piece from a place of your hand" in of('(place "Rook1" 10)', more=" size:3")


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ('(move Add (piece "Disc") (to (handSite Mover)))', "place a disc in your hand"),
        ("(move Remove (sites Hand Next))", "remove a piece from your opponent's hand"),
        ("(move Pass (then (remove (handSite Mover))))", "stands in your hand"),
        ("(move Pass (then (remove (sites Hand Mover))))", "remove all pieces in your hand"),
    ],
)
def test_in_a_turn(play: str, said: str) -> None:
    assert said in of(play=play)


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("(= 2 (count Pieces Mover in:(sites Hand Mover)))", "you have exactly two pieces in your hand"),
        ("(= 2 (count at:(handSite Mover)))", "there are exactly two pieces in your hand"),
        ("(= 2 (size Stack at:(handSite Mover)))", "the height of the stack in your hand is two"),
        ('(no Pieces Mover "Disc" in:(sites Hand Mover))', "you have no discs in your hand"),
        (
            "(= 3 (count Pieces in:(union (sites Hand Mover) (sites Board))))",
            "there are exactly three pieces in your hand and on the whole board",
        ),
    ],
)
def test_in_conditions(end: str, said: str) -> None:
    assert f"if {said}, you win." in of(end=end)
