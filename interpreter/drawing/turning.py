"""A board seen from another side: its plan turned (rotation), and how far each player turns it to sit below.

What is drawn of a turned plan is drawn as of any other: texts stay upright, names stay with their sites.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from gdl.support.values import evolve
from interpreter.drawing.plan import Place, Plan, Spot
from interpreter.engines.contents import Contents

#: Players who sit round a board so that each looks along a direction of its own.
_ROUND = (3, 4, 6)
#: A board is long that is so many times as long as wide.
_LONG = 1.2
#: Pieces lie on a side where their middle is so far from that of the board, as a share of its radius.
_ASIDE = 0.1


def turned(plan: Plan, degrees: int) -> Plan:
    """The plan turned clockwise about its middle. Time: linear in the number of sites."""
    if degrees % 360 == 0:
        return plan
    middle, (cos, sin) = _middle(plan.every_spot), _direction(degrees)

    def way(dx: float, dy: float) -> Place:
        return dx * cos + dy * sin, dy * cos - dx * sin

    def place(x: float, y: float) -> Place:
        dx, dy = way(x - middle[0], y - middle[1])
        return middle[0] + dx, middle[1] + dy

    def spot(each: Spot) -> Spot:
        x, y = place(each.x, each.y)
        shape = tuple(place(*corner) for corner in each.shape)
        return evolve(each, x=x, y=y, shape=shape, lie=None if each.lie is None else way(*each.lie))

    return evolve(plan, spots=tuple(map(spot, plan.spots)), others=tuple(map(spot, plan.others)))


def turns_of(plan: Plan, players: int) -> tuple[int, ...]:
    """By how many degrees the board may be turned: so that each player can sit below, if it looks the same
    from all of these sides, else by half."""
    step = 360 // players if players in _ROUND else 180
    if step != 180 and not _alike(plan, step):
        step = 180
    return tuple(range(0, 360, step))


def views_of(plan: Plan, players: int) -> tuple[int, ...]:
    """The same, and where the board is much longer than wide by quarters too, so that it fits a screen that
    stands or lies."""
    turns = turns_of(plan, players)
    return tuple(range(0, 360, 90)) if turns == (0, 180) and _is_long(plan) else turns


def sides_of(plan: Plan, contents: Contents, players: int) -> tuple[int, ...]:
    """By how many of these degrees each player, from 1, turns the board to have its own pieces below.

    0 where it has none at first, or not on a side of its own.
    """
    return tuple(
        _side_of(plan, contents, player, turns_of(plan, players)) for player in range(1, players + 1)
    )


def _side_of(plan: Plan, contents: Contents, player: int, turns: Sequence[int]) -> int:
    own = [
        spot
        for spot in plan.every_spot
        if (piece := contents[spot.site]) is not None and piece.owner == player
    ]
    if not own:
        return 0
    middle, mine = _middle(plan.every_spot), _mean([(spot.x, spot.y) for spot in own])
    radius = max(math.dist(middle, (spot.x, spot.y)) for spot in plan.every_spot)
    if math.dist(middle, mine) < _ASIDE * radius:
        return 0

    def height(degrees: int) -> float:
        cos, sin = _direction(degrees)
        return (mine[1] - middle[1]) * cos - (mine[0] - middle[0]) * sin

    return min(turns, key=lambda degrees: round(height(degrees), 6))


def _is_long(plan: Plan) -> bool:
    xs, ys = [spot.x for spot in plan.spots], [spot.y for spot in plan.spots]
    corners = [corner for spot in plan.spots for corner in spot.shape]
    wide = _extent([*xs, *(x for x, _ in corners)])
    high = _extent([*ys, *(y for _, y in corners)])
    return max(wide, high) > _LONG * min(wide, high)


def _extent(values: Sequence[float]) -> float:
    return max(values, default=0.0) - min(values, default=0.0)


def _alike(plan: Plan, degrees: int) -> bool:
    """Whether every site lies where some site lay before the board was turned (rotational symmetry)."""
    before = [(spot.x, spot.y) for spot in plan.spots]
    return all(
        any(math.dist((spot.x, spot.y), other) < 0.01 for other in before)
        for spot in turned(plan, degrees).spots
    )


def _middle(spots: Sequence[Spot]) -> Place:
    return _mean([(spot.x, spot.y) for spot in spots]) if spots else (0.0, 0.0)


def _mean(places: Sequence[Place]) -> Place:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _direction(degrees: int) -> Place:
    """Cosine and sine, without rounding where they are whole."""
    whole = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    angle = math.radians(degrees)
    return whole.get(degrees % 360) or (math.cos(angle), math.sin(angle))
