"""A board in parts, for pages that draw positions themselves: the ground once, and where things stand on it.

The ground is the picture of `interpreter.drawing.svg.write` without what changes from move to move, in two
groups: `lw-under`, on which pieces stand, and `lw-over`, what is written above them. It has neither style
sheets nor styles in attributes, which a page with a strict content security policy would not apply: classes
and attributes alone. Pieces are drawn by `interpreter.drawing.svg.pieces`, and placed where a `Stand` says.
"""

from __future__ import annotations

from attrs import field, frozen

from interpreter.drawing.neighbours import Arrows, neighbours
from interpreter.drawing.picture import Picture
from interpreter.drawing.plan import Place, Plan
from interpreter.drawing.svg import ground, layers
from interpreter.drawing.svg.palette import SiteColour, site_colours
from interpreter.drawing.svg.scale import scale_of
from interpreter.drawing.svg.xml import element, number
from interpreter.drawing.view import View


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


@frozen
class Ground:
    """The board of a game as it is drawn once: SVG, and its sites."""

    svg: str
    width: float
    height: float
    stands: tuple[Stand, ...]
    colours: tuple[SiteColour, ...]


def ground_of(plan: Plan, picture: Picture) -> Ground:
    """The ground of a board, in the colours that its sites have.

    Time: about 10 ms for a board of 100 sites; grows with the number of sites.
    """
    view = View(plan, picture)
    scale = scale_of(plan)
    colours = site_colours(plan.colour_letters)
    slots = ground.slots_of(view, layers.is_named(view))
    under = [
        *layers.sites(
            view,
            scale,
            colours,
            lambda spot, drawn: element("g", drawn, class_="lw-site", data_site=spot.site),
        ),
        *ground.corners(view, scale),
    ]
    svg = element(
        "svg",
        element("defs", *(colour.definition() for colour in colours.values())) if colours else "",
        element("g", *under, class_="lw-under"),
        element("g", layers.writing(view, scale, slots, colours), class_="lw-over"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(scale.width)} {number(scale.height)}",
        class_="ludwright",
        font_family="system-ui, sans-serif",
    )
    spots = plan.every_spot
    stands = []
    for spot, arrows in zip(spots, neighbours([(spot.x, spot.y) for spot in spots]), strict=True):
        x, y = scale.at(spot)
        (_, stands_at), size = layers.stand(scale, slots, spot)
        stands.append(
            Stand(
                site=spot.site,
                name=spot.name,
                colour=spot.colour,
                x=round(x, 2),
                y=round(y, 2),
                room=round(scale.rooms[spot.site], 2),
                size=round(size, 2),
                down=round(stands_at - y, 2),
                outline=tuple((round(cx, 2), round(cy, 2)) for cx, cy in scale.shape(spot)),
                neighbours={name: spots[index].site for name, index in arrows.items()},
            )
        )
    return Ground(svg, scale.width, scale.height, tuple(stands), tuple(colours.values()))
