"""The oracle of Troke against the sentences of its source, and its whole turns against their steps."""

from __future__ import annotations

import pytest

from .common import Cell, cell_named, perft, perft_turns
from .troke import CIRCLES, Piece, Troke, TrokePosition, TrokeSteps


@pytest.mark.parametrize("seats", ["RB", "RGB", "RBY", "RGBY"])
def test_turns_of_troke_are_their_steps(seats: str) -> None:
    """Counting whole turns and counting the steps that they are made of is the same."""
    for optional in (False, True):
        whole = perft(Troke(seats, optional), 2)
        assert perft_turns(TrokeSteps(seats, optional), 2) == whole


def scattered(text: str) -> frozenset[tuple[Cell, Piece]]:
    """Pieces written as circle, owner and initial: `c3/1T`."""
    shapes = {"T": "Tower", "W": "Wall", "M": "Moat"}
    return frozenset(
        (cell_named(at), Piece(int(what[0]), shapes[what[1]]))
        for at, what in (each.split("/") for each in text.split())
    )


def test_troke_s_examples() -> None:
    """'if a tower captures a wall, the tower and the wall will move one additional space together; if a tower
    captures a moat that is with a wall, the entire unit moves two spaces.'"""
    assert len(CIRCLES) == 32
    game = Troke()
    one = TrokePosition(scattered("c3/1T c4/2W f5/2T"), 1, (12, 12))
    after = dict(game.moves(one))["Tower c3-c4-c5"]
    assert after.board == scattered("c5/1T c5/2W f5/2T") and after.chips == (13, 11) and after.mover == 2
    both = TrokePosition(scattered("c2/1T c3/2W c3/2M f5/2T"), 1, (12, 12))
    lengths = {text.count("-") for text, _ in game.moves(both) if text.startswith("Tower c2-c3")}
    assert lengths == {3} and Troke(worth=(1, 2, 3)).play(["Tower c2-c3-c4-c5"], both).chips == (17, 7)


def test_troke_never_back_to_the_starting_line() -> None:
    """'never take a captured piece all the way back to its own starting line'"""
    position = TrokePosition(scattered("c4/1T c5/2W f5/2T"), 1, (12, 12))
    taking = {text for text, _ in Troke().moves(position) if text.startswith("Tower c4-c5")}
    assert taking == {"Tower c4-c5-b5", "Tower c4-c5-d5"}


def test_troke_s_goal_line_is_safe() -> None:
    """'share that position with them, but this does not constitute a capture'"""
    position = TrokePosition(scattered("b1/2W b1/1M c1/1T f5/2T"), 1, (12, 12))
    after = Troke().play(["Tower c1-b1-b2"], position)
    assert after.board == scattered("b1/2W b2/1M b2/1T f5/2T") and after.chips == (12, 12)
