"""How large a game is from a position on: by some games at random."""

from __future__ import annotations

import math
import random

from gdl.support.values import frozen
from interpreter.game.state import State

#: So many games, each followed for so many decisions.
_GAMES, _LONGEST = 8, 200


@frozen
class Size:
    """What games at random are like, on average."""

    #: how many decisions they take
    length: float
    #: among how many moves each decision is (the geometric mean)
    breadth: float

    @property
    def digits(self) -> float:
        """How many digits the number of positions has, about, that a proof must look at at least.

        One side's every move and the other's best make the square root of all games (Knuth and Moore, 1975).
        """
        return self.length * math.log10(self.breadth) / 2


def size(state: State, seed: int = 0) -> Size:
    """Play some games at random from a position that is not over."""
    generator = random.Random(seed)
    decisions, logarithms = 0, 0.0
    for _ in range(_GAMES):
        here = state
        for _ in range(_LONGEST):
            if here.is_over:
                break
            moves = here.legal_moves
            decisions += 1
            logarithms += math.log(len(moves))
            here = here.play(generator.choice(moves))
    return Size(decisions / _GAMES, math.exp(logarithms / decisions))
