"""The layers of a picture round its pieces: sites with their lines, writing, regions, tracks and marks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from interpreter.drawing.plan import Place, Spot
from interpreter.drawing.svg import ground
from interpreter.drawing.svg.ground import Slots, plate
from interpreter.drawing.svg.palette import SiteColour
from interpreter.drawing.svg.scale import Scale
from interpreter.drawing.svg.xml import Look, element, number, points
from interpreter.drawing.view import Layer, View

#: What of its room a piece fills on a long cell.
_LYING = 0.92


def is_named(view: View) -> bool:
    """Whether each site shows what it is called: not where rulers say it."""
    return view.shows(Layer.NAMES) and view.plan.rulers() is None


def stand(scale: Scale, slots: Slots, spot: Spot) -> tuple[Place, float]:
    """Where on a site its piece stands, and the radius that it has there. On edges the line is theirs too."""
    room = scale.rooms[spot.site] * (0.5 if spot.is_edge else 1)
    x, y = scale.at(spot)
    if spot.lie is not None:  # there is more room along it, where its name can stand
        return (x, y), _LYING * room
    return (x, y + slots.piece_down * room), slots.piece * room


def sites(
    view: View, scale: Scale, colours: dict[str, SiteColour], wrapped: Callable[[Spot, str], str]
) -> Iterator[str]:
    """What the board lies on, the sites of each kind, and the lines between points; `wrapped` makes an
    element of what is drawn of a site."""
    dark = ground.dark_sites(view)
    yield plate(view, scale)
    for spots in (view.plan.others, view.plan.spots):
        if spots is view.plan.spots:
            yield from ground.lines(view, scale)
        drawn = (
            wrapped(spot, ground.site(view, scale, spot, colours, spot.site in dark))
            # on some boards large cells lie below small ones
            for spot in sorted(spots, key=area, reverse=True)
        )
        if spots:
            yield element("g", *drawn, class_="lw-sites")
    covered = _covered(view.plan.every_spot)
    yield from (ground.outline(scale, spot) for spot in view.plan.every_spot if spot.site in covered)


def writing(
    view: View, scale: Scale, slots: Slots, colours: dict[str, SiteColour], apart: bool = False
) -> str:
    """Names, numbers, letters and tags on the sites, and the rulers; `apart` as in `ground.writing`."""
    tags, covered = tags_of(view), _covered(view.plan.every_spot)
    named = is_named(view)
    written = [
        ground.writing(view, scale, spot, named, slots, colours, tags.get(spot.site, ()), apart)
        for spot in view.plan.every_spot
        if spot.site not in covered
    ]
    if view.shows(Layer.NAMES):
        written += ground.rulers(view, scale)
    return element("g", *written, class_="lw-writing", pointer_events="none", aria_hidden="true")


def _covered(spots: Iterable[Spot]) -> frozenset[int]:
    """The cells on whose middle a smaller cell lies: what would be written there stands on that."""
    by_place: dict[tuple[float, float], list[Spot]] = {}
    for spot in spots:
        if len(spot.shape) > 2:
            by_place.setdefault((round(spot.x, 2), round(spot.y, 2)), []).append(spot)
    smallest = {place: min(map(area, here)) for place, here in by_place.items()}
    return frozenset(
        spot.site for place, here in by_place.items() for spot in here if area(spot) > smallest[place]
    )


def area(spot: Spot) -> float:
    """How large a cell is, so roughly that like cells are equal."""
    corners = spot.shape if len(spot.shape) > 2 else ()
    pairs = ((corner, corners[index - 1]) for index, corner in enumerate(corners))
    return round(abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs)), 1)


#: What is pointed out by the last move, and what may come.
LAST, LEGAL, TAKEN = "#7b2cbf", "#007a5a", "#c1121f"
#: Regions and tracks: colours, and how their lines are broken, so that these differ without colours too.
_OVERLAYS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
_DASHES = (None, "5 3", "1.5 2.5", "8 3 2 3", "3 3", "10 4")
#: The most tags of regions written on a site.
_TAGS = 3


def tag_of(index: int) -> str:
    """A letter for each region: A, B, ... Z, AA, ..."""
    text = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        text = chr(65 + letter) + text
    return text


def colour_of(index: int) -> str:
    """The colour of a region or track."""
    return _OVERLAYS[index % len(_OVERLAYS)]


def dash_of(index: int) -> str | None:
    """How its lines are broken."""
    return _DASHES[(index + index // len(_OVERLAYS)) % len(_DASHES)]


def tags_of(view: View) -> dict[int, list[str]]:
    """The tags of the regions that each site is in; of many the first ones."""
    result: dict[int, list[str]] = {}
    for index, region in enumerate(view.regions):
        for site in region.sites:
            result.setdefault(site, []).append(tag_of(index))
    return {site: tags if len(tags) <= _TAGS else [*tags[:_TAGS], "…"] for site, tags in result.items()}


def regions(view: View, scale: Scale) -> Iterator[str]:
    """A line inside each site of a region; those of several regions lie inside each other."""
    depth: dict[int, int] = {}
    by_site = {spot.site: spot for spot in view.plan.every_spot}
    for index, region in enumerate(view.regions):
        drawn = []
        for site in region.sites:
            spot = by_site.get(site)
            if spot is not None:
                depth[site] = depth.get(site, 0) + 1
                drawn.append(_ring(scale, spot, 0.95 - 0.09 * min(depth[site] - 1, 4)))
        if drawn:
            look: Look = {"stroke": colour_of(index), "stroke_width": 1.6, "stroke_dasharray": dash_of(index)}
            class_ = f"lw-region lw-region-{index + 1}"
            yield element("g", *drawn, fill="none", class_=class_, **look)


def _ring(scale: Scale, spot: Spot, share: float) -> str:
    """A line round a site, smaller than it by a share."""
    x, y = scale.at(spot)
    if len(spot.shape) > 2:
        corners = ((x + (cx - x) * share, y + (cy - y) * share) for cx, cy in scale.shape(spot))
        return element("polygon", points=points(corners))
    if spot.is_edge:
        (ax, ay), (bx, by) = scale.shape(spot)
        long = math.dist((ax, ay), (bx, by)) or 1.0
        dx, dy = (by - ay) / long * 7 * share, (ax - bx) / long * 7 * share
        return element("polygon", points=points(
            ((ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy))
        ))  # fmt: skip
    # inside of the names, which stand below points
    return element("circle", cx=x, cy=y, r=scale.rooms[spot.site] * share * 0.84)


def tracks(view: View, scale: Scale) -> Iterator[str]:
    """Each track as a line with arrows; a dot is its first site. Several are drawn beside each other."""
    by_site = {spot.site: spot for spot in view.plan.every_spot}
    for index, way in enumerate(view.tracks):
        beside = (index - (len(view.tracks) - 1) / 2) * 3.5
        places = [scale.at(by_site[site]) for site in way.sites if site in by_site]
        if not places:
            continue
        if way.round:
            places.append(places[0])
        moved = [(x + beside, y + beside) for x, y in places]
        colour = colour_of(index)
        line = element("polyline", points=points(moved), fill="none", stroke=colour, stroke_width=1.8,
                       stroke_dasharray=dash_of(index), stroke_opacity=0.8)  # fmt: skip
        heads = "".join(_head(a, b) for a, b in pairwise(moved) if math.dist(a, b) > 12)
        start = element("circle", cx=moved[0][0], cy=moved[0][1], r=4, fill=colour)
        arrows = element("path", d=heads, fill=colour) if heads else ""
        yield element("g", line, arrows, start, class_=f"lw-track lw-track-{index + 1}")


def _head(a: Place, b: Place, share: float = 0.55, size: float = 4.0) -> str:
    """An arrow's head on the way from one place to another."""
    turn = math.atan2(b[1] - a[1], b[0] - a[0])
    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    corners = ((size, 0.0), (-0.7 * size, 0.7 * size), (-0.7 * size, -0.7 * size))
    turned = (
        (x + math.cos(turn) * dx - math.sin(turn) * dy, y + math.sin(turn) * dx + math.cos(turn) * dy)
        for dx, dy in corners
    )
    return "M" + "L".join(f"{number(cx)} {number(cy)}" for cx, cy in turned) + "Z"


def under_pieces(view: View, scale: Scale) -> Iterator[str]:
    """Where the last move came from and went."""
    by_site = {spot.site: spot for spot in view.plan.every_spot}
    marks = view.marks
    for class_, sites, dash in (("lw-from", marks.origins, "4 2.5"), ("lw-to", marks.targets, None)):
        rings = [_ring(scale, by_site[site], 0.94) for site in sorted(sites) if site in by_site]
        if rings:
            yield element(
                "g", *rings, class_=class_, fill="none", stroke=LAST, stroke_width=2.4, stroke_dasharray=dash
            )


def over_pieces(view: View, scale: Scale) -> Iterator[str]:
    """The way of the last move, what it took, and where one may go now."""
    by_site = {spot.site: spot for spot in view.plan.every_spot}
    marks = view.marks
    steps = [(a, b) for a, b in marks.steps if a in by_site and b in by_site and a != b]
    if steps:
        ways = [(scale.at(by_site[a]), scale.at(by_site[b])) for a, b in steps]
        path = "".join(f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}" for a, b in ways)
        line = element("path", d=path, stroke=LAST, stroke_width=2, stroke_opacity=0.55, fill="none")
        heads = element("path", d="".join(_head(a, b, 0.6, 5) for a, b in ways), fill=LAST, fill_opacity=0.8)
        yield element("g", line, heads, class_="lw-last")
    for site in sorted(marks.captured):
        if site in by_site:
            (x, y), half = scale.at(by_site[site]), scale.rooms[site] * 0.42
            left, right, top, low = map(number, (x - half, x + half, y - half, y + half))
            path = f"M{left} {top}L{right} {low}M{left} {low}L{right} {top}"
            yield element(
                "path", d=path, class_="lw-captured", stroke=TAKEN, stroke_width=3, stroke_linecap="round"
            )
    for site in sorted(marks.legal):
        if site in by_site:
            (x, y), room = scale.at(by_site[site]), scale.rooms[site]
            look: Look = {"fill": LEGAL, "fill_opacity": 0.85, "stroke": "#ffffff", "stroke_width": 1}
            yield element("circle", cx=x, cy=y, r=room * 0.24, class_="lw-legal", **look)
