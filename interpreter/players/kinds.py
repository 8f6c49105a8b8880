"""Which kinds of players there are, with what can be set of them.

A kind's module is imported when its first player is made, so that listing them costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import field, frozen

from interpreter.players.options import Option, Settings

if TYPE_CHECKING:
    from interpreter.game import Game
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


#: Every kind by its name, in the order in which they are listed.
KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(HUMAN, "you, or whoever sits at the keyboard", None),
        Kind("random", "any legal move, each as likely", _random),
    )
}

#: Who is asked for a hint: the first of these that there is and that can play the game.
STRONG = ("mcts:1s", "alphabeta:1s")
