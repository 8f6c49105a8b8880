"""The whole picture: layers in their order, the sites with what they are called, the style sheet.

Every site is a group of class `lw-site` with its number in `data-site`, its name in `data-name`, and a label
for those who hear it. Pieces are drawn above all sites and let clicks through. Names of classes begin with
`lw-`; colours can be set by CSS variables, by `--ludwright-paper`, `--ludwright-ink`, `--ludwright-cell`,
`--ludwright-cell-dark`, `--ludwright-line`, `--ludwright-last`, `--ludwright-player-1` and
`--ludwright-colour-1` and so on; without them there is a light picture and a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.drawing.plan import Spot
from interpreter.drawing.svg import ground, layers
from interpreter.drawing.svg import layers as overlays
from interpreter.drawing.svg.beside import panel_of
from interpreter.drawing.svg.palette import SiteColour, site_colours
from interpreter.drawing.svg.pieces import Set, set_of
from interpreter.drawing.svg.scale import Scale, scale_of
from interpreter.drawing.svg.xml import Look, element, escaped, number
from interpreter.drawing.view import Layer, View

_PAPER = "#fbf8f1"
#: Variable by variable: the class and property it sets, what it is without it, and in the dark.
_THEME = (
    ("paper", ".lw-paper", "fill", _PAPER, "#24221f"),
    ("ink", ".lw-ruler,.lw-note,.lw-holder", "fill", ground.INK, "#e8e0d2"),
    ("cell", ".lw-cell,.lw-slot,.lw-plate", "fill", ground.WOOD, "#c9b184"),
    ("cell-dark", ".lw-dark,.lw-pit", "fill", ground.WOOD_DARK, "#b39661"),
    ("line", ".lw-line,.lw-edge,.lw-plate", "stroke", ground.LINE, "#7a5c34"),
    ("last", ".lw-from,.lw-to,.lw-last path:first-child", "stroke", overlays.LAST, "#5a189a"),
)


def svg(view: View) -> str:
    """The picture of a board, as the text of an SVG file."""
    pieces = set_of(view.picture)
    colours = site_colours(view.plan.colour_letters)
    scale = scale_of(view.plan)
    panel = panel_of(view, pieces, colours, scale.width)
    wide, high = max(scale.width, panel.width if panel.parts else 0), scale.height + panel.height
    aside = (wide - scale.width) / 2
    board = element("g", *_board(view, scale, pieces, colours), transform=f"translate({number(aside)} 0)")
    below = element("g", *panel.parts, class_="lw-panel", transform=f"translate(0 {number(scale.height)})")
    title = view.title or "Board"
    return element(
        "svg",
        element("title", escaped(title)),
        element("style", _style(pieces, colours)),
        element("defs", *(colour.definition() for colour in colours.values())) if colours else "",
        element("rect", width=wide, height=high, class_="lw-paper", fill=_PAPER),
        board,
        below if panel.parts else "",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(high)}",
        class_="ludwright",
        role="group",
        aria_label=title,
        font_family="system-ui, sans-serif",
        width=min(wide, 900),
        style="max-width:100%;height:auto",
    )


def _board(view: View, scale: Scale, pieces: Set, colours: dict[str, SiteColour]) -> Iterator[str]:
    """The layers from the lowest up."""
    slots = ground.slots_of(view, layers.is_named(view))
    regions: dict[int, list[str]] = {}
    for region in view.regions:
        for site in region.sites:
            regions.setdefault(site, []).append(region.name)
    yield from layers.sites(
        view, scale, colours, lambda spot, drawn: _site(view, spot, regions.get(spot.site, ()), drawn)
    )
    yield from overlays.regions(view, scale)
    yield from overlays.tracks(view, scale)
    yield from overlays.under_pieces(view, scale)
    yield from ground.corners(view, scale)
    yield from ground.homes(view, scale, pieces.colours)
    drawn: list[str] = []
    for spot in view.plan.every_spot:
        piece = None if view.contents is None or not view.shows(Layer.PIECES) else view.contents[spot.site]
        if piece is None:
            continue
        if spot.is_edge:
            drawn.append(_played_edge(scale, pieces, spot, piece.owner))
        at, room = layers.stand(scale, slots, spot)
        drawn.append(pieces.draw(spot.site, piece, at, room, view.shows(Layer.STATES), scale.way(spot)))
    if drawn:
        yield element("g", *drawn, class_="lw-pieces", pointer_events="none", aria_hidden="true")
    yield layers.writing(view, scale, slots, colours)
    marked = [*overlays.over_pieces(view, scale)]
    if marked:
        yield element("g", *marked, class_="lw-marks", pointer_events="none", aria_hidden="true")


def _site(view: View, spot: Spot, regions: Iterable[str], drawn: str) -> str:
    """A site, with all that is to be known of it."""
    piece = None if view.contents is None else view.contents[spot.site]
    said = [spot.name, spot.colour, *regions]
    if view.contents is not None:
        said.append("empty" if piece is None else view.picture.words(spot.site, piece))
    said += view.marks.words(spot.site)
    text = ", ".join(part for part in said if part)
    return element(
        "g",
        element("title", escaped(text)),
        drawn,
        class_="lw-site",
        data_site=spot.site,
        data_name=spot.name,
        data_colour=spot.colour or None,
        data_owner=None if piece is None else piece.owner,
        role="img",
        aria_label=text,
    )


def _played_edge(scale: Scale, pieces: Set, spot: Spot, owner: int) -> str:
    """An edge that a player holds: a thick line."""
    (ax, ay), (bx, by) = ground.stretch(scale, spot)
    look: Look = {"x1": ax, "y1": ay, "x2": bx, "y2": by, "stroke_linecap": "round"}
    fill = pieces.colour(owner)
    return element("line", **look, stroke="#1c1c1c", stroke_width=7) + element(
        "line", **look, stroke=fill, stroke_width=5, class_=f"lw-token {pieces.class_of(owner)}"
    )


def _style(pieces: Set, colours: dict[str, SiteColour]) -> str:
    """Colours by CSS variables, for readers that know these; others take the attributes."""
    light = ";".join(f"--lw-{name}:{value}" for name, _, _, value, _ in _THEME)
    dark = ";".join(f"--lw-{name}:{value}" for name, _, _, _, value in _THEME)
    rules = [
        *(
            "".join(f".ludwright {each}," for each in classes.split(",")).rstrip(",")
            + f"{{{what}:var(--ludwright-{name},var(--lw-{name}))}}"
            for name, classes, what, _, _ in _THEME
        ),
        *(
            f".ludwright .lw-p{index}{{fill:var(--ludwright-player-{index},{colour})}}"
            for index, colour in enumerate(pieces.colours)
        ),
        *(
            f".ludwright .lw-c{index}{{fill:var(--ludwright-colour-{index},{colour.fill})}}"
            for index, colour in enumerate(colours.values(), 1)
        ),
        ".ludwright .lw-edge:hover,.ludwright .lw-site:hover .lw-cell{stroke-width:2.5}",
    ]
    return f".ludwright{{{light}}}@media (prefers-color-scheme:dark){{.ludwright{{{dark}}}}}" + "".join(rules)
