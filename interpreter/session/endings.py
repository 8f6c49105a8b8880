"""Ends that the rules of a game do not know, in words."""

from __future__ import annotations

from interpreter.game.outcome import Outcome
from interpreter.game.state import State
from interpreter.records.model import AGREEMENT, RESIGNATION, TIME, Result


def how(result: Result, state: State) -> str:
    """`a draw by agreement`, `White resigns, Black wins`, and how it stands otherwise."""
    names = state.game.players
    if result.end == AGREEMENT:
        return "a draw by agreement"
    if result.end in (RESIGNATION, TIME):
        last = result.ranks.index(max(result.ranks))
        others = [name for index, name in enumerate(names) if index != last]
        name = state.mover_name if state.mover == last + 1 else names[last]
        lost = f"{name} resigns" if result.end == RESIGNATION else f"{name}'s time is up"
        return lost + (f", {others[0]} wins" if len(others) == 1 else "")
    return f"{Outcome(result.ranks, names)} ({result.end})"
