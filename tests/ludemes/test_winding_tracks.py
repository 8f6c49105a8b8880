"""Tracks that come to a site twice: how far a piece is, by its kind and place. On a row of five cells, there
and back: the places of the track are 0 1 2 3 4, then 3 2 1 0.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.game.state import State

GAME = """
(game "There and Back Again"
    (players 1)
    (equipment {
        (board (rectangle 1 5) (track "Track" "0,E,W"))
        (hand Each)
        (piece "Man" P1)
    })
    (rules
        (start {%s})
        (play (or {%s}))
        (end (if (>= (count Moves) 20) (result Mover Draw)))
    )
)
"""
STEP = '(move (from %d) (to (trackSite Move from:(from) "Track" steps:%d)))'
OFF = "(move Remove %d)"


def begin(folder: Path, start: str, *moves: str) -> State:
    path = folder / "row.lud"
    path.write_text(GAME % (start, " ".join(moves)))
    return load(path).start(seed=1)


def after(state: State, *moves: str) -> State:
    """The state after moves, each as the sites that it is from and to."""
    for wanted in moves:
        state = state.play(next(m for m in state.legal_moves if f"{m.origin}-{m.target}" == wanted))
    return state


def test_a_piece_goes_on_from_where_it_has_come_to(tmp_path: Path) -> None:
    state = begin(tmp_path, '(place "Man1" 4)', STEP % (4, 1), STEP % (3, 1))
    assert [move.target for move in after(state, "e1-d1").legal_moves] == ["c1"]  # not e1
    begins = begin(tmp_path, '(place "Man1" 3)', STEP % (3, 1))
    assert [move.target for move in begins.legal_moves] == ["e1"]


@pytest.mark.parametrize("level", [0, 1])
def test_of_two_on_a_site_the_one_that_has_come_least_far_moves(tmp_path: Path, level: int) -> None:
    start = '(place Stack items:{"Man1"} 4) (place Stack items:{"Man1"} 2)'
    own = f'(move (from 3 level:{level}) (to (trackSite Move from:(from) "Track" steps:1)))'
    state = begin(tmp_path, start, STEP % (4, 1), STEP % (2, 1), own)
    for order in (("e1-d1", "c1-d1"), ("c1-d1", "e1-d1")):
        there = after(state, *order)
        assert [m.target for m in there.legal_moves if m.origin == "d1"] == ["e1"]  # the other goes to c1


def test_what_is_removed_counts_as_the_one_that_has_just_begun(tmp_path: Path) -> None:
    # The first is removed at its second place, and still counts there; the next one enters at the first.
    start = '(place "Man1" 4) (place "Man1" "Hand")'
    enter = "(move (from (handSite P1)) (to 3))"
    state = after(begin(tmp_path, start, STEP % (4, 1), OFF % 3, enter, STEP % (3, 1)), "e1-d1")
    removed = state.play(next(m for m in state.legal_moves if m.decision == "remove"))
    (entering,) = removed.legal_moves
    assert [m.target for m in removed.play(entering).legal_moves if m.decision != "remove"] == ["c1"]
