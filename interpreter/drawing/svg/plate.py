"""How far a board reaches in its picture, and the plate of wood that boards without cells lie on."""

from __future__ import annotations

from interpreter.drawing.svg.ground import LINE, WOOD
from interpreter.drawing.svg.scale import Scale
from interpreter.drawing.svg.xml import element
from interpreter.drawing.view import View

#: So much lies between the outermost line and the rim of the plate, and so round are its corners.
_RIM, _ROUND = 8.0, 8.0


def extent(view: View, scale: Scale) -> tuple[float, float, float, float]:
    """The least x and y and the greatest: of all sites with their room, and of lines beyond them."""
    xs, ys = [], []
    for spot in view.plan.every_spot:
        outline = scale.shape(spot)
        room = 0.0 if len(outline) > 2 else scale.rooms[spot.site]
        for x, y in outline:
            xs.append(x)
            ys.append(y)
        if room:
            x, y = scale.at(spot)
            xs += [x - room, x + room]
            ys += [y - room, y + room]
    for loop in view.plan.loops:
        for place in loop:
            x, y = scale.place(*place)
            xs += [x - _RIM, x + _RIM]
            ys += [y - _RIM, y + _RIM]
    return min(xs, default=0.0), min(ys, default=0.0), max(xs, default=0.0), max(ys, default=0.0)


def plate(view: View, scale: Scale) -> str:
    """What points, holes and edges lie on; nothing where the board has cells, or no sites."""
    spots = view.plan.spots
    if not spots or len(spots[0].shape) > 2:
        return ""
    left, top, right, low = extent(view, scale)
    return element("rect", x=left, y=top, width=right - left, height=low - top, rx=_ROUND, class_="lw-plate",
                   fill=WOOD, stroke=LINE, stroke_width=1)  # fmt: skip
