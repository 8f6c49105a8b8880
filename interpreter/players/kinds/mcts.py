"""Players by Monte Carlo tree search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.players.limit import SIMULATIONS, TIME
from interpreter.players.options import NUMBER, Option, Settings
from interpreter.players.player import MEMORY, Kind, memory_of

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player

#: How curious it is, if nothing else is said.
EXPLORATION = 1.0


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    import secrets

    from interpreter.players.mcts import MctsPlayer, MctsSettings
    from interpreter.search.tree import TreeSettings

    exploration = settings.number("exploration")
    return MctsPlayer(
        MctsSettings(
            seconds=settings.number("time"),
            iterations=settings.whole("iterations"),
            tree=TreeSettings(
                memory=memory_of(settings),
                exploration=EXPLORATION if exploration is None else exploration,
                seed=secrets.randbits(62) if seed is None else seed,
            ),
        )
    )


KIND = Kind(
    "mcts",
    "searches a tree by playing games at random (any game)",
    _make,
    (
        TIME,
        SIMULATIONS,
        MEMORY,
        Option("exploration", NUMBER, "how much it tries what looks worse", EXPLORATION, most=100),
    ),
    exclusive=(("time", "iterations"),),
)
