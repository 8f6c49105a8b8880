"""Who is asked for a hint."""

from __future__ import annotations

from interpreter.errors.user_errors import PlayerError
from interpreter.game.game import Game
from interpreter.players.kinds import KINDS, STRONG
from interpreter.players.naming import read_player
from interpreter.players.player import Player


def adviser(game: Game, seed: int) -> Player | None:
    """The strongest player that can play a game; None where there is none."""
    for text in STRONG:
        if text.partition(":")[0] not in KINDS:
            continue
        try:
            return read_player(text).make(game, seed)
        except PlayerError:
            continue
    return None
