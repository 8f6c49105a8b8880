"""What a move changes is told from the fields of the state: colours, scores, phases, states, hands."""

from __future__ import annotations

from functools import cache

import pytest

from gdl import load, loads, trace, why

#: What follows a step is put in. What no rule can tell apart engines do not keep: how it was is not told.
RULES = """
(game "Ledger" (players {{(player N) (player S)}})
  (equipment {{(board (square 3)) (colours {{"RYR" "YRY" "RYR"}} {{(colour "R" "Red") (colour "Y" "Yellow")}})
    (hand Each) (piece "Disc" Each) (piece "Bead" Shared)}})
  (rules
    (start {{(place "Disc1" {{"A1"}}) (place "Disc2" {{"C3"}}) (place "Bead" 4)
      (place "Disc1" (handSite P1))}})
    (play (forEach Piece (move Step (to if:(is Empty (to))) (then {then}))))
    (end {{(if (no Pieces Next) (result Mover Win))
      (if (or {{(= 99 (var "Trump")) (is In 99 (values Remembered "Seen")) (= 99 (value Player Mover))
        (is Pending) (= 99 (pot)) (is Triggered "Bell" Next)}}) (result Mover Win))}})))
"""
MOVED = ("a1 becomes empty (there was a Disc of White)", "on a2 comes a Disc of White")


@cache
def told(then: str) -> tuple[str, ...]:
    """What `why` says that a step does after it has moved the disc."""
    state = loads(RULES.format(then=then)).start(seed=1)
    answer = why(state, "a1-a2")
    ply = trace(state, state.parse("a1-a2"))
    assert answer.legal and answer.effects[:-1] == (*ply.changes, *ply.phases)
    assert answer.effects[:2] == MOVED
    return answer.effects[2:-1]


@pytest.mark.parametrize(
    ("then", "sentences"),
    [
        ("(addScore Mover 3)", {"the score of White is now 3 (it was 0)"}),
        ("(addScore Next -2)", {"the score of Black is now -2 (it was 0)"}),
        ("(set Value Mover 4)", {"the value of White is now 4 (it was -1)"}),
        ('(set Colour (last From) "Yellow")', {"a1 is now Yellow (it was Red)"}),
        ('(set Var "Trump" 7)', {'the variable "Trump" is now 7'}),
        ("(set Pending (last To))", {"something is pending", "what is pending is now a2"}),
        ('(remember Value "Seen" 5)', {'what is remembered as "Seen" is now 5 (it was nothing)'}),
        ("(set Pot 3)", {"what is in the pot is now 3"}),
        ('(trigger "Bell" Next)', {'"Bell" has happened to Black'}),
        ("(set State at:4 2)", {"the state of the Bead on b2 is now 2 (it was 0)"}),
        ("(set Count at:(handSite P1) 3)", {"on Hand1 is now 3 x Disc of White (there was a Disc of White)"}),
    ],
)
def test_every_field_that_a_move_changes_is_told(then: str, sentences: set[str]) -> None:
    assert set(told(then)) == sentences


def test_a_move_that_changes_nothing_else_says_nothing_else() -> None:
    assert told("(addScore Mover 0)") == ()
    assert told('(set Colour (last From) "Red")') == ()


def test_a_colour_that_a_move_changes_is_told_and_so_is_the_phase() -> None:
    answer = why(load("chameleon").start(seed=1), "d1-d2")
    assert answer.effects == (
        "d1 becomes empty (there was a Pawn of White)",
        "on d2 comes a Pawn of White",
        "d1 is now Red (it was Blue)",
        "Black is to move",
    )
    answer = why(load("konane").start(seed=1), "xa1")
    assert 'Black goes on from the phase "First gap" to "Jumping"' in answer.effects


def test_points_are_called_as_the_file_calls_them() -> None:
    rules = RULES.format(then="(and (addScore Mover 1) (set Value Next 2))")
    game = loads(f'{rules} (metadata (info {{(scores "chips") (values "castles")}}))')
    assert why(game.start(seed=1), "a1-a2").effects[2:-1] == (
        "the number of chips of White is now 1 (it was 0)",
        "the number of castles of Black is now 2 (it was 0)",
    )


def test_conditions_of_other_moves_are_none_of_this_move() -> None:
    """d1 is blue: whether a slide from a red or a yellow cell stops was asked of other pawns alone."""
    state = load("chameleon").start(seed=1)
    wanted = [f"d1 is not {colour}" for colour in ("red", "yellow", "green")]
    assert [each.words for each in why(state, "d1-d2").conditions] == wanted
    ply = trace(state, state.parse("d1-d2"))
    assert [(each.true, each.false) for each in ply.conditions] == [(0, 1)] * 3
    # two pawns stand on red cells, each sees 14 cells along its row and column
    (slides,) = [each for each in ply.others if each.text == "the cell it goes to is occupied or is red"]
    assert slides.true + slides.false == 28


def test_a_choice_that_chose_nothing_is_no_effect() -> None:
    """Of the four colours that may fade one does."""
    state = load("chameleon").start(seed=1)
    ply = trace(state, state.parse("d1-d2"))
    assert [each.text for each in ply.effects] == ["(remove (to))", '(set Colour (last From) "Red")']
