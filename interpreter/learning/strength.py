"""How strong what was learnt is: games against alpha-beta that evaluates by the rules alone."""

from __future__ import annotations

import random

from gdl.support.values import frozen
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.limit import Limit
from interpreter.players.player import Line
from interpreter.search.weights import Weights

#: A game that lasts longer is a draw.
_LONGEST = 200
#: Plies at random before each pair of games.
_OPENING = (1, 7)
_MEMORY = 8 << 20


@frozen
class Strength:
    """Points of so many games, of what was learnt."""

    points: float
    games: int

    def __str__(self) -> str:
        return f"{self.points:g} of {self.games}"


def measure_strength(game: Game, weights: Weights, games: int, limit: Limit, seed: int) -> Strength:
    """Play pairs of games, from openings at random and with both colours, at the same limit."""
    generator = random.Random(seed)
    # made once, as their searches are compiled; what their tables keep is true of the next game too
    pair = _player(weights), _player(None)
    points, played = 0.0, 0
    for _ in range(20 * games):
        if played >= games:
            break
        start = _opening(game, generator)
        if start is None:
            continue
        for first in (True, False):
            points += _points(start, first, pair, limit)
            played += 1
    return Strength(points, played)


def _opening(game: Game, generator: random.Random) -> State | None:
    state = game.start(generator.randrange(1 << 30))
    for _ in range(generator.randrange(*_OPENING)):
        if not state.is_over:
            state = state.play(state.random_move(generator))
    return None if state.is_over else state


def _player(weights: Weights | None) -> AlphaBetaPlayer:
    return AlphaBetaPlayer(AlphaBetaSettings(None, None, _MEMORY, 1, weights))


def _points(start: State, first: bool, pair: tuple[AlphaBetaPlayer, AlphaBetaPlayer], limit: Limit) -> float:
    """What the first of a pair scores in a game: 1, 0.5 or 0; `first`: it moves first."""
    learnt = start.mover if first else 3 - start.mover
    line = Line((start,))
    while not line.state.is_over and len(line.moves) < _LONGEST:
        player = pair[0 if line.state.mover == learnt else 1]
        line = line.then(player.choose(line, limit).move)
    outcome = line.state.outcome
    return (1.0 + (0.0 if outcome is None else outcome.value(learnt))) / 2
