"""Endings that ask for what nobody can say are left out of the rules in English."""

from __future__ import annotations

import pytest

from gdl import loads
from interpreter.rulebook.formats import as_text, rules

RULES = """(game "Small" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}})
  (rules (play (or (move Add (to (sites Empty))) {moves}))
    (end {{ {first} (if (is Line 3) (result Mover Win)) }})))"""


def told(moves: str, first: str) -> str:
    game = loads(RULES.format(moves=moves, first=first))
    return as_text(game, rules(game))


RESIGNED = '(if (is Proposed "Resign") (result Next Win))'
RESIGN = '(move Propose "Resign")'


@pytest.mark.parametrize(
    ("moves", "first", "there"),
    [
        (RESIGN, RESIGNED, True),
        ("(move Pass)", RESIGNED, False),
        (RESIGN, '(if (is Decided "Draw") (result Mover Draw))', False),
        ("(move Pass)", '(if (and (is Proposed "Resign") (is Full)) (result Next Win))', False),
        ("(move Pass)", '(if (or (is Proposed "Resign") (is Full)) (result Next Win))', True),
    ],
)
def test_an_ending_that_nobody_can_bring_is_not_told(moves: str, first: str, there: bool) -> None:
    text = told(moves, first)
    end = text[text.index("The end") :]
    assert ("proposed" in end or "decided" in end) is there
    assert "three" in end
