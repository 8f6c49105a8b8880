"""Pieces that are turned: directions go by how each stands, on a board of 3 x 3 with eight ways, by hand."""

from __future__ import annotations

import pytest

from gdl import State, loads
from gdl.source.diagnostics import LanguageError

GAME = """
(game "Turning" (players 2)
    (equipment {(board (square 3)) (piece "Lance" Each %s)})
    (rules
        (start {(place "Lance1" (sites {"b2"}) rotation:%d) (place "Lance2" (sites {"a3"}))})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)
"""
STEP = "(or (move Step %s (to if:(is Empty (to)))) (move Set Rotation))"


def start(rotation: int, direction: str = "Forward", turn: str = "(move Set Rotation)") -> State:
    moves = STEP % direction
    return loads(GAME % (moves.replace("(move Set Rotation)", turn), rotation)).start(seed=1)


def ends(state: State) -> set[str]:
    return {move.target for move in state.legal_moves if move.decision == "move"}


@pytest.mark.parametrize(
    ("rotation", "end"),
    [(0, "b3"), (1, "c3"), (2, "c2"), (3, "c1"), (4, "b1"), (5, "a1"), (6, "a2"), (8, "b3")],
)
def test_forward_is_so_many_of_the_boards_ways_clockwise_of_north(rotation: int, end: str) -> None:
    assert ends(start(rotation)) == {end}


def test_relative_directions_turn_together() -> None:
    # Turned a quarter to the right, right is south and left is north.
    assert ends(start(2, "(directions {Rightward Leftward})")) == {"b1", "b3"}


def test_a_turn_is_one_step_to_either_side() -> None:
    state = start(0)
    turns = [move for move in state.legal_moves if move.decision == "turn"]
    assert len(turns) == 2
    after = []
    for turn in turns:
        other = state.play(turn)
        after.append(ends(other.play(other.legal_moves[0])))
    # To the left it faces a3, where the other one stands; to the right c3.
    assert sorted(map(sorted, after)) == [[], ["c3"]]


@pytest.mark.parametrize("given", ["{0 2 4 6}", "2"])
def test_rotations_are_given_by_number(given: str) -> None:
    turn = f"(move Set Rotation {given} previous:False next:False)"
    turns = [move for move in start(0, turn=turn).legal_moves if move.decision == "turn"]
    assert len(turns) == (4 if given.startswith("{") else 1)


def test_an_effect_turns_to_the_rotation_given() -> None:
    turn = "(set Rotation (to (last To)) 4 previous:False next:False)"
    turned = f"(move Step Forward (to if:(is Empty (to))) (then {turn}))"
    state = loads(GAME % (turned, 0)).start(seed=1)
    state = state.play("b2-b3")
    assert [str(move) for move in state.legal_moves] == ["pass"]
    assert ends(state.play("pass")) == {"b2"}


@pytest.mark.parametrize("turn", ["previous:False next:False", "{} previous:False next:False", "", "4"])
def test_what_follows_a_move_turns_to_one_rotation_and_a_turn_to_none_is_a_mistake(turn: str) -> None:
    moves = f"(move Step Forward (to if:(is Empty (to))) (then (set Rotation (to (last To)) {turn})))"
    with pytest.raises(LanguageError) as wrong:
        loads(GAME % (moves, 0))
    assert [(each.code, each.span.line) for each in wrong.value.diagnostics] == [("E0401", 3)]


def test_pieces_that_nothing_turns_face_as_their_owners_do() -> None:
    # Nobody faces anywhere in this game: forward is north for both.
    text = (GAME % ("(move Step Forward (to if:(is Empty (to))))", 0)).replace(" rotation:0", "")
    assert ends(loads(text).start(seed=1)) == {"b3"}
