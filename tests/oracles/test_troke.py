"""The oracle of Troke against the sentences of its source, and its whole turns against their steps."""

from __future__ import annotations

import pytest

from .common import Cell, cell_named, perft, perft_turns, rectangle
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
    """'land on an opposing different-shaped piece in their starting line ... and share that position with
    them, but this does not constitute a capture or earn additional moves or chips'"""
    position = TrokePosition(scattered("b1/2W b1/1M c1/1T f5/2T"), 1, (12, 12))
    shared = [after for text, after in Troke().moves(position) if text.startswith("Tower c1-b1")]
    assert shared == [Troke().play(["Tower c1-b1"], position)]
    assert shared[0].board == scattered("b1/2W b1/1M b1/1T f5/2T") and shared[0].chips == (12, 12)
    assert shared[0].mover == 2


def test_troke_s_shared_circle_earns_no_chip_of_a_third_player() -> None:
    """The same, where what shares the circle with the safe wall belongs to neither."""
    game, position = Troke("RGBY"), TrokePosition(scattered("b1/3W b1/2M c1/1T f5/4T"), 1, (12, 12, 12, 12))
    after = game.play(["Tower c1-b1"], position)
    assert after.chips == (12, 12, 12, 12) and after.mover == 2
    assert after.board == scattered("b1/3W b1/2M b1/1T f5/4T")


def test_troke_s_shared_circle_on_the_way() -> None:
    """A move that has captured comes to its end on a shared circle as on a vacant one."""
    # Yellow's tower captures Green's wall on b2, and has one step to make.
    game = Troke("RGBY")
    position = TrokePosition(scattered("c2/4T b2/2W b1/3M f5/1T"), 4, (12, 12, 12, 12))
    after = game.play(["Tower c2-b2-b1"], position)
    assert after.board == scattered("b1/4T b1/2W b1/3M f5/1T") and after.chips == (12, 11, 12, 13)


def test_troke_s_other_reading_of_a_shared_circle() -> None:
    """Only the safe piece stays, the rest of the circle is captured."""
    game, position = Troke(others=True), TrokePosition(scattered("b1/2W b1/1M c1/1T f5/2T"), 1, (12, 12))
    after = game.play(["Tower c1-b1-b2"], position)
    assert after.board == scattered("b1/2W b2/1M b2/1T f5/2T") and after.chips == (12, 12)
    assert "Tower c1-b1" not in dict(game.moves(position))
    four = Troke("RGBY", others=True)
    position = TrokePosition(scattered("b1/3W b1/2M c1/1T f5/4T"), 1, (12, 12, 12, 12))
    assert four.play(["Tower c1-b1-b2"], position).chips == (13, 11, 12, 12)


def test_troke_s_pieces_stay_on_their_goal_line() -> None:
    """'once on a circle there, a player may move sideways': also on a board with circles beside the line."""
    game = Troke(on=rectangle(6, 6))
    position = TrokePosition(scattered("b6/1T c6/1W a5/1M f3/2T"), 1, (12, 12))
    texts = {text for text, _ in game.moves(position)}
    walls, towers = ({text for text in texts if text.startswith(shape)} for shape in ("Wall", "Tower"))
    assert walls == {"Wall c6-b6", "Wall c6-b6-c6", "Wall c6-d6"}
    assert towers == {"Tower b6-c6", "Tower b6-c6-b6", "Tower b6-c6-d6"}
    assert "Moat a5-a6" in texts, "only the goal line holds its pieces"
