"""Pairs of games between two players: each opening at random is played with both colours."""

from __future__ import annotations

import random

from gdl.support.values import frozen
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.players.limit import Limit
from interpreter.players.player import Line, Player

#: A game that lasts longer is a draw.
LONGEST = 200
#: Plies at random before each pair of games.
OPENING = (1, 7)


@frozen
class Points:
    """What the first of two players has scored: 1 for a win, 0.5 for a draw."""

    points: float
    games: int

    @property
    def share(self) -> float:
        """Its part of all points."""
        return self.points / self.games if self.games else 0.5

    def __str__(self) -> str:
        return f"{self.points:g} of {self.games}"


def play_pairs(
    game: Game, one: Player, other: Player, games: int, seed: int, limit: Limit | None = None
) -> Points:
    """So many games (an even number) of a game for two; `limit` stands in place of the players' own.

    Fewer where games end before the openings do. The players are the same throughout: what they remember of a
    game counts in the next.
    """
    generator = random.Random(seed)
    points, played = 0.0, 0
    for _ in range(20 * games):
        if played >= games:
            break
        start = opening(game, generator)
        if start is not None:
            points += _game(start, one, other, limit) + 1.0 - _game(start, other, one, limit)
            played += 2
    return Points(points, played)


def opening(game: Game, generator: random.Random) -> State | None:
    """A position after some plies at random; None where the game was over before."""
    state = game.start(generator.randrange(1 << 30))
    for _ in range(generator.randrange(*OPENING)):
        if not state.is_over:
            state = state.play(state.random_move(generator))
    return None if state.is_over else state


def _game(start: State, one: Player, other: Player, limit: Limit | None) -> float:
    """What the player scores who moves first."""
    first = start.mover
    line = Line((start,))
    while not line.state.is_over and len(line.moves) < LONGEST:
        player = one if line.state.mover == first else other
        line = line.then(player.choose(line, limit).move)
    outcome = line.state.outcome
    return (1.0 + (0.0 if outcome is None else outcome.value(first))) / 2
