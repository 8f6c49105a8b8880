"""The three things that the reference says are easily taken for others: as the reference says, so it is."""

from __future__ import annotations

from gdl import loads
from interpreter.game.state import State


def lines(board: str, *sites: str) -> State:
    """White on these sites, Black along the top: three in line win."""
    game = loads(f"""(game "Three" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})
      (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))""")
    state = game.start(seed=0)
    for white, black in zip(sites, ("a5", "e5", "c5"), strict=False):
        state = state.play(white)
        if not state.is_over:
            state = state.play(black)
    return state


def test_points_without_drawn_diagonals_have_no_diagonal_lines() -> None:
    assert lines("(square 5)", "a1", "b2", "c3").is_over
    assert not lines("(square 5) use:Vertex", "a1", "b2", "c3").is_over
    assert lines("(square 5) use:Vertex", "a1", "b1", "c1").is_over
    assert lines("(square 5 diagonals:Alternating) use:Vertex", "a1", "b2", "c3").is_over


def test_a_step_on_points_goes_along_the_lines() -> None:
    game = """(game "Steps" (players 2) (equipment {(board (square 5) USE)
        (piece "Disc" Each (move Step Adjacent (to if:(is Empty (to)))))})
      (rules (start (place "Disc1" coord:"c3")) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""
    assert len(loads(game.replace("USE", "use:Vertex")).start(seed=0).legal_moves) == 4
    assert len(loads(game.replace("USE", "")).start(seed=0).legal_moves) == 8


STATES = """(game "States" (players 2) (equipment {(board (rectangle 1 5))
    (piece "Disc" Each (move Step Adjacent (to if:(is Empty (to))) THEN))})
  (rules (start {(place "Disc1" coord:"b1" STATE) (place "Disc2" coord:"e1")}) (play (forEach Piece))
    (end (if (= 2 (state at:(last To))) (result Mover Win)))))"""


def test_a_state_goes_with_the_piece_that_moves() -> None:
    game = loads(STATES.replace("THEN", "").replace("STATE", "state:2"))
    assert game.start(seed=0).play("b1-c1").is_over


def test_a_state_of_a_site_is_lost_when_a_piece_arrives() -> None:
    """Whoever leaves a site gives it state 2; White comes back to b1, and its state is 0 again."""
    game = loads(STATES.replace("THEN", "(then (set State at:(last From) 2))").replace("STATE", ""))
    state = game.start(seed=0)
    for move in ("b1-c1", "e1-d1", "c1-b1"):
        state = state.play(move)
    assert not state.is_over


def test_the_text_of_a_track() -> None:
    """On a board of three by three cells: from a1 eastward to the edge, one up, and westward to the edge."""
    game = loads("""(game "Track" (players 2)
      (equipment {(board (square 3) (track "Way" "0,E,N1,W" directed:True)) (piece "Disc" Each)})
      (rules (play (move Add (to (sites Track "Way")))) (end (if (is Full) (result Mover Draw)))))""")
    assert {str(move) for move in game.start(seed=0).legal_moves} == {"a1", "b1", "c1", "c2", "b2", "a2"}
