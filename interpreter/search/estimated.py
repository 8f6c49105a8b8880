"""What unfinished games are worth, by the game's own estimate: in place of `standing` of outcomes.py."""

from __future__ import annotations

from interpreter.search.outcomes import utility
from interpreter.subset.intrinsics import estimate, over


def standing(player: int) -> float:
    """What a state is worth where a playout has left it."""
    return utility(player) if over() else estimate(player)
