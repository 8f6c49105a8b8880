"""The three conventions that are most easily got wrong, with the language's own ludemes.

A word means what its place wants; definitions are given whole arguments; and the effects of a list read what
was before all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gdl.ludemes  # noqa: F401  (registers the ludemes)
from gdl import load
from gdl.bind import bind
from gdl.compile.compile import bind_game
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import (
    BoolExpr,
    Dim,
    Direction,
    EndRule,
    FloatExpr,
    Graph,
    IntExpr,
    Ints,
    Moves,
    Region,
    StartRule,
)
from gdl.parse.parser import parse
from gdl.source.text import Source
from interpreter.game.state import State

# --- A word means what its place wants --------------------------------------------------------------------


def bound(text: str, wanted: Any) -> Ludeme:
    forms, mistakes = parse(Source("here", text))
    value, found = bind(forms[0], wanted)
    assert not mistakes and not found, [each.message for each in found]
    assert isinstance(value, Ludeme)
    return value


SAME_WORD: dict[str, list[tuple[str, type[Ludeme]]]] = {
    "if": [
        ("(if (is Full) 1 2)", IntExpr),
        ("(if (is Full) (is Full) False)", BoolExpr),
        ("(if (is Full) (sites Top) (sites Empty))", Region),
        ("(if (is Full) (move Pass))", Moves),
        ("(if (is Full) (result Mover Draw))", EndRule),
    ],
    "forEach": [
        ("(forEach (sites Empty) if:(is In (site) (sites Top)))", Region),
        ("(forEach Site (sites Empty) (add (to (site))))", Moves),
        ("(forEach Player if:(no Moves Player) (result Player Loss))", EndRule),
        ('(forEach Site (sites Top) (place "Disc1" (site)))', StartRule),
    ],
    "and": [("(and (is Full) (is Full))", BoolExpr), ("(and (moveAgain) (set Pending))", Moves)],
    "or": [("(or (is Full) (is Full))", BoolExpr), ("(or (move Pass) (move Pass))", Moves)],
    "max": [("(max 1 2)", IntExpr), ("(max Captures (forEach Piece))", Moves)],
    "union": [
        ("(union (sites Top) (sites Bottom))", Region),
        ("(union {1 2} {3})", Ints),
        ("(union (directions {N E}) (directions {S}))", Direction),
        ("(union (square 3) (square 3))", Graph),
    ],
    "+": [("(+ 1 2)", IntExpr), ("(+ 1.5 2.5)", FloatExpr), ("(+ 3 4)", Dim)],
    "set": [("(set Score P1 10)", StartRule), ("(set Score Mover 10)", Moves)],
}


@pytest.mark.parametrize("word", SAME_WORD)
def test_the_same_word_is_another_class_where_another_kind_is_wanted(word: str) -> None:
    made = [(bound(text, wanted), wanted) for text, wanted in SAME_WORD[word]]
    assert all(isinstance(value, wanted) for value, wanted in made)
    assert len({type(value) for value, _ in made}) == len(made)


@pytest.mark.parametrize("word", SAME_WORD)
def test_and_is_explained_where_it_cannot_be_that(word: str) -> None:
    """The text of one kind where another is wanted is a mistake; it is never bound as something else."""
    for text, wanted in SAME_WORD[word]:
        for _, other in SAME_WORD[word]:
            forms, _ = parse(Source("here", text))
            value, found = bind(forms[0], other)
            assert (value is None) == bool(found)
            assert value is None or isinstance(value, other)
            if other is wanted:
                assert value is not None


# --- Playing small games ----------------------------------------------------------------------------------

SHELL = """
%s
(game "Small" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (piece "Stone" Neutral)})
    (rules
        (start {%s})
        (play %s)
        (end (if (= 9 (count Moves)) (result Mover Draw)))
    )
)
"""


def played(folder: Path, play: str, move: str, start: str = "", before: str = "") -> State:
    """The state after one move of a game with this play."""
    path = folder / "small.lud"
    path.write_text(SHELL % (before, start or "(set Score Each 0)", play), encoding="utf-8")
    return load(path).start(seed=1).play(move)


def test_every_if_of_one_rule_is_its_own(tmp_path: Path) -> None:
    """One rule with an `if` that is a region, one that is a number, one that is a condition and an effect."""
    play = """
        (move Add (to (if (is Mover P1) (sites {"A1" "B1"}) (sites Top)))
            (then
                (if (if (is Mover P1) True False)
                    (addScore Mover (if (is In (last To) (sites {"A1"})) 5 7))
                )
            )
        )"""
    first = played(tmp_path, play, "a1")
    assert first.scores == (5, 0)
    assert [str(move) for move in first.legal_moves] == ["a3", "b3", "c3"]
    assert first.play("c3").scores == (5, 0)
    assert played(tmp_path, play, "b1").scores == (7, 0)


# --- Definitions are given whole arguments ----------------------------------------------------------------

WHOLE: list[tuple[str, str, str]] = [
    # a region, a condition and a move, each in brackets
    ('(define "To" (move Add (to #1)))', '("To" (sites Empty))', "(move Add (to (sites Empty)))"),
    (
        '(define "Where" (to (sites Empty) if:#1))',
        '(move Add ("Where" (not (is In (to) (sites Top)))))',
        "(move Add (to (sites Empty) if:(not (is In (to) (sites Top)))))",
    ),
    ('(define "Again" (or #1 #1))', '("Again" (move Pass))', "(or (move Pass) (move Pass))"),
    # a name with its value, a list, a text
    ('(define "To" (move Add (to (sites Empty) #1)))', '("To" if:(is In (to) (sites Top)))',
     "(move Add (to (sites Empty) if:(is In (to) (sites Top))))"),
    ('(define "All" (or #1))', '("All" {(move Pass) (move Pass)})', "(or {(move Pass) (move Pass)})"),
    ('(define "At" (move Add (to (sites #1))))', '("At" {"A1" "B1"})', '(move Add (to (sites {"A1" "B1"})))'),
    # a definition as the argument of another, and one that stands for several arguments
    ('(define "A" (move Add (to #1)))\n(define "B" (sites Empty))', '("A" "B")',
     "(move Add (to (sites Empty)))"),
    ('(define "Two" (sites Empty) if:(is In (to) (sites Top)))', '(move Add (to "Two"))',
     "(move Add (to (sites Empty) if:(is In (to) (sites Top))))"),
    # an argument that is left out, at the end and before others
    ('(define "To" (move Add (to (sites Empty) #1) #2))', '("To")', "(move Add (to (sites Empty)))"),
    ('(define "To" (move Add (to (sites Empty) #1) #2))', '("To" ~ (then (moveAgain)))',
     "(move Add (to (sites Empty)) (then (moveAgain)))"),
    # parameters handed on
    ('(define "In" (is In #1 (sites #2)))\n(define "To" (move Add (to (sites Empty) if:("In" (to) #1))))',
     '("To" Top)', "(move Add (to (sites Empty) if:(is In (to) (sites Top))))"),
]  # fmt: skip


@pytest.mark.parametrize(("definitions", "use", "meaning"), WHOLE, ids=[use for _, use, _ in WHOLE])
def test_arguments_are_put_in_whole(definitions: str, use: str, meaning: str) -> None:
    ends = "(set Score Each 0)"
    with_use, plain = (
        bind_game(Source("small.lud", SHELL % (before, ends, play)))
        for before, play in ((definitions, use), ("", meaning))
    )
    assert with_use.expanded.game == plain.expanded.game  # the forms are the same
    assert with_use.warnings == ()


def test_what_stands_for_a_parameter_keeps_its_meaning_where_it_is_put(tmp_path: Path) -> None:
    """`(to)` inside an argument is the site of the move into which the definition puts it."""
    definition = '(define "Except" (move Add (to (sites Empty) if:(not #1))))'
    state = played(tmp_path, '("Except" (is In (to) (sites Top)))', "a1", before=definition)
    assert [str(move) for move in state.legal_moves] == ["b1", "c1", "a2", "b2", "c2"]


# --- Effects are evaluated before any of them is applied --------------------------------------------------

EFFECTS: list[tuple[str, str, tuple[int, int]]] = [
    # each reads what the other writes
    ("swapped", "(and (set Score P1 (score P2)) (set Score P2 (score P1)))", (20, 10)),
    ("the other way round", "(and (set Score P2 (score P1)) (set Score P1 (score P2)))", (20, 10)),
    ("three", "(and {(set Score P1 (score P2)) (set Score P2 (score P1)) (addScore P1 1)})", (21, 10)),
    # one inside another belongs to the same list
    ("nested", "(and (set Score P1 (score P2)) (and (set Score P2 (score P1)) (moveAgain)))", (20, 10)),
    # conditions are effects' arguments too
    ("conditions", "(and (set Score P1 0) (if (= 10 (score P1)) (set Score P2 5)))", (0, 5)),
    # pieces: counted and looked at as before
    ("counted before", "(and (remove (sites Occupied by:All)) (addScore P1 (count Pieces All)))", (12, 20)),
    ("looked at before", "(and (remove (last To)) (if (is Occupied (last To)) (set Score P1 1)))", (1, 20)),
    ("turned before", '(and (promote (last To) (piece "Disc") P2) (addScore P1 (who at:(last To))))',
     (11, 20)),
    # each of a loop
    ("a loop", "(forEach Player (set Score (player (player)) (score P1)))", (10, 10)),
    ("a loop over sites", "(forEach Site (sites Occupied by:All) (and (remove (site))"
                          " (addScore P1 (count Pieces All))))", (14, 20)),
    # sums add up: they read what they change when they change it
    ("sums", "(and {(addScore P1 1) (addScore P1 1) (addScore P1 (score P1))})", (22, 20)),
    # one after the other is written `seq`
    ("in turn", "(seq {(set Score P1 (score P2)) (set Score P2 (score P1))})", (20, 20)),
    ("in turn in a list", "(and (seq {(set Score P1 1) (set Score P2 (score P1))}) (addScore P2 (score P1)))",
     (1, 11)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("effect", "scores"), [case[1:] for case in EFFECTS], ids=[case[0] for case in EFFECTS]
)
def test_effects_read_what_was_before_all_of_them(
    tmp_path: Path, effect: str, scores: tuple[int, int]
) -> None:
    start = '(set Score P1 10) (set Score P2 20) (place "Stone" coord:"C3")'
    play = f"(move Add (to (sites Empty)) (then {effect}))"
    assert played(tmp_path, play, "a1", start).scores == scores


def test_apply_comes_before_the_move_and_then_after_it(tmp_path: Path) -> None:
    """`apply` sees the board as it was, `then` the board with the piece on it."""
    play = """
        (move Add
            (to (sites Empty) (apply (addScore P1 (count Pieces All))))
            (then (addScore P2 (count Pieces All)))
        )"""
    assert played(tmp_path, play, "a1", '(place "Stone" coord:"C3")').scores == (1, 2)
