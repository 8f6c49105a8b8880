"""What a server takes: rooms, who looks on, sockets, machines; what it keeps from version to version."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from attrs import evolve

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from interpreter.errors.user_errors import ChangedRulesError, MissingExtraError
from interpreter.serve.messages.room import Command, Moved, Resigned, Setup, Update
from interpreter.serve.messages.worker import CopyLine, DoCommand, OpenTable, Request
from interpreter.serve.rooms import guests
from interpreter.serve.rooms import house as houses
from interpreter.serve.rooms.connecting import connected, shown
from interpreter.serve.rooms.errors import NewerStoreError, TooMuchError
from interpreter.serve.rooms.hosting import seat_named
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.rooms.store import Done, Kept, Store
from interpreter.serve.rooms.store import Request as Named
from interpreter.serve.rooms.tables import VERSION
from interpreter.serve.web.guards import Guards
from interpreter.serve.web.rates import Limits
from interpreter.serve.workers.jobs import Jobs

NOBODY = Visitor("room", (), frozenset(), False)


def test_so_many_look_on_in_a_room_and_a_place_that_is_left_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MOST_GUESTS", 2)
    room = Room(Kept("room", Setup(game="hex", seed=1), ["person"], [], {}), cast(Any, None), cast(Any, None))
    first, _ = room.arrive(NOBODY), room.arrive(NOBODY)
    with pytest.raises(TooMuchError) as raised:
        room.arrive(NOBODY)
    assert raised.value.code == "E0784"
    room.leave(first)
    assert room.arrive(NOBODY) in room.guests


def test_so_many_rooms_are_open_and_one_in_which_nobody_is_makes_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(houses, "MOST_ROOMS", 1)

    async def work() -> None:
        house = House(tmp_path / "games.sqlite")
        try:
            first = await house.make("tic-tac-toe", {}, ["person"], 1)
            with pytest.raises(TooMuchError):  # somebody may still be on the way there
                await house.make("tic-tac-toe", {}, ["person"], 2)
            first.room.touched -= 3600
            worker, name, setup = house.pool._tables[0], first.room.name, first.room.setup
            await house.pool.ask(name, setup, DoCommand((), 0, Command("move", "a1"), 1))
            request = Request(0, name, setup, 1, (), CopyLine())
            assert worker is not None
            assert (await worker.ask(request, 30.0)).ok == {"moves": [["a1", 1, None]]}
            second = await house.make("tic-tac-toe", {}, ["person"], 2)
            await asyncio.gather(*house._leaving)
            assert (await worker.ask(request, 30.0)).need  # it has let go of it
            guest = second.room.arrive(NOBODY)
            second.room.touched -= 3600
            with pytest.raises(TooMuchError):  # nobody is sent away
                await house.room(first.room.name)
            second.room.leave(guest)
            second.room.touched -= 3600
            assert (await house.room(first.room.name)).name == first.room.name  # it was kept
        finally:
            await house.close()

    asyncio.run(work())


@pytest.mark.parametrize("limits", [Limits(sockets=2), Limits(all_sockets=2)], ids=["of one", "of all"])
def test_so_many_sockets_are_open(limits: Limits) -> None:
    async def work() -> list[str]:
        inside, leave = asyncio.Semaphore(0), asyncio.Event()
        told: list[str] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            inside.release()
            await leave.wait()

        async def send(message: Any) -> None:
            told.append(message["type"])

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        guards = Guards(app, limits=limits)
        scope = {"type": "websocket", "path": "/api/rooms/a/news", "client": ("127.0.0.1", 1),
                 "headers": [(b"host", b"127.0.0.1:8000")], "extensions": {}}  # fmt: skip
        held = [asyncio.create_task(guards(scope, receive, send)) for _ in range(2)]
        for _ in held:
            await inside.acquire()
        await guards(scope, receive, send)
        refused = list(told)
        leave.set()
        await asyncio.gather(*held)
        await guards(scope, receive, send)  # there is a place again
        assert told == refused
        return refused

    # a page is told why: it learns nothing of a socket that was never opened
    assert asyncio.run(work()) == ["websocket.accept", "websocket.close"]


@pytest.mark.parametrize("by", ["mcts:61s", "mcts:10000001", "alphabeta:65"])
def test_a_machine_may_not_take_more_than_a_guest_may_ask(by: str) -> None:
    with pytest.raises(TooMuchError) as raised:
        seat_named(by)
    assert raised.value.code == "E0784"
    assert seat_named("mcts:1s").startswith("mcts")


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(f"pragma user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(NewerStoreError) as raised:
        Store(path)
    assert raised.value.code == "E0788" and str(VERSION + 1) in raised.value.message
    connection = sqlite3.connect(path)
    assert connection.execute("select count(*) from sqlite_master").fetchone() == (0,)
    connection.close()
    command = [sys.executable, "-m", "interpreter.cli.main", "serve", "--port", "0", "--database", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "E0788" in done.stderr and "Traceback" not in done.stderr


def test_a_database_of_the_first_version_is_brought_up_with_its_games(tmp_path: Path) -> None:
    """Its rooms had no clocks, and it said no version."""
    path = tmp_path / "games.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("create table rooms (room text primary key, setup text not null, seats text not null, "
                       "made real not null, over integer not null default 0) without rowid")  # fmt: skip
    connection.execute(
        'insert into rooms values (\'old\', \'{"game": "hex", "seed": 1}\', \'["person"]\', 1.0, 0)'
    )
    connection.commit()
    connection.close()

    async def work() -> Kept | None:
        store = Store(path)
        try:
            asked = Named(1, "once", "resign")
            await store.append("old", 0, [Resigned(1)], asked, True, 2.0, [1.5])
            return await store.room("old")
        finally:
            store.close()

    found = asyncio.run(work())
    assert found is not None and found.clock == [1.5]
    assert found.requests == {(1, "once"): Done(1, "resign")}
    connection = sqlite3.connect(path)
    assert connection.execute("pragma user_version").fetchone() == (VERSION,)
    connection.close()


def test_what_comes_together_is_kept_in_its_order_and_before_the_end(tmp_path: Path) -> None:
    async def work() -> Kept | None:
        store = Store(tmp_path / "games.sqlite")
        await store.add_room("room", Setup(game="hex", seed=1), [], 1.0)
        moves = [Moved(1, f"a{number}") for number in range(20)]
        appending = []
        for number, each in enumerate(moves):
            appending.append(asyncio.ensure_future(store.append("room", number, [each], None, False, 1.0)))
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*appending)
        store = Store(tmp_path / "games.sqlite")
        kept = await store.room("room")
        store.close()
        return kept

    found = asyncio.run(work())
    assert found is not None and found.actions == [Moved(1, f"a{number}") for number in range(20)]


RULES = """(game "Own" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("edited", "said"),
    [
        (RULES.replace("square 3", "square 2").replace("Line 3", "Line 2"), "c3"),
        (RULES.replace("Line 3", "Lin 3"), "Lin"),
    ],
    ids=["another board", "a mistake"],
)
def test_rules_that_were_changed_under_a_game_are_said_to_be(tmp_path: Path, edited: str, said: str) -> None:
    file = tmp_path / "own.lud"
    file.write_text(RULES, encoding="utf-8")
    request = Request(0, "a", Setup(game=str(file), seed=1), 0, (), OpenTable((), 0, ()))
    jobs = Jobs()
    jobs(request)
    done = jobs(evolve(request, job=DoCommand((), 0, Command("move", "c3"), 1)))
    assert isinstance(done, Update)
    file.write_text(edited, encoding="utf-8")
    with pytest.raises(ChangedRulesError, match=r"own\.lud has changed since") as raised:
        Jobs()(evolve(request, actions=done.actions))
    assert raised.value.code == "E0793" and said in raised.value.message
    assert str(tmp_path) not in raised.value.message


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not bind to cores")
def test_strangers_leave_half_of_the_cores_to_others() -> None:
    code = (
        "import os\nfrom interpreter.serve.sandbox.limits import Limits\n"
        "before = os.getpriority(os.PRIO_PROCESS, 0), len(os.sched_getaffinity(0))\n"
        "Limits().apply(False)\n"
        "print(*before, os.getpriority(os.PRIO_PROCESS, 0), len(os.sched_getaffinity(0)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    nice, cores, nicer, fewer = map(int, done.stdout.split())
    assert nicer == min(19, nice + 15) and fewer == max(1, cores // 2)


# --- PostgreSQL -------------------------------------------------------------------------------------------


def test_what_speaks_to_postgresql_is_an_extra_whose_lack_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "interpreter.serve.rooms.postgres", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install 'ludwright\[postgres\]'"):
        connected("postgresql://games@localhost/games")


def test_a_password_in_an_address_is_not_told() -> None:
    assert shown("postgresql://games:secret@host:5432/games") == "postgresql://games:...@host:5432/games"
    assert shown("postgresql://games@host:5432/games") == "postgresql://games@host:5432/games"
    assert shown("postgresql:///games") == "postgresql:///games" and shown("games.sqlite") == "games.sqlite"
