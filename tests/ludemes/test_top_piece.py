"""What a piece carries when it is moved off the top of a stack."""

from __future__ import annotations

import pytest

from tests.ludemes.chance import Rolling

#: Two discs on cell 0 with state 3 and value 4; the move in question takes a disc to cell 1, where one lies.
TEXT = """
(game "Top" (players 1)
    (equipment {(board (rectangle 1 3)) (piece "Disc" P1)})
    (rules
        (start {(place Stack "Disc" 0 count:2 state:3 value:4) (place Stack "Disc" 1 state:1 value:2)})
        (play %s)
        (end (if (< (+ (state at:2) (value Piece at:2)) -1) (result P1 Win)))
    ))
"""


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        # the top piece alone: as a new one
        ("(move (from 0) (to 1))", [(1, 2), (0, 0)]),
        # a level that is named, and the whole stack: with what they carry
        ("(move (from 0 level:1) (to 1))", [(1, 2), (3, 4)]),
        ("(move (from 0) (to 1) stack:True)", [(1, 2), (3, 4), (3, 4)]),
    ],
)
@pytest.mark.parametrize("engine", ["python", "native"])
def test_state_and_value(move: str, expected: list[tuple[int, int]], engine: str) -> None:
    game = Rolling(TEXT % move, engine)
    top = game.engine.contents(game.settle(game.start(), 1))[1]
    assert top is not None
    assert [(piece.state, piece.value) for piece in (*top.below, top)] == expected
