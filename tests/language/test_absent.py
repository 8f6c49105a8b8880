"""Definitions used without an argument: which absence changes what a ludeme means, and who is told."""

from __future__ import annotations

import pytest

from gdl.assist.checking import check
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source

GAME = """\
DEFINITIONS
(game "Small"
    (players 2)
    (equipment {(board (square 5)) (piece "Stone" Each)})
    (rules
        (play PLAY)
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
ADD = "(move Add (to (intersection (sites Empty) CELLS)))"


def found(definitions: str, play: str) -> list[Diagnostic]:
    """All that is said of a game with these definitions."""
    text = GAME.replace("DEFINITIONS", definitions).replace("PLAY", play)
    return list(check(Source("small.lud", text), None))


def told(definitions: str, play: str) -> list[tuple[str, str]]:
    """Where it is said that an argument is missing, and what of."""
    said = found(definitions, play)
    assert [each for each in said if each.severity == "error"] == []
    return [(each.span.text, each.message) for each in said if each.code == "W0308"]


def cells(use: str) -> str:
    return ADD.replace("CELLS", use)


ONE = "which leaves `union` with one operand"
FAR = '(define "Far" (union #1 (sites Top)))'
LATER = '(define "Far" (union (sites Top) #2))'


@pytest.mark.parametrize(
    ("definitions", "use", "expected"),
    [
        (FAR, '("Far")', [('("Far")', f'"Far" is used without its #1, {ONE}')]),
        (FAR, '"Far"', [('"Far"', f'"Far" is used without its #1, {ONE}')]),
        (FAR, '("Far" ~)', []),
        (FAR, '("Far" (sites Bottom))', []),
        (LATER, '("Far" ~)', [('("Far" ~)', f'"Far" is used without its #2, {ONE}')]),
        (LATER, '("Far" ~ ~)', []),
        (LATER, '("Far")', [('("Far")', f'"Far" is used without its #2, {ONE}')]),
        # of several in braces one may go
        ('(define "Far" (union {#1 (sites Top) (sites Left)}))', '("Far")', []),
        # told at each use
        (
            FAR,
            '(union ("Far") (union "Far" ("Far" ~)))',
            [
                ('("Far")', f'"Far" is used without its #1, {ONE}'),
                ('"Far"', f'"Far" is used without its #1, {ONE}'),
            ],
        ),
    ],
)
def test_an_operator_that_loses_an_operand(
    definitions: str, use: str, expected: list[tuple[str, str]]
) -> None:
    assert told(definitions, cells(use)) == expected


@pytest.mark.parametrize(
    ("outer", "use", "expected"),
    [
        # whoever uses the outer one leaves it out: its own first, or its own second
        ('(define "Out" ("Far" #1))', '("Out")', [('("Out")', f'"Out" is used without its #1, {ONE}')]),
        ('(define "Out" ("Far" #2))', '("Out" ~)', [('("Out" ~)', f'"Out" is used without its #2, {ONE}')]),
        ('(define "Out" ("Far" #1))', '("Out" ~)', []),
        ('(define "Out" ("Far" #1))', '("Out" (sites Left))', []),
        # the outer one itself does, and once however often it is used
        (
            '(define "Out" ("Far"))',
            '(union "Out" "Out")',
            [('("Far")', f'"Far" is used without its #1, {ONE}')],
        ),
        ('(define "Out" ("Far" ~))', '(union "Out" "Out")', []),
        # through two
        (
            '(define "Out" ("Mid" #1)) (define "Mid" ("Far" #1))',
            '"Out"',
            [('"Out"', f'"Out" is used without its #1, {ONE}')],
        ),
    ],
)
def test_an_argument_that_is_handed_on(outer: str, use: str, expected: list[tuple[str, str]]) -> None:
    assert told(f"{FAR}\n{outer}", cells(use)) == expected


MOVED = "which makes the argument behind it of `if` take its place"
FULL = "(is Even (count Moves))"


@pytest.mark.parametrize(
    ("definition", "use", "expected"),
    [
        (f"(if {FULL} #2 #1)", "(pass)", MOVED),
        # nothing is behind it
        (f"(if {FULL} #1 #2)", "(pass)", None),
        (f"(if {FULL} (pass) #2)", "", None),
        # what a definition before it stands for may be several arguments
        ('(if "Full" #2 #1)', "(pass)", None),
        ('(if ("Full") #2 #1)', "(pass)", None),
        # what is behind it has a name, or is no operand
        ("(if (is Line 3 #1 exact:True) (pass) (move Add (to (sites Empty))))", "", None),
        ("(or (pass) #1 (then (addScore Mover 1)))", "", "which leaves `or` with one operand"),
        ("(or #1 (pass) (then (addScore Mover 1)))", "", "which leaves `or` with one operand"),
        # all that is behind it is missing too
        ("(if (is Line 3 #1 #2) (pass) (move Add (to (sites Empty))))", "", None),
        # a place is left before what is behind it
        ("(if (is Line #2 3 #1) (pass) (move Add (to (sites Empty))))", "", None),
        # a word of the ludeme's name is behind it
        ("(move Add (to (sites #1 Empty)))", "", None),
        ("(if (is #1 Even (count Moves)) (pass) (move Add (to (sites Empty))))", "", None),
    ],
)
def test_what_takes_the_place_of_what_is_missing(definition: str, use: str, expected: str | None) -> None:
    definitions = f'(define "Full" {FULL})\n(define "Pick" {definition})'
    said = told(definitions, f'("Pick" {use})' if use else '"Pick"')
    assert [message.partition(", ")[2] for _, message in said] == ([] if expected is None else [expected])


def test_a_warning_says_where_and_what_to_do() -> None:
    (warning,) = (each for each in found(FAR, cells('("Far")')) if each.code == "W0308")
    assert warning.severity == "warning" and warning.label == "#1 is not given"
    assert [label.span.text for label in warning.related] == ["(union #1 (sites Top))"]
    assert warning.help == ("give the argument, or write `~` in its place if it is to be left out",)
