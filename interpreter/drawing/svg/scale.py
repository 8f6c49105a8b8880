"""From a board's coordinates to those of a picture, and how much room there is round each site."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from gdl.support.values import frozen
from interpreter.drawing.geometry import room_at
from interpreter.drawing.plan import Place, Plan, Spot

#: Half of what lies between two neighbours, in the picture's units, and the largest side of a board.
ROOM = 20.0
_LARGEST = 3000.0
#: Round the board, without and with rulers.
_MARGIN = 12.0
#: A site has room at least so large, even where others lie upon it.
_LEAST = 2.5


@frozen
class Scale:
    """Where things of a board lie in its picture; `rooms` has the radius that is free round each spot."""

    left: float
    top: float
    factor: float
    margin: float
    width: float
    height: float
    rooms: dict[int, float]

    def place(self, x: float, y: float) -> Place:
        """A place of the board; y grows downwards from here on."""
        return self.margin + (x - self.left) * self.factor, self.margin + (self.top - y) * self.factor

    def shape(self, spot: Spot) -> list[Place]:
        """The corners of a cell, or the ends of an edge."""
        return [self.place(x, y) for x, y in spot.shape]

    def at(self, spot: Spot) -> Place:
        """The middle of a site; of a long cell, where its first piece stands."""
        return self.place(spot.x, spot.y)

    def way(self, spot: Spot) -> Place | None:
        """Along which way a stack lies on a site, where that is long."""
        return None if spot.lie is None else (spot.lie[0] * self.factor, -spot.lie[1] * self.factor)


def scale_of(plan: Plan) -> Scale:
    """A scale in which most sites have the same room on every board; where others are used, one for all."""
    main = _rooms(plan.spots)
    others = _rooms(plan.others)
    usual = median(main.values()) if main else 1.0
    places = [place for spot in plan.every_spot for place in (spot.shape or ((spot.x, spot.y),))]
    places += [place for loop in plan.loops for place in loop]
    xs, ys = [x for x, _ in places] or [0.0], [y for _, y in places] or [0.0]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    factor = min(ROOM / usual if usual > 0 else ROOM, _LARGEST / max(wide, high, 1e-9))
    points = not (plan.spots and len(plan.spots[0].shape) > 2)
    margin = _MARGIN + (ROOM * 0.9 if points else 0) + (10 if plan.rulers() is not None else 0)
    rooms = {site: max(min(room, 1.2 * usual) * factor, _LEAST) for site, room in (others | main).items()}
    return Scale(
        min(xs), max(ys), factor, margin, wide * factor + 2 * margin, high * factor + 2 * margin, rooms
    )


def _rooms(spots: Sequence[Spot]) -> dict[int, float]:
    """The radius of the circle that a site has for itself, in the board's own units."""
    nearest = _half_to_nearest([(spot.x, spot.y) for spot in spots])
    return {
        spot.site: min(room_at(spot.shape, (spot.x, spot.y)), near * 1.3) if len(spot.shape) > 2 else near
        for spot, near in zip(spots, nearest, strict=True)
    }


def _half_to_nearest(places: Sequence[Place]) -> list[float]:
    """For each place half of the way to the nearest other one: a sweep along the longer side."""
    spans = [max(axis) - min(axis) for axis in zip(*places, strict=True)]
    if spans and spans[1] > spans[0]:
        places = [(y, x) for x, y in places]
    order = sorted(range(len(places)), key=lambda index: places[index])
    result = [math.inf] * len(places)
    for rank, index in enumerate(order):
        for other in order[rank + 1 :]:
            if places[other][0] - places[index][0] >= result[index]:
                break
            far = math.dist(places[index], places[other])
            if far > 1e-6:
                result[index], result[other] = min(result[index], far), min(result[other], far)
    return [0.5 if far is math.inf else far / 2 for far in result]
