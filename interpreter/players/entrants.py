"""Who takes part in a game: players by their names, or players of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from gdl.support.values import frozen
from interpreter.errors.user_errors import PlayerError
from interpreter.game.move import Move
from interpreter.players.naming import read_player
from interpreter.players.player import Choice, Entrant, Line

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.state import State
    from interpreter.players.limit import Limit
    from interpreter.players.player import Player


#: A player of one's own: chooses one of the legal moves of a state, or says how it is written.
Chooser = Callable[["State"], "Move | str"]


@frozen(eq=False)
class ChoosingPlayer:
    """A player that is a function of the present state."""

    chooser: Chooser

    @property
    def limit(self) -> None:
        """None: it thinks as long as it does."""
        return None

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        """What the function says. Raises MoveError for a text that is no legal move."""
        move = self.chooser(line.state)
        return Choice(move if isinstance(move, Move) else line.state.parse(move))

    def accepts_draw(self, line: Line) -> bool:
        """Never."""
        return False


@frozen(eq=False)
class OwnEntrant:
    """A player of one's own, the same in every seat and game."""

    name: str
    player: Player

    @property
    def is_human(self) -> bool:
        """Never."""
        return False

    @property
    def timed(self) -> bool:
        """Nobody knows: it is taken for one whose moves no seed repeats."""
        return True

    def make(self, game: Game, seed: int | None = None) -> Player:
        """Itself; what it draws is its own affair."""
        return self.player

    def __str__(self) -> str:
        return self.name


def entrant(player: str | Entrant | Player | Chooser) -> Entrant:
    """Who is named, is a player, or a function from states to moves; who takes part already is itself.

    Raises PlayerError and PlayerOptionError for names of nobody, PlayerError for what is no player.
    """
    if isinstance(player, str):
        return read_player(player)
    if all(hasattr(player, each) for each in ("make", "is_human", "timed")):
        return cast(Entrant, player)
    name = getattr(player, "__name__", type(player).__name__)
    if hasattr(player, "choose"):
        return OwnEntrant(name, cast("Player", player))
    if callable(player):
        return OwnEntrant(name, ChoosingPlayer(player))
    raise PlayerError(f"{player!r} is no player: a name, an object with `choose`, or a function is wanted")
