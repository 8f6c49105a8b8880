"""Players by a network in a file, searched by PUCT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.support.values import evolve
from interpreter.players.limit import SIMULATIONS, TIME
from interpreter.players.options import NUMBER, Option, Settings
from interpreter.players.player import MEMORY, Kind, memory_of

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player

#: Simulations for a move, if nothing else is said, and how much priors count.
DEFAULT, EXPLORATION = 200, 1.5


def _make(game: Game, settings: Settings, seed: int | None) -> Player:
    import secrets

    from interpreter.players.net import net
    from interpreter.players.network_file import read_network

    exploration = settings.number("exploration")
    return net(
        read_network(settings.file, game),
        simulations=settings.whole("iterations"),
        seconds=settings.number("time"),
        exploration=EXPLORATION if exploration is None else exploration,
        memory=memory_of(settings),
        seed=secrets.randbits(62) if seed is None else seed,
        name="net",
    )


KIND = Kind(
    "net",
    "searches by a network of yours, of priors and values (any game)",
    _make,
    (
        evolve(SIMULATIONS, help="how many positions it looks at", default=DEFAULT),
        evolve(TIME, help="how long it thinks about a move instead", default=None),
        MEMORY,
        Option("exploration", NUMBER, "how much it tries what looks worse", EXPLORATION, most=100),
    ),
    exclusive=(("iterations", "time"),),
    file="a network in a file (ONNX, labelled by `gdl.label_network`)",
)
