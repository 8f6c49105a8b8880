"""Who takes part in a match: players by their names, or players of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player


class Entrant(Protocol):
    """What a match asks of who takes part: `interpreter.players.naming.Named` is one. `str` is its name."""

    @property
    def is_human(self) -> bool:
        """Whether its moves are typed."""

    @property
    def timed(self) -> bool:
        """Whether it goes by the clock: no seed repeats its moves."""

    def make(self, game: Game, seed: int | None = None) -> Player | None:
        """The player for a game. Raises CannotPlayError."""
