"""The layers of a board that stay through a game: its sites with their lines, and what is written on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from interpreter.drawing.plan import Place, Spot
from interpreter.drawing.svg import ground, overlays
from interpreter.drawing.svg.ground import Slots, plate
from interpreter.drawing.svg.palette import SiteColour
from interpreter.drawing.svg.scale import Scale
from interpreter.drawing.svg.xml import element
from interpreter.drawing.view import Layer, View

#: What of its room a piece fills on a long cell.
_LYING = 0.92


def is_named(view: View) -> bool:
    """Does each site show what it is called? Not where rulers say it."""
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
    tags, covered = overlays.tags_of(view), _covered(view.plan.every_spot)
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
