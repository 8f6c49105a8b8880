"""Players that draw their moves uniformly at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from gdl.support.values import define, field
from interpreter.players.limit import Limit
from interpreter.players.options import Settings
from interpreter.players.player import Choice, Kind, Line

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player


@define
class RandomPlayer:
    """Plays any legal move, each as likely, and never agrees to a draw."""

    seed: int | None = None
    _generator: random.Random = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._generator = random.Random(self.seed)

    @property
    def limit(self) -> None:
        """None: it does not think."""
        return None

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        """A legal move drawn uniformly, within any limit."""
        return Choice(line.state.random_move(self._generator))

    def accepts_draw(self, line: Line) -> bool:
        """Never."""
        return False


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    from interpreter.players.kinds.random import RandomPlayer

    return RandomPlayer(seed)


KIND = Kind("random", "any legal move, each as likely", _make)
