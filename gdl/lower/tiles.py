"""Colours as part of the state, where chance lays the board's tiles or a rule changes the colour of a site.

In other games the colours are constants, and nothing here leaves anything in the program.
"""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Assign, Expr, Field, Include
from gdl.core.programs import COLOUR
from gdl.equip.facts import DrawnTiles


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
