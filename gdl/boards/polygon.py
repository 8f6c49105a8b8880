"""Outlines: polygons given by their corners, or by walking sides of given lengths over a tiling."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gdl.boards.graph import MAX_SIZE, BoardError, Polygon, check_size
from gdl.source.budget import spend_on_board

NEAR = 0.01
"""A point this near to an outline lies on it."""

#: A look at a side of an outline takes as long as that many entries of the budget.
SIDE = 4


def polygon(corners: Sequence[Sequence[float]]) -> Polygon:
    """Check the corners of `(poly {{x y} ...})`."""
    if len(corners) < 3:
        raise BoardError(f"a polygon needs at least three corners, not {len(corners)}")
    for corner in corners:
        if len(corner) < 2:
            raise BoardError("a corner of a polygon has two coordinates")
        if not all(math.isfinite(v) and abs(v) <= 10 * MAX_SIZE for v in corner[:2]):
            raise BoardError(f"the corner {tuple(corner[:2])} lies too far out")
    return tuple((float(c[0]), float(c[1])) for c in corners)


def contains(outline: Polygon, x: float, y: float, *, border: bool = True) -> bool:
    """Is the point inside the outline (even-odd rule)? A point on it is if `border` says so."""
    spend_on_board(SIDE * len(outline), "which sites lie inside the outline")
    inside = False
    px, py = outline[-1]
    for qx, qy in outline:
        if _distance(px, py, qx, qy, x, y) <= NEAR:
            return border
        if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
            inside = not inside
        px, py = qx, qy
    return inside


def within(outline: Polygon, x: float, y: float) -> bool:
    """Does an author's polygon hold the point? Points on the outline count when it runs clockwise and do not
    when it runs anticlockwise: recorded games on boards cut out of others show both."""
    turn = sum(
        (qx - px) * (qy + py) for (px, py), (qx, qy) in zip(outline, (*outline[1:], outline[0]), strict=True)
    )
    return contains(outline, x, y, border=turn > 0)


def _distance(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return math.hypot(ax + t * dx - x, ay + t * dy - y)


def walk(outline: Polygon | Sequence[int], turns: int) -> Polygon:
    """The outline that side lengths walk out: forward, then a turn of one `turns`-th of a circle.

    The walk starts at the origin heading north and turns right after each side; after a negative length it
    turns left. A walk that does not end where it began is closed by a straight side.
    """
    if outline and isinstance(outline[0], tuple):
        return polygon([corner for corner in outline if isinstance(corner, tuple)])
    sides = [side for side in outline if isinstance(side, int)]
    if len(sides) < 2:
        raise BoardError("a board given by its sides needs at least two of them")
    angle = math.pi / 2
    x = y = 0.0
    corners = [(x, y)]
    for side in sides:
        length = abs(side)
        check_size("the length of a side", length)
        x += length * math.cos(angle)
        y += length * math.sin(angle)
        corners.append((x, y))
        angle += -2 * math.pi / turns if side > 0 else 2 * math.pi / turns
    if math.dist(corners[0], corners[-1]) < 1e-6:
        corners.pop()
    if len(corners) < 3:
        raise BoardError("the sides of the board enclose nothing")
    return tuple(corners)
