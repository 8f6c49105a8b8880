"""Players without a thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.players.options import Settings
from interpreter.players.player import Kind

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    from interpreter.players.random_player import RandomPlayer

    return RandomPlayer(seed)


KIND = Kind("random", "any legal move, each as likely", _make)
