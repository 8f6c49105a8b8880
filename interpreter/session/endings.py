"""Ends that the rules of a game do not know, in words."""

from __future__ import annotations

from interpreter.game.outcome import Outcome
from interpreter.game.state import State
from interpreter.records.model import AGREEMENT, RESIGNATION, Result


def how(result: Result, state: State) -> str:
    """`a draw by agreement`, `White resigns, Black wins`, and how it stands otherwise."""
    names = state.game.players
    if result.end == AGREEMENT:
        return "a draw by agreement"
    if result.end == RESIGNATION:
        last = result.ranks.index(max(result.ranks))
        others = [name for index, name in enumerate(names) if index != last]
        name = state.mover_name if state.mover == last + 1 else names[last]
        return f"{name} resigns" + (f", {others[0]} wins" if len(others) == 1 else "")
    return f"{Outcome(result.ranks, names)} ({result.end})"
