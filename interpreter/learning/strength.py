"""How strong what was learnt is: games against alpha-beta that evaluates by the rules alone."""

from __future__ import annotations

from interpreter.game.game import Game
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.limit import Limit
from interpreter.players.pairs import Points, play_pairs
from interpreter.search.weights import Weights

_MEMORY = 8 << 20


def measure_strength(game: Game, weights: Weights, games: int, limit: Limit, seed: int) -> Points:
    """The points of what was learnt, at the same limit."""
    learnt, ruled = (
        AlphaBetaPlayer(AlphaBetaSettings(None, None, _MEMORY, 1, weights=each)) for each in (weights, None)
    )
    return play_pairs(game, learnt, ruled, games, seed, limit)
