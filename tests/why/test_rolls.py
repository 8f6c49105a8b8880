"""What `why` and `trace` say of dice, and of each decision of a turn; written from the rules."""

from __future__ import annotations

import pytest

from gdl import MoveError, Position, State, UnknownMoveError, load, trace, why
from interpreter.why.answers import to_json
from interpreter.why.render import text_of, trace_text


def rolled(game: str, *roll: int) -> State:
    return load(game).start(seed=1, roll=roll)


def test_a_move_of_another_number_tells_the_die_that_it_needs() -> None:
    answer = why(rolled("last-step", 2), "a1-d1")
    assert not answer.legal
    assert (answer.dice, answer.rolls) == ((2,), ((3,),))
    assert answer.reasons[0].cause == "dice"
    assert answer.words == "a1-d1 is not legal: the die shows 2, and it would need a 3"
    assert len(answer.reasons) > 1  # the rule that asks for the number is told as well


def test_what_no_roll_would_allow_does_not_speak_of_rolls() -> None:
    answer = why(rolled("last-step", 1), "a1-e1")
    assert not answer.legal and answer.rolls == ()
    assert "dice" not in {reason.cause for reason in answer.reasons}
    assert "the die shows 1" in text_of(answer)


@pytest.mark.parametrize(
    ("move", "need"),
    [("e1-j1", "a 5"), ("g1-h1", ""), ("g1-i1", "a 2")],
)
def test_of_two_dice_one_is_enough(move: str, need: str) -> None:
    """With 3 and 1; from e1 to j1 are five steps, from g1 to i1 two."""
    answer = why(rolled("backgammon", 3, 1), move)
    assert answer.legal is not need
    assert answer.dice == (3, 1)
    if need:
        assert answer.words.endswith(f"the dice show 3 and 1, and it would need {need}")
        assert all(int(need[-1]) in roll for roll in answer.rolls) and len(answer.rolls) == 6


def test_where_the_enemy_holds_the_point_no_roll_helps() -> None:
    assert why(rolled("backgammon", 3, 1), "a2-a1").rolls == ()


def test_sites_are_called_as_the_players_call_them() -> None:
    """Points are counted from each side: a2 is White's 13 and Black's 12, however the move was asked for."""
    state = rolled("backgammon", 6, 2)
    for text in ("a2-a1", "13/12"):
        answer = why(state, text)
        assert answer.words == "13/12 is not legal: the Disc on 13 can only go to 11 and 7"
    with pytest.raises(MoveError) as raised:
        state.parse("a1-b1")
    assert raised.value.message.endswith("the piece on 12 is Black's")
    assert set(raised.value.suggestions) <= {move.customary for move in state.legal_moves}
    with pytest.raises(UnknownMoveError):
        state.parse("99/98")


def test_the_position_itself_stays_as_it_was() -> None:
    state = rolled("backgammon", 3, 1)
    before = state.legal_moves
    why(state, "e1-j1")
    assert state.dice == (3, 1) and state.legal_moves == before


def test_after_a_move_the_roll_is_that_of_whoever_moves_now() -> None:
    state = rolled("last-step", 1).play("a1-b1", roll=[1])
    answer = why(state, "b1-d1")
    assert (answer.dice, answer.rolls) == ((1,), ((2,),))


def test_a_trace_shows_what_the_dice_show() -> None:
    state = rolled("last-step", 3)
    ply = trace(state, state.parse("a1-d1"))
    assert ply.dice == (3,)
    assert trace_text(ply).splitlines()[1].strip() == "the die shows 3"


def test_a_game_without_dice_does_not_speak_of_them() -> None:
    assert "shows" not in text_of(why(load("tic-tac-toe").start(seed=1), "a1"))


def test_each_decision_of_a_turn_is_explained_in_its_own_position() -> None:
    game = load("english-draughts").starting_from(
        Position((("Man1", ("c3",)), ("Man2", ("d4", "f6", "a7"))), mover=1)
    )
    answer = why(game.start(seed=1), "c3xe5xg7")
    assert answer.legal and answer.move.startswith("c3")
    (second,) = answer.following
    assert second.legal and second.move.startswith("e5")
    assert any("f6" in effect for effect in second.effects)
    assert not any("f6" in effect for effect in answer.effects)
    assert second.reasons and second.reasons[0].cause == "offered"
    assert [each["move"] for each in to_json(answer)["following"]] == [second.move]
    assert f"then {second.words}" in text_of(answer).splitlines()


def test_the_decisions_before_a_refused_one_are_explained_too() -> None:
    game = load("english-draughts").starting_from(
        Position((("Man1", ("c3",)), ("Man2", ("d4", "f6", "h8"))), mover=1)
    )
    answer = why(game.start(seed=1), "c3xe5xc7")
    assert not answer.legal and answer.move.startswith("e5")
    (first,) = answer.earlier
    assert first.legal and first.move.startswith("c3")
    assert any(line.startswith("before it c3") for line in text_of(answer).splitlines())
