"""The strongest player that there is for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.players.limit import TIME
from interpreter.players.options import Settings
from interpreter.players.player import MEMORY, Kind, memory_of

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    import secrets

    from interpreter.players.computer import ComputerPlayer, ComputerSettings

    seed = secrets.randbits(62) if seed is None else seed
    seconds = settings.number("time")
    return ComputerPlayer(game, ComputerSettings(seconds or 1.0, memory_of(settings), seed))


KIND = Kind(
    "computer",
    "the strongest for the game: mcts or alphabeta, as a match says",
    _make,
    (TIME, MEMORY),
)
