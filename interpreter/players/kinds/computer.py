"""The strongest player that there is for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.players.limit import TIME
from interpreter.players.options import COUNT, LEVEL, Option, Settings
from interpreter.players.player import MEMORY, Kind, memory_of

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    import secrets

    from interpreter.players.computer import ComputerPlayer, ComputerSettings

    seed = secrets.randbits(62) if seed is None else seed
    seconds, level = settings.number("time"), settings.whole("level")
    trained, known = settings.whole("trained") != 0, settings.whole("known") != 0
    chosen = None if level is None else level - 1
    return ComputerPlayer(
        game, ComputerSettings(seconds or 1.0, memory_of(settings), seed, trained, chosen, known)
    )


KIND = Kind(
    "computer",
    "the strongest for the game: mcts, alphabeta or trained, as a match says",
    _make,
    (
        TIME,
        Option("level", LEVEL, "how strong it is instead, whatever the machine", bare=True),
        MEMORY,
        Option("trained", COUNT, "0: it does without what was learnt", 1, most=1, example="0"),
        Option("known", COUNT, "0: without tables and long thoughts of before", 1, most=1, example="0"),
    ),
    exclusive=(("time", "level"),),
)
