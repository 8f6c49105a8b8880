"""A rematch as it stands: who wants to play once more, and the room where that is done."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from gdl.support.values import define, field, frozen
from interpreter.serve.messages.codec import decode
from interpreter.serve.messages.room import Link
from interpreter.serve.messages.room import Rematch as Told
from interpreter.serve.rooms.rights import LINK, PERSON


@frozen
class Next:
    """The room of a rematch, by whom its seats are played, its host's links and cookie, and the cookies that
    were given there, by the rights that they came of here.

    Of secrets only hashes are kept: after a restart of the server there are no links, and the host is
    admitted anew.
    """

    room: str
    seats: Sequence[str]
    links: Sequence[Link] = ()
    cookie: str | None = None
    cookies: dict[tuple[int, ...], str] = field(factory=dict)
    #: who is led along goes one by one
    lock: asyncio.Lock = field(factory=asyncio.Lock)


@frozen
class KeptRematch:
    """Who wants to play once more, and the room where that is done, with by whom its seats are played."""

    wanted: Sequence[int]
    room: str | None
    seats: Sequence[str]


@define
class Rematch:
    """The players of a room who want to play once more, and what came of it."""

    wanted: set[int] = field(factory=set)
    next: Next | None = None

    @property
    def kept(self) -> KeptRematch:
        """What of it outlasts the server."""
        found = self.next
        return KeptRematch(sorted(self.wanted), *((None, ()) if found is None else (found.room, found.seats)))

    @classmethod
    def restored(cls, kept: object) -> Rematch:
        """As it was kept, as JSON; None where nothing was."""
        if kept is None:
            return cls()
        known = decode(KeptRematch, kept)
        return cls(set(known.wanted), None if known.room is None else Next(known.room, list(known.seats)))

    def told(self, seats: Sequence[str]) -> Told | None:
        """What everybody is told of it."""
        if self.next is not None:
            return Told((), (), self.next.room)
        return Told(sorted(self.wanted), sorted(asked(seats) - self.wanted), None) if self.wanted else None


def asked(seats: Sequence[str]) -> set[int]:
    """The players who have to agree: machines and programs do not mind."""
    return {player for player, by in enumerate(seats, 1) if by in (PERSON, LINK)}
