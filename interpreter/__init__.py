"""Running core programs: engines, games, players, and the command line. Users import `gdl`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game.game import Game, load
    from interpreter.game.move import Move
    from interpreter.game.outcome import Outcome
    from interpreter.game.state import State

__all__ = ["Game", "Move", "Outcome", "State", "load"]

_HOMES = {
    "Game": "game.game",
    "load": "game.game",
    "Move": "game.move",
    "Outcome": "game.outcome",
    "State": "game.state",
}


def __getattr__(name: str) -> object:
    """Import the public names when they are first used, so that the command line starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"interpreter.{_HOMES[name]}"), name)
    return found
