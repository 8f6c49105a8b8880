"""Cell colours laid out as text: rows of letters, and square tiles that compose a board.

A layout is a tuple of strings, the top rank first and each row from the left, as an author draws it. A tile
has two faces, `a` and `b`, and lies in one of four rotations; it is written as its name, the face and the
degrees of a clockwise turn: `1a`, `3b90`. A board of four tiles is written in reading order (north-west,
north-east, south-west, south-east), or drawn at random as `random:SEED`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from gdl.boards.errors import BoardError
from gdl.boards.sitetype import SiteType
from gdl.boards.topology import Topology

Layout = tuple[str, ...]

FACES = ("a", "b")
TURNS = (0, 90, 180, 270)


def layout(rows: Sequence[str]) -> Layout:
    """Check the rows of a layout; blanks between letters are allowed and dropped."""
    cleaned = tuple("".join(row.split()) for row in rows)
    if not cleaned or not all(cleaned):
        raise BoardError("a colour layout needs at least one row, and no row may be empty")
    return cleaned


def by_site(rows: Sequence[str]) -> tuple[str, ...]:
    """The colour of each site, in the order of sites: from the bottom row up, each from the left."""
    return tuple(colour for row in reversed(layout(rows)) for colour in row)


def colours(rows: Sequence[str], topology: Topology, type: SiteType = SiteType.CELL) -> tuple[str, ...]:
    """The colour of each site of a board, whose rows must have the lengths of the layout's rows."""
    drawn = layout(rows)
    board = topology.rows(type)
    wanted = [len(row) for row in reversed(board)]
    if [len(row) for row in drawn] != wanted:
        raise BoardError(
            f"the rows of colours have {_list(len(row) for row in drawn)} letters; "
            f"the rows of the board have {_list(wanted)} sites"
        )
    where = topology.positions(type)
    result = [""] * topology.count(type)
    for row, sites in zip(reversed(drawn), board, strict=True):
        for colour, site in zip(row, sorted(sites, key=lambda s: where[s][0]), strict=True):
            result[site] = colour
    return tuple(result)


def region(by_site: Sequence[str], colour: str) -> tuple[int, ...]:
    """The sites of one colour."""
    return tuple(site for site, here in enumerate(by_site) if here == colour)


def transpose(rows: Layout) -> Layout:
    """The mirror image in the diagonal that falls from the upper left."""
    return tuple("".join(column) for column in zip(*rows, strict=True))


def turned(rows: Layout, degrees: int) -> Layout:
    """The layout after a clockwise turn of 0, 90, 180 or 270 degrees."""
    if degrees not in TURNS:
        raise BoardError(f"a tile is turned by 0, 90, 180 or 270 degrees, not {degrees}")
    for _ in range(degrees // 90):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


def _maybe_layout(rows: Sequence[str]) -> Layout:
    return layout(rows) if rows else ()


@frozen
class Tile:
    """A square tile with two faces. The back is the mirror image of the front unless it is given."""

    a: Layout = field(converter=layout)
    b: Layout = field(default=(), converter=_maybe_layout)

    def __attrs_post_init__(self) -> None:
        if any(len(row) != len(self.a) for row in self.a):
            raise BoardError("a tile must be square")
        if self.b and [len(row) for row in self.b] != [len(row) for row in self.a]:
            raise BoardError("the two faces of a tile must have the same size")

    def face(self, name: str, degrees: int = 0) -> Layout:
        """One face as it shows after a turn."""
        if name not in FACES:
            raise BoardError(f"a tile has the faces a and b, not {name}")
        return turned(self.a if name == "a" else self.b or transpose(self.a), degrees)


@frozen
class Placement:
    """Which tile lies somewhere, with which face up and how far it is turned clockwise."""

    tile: str
    face: str
    degrees: int = 0

    def __str__(self) -> str:
        return f"{self.tile}{self.face}{self.degrees or ''}"


_PLACEMENT = re.compile(r"(\w*?)([ab])(\d*)$")


def placement(text: str) -> Placement:
    """Read `1a` or `3b90`."""
    found = _PLACEMENT.match(text.strip())
    if found is None or not found[1]:
        raise BoardError(f"{text!r} is not a tile: write its name, its face and its turn, as in 1a or 3b90")
    degrees = int(found[3] or 0)
    if degrees not in TURNS:
        raise BoardError(f"a tile is turned by 0, 90, 180 or 270 degrees, not {degrees}")
    return Placement(found[1], found[2], degrees)


def arrangement(text: str, tiles: Mapping[str, Tile]) -> tuple[Placement, ...]:
    """Read `1a 2a 3a 4a`, or deal all the tiles for `random:SEED`."""
    text = text.strip()
    if text.startswith("random:"):
        seed = text[len("random:") :].strip()
        if not re.fullmatch(r"\d{1,18}", seed):
            raise BoardError(f"the seed of a random board is a whole number, not {seed!r}")
        return dealt(int(seed), tiles)
    placements = tuple(placement(word) for word in text.split())
    for one in placements:
        if one.tile not in tiles:
            raise BoardError(f"there is no tile {one.tile}; the tiles are {_list(tiles)}")
    return placements


def dealt(seed: int, tiles: Mapping[str, Tile]) -> tuple[Placement, ...]:
    """All the tiles in a random order, each with a random face up and a random turn.

    The seed is scrambled by SplitMix64 (Steele, Lea and Flood, 2014) and its digits in mixed radix make the
    choices, so that a seed means the same board everywhere.
    """
    remaining = sorted(tiles)
    placements: list[Placement] = []
    state = seed
    while remaining:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        mixed = state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % 2**64
        mixed ^= mixed >> 31
        mixed, which = divmod(mixed, len(remaining))
        mixed, face = divmod(mixed, 2)
        placements.append(Placement(remaining.pop(which), FACES[face], TURNS[mixed % 4]))
    return tuple(placements)


def composed(placements: Sequence[Placement], tiles: Mapping[str, Tile], *, across: int = 2) -> Layout:
    """The layout of a board of tiles, `across` of them side by side, given in reading order."""
    if not placements or across < 1 or len(placements) % across:
        raise BoardError(f"{len(placements)} tiles do not make rows of {across}")
    rows: list[str] = []
    for start in range(0, len(placements), across):
        blocks = [tiles[one.tile].face(one.face, one.degrees) for one in placements[start : start + across]]
        if len({len(block) for block in blocks}) > 1:
            raise BoardError("tiles side by side must have the same size")
        rows += ["".join(parts) for parts in zip(*blocks, strict=True)]
    return tuple(rows)


def tiled(text: str, tiles: Mapping[str, Tile], *, across: int = 2) -> Layout:
    """The layout that `1a 2a 3a 4a` or `random:SEED` means."""
    return composed(arrangement(text, tiles), tiles, across=across)


def three_coloured(side: int, letters: str = "RGB") -> Layout:
    """A hexagon of hexagons of the given side in three colours, no two neighbours alike: in axial
    coordinates, q to the right and r downwards from the middle, colour (q - r) mod 3. (Triad: side 5.)"""
    if side < 1 or side > 50 or len(letters) != 3:
        raise BoardError("a three-coloured hexagon needs a side from 1 to 50 and three letters")
    reach = side - 1
    return tuple(
        "".join(letters[(q - r) % 3] for q in range(max(-reach, -reach - r), min(reach, reach - r) + 1))
        for r in range(-reach, reach + 1)
    )


def _list(things: Iterable[object]) -> str:
    return ", ".join(str(thing) for thing in things)
