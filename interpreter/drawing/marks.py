"""What a move did, as it is marked on a board."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawing.view import Marks
from interpreter.engines.pieces import Contents


def marks_of(
    steps: Sequence[tuple[int, int]], beside: frozenset[int], before: Contents, after: Contents
) -> Marks:
    """The marks of some decisions, each from a site to a site (-1: none), between two positions.

    Captured is what stood, before, on a site that is empty now though no step left it; where a piece came
    down on another the target says it. Sites `beside` the board are not marked.
    """
    found = [(origin, target) for origin, target in steps if target >= 0]
    left = {origin for origin, target in found if 0 <= origin != target}
    targets = frozenset(target for _, target in found if target not in beside)
    came = frozenset(site for site in targets if after[site] is not None)
    gone = frozenset(
        site
        for site, (old, new) in enumerate(zip(before, after, strict=True))
        if old is not None and new is None and site not in left and site not in beside
    )
    return Marks(
        steps=tuple((a, b) for a, b in found if 0 <= a != b and not {a, b} & beside),
        origins=frozenset(left - beside) - came,
        targets=targets - gone,
        captured=gone,
    )
