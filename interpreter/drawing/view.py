"""What is to be drawn: a board, perhaps with a position on it, and what is pointed out there."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import field

from gdl.support.values import frozen
from interpreter.drawing.plan import Plan
from interpreter.drawing.symbols import Picture
from interpreter.engines.contents import Contents


class Layer(Enum):
    """What a drawing may show of a board."""

    PIECES = "pieces"
    NAMES = "names"
    NUMBERS = "numbers"
    COLOURS = "colours"
    REGIONS = "regions"
    TRACKS = "tracks"
    STATES = "states"
    LEGEND = "legend"


#: What pictures of positions show.
USUAL = frozenset((Layer.PIECES, Layer.NAMES, Layer.COLOURS))


def layers_of(names: Iterable[str] | None) -> frozenset[Layer]:
    """The layers of these names, the usual ones for None. Raises ValueError for a name that is none's."""
    return USUAL if names is None else frozenset(Layer(name) for name in names)


@frozen
class Marks:
    """What is pointed out in a position: sites by number. `steps` are the moves made last, from where to
    where; `origins` and `targets` where pieces left and came, `captured` where one was taken, `legal` where
    one may go."""

    steps: tuple[tuple[int, int], ...] = ()
    origins: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    captured: frozenset[int] = frozenset()
    legal: frozenset[int] = frozenset()

    def words(self, site: int) -> tuple[str, ...]:
        """What is to be said of a site."""
        said = (
            ("moved here", self.targets),
            ("moved from here", self.origins),
            ("captured here", self.captured),
            ("can be moved to", self.legal),
        )
        return tuple(text for text, sites in said if site in sites)


@frozen
class Named:
    """Sites that the rules have a name for. `owner` is a player's number, 0 for nobody's."""

    name: str
    owner: int
    sites: tuple[int, ...]


@frozen
class Way:
    """A track: its sites in order. Does it lead `round`, from its last site to its first?"""

    name: str
    owner: int
    sites: tuple[int, ...]
    round: bool = False


@frozen
class View:
    """A board and all that is drawn on it. Without `contents` it is empty."""

    plan: Plan
    picture: Picture
    contents: Contents | None = None
    marks: Marks = Marks()
    show: frozenset[Layer] = USUAL
    regions: tuple[Named, ...] = ()
    tracks: tuple[Way, ...] = ()
    title: str = ""
    #: lines of text below the board: who is to move, scores
    notes: tuple[str, ...] = field(default=())

    def shows(self, layer: Layer) -> bool:
        """Is this drawn?"""
        return layer in self.show
