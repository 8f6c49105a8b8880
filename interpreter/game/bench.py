"""Measuring how fast a game is played at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from gdl.support.values import frozen
from interpreter.engines.interface import Engine
from interpreter.engines.registry import make_engine
from interpreter.game.game import Game


@frozen
class Bench:
    """What was measured on one thread; times in seconds, `cpu_seconds` the processor's."""

    game: str
    engine: str
    playouts: int
    moves: int
    seconds: float
    cpu_seconds: float
    #: from the game's text to its first position, ready to play random games
    ready_seconds: float
    #: the engine's part of it
    engine_seconds: float
    #: how long the program is in LLVM's language; None on the engine in Python
    ir_lines: int | None

    def as_json(self) -> dict[str, str | int | float | None]:
        """The figures by name."""
        return {
            "game": self.game,
            "engine": self.engine,
            "playouts": self.playouts,
            "playouts_per_second": self.playouts / self.seconds,
            "playouts_per_cpu_second": self.playouts / max(self.cpu_seconds, 1e-9),
            "moves_per_second": self.moves / self.seconds,
            "moves_per_playout": self.moves / self.playouts,
            "ready_seconds": self.ready_seconds,
            "engine_seconds": self.engine_seconds,
            "ir_lines": self.ir_lines,
        }


def measure(
    game: Game,
    engine_name: str,
    seconds: float,
    began: float,
    checked: bool = False,
    playing: Callable[[Engine], AbstractContextManager[None]] = lambda engine: nullcontext(),
) -> Bench:
    """Play whole random games for about so many seconds; `began` is when loading the game began.

    The games are played inside of `playing`, which is told the engine.
    """
    program = game.program
    loaded = time.perf_counter()
    engine = make_engine(engine_name, program, checked, game.image.key)
    engine.start(0)
    ready = time.perf_counter()
    engine.warm_up()
    playouts = moves = 0
    batch = 1
    start, cpu_start = time.perf_counter(), time.process_time()
    spent = 0.0
    with playing(engine):
        while spent < seconds:
            result = engine.playouts(batch, seed=playouts)
            playouts += result.games
            moves += result.moves
            spent = time.perf_counter() - start
            # as many as should fill a twentieth of the time: the clock is read seldom, and the end is met
            batch = max(1, int(playouts / spent * min(seconds / 20, seconds - spent)))
    cpu = time.process_time() - cpu_start
    return Bench(
        game.name, engine.name, playouts, moves, spent, cpu, ready - began, ready - loaded, engine.ir_lines
    )
