"""Players by alpha-beta search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.players.limit import DEPTH, NODES, TIME
from interpreter.players.options import Settings
from interpreter.players.player import MEMORY, Kind, memory_of

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings, check_game

    check_game(game)
    limits = settings.number("time"), settings.whole("depth")
    return AlphaBetaPlayer(
        AlphaBetaSettings(*limits, memory_of(settings), settings.whole("nodes"), tables=True)
    )


KIND = Kind(
    "alphabeta",
    "looks ahead and estimates by the rules (games for two without chance)",
    _make,
    (TIME, DEPTH, NODES, MEMORY),
    exclusive=(("time", "depth", "nodes"),),
)
