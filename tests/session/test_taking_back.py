"""Undo: over machines' answers, over chance, within turns of many steps, and of ends."""

from __future__ import annotations

import pytest

from interpreter.errors.user_errors import SessionError
from interpreter.session.events import TakenBack
from interpreter.session.session import Session
from tests.session.helpers import moves, played, session


def test_back_to_the_last_choice_of_a_person() -> None:
    at = session(players="human,random")
    for text in ("b2", None, None):
        at.play(text or at.legal_moves()[0])
        at.advance()
    before = at.line.states
    (event,) = at.undo()
    assert event == TakenBack(2, 4) and event.words == "2 moves are taken back."
    assert at.line.states == before[:5] and at.awaited == 1
    assert at.undo() == (TakenBack(2, 2),)
    assert at.undo() == (TakenBack(2, 0),)
    (event,) = at.undo()
    assert event == TakenBack(0, 0, to_choice=False) and event.words == "This is the start of the game."


def test_where_a_machine_begins_there_may_be_no_choice_before() -> None:
    at = session(players="random,human")
    at.advance()
    assert at.undo() == (TakenBack(1, 0, to_choice=False),)
    assert at.awaited is None and len(at.advance()) == 1


def test_back_to_the_last_choice_of_one_of_several_people() -> None:
    at = played(session(), "b2", "a1", "c3")
    at.undo(2)
    assert [str(move) for move in at.line.moves] == ["b2"] and at.awaited == 2


@pytest.mark.parametrize("seed", range(5))
def test_the_dice_show_the_same_again(seed: int) -> None:
    """A die that is thrown again by taking back would be a way to cheat."""
    at = session("backgammon", "human", seed)
    while len(at.line.moves) < 12:
        at.play(at.legal_moves()[0])
    before, texts = at.line, [str(move) for move in at.line.moves]
    while at.line.moves:
        at.undo()
    assert at.state == before.states[0]
    for number, text in enumerate(texts):
        at.play(text)
        assert at.state == before.states[number + 1]
        assert at.legal_moves() == before.states[number + 1].legal_moves
    assert at.line == before


def test_dice_show_something_else_after_another_move() -> None:
    """What is taken back is forgotten: chance goes on from there as if it had never been."""
    at = session("backgammon", "human", 1)
    at.play(at.legal_moves()[0])
    first = at.line
    at.undo()
    at.play(at.legal_moves()[1])
    fresh = session("backgammon", "human", 1)
    fresh.play(fresh.legal_moves()[1])
    assert at.line == fresh.line != first


def test_step_by_step_within_a_turn() -> None:
    at = session("amazons")
    at.play("d1-d5")
    assert at.take_back() == (TakenBack(1, 0),)
    assert at.turn == () and at.awaited == 1
    played(at, "d1-d5", "d8", "d10-d9")
    at.undo()  # a step was a choice: only that one goes
    assert [str(move) for move in at.line.moves] == ["d1-d5", "d8"] and at.awaited == 2
    at.undo()
    assert [str(move) for move in at.turn] == ["d1-d5"] and at.awaited == 1
    assert moves(at.play("d7")) == ["d7"]


def test_several_at_once() -> None:
    at = played(session(), "b2", "a1", "c3")
    assert at.take_back(2) == (TakenBack(2, 1),)
    for wrong in (2, 0, -1):
        with pytest.raises(SessionError):
            at.take_back(wrong)
    assert [str(move) for move in at.line.moves] == ["b2"]


def ended_by_rules() -> Session:
    return played(session(), "b2", "a1", "b1", "a3", "b3")


def test_an_end_by_the_rules_is_taken_back_with_its_move() -> None:
    at = ended_by_rules()
    assert at.undo() == (TakenBack(1, 4),)
    assert not at.is_over and at.ended is None and at.awaited == 1


def test_an_end_that_was_agreed_to_is_taken_back_alone() -> None:
    at = played(session(), "b2")
    at.resign()
    (event,) = at.undo()
    assert event == TakenBack(0, 1, reopened=True)
    assert not at.is_over and len(at.line.moves) == 1 and at.record.result is None


def test_a_machine_that_plays_again_is_told_the_shorter_line() -> None:
    at = session(players="human,random")
    at.play("b2")
    at.advance()
    at.undo()
    at.play("a1")
    (event, *_) = at.advance()
    assert str(event.words).startswith("Nought: ") and len(at.line.moves) == 2
