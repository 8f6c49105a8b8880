"""Ludemes that are known but not supported: what is said of them, and that what is advised can be written."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import gdl.ludemes  # noqa: F401  (registers the ludemes)
from gdl.bind import bind
from gdl.compile.compile import compile_game
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import REGISTRY
from gdl.parse.parser import parse
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source

GAME = """(game "Small" (players 2)
    (equipment {{(board (square 5)) (piece "Disc" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end (if {condition} (result Mover Win)))))"""

#: A condition in which a ludeme stands of which nothing is supported, and what it is called.
REFUSED = {
    "(is Crossing 1 2)": "is Crossing",
    "(is Tree Mover)": "is Tree",
    "(is Solved)": "is Solved",
    "(is PipsMatch 1)": "is PipsMatch",
    "(all Different)": "all Different",
    "(= 3 (count SizeBiggestLine))": "count SizeBiggestLine",
    "(= 3 (count LegalMoves))": "count LegalMoves",
    "(= 3 (cost at:1))": "cost",
    "(= 3 (amount Mover))": "amount",
    "(= 3 (card Rank at:1))": "card Rank",
    "(is In (last To) (sites Loop))": "sites Loop",
    "(is In (last To) (sites Pattern {F F}))": "sites Pattern",
}
#: A condition with a form that is not supported of a ludeme that is otherwise.
PARTLY = {
    "(is Line 3 throughHowMuch:2)": "is Line",
    "(is In (last To) (sites Between (move Slide)))": "sites Between",
}


def mistakes(condition: str) -> list[Diagnostic]:
    with pytest.raises(LanguageError) as raised:
        compile_game(Source("small.lud", GAME.format(condition=condition)))
    return [each for each in raised.value.diagnostics if each.severity == "error"]


@pytest.mark.parametrize("condition", REFUSED)
def test_of_what_is_never_supported_it_says_so_and_what_to_write(condition: str) -> None:
    (found,) = mistakes(condition)
    assert (found.code, found.message) == ("E0401", f"no form of `{REFUSED[condition]}` is supported")
    assert found.help and all(found.help)


@pytest.mark.parametrize("condition", PARTLY)
def test_of_what_is_partly_supported_it_says_so_and_what_to_write(condition: str) -> None:
    (found,) = mistakes(condition)
    assert found.code == "E0401"
    assert found.message.endswith(f"is not supported, though other forms of `{PARTLY[condition]}` are")
    assert found.help and all(found.help)


def refused() -> Iterator[type[Ludeme]]:
    return (cls for cls in REGISTRY.classes() if cls.instead)


def test_what_is_refused_has_no_meaning_and_what_has_none_is_refused() -> None:
    """A ludeme with advice what to write instead is one whose kind's method has no other meaning in it."""
    found = list(refused())
    assert len(found) > 25
    for cls in found:
        for method in ("lower", "lower_each", "effect"):
            ours = getattr(cls, method, None)
            assert ours is None or ours.__module__ == "gdl.ludeme.categories", cls


@pytest.mark.parametrize("cls", list(refused()), ids=lambda cls: cls.__name__)
def test_what_is_advised_can_be_written(cls: type[Ludeme]) -> None:
    examples = [text for text in re.findall(r"`(\(.+?\))`", cls.instead) if "..." not in text]
    for text in examples:
        (form,), mistakes = parse(Source("advice", text))
        assert not mistakes
        value, wrong = bind(form, Ludeme)
        assert value is not None, (text, [each.message for each in wrong])


@pytest.mark.parametrize("mode", ["Simultaneous", "Simulation"])
def test_a_mode_in_which_players_do_not_take_turns_is_refused_not_ignored(mode: str) -> None:
    """For the game, or for one of its phases."""
    whole = GAME.replace("(players 2)", f"(players 2) (mode {mode})").format(condition="(is Full)")
    phase = GAME.format(condition="(is Full)").replace(
        "(rules (play", f'(rules phases:{{(phase "All" (mode {mode}) (play'
    )
    for game in (whole, phase.replace("(end (if", ")} (end (if")):
        with pytest.raises(LanguageError) as raised:
            compile_game(Source("small.lud", game))
        assert [each.code for each in raised.value.diagnostics if each.severity == "error"] == ["E0401"]
    compile_game(Source("small.lud", whole.replace(mode, "Alternating")))
