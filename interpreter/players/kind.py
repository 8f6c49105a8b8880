"""What a kind of player says of itself: its name, its options, and how a player is made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import field

from gdl.support.values import frozen
from interpreter.players.options import SIZE, Option, Settings

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Player

#: Makes a player from the game, its settings and a seed. Raises CannotPlayError for what it cannot play.
Maker = Callable[["Game", Settings, "int | None"], "Player"]

#: Bytes for what a player remembers, if nothing else is said, and the option that says it.
_MEMORY = 256 << 20
MEMORY = Option("memory", SIZE, "the most that its tree or table takes", _MEMORY, bare=True, least=1 << 20)


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


def memory_of(settings: Settings) -> int:
    """The bytes that a player may take for what it remembers."""
    return settings.whole("memory") or _MEMORY
