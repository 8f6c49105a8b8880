"""Who looks on in a room or at an analysis, and what each of them has been sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gdl.support.values import frozen
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


class Known:
    """What somebody has been sent."""

    def __init__(self) -> None:
        self.sprites: set[str] = set()
        self.events = 0
        self.board = ""
        #: the number of the next that is said
        self.said = 0
