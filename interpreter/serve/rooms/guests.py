"""Who looks on in a room or at an analysis, and what each of them has been sent; boards that rooms share."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator

from gdl.support.values import frozen
from interpreter.serve.messages.game import Board
from interpreter.serve.rooms.errors import TooMuchError
from interpreter.serve.rooms.rights import Visitor

#: So many look on in a room, or at an analysis, at most, each with a socket.
MOST_GUESTS = 200


@frozen
class Subscription:
    """What a socket follows: what tells of a change, what is said then, what is done when it leaves."""

    changed: asyncio.Event
    say: Callable[[Visitor], str]
    leave: Callable[[], None]


class Guest:
    """Somebody who looks on, perhaps for players; `person` tells browsers apart."""

    def __init__(self, players: frozenset[int], person: str = "", host: bool = False) -> None:
        self.players, self.person, self.host = players, person, host
        self.listener = asyncio.Event()
        self.listener.set()


class Audience:
    """Who looks on in a room. `changed` is called when there is something to tell of them."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._guests: set[Guest] = set()
        self._telling: asyncio.TimerHandle | None = None

    def __iter__(self) -> Iterator[Guest]:
        return iter(self._guests)

    def __len__(self) -> int:
        return len(self._guests)

    @property
    def players(self) -> set[int]:
        """The players for whom somebody looks on."""
        return {player for guest in self._guests for player in guest.players}

    @property
    def onlookers(self) -> set[str]:
        """The people who look on for no player."""
        return {guest.person for guest in self._guests if not guest.players and guest.person}

    def come(self, guest: Guest) -> None:
        """Somebody looks on from now on. Raises TooMuchError where too many do."""
        if len(self._guests) >= MOST_GUESTS:
            raise TooMuchError("as many look on as this server takes")
        before = self.players
        self._guests.add(guest)
        self._tell_of(guest, before)

    def leave(self, guest: Guest) -> None:
        """Somebody has left."""
        before = self.players
        self._guests.discard(guest)
        self._tell_of(guest, before)

    def _tell_of(self, guest: Guest, before: set[int]) -> None:
        """Tell that a player has come or left; of who but looks on, once for all within a second."""
        if self.players != before:
            self._changed()
        elif guest.person and not guest.players and self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(1.0, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._changed()

    def wake(self) -> None:
        """Let each of them ask what has changed."""
        for guest in self._guests:
            guest.listener.set()

    def close(self) -> None:
        """Tell nothing any more of who comes and goes."""
        if self._telling is not None:
            self._telling.cancel()


class Known:
    """What somebody has been sent."""

    def __init__(self) -> None:
        self.sprites: set[str] = set()
        self.events = 0
        self.board = ""
        #: the number of the next that is said
        self.said = 0


#: So many are shared at once: those that were asked for last.
MOST = 128
_shared: OrderedDict[str, Board] = OrderedDict()


def shared(board: Board) -> Board:
    """A board that is equal to this one, and the same for all who ask. Nobody may change it."""
    known = _shared.get(board.id)
    # the id is what a worker says, perhaps one that runs rules of a stranger
    if known is None or known != board:
        known = _shared[board.id] = board
        if len(_shared) > MOST:
            _shared.popitem(last=False)
    _shared.move_to_end(board.id)
    return known
