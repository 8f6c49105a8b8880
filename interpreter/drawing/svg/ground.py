"""The board itself: cells, points, edges, the lines between them, names and numbers."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from gdl.support.values import frozen
from interpreter.drawing.plan import Place, Spot
from interpreter.drawing.svg.palette import SiteColour
from interpreter.drawing.svg.scale import Scale
from interpreter.drawing.svg.xml import Look, element, fitting, label, number, points
from interpreter.drawing.view import Layer, View

WOOD, WOOD_DARK, LINE, INK = "#ecd9b4", "#dfc596", "#8a6d43", "#3b2f20"
#: What lies between the outermost line and the rim of the plate.
RIM = 8.0
#: The size of what sites are called on the rim.
_CALLED = 13
_MIDDLE = "middle"


@frozen
class Slots:
    """Where on a site what is written: as shares of its room. Names stand below the piece, numbers above."""

    piece: float
    piece_down: float
    name: float = 0.76
    number: float = -0.76
    size: float = 0.42


def slots_of(view: View, named: bool) -> Slots:
    """What fits, depending on what is written on each site."""
    points = not (view.plan.spots and len(view.plan.spots[0].shape) > 2)
    below = named
    above = view.shows(Layer.NUMBERS) or bool(view.regions) or _lettered(view)
    if points and (below or above):  # a piece stands on its point
        return Slots(piece=0.66, piece_down=0.0, name=0.88, number=-0.88, size=0.36)
    if below and above:
        # cells that stand on a corner are narrow where these are written
        upright = all(_is_upright(spot) for spot in view.plan.spots)
        narrow = Slots(piece=0.48, piece_down=0.0, name=0.69, number=-0.69, size=0.36)
        return Slots(piece=0.5, piece_down=0.0) if upright else narrow
    if below or above:
        # names close below the piece: cells may be narrow at the foot
        return Slots(piece=0.62, piece_down=0.16 if above else -0.2, name=0.64)
    return Slots(piece=0.78, piece_down=0.0)


def _lettered(view: View) -> bool:
    return view.shows(Layer.COLOURS) and bool(view.plan.colours)


def lines(view: View, scale: Scale) -> Iterator[str]:
    """The lines between points, and those that lead round outside of them."""
    spots = view.plan.spots
    if view.plan.lines and not view.plan.holes:
        picture, named = view.picture, {spot.name: index for index, spot in enumerate(spots)}
        unlined = {frozenset(pair) for pair in picture.unlined}
        drawn = [pair for pair in view.plan.lines if {spots[end].name for end in pair} not in unlined]
        drawn += [(named[a], named[b]) for a, b in picture.lined if a in named and b in named]
        path = "".join(f"M{_at(scale.at(spots[a]))}L{_at(scale.at(spots[b]))}" for a, b in drawn)
        path += "".join(
            f"M{'L'.join(_at(scale.place(*place)) for place in loop)}" for loop in view.plan.loops
        )
        yield element("path", d=path, class_="lw-line", stroke=LINE, stroke_width=1.4, fill="none")


def corners(view: View, scale: Scale) -> Iterator[str]:
    """The dots that edges lie between."""
    if view.plan.on_edges:
        ends = dict.fromkeys(place for spot in view.plan.spots for place in scale.shape(spot))
        for x, y in ends:
            yield element("circle", cx=x, cy=y, r=3.2, class_="lw-corner", fill=INK)


def site(view: View, scale: Scale, spot: Spot, colours: dict[str, SiteColour], dark: bool) -> str:
    """A site without what stands on it."""
    room = scale.rooms[spot.site]
    x, y = scale.at(spot)
    if len(spot.shape) > 2:
        return _cell(view, scale, spot, colours, dark)
    if spot.is_edge:
        (ax, ay), (bx, by) = stretch(scale, spot)
        return element("line", x1=ax, y1=ay, x2=bx, y2=by, class_="lw-edge", stroke=LINE, stroke_width=3,
                       stroke_opacity=0.35, stroke_linecap="round")  # fmt: skip
    if (view.plan.lines and not view.plan.holes) or spot.site not in view.plan.main:
        # where lines are left out it is no squared paper, on which points are marked for the eye
        stars = frozenset[int]() if view.picture.unlined else view.plan.stars
        shown = stars is None or spot.site in stars
        dot = (
            element(
                "circle",
                cx=x,
                cy=y,
                r=max(room * (0.12 if stars is None else 0.17), 1.5),
                class_="lw-point",
                fill=LINE,
            )
            if shown
            else ""
        )
        # something to hit, larger than a dot
        return dot + element("circle", cx=x, cy=y, r=room * 0.85, fill="none", pointer_events="all")
    return element(
        "circle", cx=x, cy=y, r=room * 0.92, class_="lw-pit", fill=WOOD_DARK, stroke=LINE, stroke_width=1
    )


def outline(scale: Scale, spot: Spot) -> str:
    """The border of a cell that lies below others, above these."""
    shape = points(scale.shape(spot))
    return element("polygon", points=shape, class_="lw-line", fill="none", stroke=INK, stroke_width=2,
                   pointer_events="none")  # fmt: skip


def faded(scale: Scale, spot: Spot) -> str:
    """What makes a cell faint."""
    shape = points(scale.shape(spot))
    return element("polygon", points=shape, fill="#ffffff", fill_opacity=0.72, class_="lw-faded")


def stretch(scale: Scale, spot: Spot) -> tuple[Place, Place]:
    """What is drawn of an edge: its points stay free."""
    (ax, ay), (bx, by) = scale.shape(spot)
    dx, dy = (bx - ax) * 0.1, (by - ay) * 0.1
    return (ax + dx, ay + dy), (bx - dx, by - dy)


def _cell(view: View, scale: Scale, spot: Spot, colours: dict[str, SiteColour], dark: bool) -> str:
    shape = points(scale.shape(spot))
    colour = colours.get(spot.colour) if view.shows(Layer.COLOURS) else None
    look: Look = {"stroke": LINE, "stroke_width": 1}
    if colour is None:
        tone = "lw-cell lw-dark" if dark else "lw-cell"
        return element("polygon", points=shape, class_=tone, fill=WOOD_DARK if dark else WOOD, **look)
    index = list(colours).index(spot.colour) + 1
    ground = element("polygon", points=shape, class_=f"lw-cell lw-c{index}", fill=colour.fill, **look)
    return ground + element(
        "polygon", points=shape, fill=f"url(#{colour.id})", class_="lw-pattern", pointer_events="none"
    )


def homes(view: View, scale: Scale, colours: Sequence[str]) -> Iterator[str]:
    """Lines in the players' colours along the rim of the board, where the sites lie that are theirs."""
    spots = {spot.site: spot for spot in view.plan.spots if len(spot.shape) > 2}
    shared: Counter[frozenset[Place]] = Counter(side for spot in spots.values() for side in _sides(spot))
    owned = [(owner, [spots[site] for site in sites if site in spots]) for owner, sites in view.plan.homes]
    for owner, own in owned:
        others = [spot for other, several in owned if other != owner for spot in several]
        path = ""
        for spot in own:
            mine = [each for each in own if each is not spot]
            theirs = [each for each in others if each.site != spot.site]
            contested = any(each.site == spot.site for each in others)
            for (ax, ay), (bx, by) in map(tuple, _sides(spot)):
                if shared[frozenset(((ax, ay), (bx, by)))] > 1:
                    continue
                at = ((ax + bx) / 2, (ay + by) / 2)
                if contested and _nearest(at, theirs) < _nearest(at, mine):
                    continue  # a corner is of both: each has the edge that goes on along its own side
                path += f"M{_at(scale.place(ax, ay))}L{_at(scale.place(bx, by))}"
        if path:
            look: Look = {"d": path, "fill": "none", "stroke_linecap": "round"}
            yield element("path", stroke=INK, stroke_width=5.4, **look)
            yield element("path", stroke=colours[owner], stroke_width=3.8, class_="lw-home", **look)


def _sides(spot: Spot) -> list[frozenset[Place]]:
    corners = [(round(x, 3), round(y, 3)) for x, y in spot.shape]
    return [frozenset((a, b)) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True) if a != b]


def _nearest(place: Place, spots: Sequence[Spot]) -> float:
    return min((math.dist(place, (spot.x, spot.y)) for spot in spots), default=math.inf)


def writing(
    view: View,
    scale: Scale,
    spot: Spot,
    named: bool,
    slots: Slots,
    colours: dict[str, SiteColour],
    tags: Sequence[str],
    apart: bool = False,
) -> str:
    """What is written on a site: its name below; above its number or the letter of its colour, and the tags
    of its regions. `apart`: names stand beside all edges, whether or not something is on them."""
    room = scale.rooms[spot.site]
    x, y = scale.at(spot)
    result = []
    if spot.site not in view.plan.main:  # names of sites that most games only count would hide the others
        named = view.contents is not None and view.contents[spot.site] is not None
    if named and spot.is_edge:
        size = fitting(spot.name, 1.3 * room, slots.size * room)
        free = not apart and (view.contents is None or view.contents[spot.site] is None)
        across, down = _beside_edge(spot, 0.0 if free else 0.75 * room)
        result.append(_haloed(spot.name, x + across, y + down, size, room, "lw-name", _MIDDLE))
    elif named:
        size = fitting(spot.name, 1.3 * room, slots.size * room)
        result.append(_haloed(spot.name, x, y + slots.name * room, size, room, "lw-name", _MIDDLE))
    above = [str(spot.site)] if view.shows(Layer.NUMBERS) else []
    if view.shows(Layer.COLOURS) and spot.colour in colours:
        above.append(colours[spot.colour].letter)
    text = " ".join([*above, *tags])
    if text and _is_upright(spot):
        size = fitting(text, 1.8 * room, slots.size * room)
        result.append(
            _haloed(text, x - 0.92 * room, y + slots.number * room, size, room, "lw-above", "start")
        )
    elif text:
        size = fitting(text, 1.3 * room, slots.size * room)
        result.append(_haloed(text, x, y + slots.number * room, size, room, "lw-above", _MIDDLE))
    return "".join(result)


def _beside_edge(spot: Spot, far: float) -> Place:
    """The place beside an edge: to the right of an upright one, below one that is not."""
    (ax, ay), (bx, by) = spot.shape
    return (far, 0.0) if abs(bx - ax) < abs(by - ay) / 2 else (0.0, far)


def _haloed(text: str, x: float, y: float, size: float, room: float, class_: str, anchor: str) -> str:
    """A text that can be read on whatever it stands."""
    return label(
        text, x, y, size, class_, INK, text_anchor=anchor, paint_order="stroke", stroke=WOOD,
        stroke_width=min(0.14 * room, 0.25 * size), stroke_linejoin="round",
    )  # fmt: skip


def _is_upright(spot: Spot) -> bool:
    """Whether it is a square that stands on a side, with corners where something can be written."""
    xs, ys = {round(x, 2) for x, _ in spot.shape}, {round(y, 2) for _, y in spot.shape}
    return len(spot.shape) == 4 and len(xs) == 2 and len(ys) == 2


def rulers(view: View, scale: Scale) -> Iterator[str]:
    """The names of columns below the board and of rows at its left; or on both rims what sites are called."""
    if (axis := rim_axis(view)) is not None:
        yield from _called(view, scale, axis)
        return
    result = view.plan.rulers()
    if result is None:
        return
    columns, rows = result
    rim = RIM if any(spot.lie for spot in view.plan.spots) else 0.0
    low = rim + max(scale.at(spot)[1] + scale.rooms[spot.site] for spot in view.plan.spots)
    left = min(scale.at(spot)[0] - scale.rooms[spot.site] for spot in view.plan.spots) - rim
    for name, x in columns.items():
        yield _ruler(
            view, name, scale.place(x, 0)[0] + _aside(view, x, columns.values(), 0), low + 9, _MIDDLE
        )
    for name, y in rows.items():
        yield _ruler(view, name, left - 4, scale.place(0, y)[1] - _aside(view, y, rows.values(), 1), "end")


def rim_axis(view: View) -> int | None:
    """Across which rims the sites of two rows are called something: 1 where one row lies above the other, 0
    where they lie side by side; None where not all sites are called something, or lie otherwise."""
    spots = view.plan.spots
    if not view.called or any(spot.name not in view.called for spot in spots):
        return None
    rows = ({round(spot.x, 2) for spot in spots}, {round(spot.y, 2) for spot in spots})
    return next((axis for axis in (1, 0) if len(rows[axis]) == 2), None)


def _called(view: View, scale: Scale, axis: int) -> Iterator[str]:
    """What the sites of two rows are called, each on the rim beside it."""
    left, top, right, low = extent(view, scale)
    middle = ((left + right) / 2, (top + low) / 2)
    for spot in view.plan.spots:
        name, (x, y) = view.called[spot.name], scale.at(spot)
        if axis:
            yield label(
                name, x, top - 7 if y < middle[1] else low + 13, _CALLED, "lw-ruler", INK, text_anchor=_MIDDLE
            )
        elif x < middle[0]:
            yield label(name, left - 4, y + 4, _CALLED, "lw-ruler", INK, text_anchor="end")
        else:
            yield label(name, right + 4, y + 4, _CALLED, "lw-ruler", INK, text_anchor="start")


def _ruler(view: View, name: str, x: float, y: float, anchor: str) -> str:
    """The name of a column or row; among lines that lead round the board it stands on what that lies on."""
    if view.plan.loops:
        return _haloed(name, x, y, 9, 9, "lw-name", anchor)
    return label(name, x, y, 9, "lw-ruler", INK, text_anchor=anchor)


def _aside(view: View, at: float, others: Collection[float], axis: int) -> float:
    """How far from its own place a name of a ruler stands: beside a line that goes on there, and away from
    where that bends to. `axis` is 0 for columns, 1 for rows."""
    ends = (places for loop in view.plan.loops for places in (loop[:2], loop[:-3:-1]))
    leaving = (
        end for end, on in ends if abs(on[1 - axis] - end[1 - axis]) > abs(on[axis] - end[axis])
    )  # across the ruler
    if not any(abs(end[axis] - at) < 0.01 for end in leaving):
        return 0.0
    return 7.0 if 2 * at < min(others) + max(others) else -7.0


def dark_sites(view: View) -> frozenset[int]:
    """The darker ones of a board of squares, as on a chessboard, or of long cells beside each other."""
    result = view.plan.rulers()
    if result is None or not all(_is_upright(spot) or spot.lie for spot in view.plan.spots):
        return frozenset()
    xs, ys = (sorted({round(value, 2) for value in ruler.values()}) for ruler in result)
    return frozenset(
        spot.site
        for spot in view.plan.spots
        if (bisect_left(xs, round(spot.x, 2)) + bisect_left(ys, round(spot.y, 2))) % 2 == 0
    )


def _at(place: Place) -> str:
    return f"{number(place[0])} {number(place[1])}"


# --- how far a board reaches in its picture, and the plate of wood that boards without cells lie on -----

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
