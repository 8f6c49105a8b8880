"""Players by alpha-beta search with an evaluation that was learnt by self-play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.players.limit import DEPTH, NODES, TIME
from interpreter.players.options import Settings
from interpreter.players.player import MEMORY, Kind, memory_of

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    from interpreter.errors.user_errors import CannotPlayError
    from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings, check_game
    from interpreter.players.weights import learnt_weights

    check_game(game, "trained")
    learnt = learnt_weights(game)
    if learnt is None:
        raise CannotPlayError(f"nothing was learnt of {game.name} yet: `gdl train` learns it", ("computer",))
    limits = settings.number("time"), settings.whole("depth")
    nodes = settings.whole("nodes")
    return AlphaBetaPlayer(
        AlphaBetaSettings(*limits, memory_of(settings), nodes, learnt.weights, tables=True)
    )


KIND = Kind(
    "trained",
    "alphabeta with an evaluation learnt by self-play (`gdl train GAME`)",
    _make,
    (TIME, DEPTH, NODES, MEMORY),
    exclusive=(("time", "depth", "nodes"),),
)
