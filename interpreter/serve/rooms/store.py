"""What is kept in a database: rooms, what was done in each, rights and who has them.

Actions are only ever appended.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from gdl.support.values import frozen
from interpreter.serve.messages.codec import decode, encode
from interpreter.serve.messages.people import Said
from interpreter.serve.messages.room import Action, Setup
from interpreter.serve.rooms.clock import KeptClock, Uptime
from interpreter.serve.rooms.connecting import connected
from interpreter.serve.rooms.database import Connection, DatabaseError
from interpreter.serve.rooms.tables import brought_up
from interpreter.serve.rooms.transactions import Transactions

#: So much of what was said in a room is kept.
MOST_SAID = 100
_SAID = "select number, person, name, player, words from said where room = ? order by number desc limit ?"
_DEEDS = "insert into deeds (room, number, deed, at, request, player, asked) values (?, ?, ?, ?, ?, ?, ?)"


@frozen
class Done:
    """A request that was done: how many actions there were after it, and a digest of what it asked; None
    where that was not kept."""

    version: int
    digest: str | None


@frozen
class Request:
    """A request that is not to be done twice: whose it is, its id, and a digest of what it asks."""

    player: int
    id: str
    digest: str


@frozen
class Right:
    """A right in a room: what for, for which players, and whether its link was used up."""

    id: int
    kind: str
    players: list[int]
    used: bool


@frozen
class Kept:
    """A room as it was kept."""

    room: str
    setup: Setup
    seats: list[str]
    actions: list[Action]
    #: the requests that were done, by the player and the id that the player gave them
    requests: dict[tuple[int, str], Done]
    #: the clock at the last action: as `interpreter.serve.rooms.clock` keeps it, as JSON
    clock: object = None
    #: who wants to play once more, as `interpreter.serve.rooms.rematch` keeps it, as JSON
    rematch: object = None
    #: may anybody join, and what may be written; what was said last
    offered: bool = False
    chat: str | None = None
    said: Sequence[Said] = ()


class Store(Transactions):
    """A database, and the thread that it belongs to."""

    def __init__(self, place: Path | str) -> None:
        """Open a database, or make it: a file, or the address of a PostgreSQL.

        Raises DatabaseError, NewerStoreError for one of a later version, and MissingExtraError.
        """
        super().__init__(connected(place))
        self.place = place
        #: what tells this server apart from others of the same database
        self.me = secrets.token_hex(4)
        #: looks, in the transaction that changes a room, whether this server has it still
        self.fence: Callable[[Connection, str], None] = _unfenced
        try:
            brought_up(self._connection)
        except BaseException:
            self._connection.close()
            raise
        #: how long this has been served, all servers together
        self.uptime = Uptime(self._connection)
        self.start()

    def last(self, connection: Connection) -> None:
        """Keep how long this was served."""
        with contextlib.suppress(DatabaseError):
            self.uptime.keep(connection)

    # --- Rooms ----------------------------------------------------------------------------------------

    async def tell(self, kind: str, name: str) -> None:
        """Tell something of a room or an analysis to the other servers of the database."""
        if self.shared:
            words = f"{kind} {self.me} {name}"
            await self.do(lambda c: c.tell(words))

    async def add_room(self, room: str, setup: Setup, seats: list[str], at: float) -> None:
        """Keep a new room."""
        values = (room, json.dumps(encode(setup)), json.dumps(seats), at)
        await self.do(
            lambda c: c.execute("insert into rooms (room, setup, seats, made) values (?, ?, ?, ?)", values)
        )

    async def append(
        self,
        room: str,
        first: int,
        actions: Sequence[Action],
        request: Request | None,
        over: bool,
        at: float,
        clock: KeptClock | None = None,
    ) -> None:
        """Keep actions, of which the first has this number, and what clocks there are.

        Raises TakenError for an action that is there.
        """
        nobody = (None, None, None)
        named = nobody if request is None else (request.id, request.player, request.digest)
        last = len(actions) - 1
        rows = [
            (
                room,
                first + index,
                json.dumps(encode(each)),
                at,
                *(named if index == last else (None, None, None)),
            )
            for index, each in enumerate(actions)
        ]
        left = None if clock is None else json.dumps(encode(clock))
        # a row that is written anew takes its time: it is where the game goes on, and no clock runs
        values = (int(over), left, room, int(over), int(left is not None))
        query = (
            "update rooms set over = ?, clock = ? "
            "where room = ? and (over <> ? or 1 = ? or clock is not null)"
        )

        def work(connection: Connection) -> None:
            self.fence(connection, room)
            connection.executemany(_DEEDS, rows)
            connection.execute(query, values)
            if (
                left is not None and not self.shared
            ):  # a clock is not to be ahead of what is known of the time
                self.uptime.keep(connection)

        await self.do(work, soon=False)

    async def set_seats(self, room: str, seats: list[str]) -> None:
        """Keep who sits where from now on."""
        values = (json.dumps(seats), room)
        await self.do(lambda c: c.execute("update rooms set seats = ? where room = ?", values))

    async def set_rematch(self, room: str, rematch: object) -> None:
        """Keep who wants to play once more."""
        values = (json.dumps(rematch), room)
        await self.do(lambda c: c.execute("update rooms set rematch = ? where room = ?", values))

    async def room(self, room: str) -> Kept | None:
        """A room with all that was done in it; None where there is none."""

        def work(connection: Connection) -> Kept | None:
            row = connection.execute(
                "select setup, seats, clock, rematch, offered, chat from rooms where room = ?", (room,)
            ).fetchone()
            if row is None:
                return None
            rows = connection.execute(
                "select number, deed, request, player, asked from deeds where room = ? order by number",
                (room,),
            ).fetchall()
            requests = {
                (player, request): Done(number + 1, digest)
                for number, _, request, player, digest in rows
                if request is not None and player is not None
            }
            actions = [decode(Action, json.loads(each)) for _, each, *_ in rows]
            clock, rematch = (None if each is None else json.loads(each) for each in row[2:4])
            setup, seats = decode(Setup, json.loads(row[0])), json.loads(row[1])
            said = [Said(*each) for each in connection.execute(_SAID, (room, MOST_SAID))]
            return Kept(
                room, setup, seats, actions, requests, clock, rematch, bool(row[4]), row[5], said[::-1]
            )

        return await self.do(work)

    async def set_offered(self, room: str, offered: bool) -> None:
        """Keep whether anybody may join."""
        await self.do(
            lambda c: c.execute("update rooms set offered = ? where room = ?", (int(offered), room))
        )

    async def set_chat(self, room: str, mode: str) -> None:
        """Keep what may be written."""
        await self.do(lambda c: c.execute("update rooms set chat = ? where room = ?", (mode, room)))

    async def add_said(self, room: str, said: Said) -> None:
        """Keep what somebody has said, and of a room no more than is told."""
        row = (room, said.n, said.person, said.name, said.player, said.words, time.time())

        def work(connection: Connection) -> None:
            self.fence(connection, room)
            connection.execute("insert into said values (?, ?, ?, ?, ?, ?, ?)", row)
            connection.execute("delete from said where room = ? and number <= ?", (room, said.n - MOST_SAID))

        await self.do(work)

    async def delete_room(self, room: str) -> None:
        """Forget a room, what was done there, and who had rights in it."""

        def work(connection: Connection) -> None:
            also = ("offers",) if self.shared else ()
            for table in ("rooms", "deeds", "rights", "visits", "people", "said", "carried", *also):
                connection.execute(f"delete from {table} where room = ?", (room,))

        await self.do(work)

    async def delete_analysis(self, name: str) -> None:
        """Forget an analysis, and who had rights in it."""

        def work(connection: Connection) -> None:
            connection.execute("delete from analyses where name = ?", (name,))
            for table, column in (("tried", "analysis"), ("thoughts", "analysis"),
                                  ("rights", "room"), ("visits", "room")):  # fmt: skip
                connection.execute(f"delete from {table} where {column} = ?", (name,))

        await self.do(work)

    async def unchanged(self, since: float) -> tuple[list[str], list[str]]:
        """The rooms, and the analyses, in which nothing was done since a moment."""
        last = (
            "coalesce((select at from deeds where deeds.room = rooms.room order by number desc limit 1), 0)"
        )
        rooms = f"select room from rooms where made < ? and {last} < ?"
        analyses = "select name from analyses where coalesce(changed, made) < ?"

        def work(connection: Connection) -> tuple[list[str], list[str]]:
            return (
                [row[0] for row in connection.execute(rooms, (since, since))],
                [row[0] for row in connection.execute(analyses, (since,))],
            )

        return await self.do(work)

    async def writable(self) -> None:
        """Returns when something could be written. Raises DatabaseError where it cannot."""
        await self.do(lambda connection: None)

    async def unfinished(self, most: int) -> list[str]:
        """So many of the rooms whose games go on, the newest first."""
        query = "select room from rooms where over = 0 order by made desc limit ?"
        return [row[0] for row in await self.do(lambda c: c.execute(query, (most,)).fetchall())]

    # --- Rights ---------------------------------------------------------------------------------------

    async def add_right(self, room: str, kind: str, players: list[int], secret: bytes) -> int:
        """Keep a right, by what is kept of its secret; returns its number."""
        values = (room, kind, json.dumps(players), secret)
        query = "insert into rights (room, kind, players, secret) values (?, ?, ?, ?)"
        return await self.do(lambda c: c.added(query, values))

    async def rights(self, query: str, values: tuple[object, ...]) -> list[Right]:
        """Rights, chosen by what follows `where`."""
        text = f"select id, kind, players, used from rights where {query}"
        rows = await self.do(lambda c: c.execute(text, values).fetchall())
        return [Right(number, kind, json.loads(players), bool(used)) for number, kind, players, used in rows]


def _unfenced(connection: Connection, room: str) -> None:
    """A server alone has every room."""
