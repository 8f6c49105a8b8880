"""What a trace says of plies whose rules can be followed by hand."""

from __future__ import annotations

import json

from gdl import load, loads, trace
from interpreter.why.render import trace_text
from interpreter.why.trace import to_json


def test_a_placement_that_wins() -> None:
    state = load("tic-tac-toe").start(seed=1)
    for move in ["a1", "b1", "a2", "b2"]:
        state = state.play(move)
    ply = trace(state, state.parse("a3"))
    assert [(rule.span.text, rule.times, rule.moves) for rule in ply.rules] == [
        ("(move Add (to (sites Empty)))", 1, 5)
    ]
    assert [(each.text, each.true, each.false) for each in ply.endings] == [("(is Line 3)", 1, 0)]
    assert [each.text for each in ply.results] == ["(result Mover Win)"]
    assert ply.changes == ("on a3 comes a Cross",)
    assert ply.then == "the game is over: Cross wins"


def test_endings_are_looked_at_in_order_and_their_numbers_told() -> None:
    state = load("chess").start(seed=1)
    ply = trace(state, state.parse("e2-e4"))
    assert [each.span.line for each in ply.endings] == [30, 31, 60, 33, 34]  # the third is a definition's
    pieces = {part.text: part.value for part in ply.endings[-1].parts}
    assert pieces["(count Pieces All)"] == "32"
    assert [each.text for each in ply.effects] == [
        '(set Var "Quiet" 0)',
        "(set Pending (ahead (last To) Backward))",
    ]
    assert ply.rule is not None and ply.rule.span.line == 73


def test_a_change_of_phase() -> None:
    state = load("konane").start(seed=1)
    ply = trace(state, state.parse("xa1"))
    assert ply.phases == ('Black goes on from the phase "First gap" to "Jumping"',)
    assert ply.changes == ("a1 becomes empty (there was a Stone of Black)",)
    assert ply.then == "White is to move"


def test_an_effect_of_rules_that_say_the_same_is_shown_in_its_own_rule() -> None:
    rule = '(move Step {} (to if:(is Empty (to))) (then (set Var "Last" 1)))'
    text = f"""(game "Alike" (players 2) (equipment {{(board (square 4))
      (piece "Man" Each {rule.format("Forward")})
      (piece "Dog" Each {rule.format("Forward")})}})
      (rules (start {{(place "Man1" 0) (place "Dog1" 2) (place "Man2" 9)}})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
    state = loads(text).start(seed=1)
    for move, line in (("a1-a2", 2), ("c1-c2", 3)):
        ply = trace(state, state.parse(move))
        assert ply.rule is not None and ply.rule.span.line == line
        assert [each.span.line for each in ply.effects] == [line]


def test_a_trace_is_text_and_json() -> None:
    state = load("breakthrough").start(seed=1)
    ply = trace(state, state.parse("a2-b3"))
    assert json.loads(json.dumps(to_json(ply)))["rules"][0]["moves"] == 8
    text = trace_text(ply)
    assert text.startswith("1. White: a2-b3") and "breakthrough.lud:22:18" in text
