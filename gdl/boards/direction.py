"""Directions: the absolute ones of a compass, and those relative to the way a piece faces.

A step's absolute direction is the nearest of the sixteen compass points to the angle it makes on the board,
so that a hexagon with a corner on top has neighbours E, NNE, NNW, W, SSW, SSE and one with a side on top
has N, ENE, ESE, S, WSW, WNW.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum


class Heading(Enum):
    """A heading: the concrete direction of a step. Compass points come first, clockwise from north."""

    __hash__ = object.__hash__  # a member is itself: quicker than by its name

    N = "N"
    NNE = "NNE"
    NE = "NE"
    ENE = "ENE"
    E = "E"
    ESE = "ESE"
    SE = "SE"
    SSE = "SSE"
    S = "S"
    SSW = "SSW"
    SW = "SW"
    WSW = "WSW"
    W = "W"
    WNW = "WNW"
    NW = "NW"
    NNW = "NNW"
    U = "U"
    UN = "UN"
    UNE = "UNE"
    UE = "UE"
    USE = "USE"
    US = "US"
    USW = "USW"
    UW = "UW"
    UNW = "UNW"
    D = "D"
    DN = "DN"
    DNE = "DNE"
    DE = "DE"
    DSE = "DSE"
    DS = "DS"
    DSW = "DSW"
    DW = "DW"
    DNW = "DNW"
    IN = "In"
    OUT = "Out"
    CW = "CW"
    CCW = "CCW"


class RelationType(Enum):
    """How two sites can be neighbours."""  # see `adjacency`

    __hash__ = object.__hash__  # a member is itself: quicker than by its name

    ORTHOGONAL = "Orthogonal"
    DIAGONAL = "Diagonal"
    OFF_DIAGONAL = "OffDiagonal"
    ADJACENT = "Adjacent"
    ALL = "All"


class RelativeDirection(Enum):
    """Directions as the mover, or its piece, sees them."""

    FORWARD = "Forward"
    BACKWARD = "Backward"
    RIGHTWARD = "Rightward"
    LEFTWARD = "Leftward"
    FORWARDS = "Forwards"
    BACKWARDS = "Backwards"
    RIGHTWARDS = "Rightwards"
    LEFTWARDS = "Leftwards"
    FL = "FL"
    FLL = "FLL"
    FLLL = "FLLL"
    FR = "FR"
    FRR = "FRR"
    FRRR = "FRRR"
    BL = "BL"
    BLL = "BLL"
    BLLL = "BLLL"
    BR = "BR"
    BRR = "BRR"
    BRRR = "BRRR"
    SAME_DIRECTION = "SameDirection"
    OPPOSITE_DIRECTION = "OppositeDirection"


COMPASS: tuple[Heading, ...] = tuple(Heading)[:16]
"""The sixteen compass points, clockwise from north."""

_BEARING = {direction: 22.5 * index for index, direction in enumerate(COMPASS)}
_UP: tuple[Heading, ...] = tuple(Heading)[17:25]
_DOWN: tuple[Heading, ...] = tuple(Heading)[26:34]
_OTHERS = {
    Heading.U: Heading.D,
    Heading.IN: Heading.OUT,
    Heading.CW: Heading.CCW,
    **{_UP[i]: _DOWN[(i + 4) % 8] for i in range(8)},
}
_OPPOSITE = {
    **{COMPASS[i]: COMPASS[(i + 8) % 16] for i in range(16)},
    **_OTHERS,
    **{down: up for up, down in _OTHERS.items()},
}


def opposite(direction: Heading) -> Heading:
    """The direction that leads back."""
    return _OPPOSITE[direction]


def bearing(direction: Heading) -> float | None:
    """Degrees clockwise from north; None for a direction that is not a compass point."""
    return _BEARING.get(direction)


def nearest(dx: float, dy: float, dz: float = 0.0) -> Heading:
    """The direction of a step by its displacement."""
    angle = math.degrees(math.atan2(dx, dy)) % 360
    if abs(dz) < 0.01:
        return COMPASS[round(angle / 22.5) % 16]
    if math.hypot(dx, dy) < 0.01:
        return Heading.U if dz > 0 else Heading.D
    return (_UP if dz > 0 else _DOWN)[round(angle / 45) % 8]


def nearest_of_eight(dx: float, dy: float) -> Heading:
    """The nearest of N, NE, E, ..., which is how the sides of a board are named."""
    angle = math.degrees(math.atan2(dx, dy)) % 360
    return COMPASS[2 * (round(angle / 45 - 1e-9) % 8)]


_TURN = {"F": (0.0, 1), "B": (180.0, -1)}


def resolve(
    facing: Heading, relative: RelativeDirection, supported: Iterable[Heading]
) -> tuple[Heading, ...]:
    """The concrete directions that a relative one means to a piece that faces `facing`.

    FL is the first supported direction to the left of the facing, FLL the second, and so on; BR is the first
    to the right of the back. Forwards are all supported directions within a right angle of the facing.
    Directions are listed clockwise, beginning at the facing.
    """
    if relative in (RelativeDirection.FORWARD, RelativeDirection.SAME_DIRECTION):
        return (facing,)
    if relative in (RelativeDirection.BACKWARD, RelativeDirection.OPPOSITE_DIRECTION):
        return (opposite(facing),)
    ahead = bearing(facing)
    if ahead is None:
        return _spatial(facing, relative, supported)
    # Degrees clockwise from the facing, of every supported compass direction.
    turns = (
        sorted(((b - ahead) % 360, d) for d in supported if (b := bearing(d)) is not None)
        if (supported := _ordered(supported))
        else []
    )
    name = relative.value
    side = {"Forwards": 0.0, "Rightwards": 90.0, "Backwards": 180.0, "Leftwards": 270.0}.get(name)
    if side is not None:
        return tuple(d for turn, d in turns if abs((turn - side + 180) % 360 - 180) < 89.9)
    if relative is RelativeDirection.RIGHTWARD:
        return (COMPASS[(COMPASS.index(facing) + 4) % 16],)
    if relative is RelativeDirection.LEFTWARD:
        return (COMPASS[(COMPASS.index(facing) + 12) % 16],)
    base, sign = (0.0, 1) if name[0] == "F" else (180.0, -1)
    if name[1] == "L":
        sign = -sign
    # Rank the directions by how far they turn from the base towards that side.
    ranked = sorted(((sign * (turn - base)) % 360, i) for i, (turn, _) in enumerate(turns))
    ranked = [(turn, i) for turn, i in ranked if 0.1 < turn < 359.9]
    steps = len(name) - 1
    return (turns[ranked[steps - 1][1]][1],) if steps <= len(ranked) else ()


def _ordered(directions: Iterable[Heading]) -> tuple[Heading, ...]:
    return tuple(dict.fromkeys(directions))


def _spatial(
    facing: Heading, relative: RelativeDirection, supported: Iterable[Heading]
) -> tuple[Heading, ...]:
    """Facings that are not compass points know only their own axis."""
    present = _ordered(supported)
    if relative is RelativeDirection.FORWARDS:
        return (facing,) if facing in present else ()
    if relative is RelativeDirection.BACKWARDS:
        return (opposite(facing),) if opposite(facing) in present else ()
    return ()
