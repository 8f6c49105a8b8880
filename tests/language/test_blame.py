"""Who is told of a mistake inside a definition: the definition, or whoever uses it."""

from __future__ import annotations

import pytest

from gdl.assist.checking import check
from gdl.bind import bind
from gdl.compile import blame
from gdl.expand.load import load_forms
from gdl.ludemes.game import Game
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source

GAME = """\
// The cells beside a stone. #1: the stone's site; #2: the cells that are barred.
(define "Beside" (difference (if (is In #1 (sites Top)) (sites Around #1 Diagonal) (sites Around #1)) #2))
// #1: how many in a row
(define "Row" (is Line #1))
(define "Far" (sites Top))
(define "Broken" (is Lin #1))
(game "Small"
    (players 2)
    (equipment {(board (square 5)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (intersection (sites Empty) CELLS))))
        (end (if CONDITION (result Mover Win)))
    )
)
"""


def told(cells: str = "(sites Board)", condition: str = "(is Full)") -> list[Diagnostic]:
    text = GAME.replace("CELLS", cells).replace("CONDITION", condition)
    return [each for each in check(Source("small.lud", text), None) if each.severity == "error"]


def place(mistake: Diagnostic) -> str:
    return mistake.span.text


@pytest.mark.parametrize(
    "use, blamed, label",
    [
        ('("Beside" (sites Top))', '("Beside" (sites Top))', "#1 is missing: the stone's site"),
        ('("Beside")', '("Beside")', "#1 and #2 are missing"),
        ('"Beside"', '"Beside"', "#1 and #2 are missing"),
    ],
)
def test_a_missing_argument_is_told_of_the_use_alone(use: str, blamed: str, label: str) -> None:
    (mistake,) = told(cells=use)
    assert (mistake.code, place(mistake), mistake.label) == ("E0225", blamed, label)
    assert "#1: the stone's site; #2: the cells that are barred" in mistake.help[0]
    assert '`("Beside" #1 #2)`' in mistake.help[0]


def test_each_wrong_use_is_told() -> None:
    found = told(cells='(union ("Beside" (sites Top)) ("Beside"))')
    assert [(each.code, place(each)) for each in found] == [
        ("E0225", '("Beside" (sites Top))'), ("E0225", '("Beside")')
    ]  # fmt: skip


def test_an_argument_of_another_kind_is_told_of_the_argument() -> None:
    (mistake,) = told(cells='("Beside" "Far" (sites Top))')
    assert (mistake.code, place(mistake), mistake.label) == ("E0226", '"Far"', "#1 is the stone's site")


def test_a_definition_of_another_kind_is_told_where_it_is_used() -> None:
    (mistake,) = told(condition='"Far"')
    assert (mistake.code, place(mistake)) == ("E0205", '"Far"')
    assert [label.span.text for label in mistake.related] == ["(sites Top)"]


def test_what_is_wrong_in_the_definition_itself_is_told_there() -> None:
    (mistake,) = told(condition='("Broken" 3)')
    assert (mistake.code, place(mistake)) == ("E0206", "Lin")


def test_the_innermost_use_that_is_at_fault_is_told() -> None:
    outer = '(define "Free" ("Beside" (sites Top)))\n'
    text = outer + GAME.replace("CELLS", '"Free"').replace("CONDITION", "(is Full)")
    (mistake,) = (each for each in check(Source("small.lud", text), None) if each.severity == "error")
    assert (mistake.code, place(mistake)) == ("E0225", '("Beside" (sites Top))')
    assert mistake.span.line == 1 and [use.name for use in mistake.via] == ["Free"]


def test_a_file_of_definitions_is_told_of_its_uses() -> None:
    text = GAME.split("(game")[0].replace('(define "Broken" (is Lin #1))\n', "")
    text += '(define "Free" ("Beside" (sites Top)))\n'
    (mistake,) = (each for each in check(Source("small.def", text), None) if each.severity == "error")
    assert (mistake.code, place(mistake), mistake.via) == ("E0225", '("Beside" (sites Top))', ())


def test_what_is_tried_for_it_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many wrong uses of what stands for much: the first are told as such, the others where they lead."""
    monkeypatch.setattr(blame, "MAX_MADE", 2000)
    large = " ".join("(and (is In #1 (sites Top)) #2)" for _ in range(20))
    text = f'(define "Large" (or {{{large}}}))\n' + GAME
    uses = " ".join(f'("Large" (sites {side}))' for side in ("Top", "Bottom", "Left") for _ in range(10))
    text = text.replace("CELLS", "(sites Board)").replace("CONDITION", f"(and {{{uses}}})")
    expanded = load_forms(Source("small.lud", text))
    assert expanded.game is not None and expanded.trial is not None
    _, mistakes = bind(expanded.game, Game, definitions=expanded.definitions, each_use=True)
    told = blame.blamed(mistakes, expanded.trial)
    assert {each.code for each in told} == {"E0225", "E0210"}
    assert 2000 < expanded.trial.made < 3000
