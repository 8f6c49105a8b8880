"""What the reference says of lines on vertices, of site states, and of variables at the start."""

from __future__ import annotations

import pytest

from gdl import State, loads

LINE = """(game "Line" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3 {direction}) (result Mover Win)))))"""


def over(board: str, direction: str, moves: str) -> bool:
    state = loads(LINE.format(board=board, direction=direction)).start(seed=1)
    for move in moves.split():
        state = state.play(move)
    return state.is_over


@pytest.mark.parametrize(
    ("board", "direction", "diagonal"),
    [
        ("(square 5)", "", True),
        ("(square 5) use:Vertex", "", False),
        ("(square 5) use:Vertex", "All", True),
        ("(square 5) use:Vertex", "Diagonal", True),
    ],
)
def test_lines_run_along_the_lines_that_are_drawn(board: str, direction: str, diagonal: bool) -> None:
    assert over(board, direction, "a1 e1 b2 e3 c3") == diagonal
    assert over(board, direction, "a1 e1 b1 e3 c1") == (direction != "Diagonal")


STATES = """(game "States" (players 2)
    (equipment {
        (board (square 3))
        (piece "Disc" Each (move Step Adjacent
            (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
            (then (if (= 1 (count Moves)) (and {(set State at:(last To) 7) (set State at:(last From) 5)})))))
    })
    (rules
        (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
        (play (forEach Piece))
        (end (if (= 99 (state at:0)) (result Mover Win)))))"""


def states(state: State) -> dict[str, int]:
    return {site: piece.state for site, piece in state.sites.items() if piece.state}


def test_a_state_goes_along_with_its_piece_and_is_lost_where_another_arrives() -> None:
    state = loads(STATES).start(seed=1).play("a1-a2")
    assert states(state) == {"a2": 7}
    state = state.play("c3-c2")
    moved = state.play("a2-b2")
    assert states(moved) == {"b2": 7}
    assert states(moved.play("c2xb2")) == {}
    assert states(state.play("b1-a1")) == {"a2": 7}  # not the 5 that was set there


def test_a_variable_can_be_set_at_the_start() -> None:
    text = """(game "Sum" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (start {(set Var "Left" 2)})
            (play (move Add (to (sites Empty)) (then (set Var "Left" (- (var "Left") 1)))))
            (end (if (= 0 (var "Left")) (result Mover Win)))))"""
    state = loads(text).start(seed=1).play("a1")
    assert not state.is_over
    assert state.play("b1").is_over
