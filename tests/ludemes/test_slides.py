"""How far slides go, on a row of five cells, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load

GAME = """
(game "Row"
    (players 2)
    (equipment {(board (rectangle 1 5)) (piece "Rider" P1 %s) (piece "Man" P2)})
    (rules
        (start {(place "Rider1" 0) (place "Man2" %d)})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)
"""
#: Over what stands next to it, and onto enemies.
SLIDE = """
(move Slide E
    (between if:(or (is In (between) (sites Around (from))) (is Empty (between))))
    (to if:(is Enemy (who at:(to))) (apply (remove (to))))
)
"""


@pytest.mark.parametrize(("man", "reached"), [(1, "b"), (2, "bc"), (4, "bcde")])
def test_a_slide_ends_on_the_first_piece_that_it_may_end_on(tmp_path: Path, man: int, reached: str) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME % (SLIDE, man))
    state = load(path).start(seed=1)
    assert [move.target for move in state.legal_moves] == [f"{file}1" for file in reached]
