"""All rooms: they are made, found, and opened again from what was kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path, PurePath
from types import MappingProxyType

from gdl.source.suggest import nearest
from gdl.support.printable import one_line
from gdl.support.values import frozen
from interpreter.errors.user_errors import BadRequestError, GameNotFoundError, UserError
from interpreter.game.shipped import shipped_games
from interpreter.serve.messages.game import Reaches
from interpreter.serve.messages.room import ClockTerms, Link, Setup
from interpreter.serve.rooms.errors import NoRoomError, TooMuchError
from interpreter.serve.rooms.hosting import link_to, seat_named
from interpreter.serve.rooms.rights import HOST, LINK, PEOPLE, PERSON, PLAY, WATCH, Rights, new_name
from interpreter.serve.rooms.room import Room
from interpreter.serve.rooms.servers import CHANGED, LOST, MISSED, ORDERED, WANTED, Servers
from interpreter.serve.rooms.store import Kept, Store
from interpreter.serve.workers.pool import Pool
from interpreter.serve.workers.process import WorkerError

log = logging.getLogger("ludwright.serve")
#: So many rooms are open at once.
MOST_ROOMS = 1000
#: So many of those that were left first are let go at once where nobody has been gone for long.
_AT_ONCE = 50
#: Seconds in which somebody may still be on the way to a room; for which one in which somebody is stays at a
#: server that it has come to.
_ON_THE_WAY, SETTLED = 10.0, 3.0
#: Lets go of a room or an analysis of a name that another server wants, perhaps by order; was it done? None
#: where there is none of this name here.
LettingGo = Callable[[str, bool], Awaitable[bool | None]]


@frozen
class Terms:
    """What an operator allows: what may be written in rooms, whether there is a lobby, and a gallery."""

    chat: str = "free"
    lobby: bool = True
    gallery: bool = False


@frozen
class Made:
    """A new room, and the links to it."""

    room: Room
    links: list[Link]
    cookie: str


class House:
    """The rooms of a server."""

    def __init__(
        self,
        place: Path | str,
        tables: int = 1,
        thinkers: int = 2,
        own: Mapping[str, Path] = MappingProxyType({}),
        host: str = "127.0.0.1",
        ponder: bool = False,
        terms: Terms | None = None,
    ) -> None:
        """Rooms that are kept in a database. `own` are games, besides the shipped ones, by their names;
        `host` is the address that the server is bound to; `ponder`: machines think on while people do;
        `terms` are the operator's.

        Raises OSError and DatabaseError where nothing can be kept.
        """
        self.own, self.terms = dict(own), terms or Terms()
        self.store = Store(place)
        self.pool = Pool(tables, thinkers, host, ponder)
        #: for what is shown of games before they are played: loading many holds up no move
        self.gallery = Pool()
        self.rights = Rights(self.store)
        #: the servers of the same database, and what of this one others may want
        self.servers = Servers(self.store)
        self.letting_go: list[LettingGo] = [self._let_go]
        self.servers.handlers |= {
            WANTED: lambda name: self._give(name, False),
            ORDERED: lambda name: self._give(name, True),
            CHANGED: self.meet,
            MISSED: self._missed,
            LOST: lambda _: self.wake(),
        }
        #: where pieces go in a game, by its setup
        self.reaches: dict[str, Reaches] = {}
        self._rooms: dict[str, Room] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._opening: dict[str, asyncio.Lock] = {}

    async def make(
        self,
        game: str,
        options: Mapping[str, str],
        seats: Sequence[str],
        seed: int,
        text: str | None = None,
        clock: ClockTerms | None = None,
        position: str | None = None,
    ) -> Made:
        """A new room. Who makes it is its host, and plays for every `person`. It begins with `position`, if
        one is described.

        Raises TooMuchError, and WorkerError for a game that cannot be played.
        """
        self._make_place()
        seats = [seat_named(by) for by in seats]
        setup = Setup(
            game=self.file_of(game) if text is None else game,
            options=dict(options),
            seed=seed,
            text=text,
            clock=clock,
            position=position,
        )
        room = await self._tried(setup, seats)
        await self.servers.take(room.name)
        await self.store.add_room(room.name, setup, room.seats, time.time())
        log.info("room %s is made: %s (%s)", room.name, one_line(PurePath(game).name), ", ".join(room.seats))
        self._rooms[room.name] = room
        here = [player for player, by in enumerate(room.seats, 1) if by == PERSON]
        cookie = await self.rights.admit(room.name, HOST, here)
        links = [
            await self._link(room, PLAY, player)
            for player, by in enumerate(room.seats, 1)
            if by not in (PERSON,) and by in PEOPLE
        ]
        links.append(await self._link(room, WATCH))
        room.begin()
        return Made(room, links, cookie)

    async def _link(self, room: Room, kind: str, player: int | None = None) -> Link:
        secret = await self.rights.grant(room.name, kind, [] if player is None else [player])
        return Link(kind, player, link_to(room.name, secret))

    async def again(self, room: Room, own: Collection[int], seed: int) -> Made:
        """A new room like this one, by who plays there for `own` and here too; other people come by a link.

        Raises as `make` does, and GameNotFoundError.
        """
        seats = [
            by if by not in (PERSON, LINK) else PERSON if player in own else LINK
            for player, by in enumerate(room.seats, 1)
        ]
        return await self.like(room, seats, seed)

    async def like(self, room: Room, seats: Sequence[str], seed: int) -> Made:
        """A new room for the same game, options and clock as another, by whom the seats say. Raises as `make`
        does, and GameNotFoundError."""
        setup = room.setup
        # what the server was started with may be gone, and in which folder it was is nobody's business
        game = PurePath(self.name_of(setup) or setup.game).name
        return await self.make(game, setup.options, seats, seed, setup.text, setup.clock, setup.position)

    def file_of(self, game: str) -> str:
        """What a worker loads for a game of this name: no path that a stranger has written."""
        if game in self.own:
            return str(self.own[game])
        if game not in shipped_games():
            raise GameNotFoundError(f"there is no game called `{game}`", nearest(game, shipped_games()))
        return game

    def name_of(self, setup: Setup) -> str | None:
        """What the game of a setup is begun by here; None for rules that somebody has sent."""
        if setup.text is not None:
            return None
        own = {str(path): name for name, path in self.own.items()}
        return own.get(setup.game, setup.game)

    async def _tried(self, setup: Setup, seats: Sequence[str]) -> Room:
        """The room of a game, which says how many players it has."""
        room = Room(Kept(new_name(), setup, list(seats), [], {}), self.pool, self.store, self.terms.chat)
        await room.open(playing=False)
        players = len(room.snapshot.position.called)
        named = list(seats) or [PERSON]
        if len(named) > players:
            raise BadRequestError(f"{len(named)} players are named, but the game has {players}")
        room.seats = [named[min(index, len(named) - 1)] for index in range(players)]
        return room

    async def room(self, name: str) -> Room:
        """The room of a name, opened again if need be. Raises NoRoomError."""
        room = self._rooms.get(name)
        if room is not None and not room.moved:
            return room
        async with self._alone_with(name):
            room = self._rooms.get(name)
            if room is None or room.moved:
                self._make_place()
                silent = await self.servers.take(name)
                try:
                    room = await self._opened(name, silent)
                except BaseException:
                    await self.servers.let_go(name)
                    raise
                self._rooms[name] = room
                log.info("room %s is opened again", name)
        return room

    async def _opened(self, name: str, silent: float) -> Room:
        self.rights.forget(name)
        kept = await self.store.room(name)
        if kept is None:
            raise NoRoomError("there is no such room: it may have been deleted, or never been here")
        room = Room(kept, self.pool, self.store, self.terms.chat, silent)
        await room.open()
        await room.meet(self.rights)
        return room

    # --- Several servers ------------------------------------------------------------------------------

    async def meet(self, name: str) -> None:
        """Learn anew who is who in a room, if it is open here."""
        self.rights.forget(name)
        room = self._rooms.get(name)
        if room is not None and not room.moved:
            await room.meet(self.rights)

    async def _give(self, name: str, by_order: bool) -> None:
        """Another server wants a room or an analysis."""
        found = [await each(name, by_order) for each in self.letting_go]
        if all(each is None for each in found):  # it is not open here, whatever is kept
            await self.servers.let_go(name)

    async def _let_go(self, name: str, by_order: bool) -> bool | None:
        room = self._rooms.get(name)
        if room is None:
            return False if name in self._opening else None
        if room.guests and not by_order and time.monotonic() - room.opened < SETTLED:
            return False
        async with room.lock:
            room.go()
            self._rooms.pop(name, None)
            self.rights.forget(name)
            await self.servers.let_go(name)
        log.info("room %s goes to another server", name)
        await self.pool.forget(name, room.setup)
        return True

    async def _missed(self, _: str) -> None:
        """What others said was missed, or they may have taken this server for lost."""
        self.rights.forget_all()
        mine = await self.servers.mine()
        for room in list(self._rooms.values()):
            if room.name not in mine:
                room.go()
            else:
                await room.meet(self.rights)

    @contextlib.asynccontextmanager
    async def _alone_with(self, name: str) -> AsyncIterator[None]:
        """Inside, nobody else opens or deletes the room of a name."""
        lock = self._opening.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():  # else somebody waits for it
                self._opening.pop(name, None)

    async def delete(self, room: Room, why: str) -> None:
        """Forget a room, and all that was done there. Raises NoRoomError where somebody was quicker."""
        await room.delete()
        self._rooms.pop(room.name, None)
        self.rights.forget(room.name)
        await self.servers.let_go(room.name)
        await self.pool.forget(room.name, room.setup)
        log.info("room %s is deleted %s", room.name, why)

    async def expire(self, name: str, by_order: bool = False) -> bool:
        """Forget a room in which nothing has been done for long, unless somebody is there, or in any case
        `by_order` of the operator; was it done?"""
        async with self._alone_with(name):
            room = self._rooms.get(name)
            if room is None:
                if by_order:
                    await self.servers.take(name, by_order=True)
                elif not await self.servers.take_free(name):  # it is open elsewhere, where it may expire
                    return False
                await self.store.delete_room(name)
                await self.servers.let_go(name)
                log.info("room %s %s", name, "is deleted by the operator" if by_order else "has expired")
                return True
        if not (room.idle or by_order):
            return False
        await self.delete(room, "by the operator" if by_order else "as it has expired")
        return True

    def opened(self, name: str) -> Room:
        """The room of this name, which is open here."""
        return self._rooms[name]

    @property
    def open_rooms(self) -> Collection[Room]:
        """The rooms that are open."""
        return self._rooms.values()

    @property
    def clocks_run(self) -> bool:
        """Does a clock run in a room that is open?"""
        return any(room.timer.runs for room in self._rooms.values())

    def _make_place(self) -> None:
        """Let go of rooms in which nobody is, where there are many. Raises TooMuchError."""
        if len(self._rooms) < MOST_ROOMS:
            return
        left = {name: room.deserted_for for name, room in self._rooms.items()}
        leaving = [name for name, room in self._rooms.items() if room.idle]
        # whoever has not been gone for long finds the room again, which takes a moment longer then
        gone = sorted((name for name in left if left[name] > _ON_THE_WAY), key=left.__getitem__, reverse=True)
        for name in leaving or gone[:_AT_ONCE]:
            room = self._rooms.pop(name)
            room.close()
            self.rights.forget(name)
            log.info("room %s is let go of: nobody is there", name)
            self._leaving.add(task := asyncio.create_task(self._left(room)))
            task.add_done_callback(self._leaving.discard)
        if len(self._rooms) >= MOST_ROOMS:
            raise TooMuchError("there are as many rooms as this server takes")

    async def _left(self, room: Room) -> None:
        await self.servers.let_go(room.name)
        await self.pool.forget(room.name, room.setup)

    async def wake(self) -> None:
        """Open the rooms in which a machine is to move, the newest first: nobody else would."""
        await self.servers.begin()
        for name in await self.servers.free(await self.store.unfinished(MOST_ROOMS // 2)):
            kept = await self.store.room(name)
            machines = kept is not None and any(by not in PEOPLE for by in kept.seats)
            if machines and await self.servers.take_free(name):
                with contextlib.suppress(UserError, WorkerError):  # told to who comes
                    await self.room(name)

    async def close(self) -> None:
        """Stop everything; all of it is kept."""
        for room in self._rooms.values():
            room.close()
        await self.pool.close()
        await self.gallery.close()
        await self.servers.close()
        self.store.close()
