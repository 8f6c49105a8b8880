"""Composing the text of a board from the texts of its tiles, as far as the layout says what lies where.

    "1a 2a@90 / 3a@? ?"     two tiles that lie fast, one that chance turns, one that chance lays

What chance decides is left blank here; `gdl/lower/tiles.py` has the game decide it at its start.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

from gdl.support.values import frozen

_PLACE = re.compile(r"([^@\s/]+)(?:@(-?\d+|\?))?$")

#: Says that chance decides: for a face, and for a turn.
_OPEN = "?"
#: A layout in which chance lays every tile.
_SHUFFLED = "shuffled"
#: A cell without a colour.
_BLANK = "."


class MosaicError(ValueError):
    """A layout that does not make sense; the message is for its author."""


@frozen
class Place:
    """What lies on one place of a layout: a face, and how many quarters it is turned. None: chance says."""

    face: str | None
    quarters: int | None

    @property
    def open(self) -> bool:
        """Does chance have a say?"""
        return self.face is None or self.quarters is None


def turned(rows: Sequence[str], quarters: int) -> list[str]:
    """A square text turned clockwise."""
    result = list(rows)
    for _ in range(quarters % 4):
        result = ["".join(column) for column in zip(*reversed(result), strict=True)]
    return result


def size_of(faces: Mapping[str, Sequence[str]]) -> int:
    """How many cells wide and tall every face is."""
    sizes = {len(face) for face in faces.values()} | {len(row) for face in faces.values() for row in face}
    if len(sizes) != 1 or sizes == {0}:
        raise MosaicError("all faces must be squares of the same size")
    return sizes.pop()


def places_of(layout: str, faces: Mapping[str, Sequence[str]], rows: int, columns: int) -> list[list[Place]]:
    """What the layout (see `Mosaic`) says of each place of a board of so many rows and columns, top first."""
    size = size_of(faces)
    tall, wide = rows // size, columns // size
    text = layout.strip()
    if text.casefold() == _SHUFFLED:
        return [[Place(None, None)] * wide for _ in range(tall)]
    if re.match(r"random\b", text, re.IGNORECASE):
        layout = _drawn_from_seed(text, list(faces), tall, wide)
    lines = [line.split() for line in layout.split("/")]
    if len(lines) != tall or any(len(line) != wide for line in lines):
        given = " / ".join(str(len(line)) for line in lines)
        most = max(map(len, lines))
        holds = f"a tile is {size}x{size} cells, so this board of {rows}x{columns} holds "
        holds += f"{tall} rows of {wide} tiles" if tall > 1 else f"{wide} tile{'s' * (wide > 1)}"
        board = f"for these the board has {size * len(lines)}x{size * most} cells"
        raise MosaicError(f"{holds}, but here are {given}; the rows are told apart by /, and {board}")
    return [[_place(text, faces) for text in line] for line in lines]


def _place(text: str, faces: Mapping[str, Sequence[str]]) -> Place:
    name, turn = _face(text)
    if name != _OPEN and name not in faces:
        raise MosaicError(f'there is no face "{name}"; the faces are {", ".join(sorted(faces))}')
    if turn == _OPEN:
        quarters = None
    elif int(turn) % 90:
        raise MosaicError(f"tiles turn by 90, 180 or 270 degrees, not {int(turn)}")
    else:
        quarters = int(turn) // 90 % 4
    return Place(None if name == _OPEN else name, quarters)


def arrange(layout: str, faces: Mapping[str, Sequence[str]], rows: int, columns: int) -> list[str]:
    """The rows of a board of so many rows and columns, composed by the layout (see `Mosaic`).

    Where chance has a say cells are blank.
    """
    size = size_of(faces)
    blank = [_BLANK * size] * size
    board: list[str] = []
    for line in places_of(layout, faces, rows, columns):
        tiles = [
            blank
            if place.face is None or place.quarters is None
            else turned(faces[place.face], place.quarters)
            for place in line
        ]
        board += ["".join(parts) for parts in zip(*tiles, strict=True)]
    return board


def used_again(layout: str, names: Sequence[str]) -> dict[str, list[str]]:
    """The faces that lie on the board by tile, of the tiles that lie there more than once although there are
    enough of them for each to lie there once at most: a box holds each of its tiles once."""
    if layout.strip().casefold() == _SHUFFLED or layout.strip().startswith("random:"):
        return {}
    lying: dict[str, list[str]] = {}
    for place in layout.replace("/", " ").split():
        name, _ = _face(place)
        if name != _OPEN:
            lying.setdefault(_tile(name), []).append(name)
    enough = len(set(map(_tile, names))) >= sum(map(len, lying.values()))
    return {tile: there for tile, there in lying.items() if enough and len(there) > 1}


def tiles_in(names: Sequence[str]) -> dict[str, list[str]]:
    """The faces of each tile, in order."""
    tiles: dict[str, list[str]] = {}
    for name in sorted(names):
        tiles.setdefault(_tile(name), []).append(name)
    return tiles


def tiles_left(places: Sequence[Place], names: Sequence[str]) -> list[list[str]]:
    """The faces of each tile that is left in the box for chance to lay. Raises MosaicError for too few."""
    lying = {_tile(place.face) for place in places if place.face is not None}
    left = [faces for tile, faces in tiles_in(names).items() if tile not in lying]
    wanted = sum(place.face is None for place in places)
    if len(left) < wanted:
        raise MosaicError(_too_few(wanted, len(left)))
    return left


def _too_few(wanted: int, there: int) -> str:
    are = "is" if there == 1 else "are"
    return f"{wanted} tiles are needed and there {are} {there}"


def _face(place: str) -> tuple[str, str]:
    """The name of the face on a place of a layout, and how far it is turned, in degrees."""
    match = _PLACE.match(place)
    return (place, "0") if match is None else (match.group(1), match.group(2) or "0")


def _tile(name: str) -> str:
    """The tile that a face is of: the number that its name begins with, else a tile of its own."""
    number = re.match(r"\d+", name)
    return number.group() if number else name


def _drawn_from_seed(layout: str, names: list[str], rows: int, columns: int) -> str:
    """A layout drawn from a seed: each tile once, either face, any turn."""
    seed = layout[len("random:") :] if layout.startswith("random:") else ""
    if not re.fullmatch(r"\d{1,18}", seed):
        raise MosaicError(
            "a random board is written random:SEED with a whole number, for example random:7, "
            f'not "{layout}"; '
            f"{_SHUFFLED} is another one at each start"
        )
    tiles = tiles_in(names)
    wanted = rows * columns
    if len(tiles) < wanted:
        raise MosaicError(_too_few(wanted, len(tiles)))
    # Not the engine's generator: this arrangement must not depend on what a game draws.
    draw = random.Random(int(seed))
    chosen = draw.sample(sorted(tiles), wanted)
    places = [f"{draw.choice(tiles[tile])}@{90 * draw.randrange(4)}" for tile in chosen]
    return " / ".join(" ".join(places[r * columns : (r + 1) * columns]) for r in range(rows))
