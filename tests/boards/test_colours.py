"""Colour layouts: the Katarenga tiles and the Triad board, as their published rules draw them."""

from __future__ import annotations

from collections import Counter

import pytest

from gdl.boards import colours, hexagonal, square
from gdl.boards.colours import Placement, Tile
from gdl.boards.direction import Relation
from gdl.boards.errors import BoardError
from gdl.boards.sitetype import SiteType
from gdl.boards.topology import Topology

TILES = {
    "1": Tile(("RYBG", "GRGB", "YYBR", "BGRY"), ("RGYB", "YRYG", "BGBR", "GBRY")),
    "2": Tile(("RYGB", "GYRY", "BBGR", "YRBG"), ("RGBY", "YYBR", "GRGB", "BYRG")),
    "3": Tile(("RGBY", "YYGR", "BBRG", "GRYB"), ("RYBG", "GYBR", "BGRY", "YRGB")),
    "4": Tile(("RGBY", "YYBR", "BGRG", "GRYB"), ("RYBG", "GYGR", "BBRY", "YRGB")),
}
TRIAD = ("GBRGB", "BRGBRG", "RGBRGBR", "GBRGBRGB", "BRGBRGBRG", "GBRGBRGB", "RGBRGBR", "BRGBRG", "GBRGB")


@pytest.mark.parametrize("tile", TILES.values())
def test_the_back_of_a_tile_is_its_mirror_image(tile: Tile) -> None:
    assert tile.b == colours.transpose(tile.a)
    assert Tile(tile.a).face("b") == tile.b


def test_the_usual_katarenga_board() -> None:
    rows = colours.tiled("1a 2a 3a 4a", TILES)
    assert rows[0] == "RYBGRYGB"
    assert rows[7] == "GRYBGRYB"
    assert all(len(row) == 8 for row in rows)
    by_site = colours.colours(rows, Topology(square.square(8)))
    assert by_site == colours.by_site(rows)
    assert by_site[0] == "G" and by_site[56] == "R"
    assert Counter(by_site) == dict.fromkeys("RYGB", 16)
    assert colours.region(by_site, "R") == tuple(i for i in range(64) if by_site[i] == "R")


def test_turning_a_tile() -> None:
    rows = ("AB", "CD")
    assert colours.turned(rows, 90) == ("CA", "DB")
    assert colours.turned(rows, 180) == ("DC", "BA")
    assert colours.turned(rows, 270) == ("BD", "AC")


def test_every_placement_can_be_written_and_read() -> None:
    for tile in TILES:
        for face in "ab":
            for degrees in (0, 90, 180, 270):
                one = Placement(tile, face, degrees)
                assert colours.placement(str(one)) == one


def test_a_random_board_uses_every_tile_once_and_depends_on_its_seed_alone() -> None:
    boards = {colours.tiled(f"random:{seed}", TILES) for seed in range(200)}
    assert len(boards) > 190
    assert colours.tiled("random:7", TILES) == colours.tiled("random:7", TILES)
    for seed in range(20):
        assert sorted(p.tile for p in colours.dealt(seed, TILES)) == ["1", "2", "3", "4"]
        assert Counter("".join(colours.tiled(f"random:{seed}", TILES))) == dict.fromkeys("RYGB", 16)


def test_triad() -> None:
    assert colours.three_coloured(5) == TRIAD
    board = Topology(hexagonal.hexagonal(5))
    by_site = colours.colours(TRIAD, board)
    assert len(by_site) == 61
    for site, others in enumerate(board.neighbours(SiteType.CELL, Relation.ORTHOGONAL)):
        assert all(by_site[site] != by_site[other] for other in others)
    assert Counter(by_site) == {"R": 19, "G": 21, "B": 21}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1c 2a 3a 4a", "not a tile"),
        ("9a", "no tile 9"),
        ("1a45", "0, 90, 180 or 270"),
        ("random:x", "whole number"),
        ("1a 2a 3a", "do not make rows of 2"),
    ],
)
def test_mistakes_are_explained(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        colours.tiled(text, TILES)


def test_a_layout_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BoardError, match="the rows of the board have 3, 3, 3"):
        colours.colours(("RG", "BY"), Topology(square.square(3)))
    with pytest.raises(BoardError, match="square"):
        Tile(("RG",))
