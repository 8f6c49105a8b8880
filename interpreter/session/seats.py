"""Who sits where: a person or a machine for each player of a game."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.errors.user_errors import SessionError
from interpreter.game.game import Game
from interpreter.players.entrants import Chooser, entrant
from interpreter.players.kinds import STRONG
from interpreter.players.limit import Limit
from interpreter.players.naming import make_players, read_player, read_players, seat_names
from interpreter.players.player import Entrant, Player
from interpreter.players.waiting import patience_of

#: Who sits at a game: names with commas between, or players one by one, by name or one's own.
Seated = str | Sequence["str | Entrant | Player | Chooser"]


class Seats:
    """The seats at a game. Players are numbers from 1; what is no player's number raises SessionError."""

    def __init__(self, game: Game, players: Seated, seed: int) -> None:
        """Seat the players; the last one named fills the seats that are left.

        Raises PlayerError for who is no player, and CannotPlayError for a machine that cannot play this game.
        """
        named: Sequence[Entrant] = (
            read_players(players) if isinstance(players, str) else tuple(map(entrant, players))
        )
        #: as they were named
        self.named = seat_names(named, len(game.players))
        self._names = game.players
        self._machines: list[Player | None] = make_players(self.named, game, seed)

    def __len__(self) -> int:
        return len(self._machines)

    @property
    def has_people(self) -> bool:
        """Whether any person plays."""
        return None in self._machines

    def machine(self, player: int) -> Player | None:
        """What plays for a player; None where a person does."""
        if not 1 <= player <= len(self):
            raise SessionError(f"there is no player {player}: the players are 1 to {len(self)}")
        return self._machines[player - 1]

    def is_person(self, player: int) -> bool:
        """Whether the moves of a player are a person's."""
        return self.machine(player) is None

    def name(self, player: int) -> str:
        """What the game calls a player."""
        self.machine(player)
        return self._names[player - 1]

    def others(self, player: int) -> tuple[int, ...]:
        """All players but one, in order."""
        return tuple(each for each in range(1, len(self) + 1) if each != player)

    def patience(self, player: int, limit: Limit | None = None) -> float | None:
        """The seconds that the rules may take for a machine: of a limit, or its own; None for a person."""
        machine = self.machine(player)
        return None if machine is None else patience_of(machine, limit)

    def take(self, player: int) -> None:
        """Let a person play in place of a machine."""
        self.machine(player)
        self._machines[player - 1] = None


# --- who is asked for a hint ----------------------------------------------------------------------------


def adviser(game: Game, seed: int) -> Player:
    """The strongest player that there is for a game."""
    player = read_player(STRONG).make(game, seed)
    assert player is not None, "a person gives no hints"
    return player
