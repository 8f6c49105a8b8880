"""A board in parts, for pages that draw positions themselves: the ground once, and where things stand on it.

The ground is the picture of `interpreter.drawing.svg.write` without what changes from move to move, in two
groups: `lw-under`, on which pieces stand, and `lw-over`, what is written above them. It has neither style
sheets nor styles in attributes, which a page with a strict content security policy would not apply: classes
and attributes alone. Pieces are drawn by `interpreter.drawing.svg.pieces`, and placed where a `Stand` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median

from gdl.support.values import evolve, field, frozen
from interpreter.drawing.neighbours import Arrows, neighbours
from interpreter.drawing.plan import Place, Plan
from interpreter.drawing.svg import ground, layers
from interpreter.drawing.svg.ground import Slots, extent
from interpreter.drawing.svg.palette import SiteColour, player_colours, site_colours
from interpreter.drawing.svg.pieces import set_of
from interpreter.drawing.svg.scale import scale_of
from interpreter.drawing.svg.xml import element, number
from interpreter.drawing.symbols import Picture
from interpreter.drawing.view import Marks, View
from interpreter.engines.contents import Contents

#: A picture without marks.
NO_MARKS = Marks()
#: Left, top, width and height.
Box = tuple[float, float, float, float]
#: What is left free round the sites, and what a ruler takes.
_RIM, _RULER = 3.0, 16.0


@frozen
class Stand:
    """A site in the picture, in its units, y growing downwards.

    `room` is the radius of the circle that it has for itself; its piece stands at `x`, `y + down`, in one
    of radius `size`. `outline` has the corners of a cell, the two ends of an edge, and nothing for a point.
    `neighbours` says to which site each arrow key leads.
    """

    site: int
    name: str
    colour: str
    x: float
    y: float
    room: float
    size: float
    down: float
    outline: tuple[Place, ...] = ()
    neighbours: Arrows = field(factory=dict)
    #: on a long cell, from the first piece of a stack to where the last may lie
    way: Place | None = None


@frozen
class Ground:
    """The board of a game as it is drawn once: SVG, and its sites."""

    svg: str
    #: what of it is shown: left, top, width, height
    box: Box
    stands: tuple[Stand, ...]
    colours: tuple[SiteColour, ...]


def ground_of(plan: Plan, picture: Picture, called: Mapping[str, str] | None = None) -> Ground:
    """The ground of a board, in the colours that its sites have. `called` is what the players call sites, by
    their names.

    Time: about 10 ms for a board of 100 sites; grows with the number of sites.
    """
    view = View(plan, picture, called=called or {})
    scale, colours = scale_of(plan), site_colours(plan.colour_letters)
    slots = ground.slots_of(view, layers.is_named(view))
    spots = plan.every_spot
    stands = [
        evolve(stand, neighbours={name: spots[index].site for name, index in arrows.items()})
        for stand, arrows in zip(
            _stands(view, slots), neighbours([(spot.x, spot.y) for spot in spots]), strict=True
        )
    ]
    under = [
        *layers.sites(
            view,
            scale,
            colours,
            lambda spot, drawn: element("g", drawn, class_="lw-site", data_site=spot.site),
        ),
        *ground.corners(view, scale),
        *ground.homes(view, scale, player_colours(picture.players)),
    ]
    box = _box(view, plan.rulers() is not None and not plan.loops)  # among loops there is room for them
    svg = _svg(
        colours,
        box,
        element("g", *under, class_="lw-under"),
        element("g", layers.writing(view, scale, slots, colours, apart=True), class_="lw-over"),
    )
    return Ground(svg, box, tuple(stands), tuple(colours.values()))


def still(plan: Plan, picture: Picture, contents: Contents, marks: Marks = NO_MARKS) -> str:
    """A position as a small picture: nothing is written on it, and nothing beside it. Where sites are marked
    as places to go, all that is empty besides is faint."""
    view = View(plan, picture, contents, marks)
    scale, colours = scale_of(plan), site_colours(plan.colour_letters)
    stands, pieces = _stands(view, Slots(piece=0.78, piece_down=0.0)), set_of(picture)
    drawn = (
        pieces.draw(stand.site, piece, (stand.x, stand.y), stand.size, way=stand.way)
        for stand in stands
        if (piece := contents[stand.site]) is not None
    )
    bare = layers.sites(view, scale, colours, lambda spot, drawn: drawn)
    sides = ground.homes(view, scale, player_colours(picture.players))
    far = (
        spot
        for spot in plan.spots
        if marks.legal
        and spot.site not in marks.legal
        and contents[spot.site] is None
        and len(spot.shape) > 2
    )
    below = (*ground.corners(view, scale), *sides, *(ground.faded(scale, spot) for spot in far))
    return _svg(colours, _box(view, False), *bare, *below, *drawn, *layers.over_pieces(view, scale))


def _stands(view: View, slots: Slots) -> list[Stand]:
    """Where everything is; without neighbours."""
    plan, scale = view.plan, scale_of(view.plan)
    # where some sites have more room than most, their pieces are no larger
    usual = median(scale.rooms[spot.site] for spot in plan.spots) if plan.spots else 1.0
    result = []
    for spot in plan.every_spot:
        x, y = scale.at(spot)
        (_, stands_at), size = layers.stand(scale, slots, spot)
        largest = size if spot.lie is not None else slots.piece * usual
        way = scale.way(spot)
        result.append(
            Stand(
                site=spot.site,
                name=spot.name,
                colour=spot.colour,
                x=round(x, 2),
                y=round(y, 2),
                room=round(scale.rooms[spot.site], 2),
                size=round(min(size, largest), 2),
                down=round(stands_at - y, 2),
                outline=tuple((round(cx, 2), round(cy, 2)) for cx, cy in scale.shape(spot)),
                way=None if way is None else (round(way[0], 2), round(way[1], 2)),
            )
        )
    return result


def _svg(colours: dict[str, SiteColour], box: Box, *inside: str) -> str:
    return element(
        "svg",
        element("defs", *(colour.definition() for colour in colours.values())) if colours else "",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, box)),
        class_="ludwright",
        font_family="system-ui, sans-serif",
    )


def _box(view: View, ruled: bool) -> Box:
    """What of the picture is shown: the board, and the rulers at the left and below where there are some, or
    what sites are called on both rims."""
    left, top, right, low = extent(view, scale_of(view.plan))
    axis = ground.rim_axis(view)
    if axis is not None:
        wide, high = (_RULER, 0.0) if axis == 0 else (0.0, _RULER)
        left, top, right, low = left - wide, top - high, right + wide, low + high
        return left - _RIM, top - _RIM, right - left + 2 * _RIM, low - top + 2 * _RIM
    more = _RULER if ruled else 0.0
    return left - _RIM - more, top - _RIM, right - left + 2 * _RIM + more, low - top + 2 * _RIM + more
