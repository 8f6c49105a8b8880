"""Which kinds of players there are, with what can be set of them.

A kind's module is imported when its first player is made, so that listing them costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import field, frozen

from interpreter.players.limit import DEPTH, SIMULATIONS, TIME
from interpreter.players.options import NUMBER, SIZE, Option, Settings

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player

HUMAN = "human"

#: Makes a player from the game, its settings and a seed. Raises CannotPlayError for what it cannot play.
Maker = Callable[["Game", Settings, "int | None"], "Player"]


@frozen
class Kind:
    """A kind of player."""

    name: str
    summary: str
    #: None for the human, who is asked by the command line
    make: Maker | None = field(repr=False)
    options: tuple[Option, ...] = ()
    #: options of which one at most can be given; where one is, the defaults of the others do not count
    exclusive: tuple[tuple[str, ...], ...] = ()

    def option(self, name: str) -> Option | None:
        """The option of a name."""
        return next((option for option in self.options if option.name == name), None)


def _random(game: Game, settings: Settings, seed: int | None) -> Player:
    from interpreter.players.random_player import RandomPlayer

    return RandomPlayer(seed)


def _mcts(game: Game, settings: Settings, seed: int | None) -> Player:
    import secrets

    from interpreter.players.mcts import MctsPlayer, MctsSettings
    from interpreter.search.tree import TreeSettings

    exploration = settings.number("exploration")
    return MctsPlayer(
        MctsSettings(
            seconds=settings.number("time"),
            iterations=settings.whole("iterations"),
            tree=TreeSettings(
                memory=settings.whole("memory") or MEMORY,
                exploration=EXPLORATION if exploration is None else exploration,
                seed=secrets.randbits(62) if seed is None else seed,
            ),
        )
    )


def _alphabeta(game: Game, settings: Settings, seed: int | None) -> Player:
    from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings, check_game

    check_game(game)
    memory = settings.whole("memory") or MEMORY
    return AlphaBetaPlayer(AlphaBetaSettings(settings.number("time"), settings.whole("depth"), memory))


#: Bytes for what a player remembers, and how curious it is, if nothing else is said.
MEMORY = 256 << 20
EXPLORATION = 1.0

_MEMORY = Option("memory", SIZE, "the most that its tree or table takes", MEMORY, bare=True, least=1 << 20)

#: Every kind by its name, in the order in which they are listed.
KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(HUMAN, "you, or whoever sits at the keyboard", None),
        Kind("random", "any legal move, each as likely", _random),
        Kind(
            "mcts",
            "searches a tree by playing games at random (any game)",
            _mcts,
            (
                TIME,
                SIMULATIONS,
                _MEMORY,
                Option("exploration", NUMBER, "how much it tries what looks worse", EXPLORATION, most=100),
            ),
            exclusive=(("time", "iterations"),),
        ),
        Kind(
            "alphabeta",
            "looks ahead and estimates by the rules (games for two without chance)",
            _alphabeta,
            (TIME, DEPTH, _MEMORY),
            exclusive=(("time", "depth"),),
        ),
    )
}

#: Who is asked for a hint: the first of these that there is and that can play the game.
STRONG = ("mcts:1s", "alphabeta:1s")
