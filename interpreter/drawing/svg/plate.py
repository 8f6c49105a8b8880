"""How far a board reaches in its picture, and the plate of wood that boards without cells lie on."""

from __future__ import annotations

from interpreter.drawing.svg.ground import LINE, RIM, WOOD
from interpreter.drawing.svg.scale import Scale
from interpreter.drawing.svg.xml import element
from interpreter.drawing.view import View

#: So round are the corners of the plate.
_ROUND = 8.0


def extent(view: View, scale: Scale) -> tuple[float, float, float, float]:
    """The least x and y and the greatest: of all sites with their room, and of lines beyond them."""
    xs, ys = [], []
    for spot in view.plan.every_spot:
        outline = scale.shape(spot)
        room = 0.0 if len(outline) > 2 else scale.rooms[spot.site]
        rim = RIM if spot.lie is not None else 0.0
        for x, y in outline:
            xs += [x - rim, x + rim]
            ys += [y - rim, y + rim]
        if room:
            x, y = scale.at(spot)
            xs += [x - room, x + room]
            ys += [y - room, y + room]
    for loop in view.plan.loops:
        for place in loop:
            x, y = scale.place(*place)
            xs += [x - RIM, x + RIM]
            ys += [y - RIM, y + RIM]
    return min(xs, default=0.0), min(ys, default=0.0), max(xs, default=0.0), max(ys, default=0.0)


def plate(view: View, scale: Scale) -> str:
    """What points, holes, edges and long cells lie on; nothing where other cells, or no sites, are."""
    spots = view.plan.spots
    if not spots or (len(spots[0].shape) > 2 and spots[0].lie is None):
        return ""
    left, top, right, low = extent(view, scale)
    return element("rect", x=left, y=top, width=right - left, height=low - top, rx=_ROUND, class_="lw-plate",
                   fill=WOOD, stroke=LINE, stroke_width=1)  # fmt: skip
