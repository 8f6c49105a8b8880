"""Measuring how fast a game is played at random."""

from __future__ import annotations

import time

from attrs import frozen

from interpreter.engines import make_engine
from interpreter.game import Game


@frozen
class Bench:
    """What was measured on one thread; times in seconds."""

    game: str
    engine: str
    playouts: int
    moves: int
    seconds: float
    ready_seconds: float

    def as_json(self) -> dict[str, str | int | float]:
        """The figures by name."""
        return {
            "game": self.game,
            "engine": self.engine,
            "playouts": self.playouts,
            "playouts_per_second": self.playouts / self.seconds,
            "moves_per_second": self.moves / self.seconds,
            "moves_per_playout": self.moves / self.playouts,
            "ready_seconds": self.ready_seconds,
        }


def measure(game: Game, engine_name: str, seconds: float, began: float) -> Bench:
    """Play whole random games for about so many seconds; `began` is when loading the game began."""
    engine = make_engine(engine_name, game.program)
    engine.start(0)
    ready = time.perf_counter() - began
    playouts = moves = 0
    batch = 1
    start = time.perf_counter()
    spent = 0.0
    while spent < seconds:
        result = engine.playouts(batch, seed=playouts)
        playouts += result.games
        moves += result.moves
        spent = time.perf_counter() - start
        # as many as should fill a twentieth of the time, so that the clock is read seldom and the end is met
        batch = max(1, int(playouts / spent * min(seconds / 20, seconds - spent)))
    return Bench(game.name, engine_name, playouts, moves, spent, ready)
