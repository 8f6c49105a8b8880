"""Geometry of boards: loops outside of them, and how stacks lie on long cells.

A loop is the curve by which a track that runs off the board on one line comes back on another: two lines that
a circle touches (an arc tangent to both) are joined by that, on Surakarta's board by three quarters of one
round a corner. Long and narrow cells are as the points of a backgammon board: a stack lies open on them, one
piece beside the other, from the wide end or that at the rim to the other one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from gdl.support.values import frozen
from interpreter.drawing.plan import Place, Spot
from interpreter.drawing.view import Way

#: An arc is drawn in chords of at most so many degrees.
_CHORD = 4.0
#: What differs by no more than this is alike.
_NEAR = 1e-3
#: A line leads on where the next site lies in its direction, by the cosine of the angle between them.
_AHEAD = 0.9


def loops_of(
    tracks: Iterable[Way], spots: Sequence[Spot], lines: Iterable[tuple[int, int]]
) -> tuple[tuple[Place, ...], ...]:
    """The loops of a board's tracks that are everybody's, each as the places along it, from site to site.

    `lines` join pairs of `spots` by their indices, which are also the numbers of the sites.
    """
    near: dict[int, set[int]] = {}
    for a, b in lines:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    places = [(spot.x, spot.y) for spot in spots]
    result: dict[frozenset[int], tuple[Place, ...]] = {}
    for way in tracks:
        if not way.owner:
            for a, b, c, d in _jumps(way, near):
                leaving, coming = _direction(places[a], places[b]), _direction(places[c], places[d])
                if _leads_on(places, near, b, leaving) or _leads_on(places, near, c, _turned_round(coming)):
                    continue  # it stays on the board
                arc = _arc(places[b], leaving, places[c], coming)
                if arc:
                    result.setdefault(frozenset((b, c)), arc)
    return tuple(result.values())


def _jumps(way: Way, near: dict[int, set[int]]) -> Iterator[tuple[int, int, int, int]]:
    """Where a track goes to a site that no line leads to: two sites before the jump, and two after."""
    sites = way.sites
    for at in range(len(sites) if way.round else len(sites) - 3):
        a, b, c, d = (sites[(at + step) % len(sites)] for step in range(4))
        if b in near.get(a, ()) and d in near.get(c, ()) and b != c and c not in near[b]:
            yield a, b, c, d


def _leads_on(places: Sequence[Place], near: dict[int, set[int]], site: int, way: Place) -> bool:
    """Whether there is a line from a site in that direction."""
    ahead = (_direction(places[site], places[other]) for other in near[site])
    return any(x * way[0] + y * way[1] > _AHEAD for x, y in ahead)


def _arc(start: Place, leaving: Place, end: Place, coming: Place) -> tuple[Place, ...]:
    """The arc that leaves one place in a direction and comes to another in one; nothing where there is none.

    Its middle is `radius` to the left of both directions, or, where that is negative, to the right.
    """
    (ux, uy), (vx, vy) = _left(leaving), _left(coming)
    wx, wy, dx, dy = vx - ux, vy - uy, start[0] - end[0], start[1] - end[1]
    size = wx * wx + wy * wy
    if size < _NEAR:
        return ()
    radius = (dx * wx + dy * wy) / size
    if math.dist((dx, dy), (radius * wx, radius * wy)) > _NEAR or abs(radius) < _NEAR:
        return ()
    x, y = start[0] + radius * ux, start[1] + radius * uy
    first = math.atan2(start[1] - y, start[0] - x)
    sweep = (math.atan2(end[1] - y, end[0] - x) - first) % math.tau
    if radius < 0:
        sweep -= math.tau
    chords = math.ceil(abs(math.degrees(sweep)) / _CHORD)
    angles = (first + sweep * step / chords for step in range(chords + 1))
    return tuple((x + abs(radius) * math.cos(angle), y + abs(radius) * math.sin(angle)) for angle in angles)


def _direction(start: Place, end: Place) -> Place:
    long = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / long, (end[1] - start[1]) / long


def _left(way: Place) -> Place:
    return -way[1], way[0]


def _turned_round(way: Place) -> Place:
    return -way[0], -way[1]


#: A cell is long from so many times its width.
_LONG = 3.0
#: The number of places sampled along a cell; how much narrower it may be where the first piece stands.
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
