"""Cells that are long and narrow, as the points of a backgammon board: a stack lies open on them, one piece
beside the other, from the wide end or that at the rim to the other one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from gdl.support.values import frozen
from interpreter.drawing.plan import Place

#: A cell is long from so many times its width.
_LONG = 3.0
#: So many places along a cell are looked at, and so much narrower may be where the first piece stands.
_TRIED, _NARROWER = 64, 0.98


@frozen
class Lying:
    """Where the first piece stands, and from there the way to where the last one may stand at most."""

    foot: Place
    way: Place


def lying_on(shape: Sequence[Place], middle: Place) -> Lying | None:
    """How a stack lies on a cell with these corners, `middle` being the board's; None where it is not long.

    The way goes along the principal axis of the corners. The first piece has the largest circle on it that
    the cell has room for; of several such places it is the one farthest from the board's middle.
    """
    if len(shape) < 3:
        return None
    at, (dx, dy) = _principal_axis(shape)
    along = [(x - at[0]) * dx + (y - at[1]) * dy for x, y in shape]
    across = [(y - at[1]) * dx - (x - at[0]) * dy for x, y in shape]
    low, high = min(along), max(along)
    if high - low < _LONG * (max(across) - min(across)):
        return None

    def place(far: float) -> Place:
        return at[0] + far * dx, at[1] + far * dy

    ways = [low + (high - low) * step / _TRIED for step in range(1, _TRIED)]
    rooms = [room_at(shape, place(way)) for way in ways]
    widest = max(rooms)
    foot = max(
        (way for way, room in zip(ways, rooms, strict=True) if room >= _NARROWER * widest),
        key=lambda way: math.dist(place(way), middle),
    )
    end = max((low + widest, high - widest), key=lambda far: abs(far - foot))
    return Lying(place(foot), ((end - foot) * dx, (end - foot) * dy))


def room_at(shape: Sequence[Place], place: Place) -> float:
    """From a place in a cell to the nearest of its sides."""
    return min(_to_side(place, corner, shape[index - 1]) for index, corner in enumerate(shape))


def _to_side(place: Place, a: Place, b: Place) -> float:
    """From a place to a stretch between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    along = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / long if long else 0.0
    along = min(max(along, 0.0), 1.0)
    return math.dist(place, (a[0] + along * dx, a[1] + along * dy))


def _principal_axis(shape: Sequence[Place]) -> tuple[Place, Place]:
    """The mean of some places, and the direction (of length 1) in which they are spread most."""
    x, y = sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)
    xx = sum((px - x) ** 2 for px, _ in shape)
    yy = sum((py - y) ** 2 for _, py in shape)
    xy = sum((px - x) * (py - y) for px, py in shape)
    angle = math.atan2(2 * xy, xx - yy) / 2
    return (x, y), (math.cos(angle), math.sin(angle))
