"""Tiles: the text of a board composed of theirs as far as the layout says what lies where; and colours as
part of the state, where chance lays the tiles or a rule changes the colour of a site.

    "1a 2a@90 / 3a@? ?"     two tiles that lie fast, one that chance turns, one that chance lays

What chance decides is left blank in the text, and decided at the game's start. In other games the colours are
constants, and leave nothing in the program.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Assign, Expr, Field, Include
from gdl.core.programs import COLOUR
from gdl.equip.facts import DrawnTiles
from gdl.support.values import frozen


def coloured(b: Builder, name: str) -> Expr:
    """The sites of a colour that the equipment declares."""
    return k.field(colour_field(b, name)) if b.facts.colours_change else k.sites_(b.facts.coloured[name])


def colour_field(b: Builder, name: str) -> Field:
    """The sites of a colour, in games whose colours change: between positions only where a rule does that."""
    sites = b.facts.coloured[name]
    return b.declare(f"{COLOUR}{name}", SITES, None, sites, position=b.facts.recoloured, called=None)


def recolour(b: Builder, sites: Expr, name: str) -> None:
    """Give sites another colour: they lose the one that they had."""
    for other in b.facts.coloured:
        b.emit(Include(colour_field(b, other), None, sites, other == name, span=b.span))


def lay_tiles(b: Builder) -> None:
    """What the start begins with: the colours are those of the tiles, as chance lays and turns them."""
    if not b.facts.colours_change:
        return
    for name in b.facts.coloured:
        colour_field(b, name)  # people look at all of them, whatever the rules do
    for drawn in b.facts.drawn_tiles:
        with b.at(drawn):
            _Layer(b, drawn).lay_all()


class _Layer:
    """Emits how the tiles come to lie: every way to choose, place, and turn them is as likely."""

    def __init__(self, b: Builder, drawn: DrawnTiles) -> None:
        self.b = b
        self.drawn = drawn
        self.faces = b.table(drawn.faces, INT, -1, "tile_faces")
        self.quarters = b.table(drawn.quarters, INT, -1, "tile_quarters")
        self.cells = {
            name: b.constant_table(cells, SITES, 0, "tile_cells") for name, cells in drawn.cells.items()
        }

    def lay_all(self) -> None:
        """First the tiles whose places chance decides, then those that it only turns."""
        given = sum(1 << place for place, face in enumerate(self.drawn.faces) if face >= 0)
        if self.drawn.tiles:
            self._draw_places((1 << len(self.drawn.faces)) - 1 - given)
        with self.b.each(k.sites_(given)) as place:
            self._lay(place, k.table(self.faces, place))

    def _draw_places(self, places: int) -> None:
        """Each tile draws one of the places and, as there may be fewer of these, of the slots in the box."""
        b, tiles = self.b, self.drawn.tiles
        firsts = b.table(tuple(faces[0] for faces in tiles), INT, 0, "tile_first")
        numbers = b.table(tuple(len(faces) for faces in tiles), INT, 0, "tile_sides")
        left = b.variable("places", k.sites_(places))
        with b.count_up(k.int_(0), k.int_(len(tiles) - 1)) as tile:
            slot = b.draw(k.sub(k.int_(len(tiles)), tile))
            with b.if_(k.lt(slot, k.size(left))):
                place = b.assign("place", k.nth(left, slot))
                b.emit(Assign(str(left.data), k.diff(left, k.one(place)), span=b.span))
                side = b.draw(k.table(numbers, tile))
                self._lay(place, b.assign("face", k.add(k.table(firsts, tile), side)))

    def _lay(self, place: Expr, face: Expr) -> None:
        b = self.b
        turn = b.variable("turn", k.table(self.quarters, place))
        with b.if_(k.lt(turn, k.int_(0))):
            b.emit(Assign(str(turn.data), b.draw(k.int_(4)), span=b.span))
        which = k.add(k.mul(k.add(k.mul(place, k.int_(self.drawn.count)), face), k.int_(4)), turn)
        which = b.assign("lying", which)
        for name, cells in self.cells.items():
            b.emit(Include(colour_field(b, name), None, k.table(cells, which), True, span=b.span))


_PLACE = r"([^@\s/]+)(?:@(-?\d+|\?))?$"

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
    match = re.match(_PLACE, place)
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
