"""Checking compiles a game once, unless something is found that other options may answer for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gdl.compile.compile import Bound, Compiled, bind_game, compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.ludeme.weaving import Observer
from gdl.source.text import Source
from tests.lints.cases import cases


def compilings(text: str, every_choice: bool = False) -> list[dict[str, str]]:
    """The options with which a game is compiled to find all that is to be said of it (or of every choice)."""
    found: list[dict[str, str]] = []

    def compiling(options: Mapping[str, str], observer: Observer) -> Compiled:
        found.append(dict(options))
        return compile_game(Source("small.lud", text), options, observer=observer)

    def binding(options: Mapping[str, str]) -> Bound:
        return bind_game(Source("small.lud", text), options)

    findings(Noted.by(compiling, {}), binding if every_choice else None)
    return found


@pytest.mark.parametrize(
    "section", ["mistake", "near"], ids=["by a definition", "by an option in a definition"]
)
def test_what_a_condition_compares_with_is_settled_without_compiling_again(section: str) -> None:
    assert compilings(cases()["W0600-number-of-a-definition"][section]) == [{}]


def test_what_other_options_may_answer_for_is_compiled_with_them() -> None:
    text = cases()["W0600-number-out-of-reach"]["mistake"]
    whole = text.replace('(start {(place "Pawn1" (sites Bottom))', "(start {<First:at>")
    items = '(item "Below" <(place "Pawn1" (sites Bottom))> "There.")* (item "None" <> "Nowhere.")'
    assert whole != text
    assert compilings(f'{whole}(option "First" <First> args:{{<at>}} {{{items}}})') == [{}, {"First": "None"}]


GAME = """(game "Disc" (players 2)
  (equipment {(board <Size:shape>) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line <Size:row>) (result Mover Win)))))
(option "Size" <Size> args:{<shape> <row>} {
  (item "Five" <(square 5)> <3> "Five by five.")*
  (item "Six" <(square 6)> <4> "Six by six.")
})"""


def test_a_choice_that_only_shapes_the_board_is_not_compiled() -> None:
    rows = GAME.replace("<Size:row>", "3").replace(" <3>", "").replace(" <4>", "").replace(" <row>", "")
    assert compilings(rows, every_choice=True) == [{}]
    assert compilings(GAME, every_choice=True) == [{}, {"Size": "Six"}]
