"""Jumps that end farther on; sites that hold different pieces; pieces that are placed
nowhere, and that swap; by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load

GAME = """
(game "Few"
    (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "Horse" Each (move Leap {{F F R F} {F F L F}} forward:True (to if:(is Empty (to)))))
        (piece "Man" Each)
    })
    (rules
        (start {%s})
        (play (or (forEach Piece) (move Add (piece "Man") (to (intersection (sites {0}) (sites Empty))))))
        (end (if %s (result Mover Win)))
    )
)
"""


def test_of_all_jumps_those_that_end_farther_on(tmp_path: Path) -> None:
    path = tmp_path / "few.lud"
    path.write_text(GAME % ('(place "Horse1" coord:"C3") (place "Horse2" coord:"D3")', "(is Full)"))
    state = load(path).start(seed=1)
    assert {m.target for m in state.legal_moves} == {"b5", "d5", "a4", "e4", "a1"}
    state = state.play("a1")
    assert {m.target for m in state.legal_moves if m.origin == "d3"} == {"c1", "e1", "b2"}


@pytest.mark.parametrize(
    ("start", "over"),
    [
        ('(place "Man2" 1) (place "Horse1" 2)', True),
        ('(place "Man1" 1) (place "Horse1" 2)', False),
        ('(place "Horse1" 2)', False),
    ],
)
def test_sites_with_different_pieces(tmp_path: Path, start: str, over: bool) -> None:
    path = tmp_path / "few.lud"
    path.write_text(GAME % (start, "(all Different (sites {0 1 2}) if:(is Occupied (site)))"))
    assert load(path).start(seed=1).play("a1").is_over is over


def test_a_piece_that_is_placed_nowhere_is_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "few.lud"
    path.write_text(GAME % ('(place "Horse1" state:1) (place "Horse2" coord:"D3")', "(is Full)"))
    state = load(path).start(seed=1)
    assert [piece is not None for piece in state.contents].count(True) == 1


def test_pieces_that_swap_leave_their_states(tmp_path: Path) -> None:
    path = tmp_path / "few.lud"
    start = '(place "Man1" coord:"A2" state:1) (place "Man2" coord:"B2")'
    swap = "(move Select (from (sites {0})) (then (swap Pieces 5 6)))"
    rules = GAME % (start, "(= 1 (state at:6))")
    path.write_text(rules.replace("(forEach Piece)", swap))
    state = load(path).start(seed=1)
    state = state.play(next(m for m in state.legal_moves if m.decision == "select"))
    assert not state.is_over
    assert [state.contents[site].component for site in (5, 6)] == [4, 3]  # type: ignore[union-attr]
