"""Several servers of one database: a room, or an analysis, is open at one of them (a lease), which writes it.

Each server says every second that it is there; one that has not for a while, or whose connection has ended,
has lost what it held to whoever asks for it. Who is asked for a room that another one holds, tells that one
to let go of it, and waits: all of a room is kept, so that it moves in the time that it takes to be opened.
Whoever writes a room sees in the same transaction that it is held still (fencing): one that was taken for
dead, and was not, changes nothing. A proxy that sends all that is asked of a room to one server has rooms
stay where they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from interpreter.serve.rooms.connecting import connected
from interpreter.serve.rooms.database import LAPSE, Connection, DatabaseError
from interpreter.serve.rooms.errors import ElsewhereError
from interpreter.serve.rooms.store import Store
from interpreter.serve.rooms.transactions import Transactions

log = logging.getLogger("ludwright.serve")
T = TypeVar("T")
#: Seconds between two looks whether rooms are free; after which who holds one is told once more; until one
#: gives up, which is longer than a lost server keeps what it held.
_LOOK, _ONCE_MORE, _PATIENCE = 0.1, 1.0, LAPSE + 4.0
#: What servers tell each other: let go of this, in any case; who is who there is to be learnt anew.
WANTED, ORDERED, CHANGED = "wanted", "ordered", "changed"
#: What this server tells itself: it may have missed something; another one is lost.
MISSED, LOST = "missed", "lost"

#: What is done where something is told: of a name, empty where it is of all.
Handler = Callable[[str], Awaitable[None]]

_ALIVE = (
    "select 1 from servers where servers.server = held.server and servers.seen > ? "
    "and servers.pid in (select pid from pg_stat_activity)"
)


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
        #: what is to be held, by the names that somebody waits for
        self._wanted: dict[str, asyncio.Future[float | None]] = {}
        self._looking: asyncio.Task[None] | None = None
        #: what is offered here, as the others were told it
        self._offered: dict[str, tuple[str, str]] = {}
        self._listening: threading.Thread | None = None
        self._ended = False
        #: its own connection: nobody is taken for lost who has much to write
        self._own: Transactions | None = None
        self._beginning = asyncio.Lock()
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
        end, told = time.monotonic() + _PATIENCE, float("-inf")
        while (silent := await self._soon(name)) is None:
            now = time.monotonic()
            if now > end:
                log.warning("%s is open elsewhere: does the proxy send each room to one server?", name)
                raise ElsewhereError("this is open at another server of this place: try again")
            if now - told > _ONCE_MORE:
                told = now
                await self._store.tell(ORDERED if by_order else WANTED, name)
        return silent

    async def _soon(self, name: str) -> float | None:
        """What `_taken` says of it, which is asked for all that are wanted at once, as a lost server leaves
        hundreds."""
        wanted = self._wanted.setdefault(name, asyncio.get_running_loop().create_future())
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(wanted)

    async def _look(self) -> None:
        wanted: dict[str, asyncio.Future[float | None]] = {}
        try:
            while self._wanted:
                wanted, self._wanted = self._wanted, {}
                names = list(wanted)
                found = await self._do(lambda c, names=names: self._taken(c, names))  # type: ignore[misc]
                for name, each in wanted.items():
                    each.set_result(found.get(name))
                # whoever did not get theirs asks again, and so do those who come meanwhile
                await asyncio.sleep(_LOOK)
        except BaseException as error:
            for each in [*wanted.values(), *self._wanted.values()]:
                if not each.done():
                    each.set_exception(error)
            self._wanted = {}
            raise

    async def take_free(self, name: str) -> bool:
        """Hold it where no other living server does; was it so?"""
        return not self.several or name in await self._do(lambda c: self._taken(c, [name]))

    def _taken(self, connection: Connection, names: list[str]) -> dict[str, float]:
        """Hold those of these that no other living server does: for how many seconds who held each has been
        lost, 0 for nobody."""
        now, marks = connection.now(), ", ".join("?" * len(names))
        # what another one changes just now is passed over: nobody waits for anybody here
        query = (
            f"select held.name, held.server, servers.seen, exists ({_ALIVE}) from held "
            "left join servers on servers.server = held.server "
            f"where held.name in ({marks}) order by held.name for update of held skip locked"
        )
        found: dict[str, float] = {}
        for name, server, seen, alive in connection.execute(query, [now - LAPSE, *names]):
            if server == self.me or not alive:
                found[name] = 0.0 if server == self.me or seen is None else max(0.0, now - float(seen))
        query = "update held set server = ?, since = ? where name = ?"
        connection.executemany(query, [(self.me, now, name) for name in found])
        query = "insert into held values (?, ?, ?) on conflict do nothing"
        for name in sorted(set(names) - set(found)):
            if connection.execute(query, (name, self.me, now)).rowcount == 1:
                found[name] = 0.0
        return found

    async def let_go(self, *names: str) -> None:
        """Others may have these from now on."""
        if self.several:
            rows = [(name, self.me) for name in names]
            await self._do(lambda c: c.executemany("delete from held where name = ? and server = ?", rows))

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

        return await self._do(work)

    async def mine(self) -> set[str]:
        """What this server holds."""
        query = "select name from held where server = ?"
        rows = await self._do(lambda c: c.execute(query, (self.me,)).fetchall())
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

        await self._do(work)
        self._offered = games

    async def offers(self) -> list[tuple[str, str]]:
        """What others offer: by whom, and what is told of it."""
        if not self.several:
            return []
        query = f"select address, told from offers as held where server <> ? and exists ({_ALIVE})"

        def work(connection: Connection) -> list[tuple[str, str]]:
            return connection.execute(query, (self.me, connection.now() - LAPSE)).fetchall()

        return await self._do(work)

    # --- Who is there ---------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Be there for the others, and hear what they say."""
        async with self._beginning:
            if self.several and self._own is None and not self._ended:
                self._own = Transactions(await asyncio.to_thread(connected, self._store.place))
                self._own.start()
                loop = asyncio.get_running_loop()
                self._listening = threading.Thread(
                    target=self._listen, args=(loop,), name="hears", daemon=True
                )
                self._listening.start()
                await self.beat()

    async def _do(self, work: Callable[[Connection], T]) -> T:
        if self._own is None:
            await self.begin()
        if self._own is None:
            raise DatabaseError("this server has ended")
        return await self._own.do(work)

    async def beat(self) -> None:
        """Say that this server is there, and notice those that are not any more. Once a second."""
        if not self.several or self._own is None:
            return

        def work(connection: Connection) -> set[str]:
            now = connection.now()
            query = (
                "insert into servers values (?, ?, pg_backend_pid()) "
                "on conflict (server) do update set seen = excluded.seen, pid = excluded.pid"
            )
            connection.execute(query, (self.me, now))
            self._store.uptime.keep(connection)
            query = f"select server from servers as held where not exists ({_ALIVE})"
            lost = {row[0] for row in connection.execute(query, (now - LAPSE,))}
            # what is known of a lost one is of use until what it held was taken by others
            query = (
                "delete from servers where seen <= ? "
                "and not exists (select 1 from held where held.server = servers.server)"
            )
            connection.execute(query, (now - 60.0,))
            return lost

        before, self._beaten = self._beaten, time.monotonic()
        assert self._own is not None
        lost = await self._own.do(work)
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

    async def close(self) -> None:
        """Let go of everything."""
        self._ended = True
        if self._own is None or self._listening is None:
            return

        def work(connection: Connection) -> None:
            for table in ("held", "offers", "servers"):
                connection.execute(f"delete from {table} where server = ?", (self.me,))

        with contextlib.suppress(DatabaseError):
            await self._own.do(work)
        await asyncio.to_thread(self._own.close)
        for task in self._tasks:
            task.cancel()
        await asyncio.to_thread(self._listening.join, 2.0)
