"""Random games for tests."""

from __future__ import annotations

import random
from functools import cache

from gdl import Game, load
from interpreter.players.player import Line


@cache
def game(name: str, **options: str) -> Game:
    return load(name, options=options).on("native")


def random_line(game: Game, seed: int, plies: int) -> Line:
    """A random game from its start, cut off after so many decisions."""
    generator = random.Random(seed)
    line = Line((game.start(seed),))
    while len(line.moves) < plies and not line.state.is_over:
        line = line.then(line.state.random_move(generator))
    return line
