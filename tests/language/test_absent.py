"""How many arguments stand before one that a use of a definition leaves out."""

from __future__ import annotations

import pytest

from gdl.assist.checking import check
from gdl.bind.absent import _is_consequence, _standing_before
from gdl.parse.forms import Paren
from gdl.parse.parser import parse
from gdl.source.text import Source


@pytest.mark.parametrize(
    ("text", "at", "absent", "count"),
    [
        ("(move #1)", 1, (1,), 0),
        ("(move (from) #1)", 2, (1,), 1),
        ("(move (from) Step #1)", 3, (1,), 2),
        ("(move (from) if:True #1)", 3, (1,), 1),  # what has a name has no place
        ("(move #2 #1)", 2, (1,), 1),
        ("(move #2 #1)", 2, (1, 2), 0),  # what is left out too does not stand there
        ("(move #2 (to) #1)", 3, (2,), 1),
        ('(move "Way" #1)', 2, (1,), None),  # several may come of a definition
        ('(move ("Way" 3) #1)', 2, (1,), None),
        ('(move (from) ("Way" 3) #1)', 3, (1,), None),
        ('(move #1 "Way")', 1, (1,), 0),  # it stands behind
    ],
)
def test_arguments_before(text: str, at: int, absent: tuple[int, ...], count: int | None) -> None:
    (form,), mistakes = parse(Source("mine.lud", text))
    assert not mistakes
    assert isinstance(form, Paren)
    assert _standing_before(form, 1, at, absent) == count


@pytest.mark.parametrize(
    ("text", "consequence"),
    [("(then (x))", True), ("(x (then))", False), ("{then}", False), ("then", False), ("3", False)],
)
def test_what_comes_of_a_move_is_no_operand(text: str, consequence: bool) -> None:
    (form,), _ = parse(Source("mine.lud", f"(x {text})"))
    assert isinstance(form, Paren)
    assert _is_consequence(form.items[1]) is consequence


GAME = """\
(define "Far" (union #1 (sites Top)))
(define "Farther" ("Far" #1))
(define "Full" (is Full))
(define "Either" (if ("Full") #1 (sites Top)))
(game "Small"
    (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is In (last To) (union {USES})) (result Mover Win)))
    )
)
"""


def test_who_leaves_an_argument_out_and_means_it() -> None:
    """A definition that hands its own argument on does not leave it out, but whoever uses it; `~` says so.
    Behind what a definition stands for it is not told which place is left empty."""
    warned = ['("Far")', '"Far"', '("Farther")']
    meant = ['("Either")', '("Far" ~)', '("Far" (sites Left))', '("Farther" ~)', '("Farther" (sites Left))']
    text = GAME.replace("USES", " ".join(warned + meant))
    found = check(Source("small.lud", text), None)
    assert [(each.code, each.span.text) for each in found if each.code == "W0308"] == [
        ("W0308", use) for use in warned
    ]
