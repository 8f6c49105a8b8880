"""The planes of an observation as values, by what they are worked out from: for machine code.

`interpreter/game/observation.py` says what they mean, and works them out with numpy.
"""

from __future__ import annotations

from typing import TypeAlias

from gdl.support.values import frozen


@frozen
class Pieces:
    """A plane for each kind of piece. By viewer (0 is none) and component, its plane; -1: it has none."""

    planes: tuple[tuple[int, ...], ...]
    count: int


@frozen
class Heights:
    """How high the stacks are."""


@frozen
class Levels:
    """For each level 0, or one more than the plane that `Pieces` has for the piece there."""

    planes: tuple[tuple[int, ...], ...]
    count: int


@frozen
class OfPiece:
    """A number of the piece on top: `count`, `state`, `value` or `rotation`."""

    field: str


@frozen
class OfField:
    """A field of the state: sets, numbers of sites (those of `by_site` each in a plane), or numbers.

    `by_player`: from the viewer on, nobody's first.
    """

    field: str
    count: int
    by_player: bool
    by_site: bool


@frozen
class Same:
    """The same sites in every state, as bits."""

    sites: int


@frozen
class Viewer:
    """For each seat, whether it is the viewer."""

    count: int


@frozen
class Until:
    """How many seats on from the viewer the one to move sits."""


PlaneGroup: TypeAlias = "Pieces | Heights | Levels | OfPiece | OfField | Same | Viewer | Until"


def count_of(planes: PlaneGroup) -> int:
    """How many planes these are."""
    return planes.count if isinstance(planes, Pieces | Levels | OfField | Viewer) else 1
