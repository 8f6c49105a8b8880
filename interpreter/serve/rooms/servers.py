"""Several servers of one database: a room, or an analysis, is open at one of them (a lease), which writes it.

Each server says every second that it is there; one that has not for a while has lost what it held to whoever
asks for it. Who is asked for a room that another one holds, tells that one to let go of it, and waits: all of
a room is kept, so that it moves in the time that it takes to be opened. Whoever writes a room sees in the
same transaction that it is held still (fencing): one that was taken for dead, and was not, changes nothing.
A proxy that sends all that is asked of a room to one server has rooms stay where they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Iterable

from interpreter.serve.rooms.database import LAPSE, Connection, DatabaseError
from interpreter.serve.rooms.errors import ElsewhereError
from interpreter.serve.rooms.store import Store

log = logging.getLogger("ludwright.serve")
#: Seconds between two looks whether a room is free, at first and later; after which who holds it is told once
#: more; until one gives up, which is longer than a lost server keeps what it held.
_LOOK, _SELDOM, _ONCE_MORE, _PATIENCE = 0.02, 0.5, 1.0, LAPSE + 4.0
#: What servers tell each other: let go of this, in any case; who is who there is to be learnt anew.
WANTED, ORDERED, CHANGED = "wanted", "ordered", "changed"
#: What this server tells itself: it may have missed something; another one is lost.
MISSED, LOST = "missed", "lost"

#: What is done where something is told: of a name, empty where it is of all.
Handler = Callable[[str], Awaitable[None]]

_ALIVE = "select 1 from servers where servers.server = held.server and servers.seen > ?"


class Servers:
    """The servers of a database, as one of them sees it. Of one that is alone all of this is nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.me = store.me
        #: what is done where something is told
        self.handlers: dict[str, Handler] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._beaten = float("-inf")
        self._lost: set[str] = set()
        #: what is offered here, as the others were told it
        self._offered: dict[str, tuple[str, str]] = {}
        self._listening: threading.Thread | None = None
        self._ended = False
        if store.shared:
            store.fence = self._fence

    @property
    def several(self) -> bool:
        """May there be others?"""
        return self._store.shared

    # --- What is held ---------------------------------------------------------------------------------

    async def take(self, name: str, by_order: bool = False) -> float:
        """Hold a room or an analysis; returns for how many seconds who held it has been lost, 0 for nobody.

        Raises ElsewhereError where another server does not let go of it.
        """
        if not self.several:
            return 0.0
        await self.begin()
        end, told, look = time.monotonic() + _PATIENCE, float("-inf"), _LOOK
        while (silent := await self._store.do(lambda c: self._taken(c, name))) is None:
            now = time.monotonic()
            if now > end:
                log.warning("%s is open elsewhere: does the proxy send each room to one server?", name)
                raise ElsewhereError("this is open at another server of this place: try again")
            if now - told > _ONCE_MORE:
                told = now
                await self._store.tell(ORDERED if by_order else WANTED, name)
            await asyncio.sleep(look)
            look = min(_SELDOM, look * 1.5)
        return silent

    async def take_free(self, name: str) -> bool:
        """Hold it where no other living server does; was it so?"""
        return not self.several or await self._store.do(lambda c: self._taken(c, name)) is not None

    def _taken(self, connection: Connection, name: str) -> float | None:
        now = connection.now()
        query = (
            "select held.server, servers.seen from held left join servers on servers.server = held.server "
            "where held.name = ?"
        )
        row = connection.execute(query, (name,)).fetchone()
        query = (
            "insert into held values (?, ?, ?) on conflict (name) do update "
            "set server = excluded.server, since = excluded.since "
            f"where held.server = ? or not exists ({_ALIVE})"
        )
        if connection.execute(query, (name, self.me, now, self.me, now - LAPSE)).rowcount != 1:
            return None
        if row is None or row[0] == self.me or row[1] is None:
            return 0.0
        silent = now - float(row[1])
        return silent if silent >= LAPSE else 0.0  # else it has let go just now

    async def let_go(self, *names: str) -> None:
        """Others may have these from now on."""
        if self.several:
            rows = [(name, self.me) for name in names]
            await self._store.do(
                lambda c: c.executemany("delete from held where name = ? and server = ?", rows)
            )

    def _fence(self, connection: Connection, name: str) -> None:
        """Raises DatabaseError where another server has this now; where it does not, it waits."""
        query = "select 1 from held where name = ? and server = ? for share"
        if connection.execute(query, (name, self.me)).fetchone() is None:
            raise DatabaseError(f"{name} is held by another server")

    async def free(self, names: Collection[str]) -> list[str]:
        """Those that no living server holds."""
        if not self.several:
            return list(names)

        def work(connection: Connection) -> list[str]:
            query = f"select name from held where exists ({_ALIVE})"
            taken = {row[0] for row in connection.execute(query, (connection.now() - LAPSE,))}
            return [name for name in names if name not in taken]

        return await self._store.do(work)

    async def mine(self) -> set[str]:
        """What this server holds."""
        query = "select name from held where server = ?"
        rows = await self._store.do(lambda c: c.execute(query, (self.me,)).fetchall())
        return {row[0] for row in rows}

    # --- What is offered to whoever comes -------------------------------------------------------------

    async def offer(self, games: dict[str, tuple[str, str]]) -> None:
        """Let others list games that may be joined here: by their rooms, who offers each (an address), and
        what is told of it."""
        if games == self._offered:
            return

        def work(connection: Connection) -> None:
            connection.execute("delete from offers where server = ?", (self.me,))
            for room, (address, told) in games.items():
                connection.execute("delete from offers where room = ?", (room,))
                connection.execute("insert into offers values (?, ?, ?, ?)", (room, self.me, address, told))

        await self._store.do(work)
        self._offered = games

    async def offers(self) -> list[tuple[str, str]]:
        """What others offer: by whom, and what is told of it."""
        if not self.several:
            return []
        query = f"select address, told from offers as held where server <> ? and exists ({_ALIVE})"

        def work(connection: Connection) -> list[tuple[str, str]]:
            return connection.execute(query, (self.me, connection.now() - LAPSE)).fetchall()

        return await self._store.do(work)

    # --- Who is there ---------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Be there for the others, and hear what they say."""
        if self.several and self._listening is None and not self._ended:
            loop = asyncio.get_running_loop()
            self._listening = threading.Thread(target=self._listen, args=(loop,), name="hears", daemon=True)
            self._listening.start()
            await self.beat()

    async def beat(self) -> None:
        """Say that this server is there, and notice those that are not any more. Once a second."""
        if not self.several:
            return

        def work(connection: Connection) -> set[str]:
            now = connection.now()
            query = (
                "insert into servers values (?, ?) on conflict (server) do update set seen = excluded.seen"
            )
            connection.execute(query, (self.me, now))
            self._store.uptime.keep(connection)
            query = "select server from servers where seen <= ?"
            lost = {row[0] for row in connection.execute(query, (now - LAPSE,))}
            # what is known of a lost one is of use until what it held was taken by others
            query = (
                "delete from servers where seen <= ? "
                "and not exists (select 1 from held where held.server = servers.server)"
            )
            connection.execute(query, (now - 60.0,))
            return lost

        before, self._beaten = self._beaten, time.monotonic()
        lost = await self._store.do(work)
        if self._beaten - before > LAPSE and before > 0:  # others may have taken this one for lost
            self._hear(f"{MISSED} - ")
        if lost - self._lost:
            log.warning("%d other servers of this place are lost", len(lost - self._lost))
            self._hear(f"{LOST} - ")
        self._lost = lost

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """The thread that hears what is told."""
        from interpreter.serve.rooms.postgres import hear

        def told(words: str) -> None:
            if not self._ended:
                loop.call_soon_threadsafe(self._hear, words)

        while not self._ended:
            with contextlib.suppress(DatabaseError, RuntimeError):  # the loop may have ended meanwhile
                hear(str(self._store.place), told, lambda: not self._ended)
            if not self._ended:
                time.sleep(_ONCE_MORE)
                with contextlib.suppress(RuntimeError):
                    told(f"{MISSED} - ")

    def _hear(self, words: str) -> None:
        kind, who, name = words.split(" ", 2)
        handler = self.handlers.get(kind)
        if who != self.me and handler is not None:
            self._tasks.add(task := asyncio.ensure_future(self._handled(handler, name)))
            task.add_done_callback(self._tasks.discard)

    async def _handled(self, handler: Handler, name: str) -> None:
        try:
            await handler(name)
        except DatabaseError as error:
            log.error("nothing can be kept: %s", error)

    async def close(self, names: Iterable[str] = ()) -> None:
        """Let go of everything."""
        self._ended = True
        if not self.several or self._listening is None:
            return

        def work(connection: Connection) -> None:
            for table in ("held", "offers", "servers"):
                connection.execute(f"delete from {table} where server = ?", (self.me,))

        with contextlib.suppress(DatabaseError):
            await self._store.do(work)
        for task in self._tasks:
            task.cancel()
        await asyncio.to_thread(self._listening.join, 2.0)
