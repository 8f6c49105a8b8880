"""The start of a game on the shared board, whose tiles chance may lay: what holds for each is told."""

from __future__ import annotations

import pytest

from gdl.compile.compile import compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.source.text import Source
from interpreter.game.shipped import locate

KATARENGA = locate("katarenga")
TEXT = KATARENGA.read_text(encoding="utf-8")
BLACK = '(place "Pawn2" (sites Top))'


def found(old: str, new: str) -> list[tuple[str, str]]:
    """The codes and messages of what is found after one edit of Katarenga."""
    assert TEXT.count(old) == 1
    source = Source(str(KATARENGA), TEXT.replace(old, new))

    def noted(options: object, notes: object) -> object:
        return compile_game(source, options, folder=KATARENGA.parent, observer=notes)

    return [(each.code, each.message) for each in findings(Noted.by(noted, {}))]


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        (BLACK, '(place "Pawn2" (sites Bottom))', "W0614", "a1, b1, c1, d1, e1"),
        (BLACK, "", "W0610", 'no "Pawn" of P2'),
        ("(< (count Pieces Next) 2)", "(> (count Pieces Next) 8)", "W0600", "never holds"),
    ],
)
def test_what_holds_for_every_choice_of_tiles_is_told(old: str, new: str, code: str, words: str) -> None:
    assert [(each, words in message) for each, message in found(old, new)] == [(code, True)]


def test_what_hangs_on_the_tiles_is_not() -> None:
    """A pawn on the red cell c1 of the fixed board is one on any colour, on others."""
    start = '(start {\n            (place "Pawn1" (sites Bottom))'
    assert found(start, start.replace("(sites Bottom)", '(intersection (sites Bottom) (sites "Red"))')) == []
