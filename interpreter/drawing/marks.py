"""What a move did, as it is marked on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gdl.support.values import frozen
from interpreter.drawing.view import Marks
from interpreter.engines.contents import Contents, Piece


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
        """Was some of what stood on a site that is empty now taken from the board, or to a heap that gained
        more than it, as a store does? Else all of it stands elsewhere."""
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
