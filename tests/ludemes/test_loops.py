"""Loops of pieces around sites, on boards of a few cells, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load

GAME = """
(game "Ring"
    (players 2)
    (equipment {(board %s) (piece "Disc" Each)})
    (rules
        (start {(place "Disc1" (sites {%s})) (place "Disc2" (sites {%s}))})
        (play (move Add (to (sites {%s}))))
        (end (if %s (result Mover Win)))
    )
)
"""
#: Nineteen hexagons; 4 5 8 10 13 14 are those around the one in the middle, 9.
HEX = "(hex 3)"
#: 12 is in the middle; 7 11 13 17 are beside it, 6 8 16 18 across corners.
SQUARE = "(square 5)"
BOX = "6 7 8 11 16 17 18"

#: the board, what stands there, where the last piece comes to, the condition, and whether it holds
CASES = {
    "around nothing": (HEX, "4 5 8 10 13", "0", "14", "(is Loop)", True),
    "around an enemy": (HEX, "4 5 8 10 13", "9", "14", "(is Loop)", True),
    "around a piece of one's own": (HEX, "4 5 8 9 10 13", "0", "14", "(is Loop)", True),
    "with a gap": (HEX, "4 5 8 10", "0", "14", "(is Loop)", False),
    "beside a loop": (SQUARE, "7 11 13 17", "0", "24", "(is Loop)", False),
    "with the edge": (HEX, "1 4", "0", "3", "(is Loop)", False),
    "around two": (HEX, "0 1 3 6 10 12 13", "5", "2", "(is Loop)", False),
    "of those that are asked for": (HEX, "4 5 8 10 13", "9", "14", "(is Loop surround:Next)", True),
    "of no one asked for": (HEX, "4 5 8 10 13", "0", "14", "(is Loop surround:Next)", False),
    "across corners": (SQUARE, "7 11 13", "0", "17", "(is Loop)", True),
    "not along lines": (SQUARE, "7 11 13", "0", "17", "(is Loop Orthogonal)", False),
    "along lines": (SQUARE, BOX, "0", "13", "(is Loop Orthogonal)", True),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_loop_is_closed(tmp_path: Path, case: tuple[str, str, str, str, str, bool]) -> None:
    board, own, enemies, last, asked, closed = case
    path = tmp_path / "ring.lud"
    path.write_text(GAME % (board, own, enemies, last, asked))
    state = load(path).start(seed=1)
    assert state.play(state.legal_moves[0]).is_over is closed
