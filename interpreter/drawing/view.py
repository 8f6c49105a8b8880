"""What is to be drawn: a board, perhaps with a position on it, and marks of what a move did there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from gdl.support.values import field, frozen
from interpreter.drawing.plan import Plan
from interpreter.drawing.symbols import Picture
from interpreter.engines.contents import Contents, Piece


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
    #: what the players call sites, by their names: it stands on the rim of a board of two rows, in place of
    #: what its columns and rows are called
    called: Mapping[str, str] = field(factory=dict)

    def shows(self, layer: Layer) -> bool:
        """Whether this is drawn."""
        return layer in self.show


@frozen
class Step:
    """A decision: from a site to a site (-1: none; the same twice: it was chosen).

    `removes`: it takes away what stands on its site. `lifts`: what stands there is the mover's own, or no
    one's, and theirs to take up: to sow it, or to put it elsewhere.
    """

    origin: int
    target: int
    removes: bool = False
    lifts: bool = True


def step_of(origin: int, target: int, decision: str, others: Sequence[int], before: Contents) -> Step:
    """A decision by its ends, by what is decided ("move", "remove", ...), and by the numbers of those who are
    not the one who decided."""
    stood = before[target] if 0 <= target < len(before) else None
    removes = decision == "remove"
    return Step(origin, target, removes, not removes and (stood is None or stood.owner not in others))


def marks_of(steps: Sequence[Step], beside: frozenset[int], before: Contents, after: Contents) -> Marks:
    """The marks of some decisions of one player, between two positions.

    Captured is what stood, before, on a site that is empty now though no step left it, and was taken away:
    not what its mover lifted, nor what the rules only put elsewhere, as the rook in castling; the sites of
    these were left. Where a piece came down on another the target says it. Sites `beside` the board are not
    marked.
    """
    result = [(step.origin, step.target) for step in steps if step.target >= 0]
    left = {origin for origin, target in result if 0 <= origin != target}
    targets = frozenset(target for _, target in result if target not in beside)
    came = frozenset(site for site in targets if after[site] is not None)
    board = [site for site in range(len(before)) if site not in beside]
    emptied = [site for site in board if before[site] is not None and after[site] is None]
    lifted = {step.target for step in steps if step.lifts and step.origin == step.target}
    removed = {step.target for step in steps if step.removes}
    gone = _Gone(board, before, after)
    captured = frozenset(
        site
        for site in emptied
        if site not in left and (site in removed or (site not in lifted and gone.taken(site)))
    )
    return Marks(
        steps=tuple((a, b) for a, b in result if 0 <= a != b and not {a, b} & beside),
        origins=frozenset({*left, *emptied} - beside) - came - captured,
        targets=targets - frozenset(emptied),
        captured=captured,
    )


class _Gone:
    """What became of the pieces of a board, by how many there are of each kind."""

    def __init__(self, board: Sequence[int], before: Contents, after: Contents) -> None:
        self._before = {site: _kinds(before[site]) for site in board}
        #: by kind, what each site has gained
        self._gains: dict[int, list[int]] = {}
        self._lost: Counter[int] = Counter()
        for site in board:
            now, then = _kinds(after[site]), self._before[site]
            for kind, number in (now - then).items():
                self._gains.setdefault(kind, []).append(number)
            self._lost.update(then)
            self._lost.subtract(now)

    def taken(self, site: int) -> bool:
        """Whether some of what stood on a site that is empty now was taken from the board, or to a heap that
        gained more than it, as a store does; else all of it stands elsewhere."""
        return any(
            self._lost[kind] > 0 or any(gain > number for gain in self._gains.get(kind, ()))
            for kind, number in self._before[site].items()
        )


def _kinds(piece: Piece | None) -> Counter[int]:
    """How many pieces of each kind stand on a site."""
    result: Counter[int] = Counter()
    for each in () if piece is None else (piece, *piece.below):
        result[each.component] += each.count
    return result
