"""`why` on small rules whose answers can be told by hand, and of texts that are no legal moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdl import Position, State, UnknownMoveError, UnreadableFileError, Why, load, loads, why
from interpreter.why.answers import Reason, to_json
from interpreter.why.render import text_of

#: Two white pawns and a black one on five by five cells; what a pawn may do is put in.
RULES = """
(game "Small" (players {{(player N) (player S)}})
  (equipment {{(board (square 5)) (piece "Pawn" Each {moves}) (regions "Middle" (sites Row 2))}})
  (rules {meta}
    (start {{(place "Pawn1" {{"A1" "C1"}}) (place "Pawn2" {{"C3" "E5"}})}})
    {play}
    (end (if (no Moves Next) (result Mover Win)))))
"""
STEP = "(move Step Forward (to if:{}))"


def state(moves: str = STEP.format("True"), play: str = "(play (forEach Piece))", meta: str = "") -> State:
    return loads(RULES.format(moves=moves, play=play, meta=meta)).start(seed=1)


def only(answer: Why) -> Reason:
    assert not answer.legal and not answer.together
    (reason,) = answer.reasons
    return reason


def parts(reason: Reason) -> dict[str, str]:
    return {part.text: part.value for part in reason.parts}


def test_a_condition_is_told_with_its_parts() -> None:
    reason = only(why(state(STEP.format("(< (count Pieces Next) 2)")), "a1-a2"))
    assert (reason.cause, reason.span.text) == ("condition", "(< (count Pieces Next) 2)")
    assert parts(reason)["(count Pieces Next)"] == "2"


def test_of_all_that_must_hold_the_one_that_does_not_is_shown() -> None:
    rule = STEP.format("(and {(is Empty (to)) (= 1 (count Pieces Next)) (is In (to) (sites Row 1))})")
    assert only(why(state(rule), "a1-a2")).span.text == "(= 1 (count Pieces Next))"


def test_of_several_that_would_each_do_all_are_shown() -> None:
    rule = STEP.format("(or (is In (to) (sites Top)) (= 1 (count Pieces Next)))")
    reason = only(why(state(rule), "a1-a2"))
    assert reason.span.text.startswith("(or ")
    assert set(parts(reason).values()) >= {"false"}


def test_what_holds_and_must_not_is_shown_with_its_not() -> None:
    reason = only(why(state(STEP.format("(not (is Empty (to)))")), "a1-a2"))
    assert reason.span.text == "(not (is Empty (to)))"
    assert parts(reason)["(is Empty (to))"] == "true"


def test_a_condition_of_an_else() -> None:
    play = "(play (if (is Even (count Moves)) (forEach Piece) (move Pass)))"
    first = state(play=play)
    answer = why(first.play("a1-a2"), "c3-c2")
    assert not answer.legal
    assert answer.reasons[0].span.text == "(is Even (count Moves))"


def test_two_conditions_of_one_rule_that_refuse_together() -> None:
    rule = "(move Step (from if:(= 1 (count Pieces Next))) Forward (to if:(is In (to) (sites Top))))"
    answer = why(state(rule), "a1-a2")
    assert answer.together
    assert {reason.span.text for reason in answer.reasons} == {
        "(= 1 (count Pieces Next))",
        "(is In (to) (sites Top))",
    }


def test_two_rules_that_would_each_allow_it_are_both_told() -> None:
    rule = f"(or {STEP.format('(= 1 (count Pieces Next))')} {STEP.format('(= 9 (count Moves))')})"
    answer = why(state(rule), "a1-a2")
    assert [reason.span.text for reason in answer.reasons] == [
        "(= 1 (count Pieces Next))",
        "(= 9 (count Moves))",
    ]
    assert not answer.together


def test_a_piece_in_the_way_of_a_slide() -> None:
    reason = only(why(state("(move Slide Orthogonal)"), "c1-c5"))
    assert reason.cause == "occupied" and "c3" in reason.words
    assert reason.span.text == "(move Slide Orthogonal)"


def test_a_phase_in_which_the_rule_does_not_apply() -> None:
    play = """phases:{
      (phase "Opening" (play (forEach Piece (move Step Forward (to if:(is Empty (to))))))
        (nextPhase Mover "Main"))
      (phase "Main" (play (forEach Piece (move Step Rightward (to if:(is Empty (to)))))))}"""
    reason = only(why(state(play=play), "a1-b1"))
    assert reason.cause == "phase"
    assert '"Main"' in reason.words and '"Opening"' in reason.words


def test_a_legal_move_tells_its_rule_its_conditions_and_what_it_will_do() -> None:
    answer = why(state(STEP.format("(is Empty (to))")), "a1-a2")
    assert answer.legal
    (rule,) = answer.reasons
    assert rule.span.text == STEP.format("(is Empty (to))")
    assert [each.span.text for each in answer.conditions] == ["(is Empty (to))"]
    assert "on a2 comes a Pawn of White" in answer.effects
    assert answer.effects[-1] == "Black is to move"


def test_the_end_that_a_move_brings_is_told() -> None:
    before = load("tic-tac-toe").start(seed=1)
    for move in ["a1", "b1", "a2", "b2"]:
        before = before.play(move)
    assert why(before, "a3").effects[-1] == "the game is over: Cross wins"


def test_plain_facts_come_first() -> None:
    at = state()
    assert only(why(at, "b1-b2")).words == "there is no piece on b1"
    assert only(why(at, "c3-c2")).cause == "theirs"


def test_a_pass_is_no_choice_where_no_rule_offers_it() -> None:
    assert "only where there is no other move" in only(why(state(), "pass")).words


def test_a_forced_pass_is_legal() -> None:
    stuck = (
        load("reversi")
        .starting_from(Position((("Disc1", ("a1",)), ("Disc2", ("h8",))), mover=1))
        .start(seed=1)
    )
    if not stuck.is_over:
        assert why(stuck, "pass").legal


def test_the_first_decision_of_a_turn_that_is_refused_is_explained() -> None:
    game = load("english-draughts").starting_from(
        Position((("Man1", ("c3",)), ("Man2", ("d4", "f6", "h8"))), mover=1)
    )
    answer = why(game.start(seed=1), "c3xe5xc7")
    assert not answer.legal and answer.move.startswith("e5")


@pytest.mark.parametrize(
    ("text", "error"),
    [("z9", UnknownMoveError), ("", UnknownMoveError), ("a1-a2-zz", UnknownMoveError)],
)
def test_what_is_no_move_is_told_as_in_a_game(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        why(state(), text)


def test_an_answer_is_json_with_places() -> None:
    answer = why(state(STEP.format("(< (count Pieces Next) 2)")), "a1-a2")
    read = json.loads(json.dumps(to_json(answer)))
    (reason,) = read["reasons"]
    assert (read["legal"], reason["cause"], reason["place"]["start"]["line"]) == (False, "condition", 3)
    assert {"text": "(count Pieces Next)", "value": "2"}.items() <= reason["parts"][0].items()


def test_the_text_shows_the_line_with_a_caret() -> None:
    shown = text_of(why(state(STEP.format("(< (count Pieces Next) 2)")), "a1-a2")).splitlines()
    caret = next(line for line in shown if "^" in line)
    line = shown[shown.index(caret) - 1]
    at = caret.index("^")
    assert line[at:].startswith("(< (count Pieces Next) 2)")
    assert caret.count("^") == len("(< (count Pieces Next) 2)")
    assert shown[0].startswith("a1-a2 is not legal")


def test_a_file_that_has_changed_since_is_told(tmp_path: Path) -> None:
    path = tmp_path / "small.lud"
    text = RULES.format(moves=STEP.format("True"), play="(play (forEach Piece))", meta="")
    path.write_text(text)
    at = load(path).start(seed=1)
    path.write_text(f"// one line more\n{text}")
    with pytest.raises(UnreadableFileError, match="has changed"):
        why(at, "a1-a2")
    (reason,) = why(load(path).start(seed=1), "a1-a2").reasons
    assert reason.span.line == 4


def test_an_endless_question_is_bounded() -> None:
    """Many pieces and many conditions: still no more looks than are allowed."""
    from interpreter.why.causes import MOST_TRIALS, Causes
    from interpreter.why.convert import converted
    from interpreter.why.explain import observer_of
    from interpreter.why.question import Question, Wanted

    game = load("chess")
    at = game.start(seed=1)
    observer = observer_of(game)
    question = Question(observer, converted(game.engine, at.raw, observer), Wanted(0, 63), game.hands)
    Causes(question).find()
    assert question.trials <= MOST_TRIALS + 1
