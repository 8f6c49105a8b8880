"""Boards that are drawn alike share their tables within one look at a game's choices, and only there."""

from __future__ import annotations

from gdl.boards.graph import SiteType
from gdl.boards.square import square
from gdl.boards.topology import Topology, drawn_once, shared


def drawn(size: int) -> Topology:
    return shared(Topology(square(size), SiteType.CELL))


def test_boards_drawn_alike_are_one_inside_only() -> None:
    first = drawn(3)
    with drawn_once(first):
        assert drawn(3) is first
        four = drawn(4)
        assert four is not first
        assert drawn(4) is four
    assert drawn(3) is not first
    assert drawn(4) is not four
