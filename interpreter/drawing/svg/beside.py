"""What lies beside a board: hands and dice, what is said of the game, what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.support.values import define, field
from interpreter.drawing.svg.ground import INK, LINE, WOOD
from interpreter.drawing.svg.layers import colour_of, dash_of, tag_of
from interpreter.drawing.svg.palette import SiteColour
from interpreter.drawing.svg.pieces import Set
from interpreter.drawing.svg.xml import cut, element, escaped, label, text_width
from interpreter.drawing.view import Layer, View
from interpreter.engines.contents import Piece

_ROW, _SLOT, _SIZE = 27.0, 25.0, 10.0
#: The least that is as wide as text needs, and the most.
_WIDE = 260.0


@define
class Panel:
    """Rows below the board, filled from the left."""

    width: float
    left: float = 12.0
    top: float = 0.0
    x: float = 12.0
    parts: list[str] = field(factory=list)

    def row(self) -> None:
        """Begin the next row, unless this one is empty."""
        if self.x > self.left:
            self.top, self.x = self.top + _ROW, self.left

    def room_for(self, wide: float) -> None:
        """Begin the next row where this one has no room for something."""
        if self.x > self.left and self.x + wide > self.width - self.left:
            self.row()

    def text(self, text: str, class_: str = "lw-note") -> None:
        """Write a text."""
        shown = cut(text, self.width - 2 * self.left, _SIZE)
        wide = text_width(shown, _SIZE)
        self.room_for(wide)
        self.parts.append(label(shown, self.x, self.top + _ROW / 2, _SIZE, class_, INK))
        self.x += wide + 8

    def sample(self, drawn: str, text: str) -> None:
        """A sign and what it means, side by side. `drawn` lies in a square of 20 round the origin."""
        shown = cut(text, self.width - 2 * self.left - _SLOT, _SIZE)
        self.room_for(_SLOT + text_width(shown, _SIZE))
        move = f"translate({self.x + 11:g} {self.top + _ROW / 2:g})"
        self.parts.append(element("g", drawn, transform=move))
        self.x += _SLOT
        self.text(shown)
        self.x += 6

    @property
    def height(self) -> float:
        """How high it has become."""
        return self.top + (_ROW if self.x > self.left else 0)


def panel_of(view: View, pieces: Set, colours: dict[str, SiteColour], width: float) -> Panel:
    """All that stands below a board which is so wide."""
    panel = Panel(max(width, _WIDE))
    for note in view.notes:
        panel.text(note)
        panel.row()
    for name, sites in view.plan.beside:
        _holder(panel, view, pieces, name, sites)
        panel.row()
    if view.shows(Layer.LEGEND):
        for sign, text in _legend(view, pieces, colours):
            panel.sample(sign, text)
        panel.row()
    return panel


def _holder(panel: Panel, view: View, pieces: Set, name: str, sites: tuple[int, ...]) -> None:
    """A hand or dice: its name, and a slot for each of its sites."""
    panel.text(f"{name}:", "lw-holder")
    for site in sites:
        panel.room_for(_SLOT)
        piece = None if view.contents is None else view.contents[site]
        said = "empty" if piece is None else view.picture.words(site, piece)
        x, y = panel.x + 11, panel.top + _ROW / 2
        slot = element("rect", x=x - 11, y=y - 11, width=22, height=22, rx=5, fill=WOOD, stroke=LINE,
                       stroke_width=0.8, class_="lw-slot")  # fmt: skip
        inside = [element("title", escaped(f"{name}, {said}")), slot]
        if view.shows(Layer.NUMBERS) and piece is None:
            inside.append(label(str(site), x, y, 8, "lw-index", INK, text_anchor="middle"))
        if piece is not None and view.shows(Layer.PIECES):
            inside.append(pieces.draw(site, piece, (x, y), 10, view.shows(Layer.STATES)))
        panel.parts.append(
            element(
                "g",
                *inside,
                class_="lw-site lw-beside",
                data_site=site,
                role="img",
                aria_label=f"{name}, {said}",
            )
        )
        panel.x += _SLOT


def _legend(view: View, pieces: Set, colours: dict[str, SiteColour]) -> Iterator[tuple[str, str]]:
    """What the pieces, colours, regions and tracks are called."""
    if view.shows(Layer.PIECES):
        for index, (kind, owner) in enumerate(zip(view.picture.kinds, view.picture.owners, strict=False)):
            if index > len(view.picture.dice):  # dice come first
                piece = Piece(kind, owner, index)
                yield pieces.draw(-1, piece, (0, 0), 10), view.picture.words(-1, piece)
    if view.shows(Layer.COLOURS):
        for colour in colours.values():
            ground = element("rect", x=-9, y=-9, width=18, height=18, fill=colour.fill, stroke=LINE)
            pattern = element("rect", x=-9, y=-9, width=18, height=18, fill=f"url(#{colour.id})")
            yield ground + pattern, f"{colour.name} ({colour.letter})"
    for index, region in enumerate(view.regions):
        ring = element("rect", x=-8, y=-8, width=16, height=16, fill="none", stroke=colour_of(index),
                       stroke_width=1.6, stroke_dasharray=dash_of(index))  # fmt: skip
        letter = label(tag_of(index), 0, 0, 8, "lw-tag", INK, text_anchor="middle")
        yield ring + letter, _owned(view, region.name or "region", region.owner)
    for index, way in enumerate(view.tracks):
        line = element(
            "path", d="M-9 0H9", stroke=colour_of(index), stroke_width=2, stroke_dasharray=dash_of(index)
        )
        dot = element("circle", cx=-9, r=3, fill=colour_of(index))
        yield line + dot, _owned(view, f"track {way.name}".rstrip(), way.owner)


def _owned(view: View, name: str, owner: int) -> str:
    who = view.picture.seat_name(owner)
    return f"{name} of {who}" if who else name
