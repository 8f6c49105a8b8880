"""Games kept in a PostgreSQL, which several servers share."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from interpreter.serve.messages.people import Said
from interpreter.serve.messages.room import ClockTerms, Command, Setup
from interpreter.serve.rooms.clock import KeptClock
from interpreter.serve.rooms.connecting import connected
from interpreter.serve.rooms.database import DatabaseError, TakenError
from interpreter.serve.rooms.errors import NewerStoreError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import Rights
from interpreter.serve.rooms.store import Store
from interpreter.serve.rooms.tables import VERSION
from tests.serve.postgres import postgres

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as found:
        yield found


def test_what_is_kept_comes_back(address: str) -> None:
    async def work() -> None:
        store = Store(address)
        rights = Rights(store)
        await store.add_room("r", Setup(game="hex", seed=1), ["person", "link"], 1.0)
        await store.append("r", 0, [], None, False, 2.0, KeptClock((1.0, 2.0), 1, 3.0))
        await store.set_offered("r", True)
        await store.add_said("r", Said(0, "p", "Bo", 1, "what? 100 %"))
        secret = await rights.grant("r", "play", [2])
        cookie = await rights.enter("r", secret, None)
        visitor = await rights.visitor("r", cookie)
        assert visitor is not None and visitor.players == {2} and not visitor.host
        store.close()
        again = Store(address)
        kept = await again.room("r")
        assert kept is not None and kept.seats == ["person", "link"] and kept.offered
        assert [each.words for each in kept.said] == ["what? 100 %"]
        assert kept.clock == {"left": [1.0, 2.0], "running": 1, "since": 3.0}
        await Rights(again).give_up("r", 2)
        assert await Rights(again).visitor("r", cookie) is None
        await again.delete_room("r")
        assert await again.room("r") is None
        again.close()

    asyncio.run(work())


def test_what_fails_is_undone_alone_and_a_key_is_taken_once(address: str) -> None:
    async def work() -> None:
        store = Store(address)
        add = "insert into published values (?, 1, 't', 2, '', 'n', 'text', null, '', ?)"
        first, second, third = await asyncio.gather(
            store.do(lambda c: c.execute(add, ("a", b"k")), soon=False),
            store.do(lambda c: c.execute(add, ("a", b"k")), soon=False),
            store.do(lambda c: c.execute(add, ("b", b"k")), soon=False),
            return_exceptions=True,
        )
        assert isinstance(second, TakenError)
        assert not isinstance(first, Exception) and not isinstance(third, Exception)
        rows = await store.do(lambda c: c.execute("select id from published order by id").fetchall())
        assert rows == [("a",), ("b",)]
        store.close()

    asyncio.run(work())


def test_a_connection_that_was_lost_is_made_anew(address: str) -> None:
    async def work() -> None:
        store = Store(address)
        other = connected(address)
        backend = await store.do(lambda c: c.execute("select pg_backend_pid()").fetchone()[0])
        other.execute("select pg_terminate_backend(?)", (backend,))
        await store.writable()
        other.close()
        store.close()

    asyncio.run(work())


def test_tables_of_a_later_version_are_refused(address: str) -> None:
    Store(address).close()  # which makes the tables
    connection = connected(address)
    connection.execute("update version set number = ?", (VERSION + 1,))
    try:
        with pytest.raises(NewerStoreError):
            Store(address)
    finally:
        connection.execute("update version set number = ?", (VERSION,))
        connection.close()


def test_nobody_there_is_said() -> None:
    with pytest.raises(DatabaseError):
        connected("postgresql://games@/postgres?host=/nowhere")


def test_a_game_goes_on_in_another_house(address: str) -> None:
    async def work() -> None:
        first = House(address)
        made = await first.make("tic-tac-toe", {}, ["person"], 1, clock=ClockTerms(100, 0))
        visitor = await first.rights.visitor(made.room.name, made.cookie)
        assert visitor is not None
        await made.room.command(visitor, Command("move", "b2"), None, "once")
        await first.close()
        second = House(address)
        room = await second.room(made.room.name)
        assert room.version == 1
        # the same request once more is not done twice
        assert await room.command(visitor, Command("move", "b2"), None, "once") == 1
        await second.close()

    asyncio.run(work())
