"""What is kept and for how long: clocks while no server runs, ids of requests, rooms that expire, backups."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from interpreter.serve.messages.room import ClockTerms, Command, Setup
from interpreter.serve.rooms import housekeeping
from interpreter.serve.rooms.analyses import Analyses
from interpreter.serve.rooms.database import Connection
from interpreter.serve.rooms.errors import NoRoomError
from interpreter.serve.rooms.house import House
from interpreter.serve.rooms.housekeeping import keep_house
from interpreter.serve.rooms.rights import Visitor
from interpreter.serve.rooms.room import Room
from interpreter.serve.rooms.store import Done, Store
from interpreter.serve.rooms.tables import VERSION
from tests.docs.blocks import ROOT, blocks
from tests.serve.client import Client, link_of
from tests.serve.running import Server, serving

ALL = Visitor("", (), frozenset({1, 2}), True)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


class Time:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def house_at(path: Path, now: Time) -> House:
    """A house whose uptime goes by a time that is told."""
    house = House(path)
    house.store.uptime._clock, house.store.uptime._began = now, now.at
    return house


def left(room: Room) -> list[float]:
    time = room.timer.time()
    assert time is not None
    return list(time.left)


# --- Clocks -----------------------------------------------------------------------------------------------


def test_what_was_thought_before_a_crash_is_spent_and_nothing_while_no_server_runs(tmp_path: Path) -> None:
    """100 s each. Player 2 thinks 30 s, the server is killed and away for a week, browsers take 5 s to find
    it again, player 2 thinks 10 s more: 60 s are left."""
    database, now = tmp_path / "games.sqlite", Time()

    async def work() -> None:
        first = house_at(database, now)
        made = await first.make("tic-tac-toe", {}, ["person"], 1, clock=ClockTerms(100, 0))
        room = made.room
        now.at = 20.0  # nobody's clock runs before the first move
        await room.command(ALL, Command("move", "b2"), None, None)
        now.at = 50.0
        assert left(room) == [100.0, 70.0]
        await first.store.do(first.store.uptime.keep)  # the last thing that this server kept
        room.close()
        now.at += 7 * 86400
        second = house_at(database, now)
        now.at += 5.0
        again = await second.room(room.name)
        assert left(again) == [100.0, 70.0]
        now.at += 10.0
        assert left(again) == [100.0, 60.0]
        await again.command(ALL, Command("move", "a1"), None, None)
        now.at += 1.0
        assert left(again) == [99.0, 60.0]
        for house in (first, second):
            await house.close()

    run(work())


def test_a_clock_runs_while_nobody_looks_on_and_the_room_is_not_open(tmp_path: Path) -> None:
    database, now = tmp_path / "games.sqlite", Time()

    async def work() -> None:
        house = house_at(database, now)
        made = await house.make("tic-tac-toe", {}, ["person"], 1, clock=ClockTerms(100, 0))
        name = made.room.name
        now.at = 10.0
        await made.room.command(ALL, Command("move", "b2"), None, None)
        house._rooms.pop(name).close()
        now.at = 50.0
        assert left(await house.room(name)) == [100.0, 60.0]
        house._rooms.pop(name).close()
        await house.close()
        now.at += 1000.0
        later = house_at(database, now)
        now.at += 45.0  # of which 15 are for browsers that look for the server
        room = await later.room(name)
        assert left(room) == [100.0, 30.0]
        later._rooms.pop(name).close()
        now.at += 1000.0
        room = await later.room(name)
        while room.snapshot.over is None:
            await asyncio.sleep(0.01)
        assert "time is up" in room.snapshot.over.words
        await later.close()

    run(work())


def test_a_server_that_is_killed_gives_no_time_back(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        host = Client(server.address)
        room = host.make("tic-tac-toe", "person", clock={"seconds": 100})["room"]
        host.do(room, "moves", move="b2")
        while host.look(room)["clock"]["left"][1] > 97:
            time.sleep(0.1)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    with serving(database, "--port", server.address.rpartition(":")[2]):
        # what was thought is kept each second
        assert host.look(room)["clock"]["left"][1] < 99


# --- Ids of requests --------------------------------------------------------------------------------------


def test_an_id_is_a_players_own(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    made = host.make("tic-tac-toe", "person", "link")
    moves = f"/api/rooms/{made['room']}/moves"
    guest.enter(link_of(made, "play", 2))
    assert host.http.post(moves, json={"id": "one", "move": "b2"}).status_code == 200
    other = guest.http.post(moves, json={"id": "one", "move": "a1"})
    assert other.status_code == 200 and host.look(made["room"])["ply"] == 2
    assert guest.http.post(moves, json={"id": "one", "move": "a1"}).json() == other.json()
    assert host.look(made["room"])["ply"] == 2


def test_an_id_is_for_one_request_after_a_crash_too(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"

    def tried(answered: Any) -> None:
        other = host.http.post(moves, json={"id": "one", "move": "a1"})
        assert (other.status_code, other.json()["error"]["code"]) == (400, "E0785")
        assert host.look(room)["ply"] == 1
        assert host.http.post(moves, json={"id": "one", "move": "b2"}).json() == answered

    with serving(database) as server:
        host = Client(server.address)
        room = host.make("tic-tac-toe", "person")["room"]
        moves = f"/api/rooms/{room}/moves"
        first = host.http.post(moves, json={"id": "one", "move": "b2"}).json()
        tried(first)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    with serving(database, "--port", server.address.rpartition(":")[2]):
        tried(first)


def test_requests_that_an_older_version_kept_are_players_own(tmp_path: Path) -> None:
    """Its ids were those of a room, in an index that holds them apart."""
    path = tmp_path / "games.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript("""
        create table rooms (room text primary key, setup text not null, seats text not null,
            made real not null, over integer not null default 0, clock text) without rowid;
        create table deeds (room text not null, number integer not null, deed text not null, request text,
            at real not null, primary key (room, number)) without rowid;
        create unique index requests on deeds (room, request) where request is not null;
        create table analyses (name text primary key, setup text not null, made real not null);
        insert into rooms values ('old', '{"game": "hex", "seed": 1}', '["person"]', 1.0, 0, '[7.5, 8.0]');
        insert into deeds values ('old', 0, '{"does": "move", "player": 2, "move": "a1"}', 'once', 1.0);
        insert into analyses values ('tree', '{"game": "hex", "seed": 1}', 1.0);
        pragma user_version = 2;
    """)
    connection.close()

    async def work() -> None:
        store = Store(path)
        kept = await store.room("old")
        assert kept is not None and kept.requests == {(2, "once"): Done(1, None)}
        assert kept.clock == [7.5, 8.0]
        assert await store.unchanged(2.0) == (["old"], ["tree"])
        store.close()

    run(work())
    connection = sqlite3.connect(path)
    assert connection.execute("pragma user_version").fetchone() == (VERSION,)
    assert connection.execute("select name from sqlite_master where name = 'requests'").fetchone() is None
    connection.close()


# --- Deleting ---------------------------------------------------------------------------------------------


def test_a_host_deletes_a_room_by_naming_it_once_more(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        host, guest = Client(server.address), Client(server.address)
        made = host.make("tic-tac-toe", "person", "link")
        room, other = made["room"], host.make("tic-tac-toe", "person")["room"]
        guest.enter(link_of(made, "play", 2))
        host.do(room, "moves", move="b2")
        delete = f"/api/rooms/{room}/delete"
        assert guest.http.post(delete, json={"room": room}).status_code == 403
        for body in ({}, {"room": other}, {"room": True}):
            answer = host.http.post(delete, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "E0785")
        with guest.news(room) as told:
            told.recv(30)
            assert host.http.post(delete, json={"room": room}).status_code == 200
            with pytest.raises(ConnectionClosed, match="this was deleted"):
                while True:
                    told.recv(30)
        for client in (host, guest):
            answer = client.http.get(f"/api/rooms/{room}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "E0782")
        assert host.do(room, "moves", move="a1").status_code == 404
        assert host.look(other)["ply"] == 0
    connection = sqlite3.connect(database)
    for table in ("rooms", "deeds", "rights", "visits"):
        assert connection.execute(f"select count(*) from {table} where room = ?", (room,)).fetchone() == (0,)
    connection.close()


def test_what_waits_while_a_room_is_deleted_is_not_done(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(tmp_path / "games.sqlite")
        room = (await house.make("tic-tac-toe", {}, ["person", "mcts:20"], 1)).room
        await room.lock.acquire()
        deleting = asyncio.ensure_future(house.delete(room, "by its host"))
        await asyncio.sleep(0)
        moving = asyncio.ensure_future(room.command(ALL, Command("move", "b2"), None, None))
        await asyncio.sleep(0)
        room.lock.release()
        await deleting
        with pytest.raises(NoRoomError):
            await moving
        with pytest.raises(NoRoomError):
            await house.room(room.name)
        await house.close()

    run(work())


async def kept(house: House, *names: str) -> list[bool]:
    return [await house.store.room(name) is not None for name in names]


def aged(connection: Connection) -> None:
    """Everything was done a hundred days ago."""
    for table, columns in (("rooms", "made"), ("deeds", "at"), ("analyses", "made"), ("analyses", "changed")):
        connection.execute(f"update {table} set {columns} = {columns} - 100 * 86400")


@pytest.mark.parametrize(
    ("days", "there"), [(99, False), pytest.param(101, True, marks=pytest.mark.slow), (None, True)]
)
def test_rooms_and_analyses_expire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int | None, there: bool
) -> None:
    """So many days after what was done last, but for those in which somebody is."""
    monkeypatch.setattr(housekeeping, "_LOOK", 0.01)

    async def work() -> None:
        house = House(tmp_path / "games.sqlite")
        analyses = Analyses(house)
        old, open_, idle, visited = [
            (await house.make("tic-tac-toe", {}, ["person"], seed)).room for seed in range(4)
        ]
        for room in (old, open_, idle, visited):
            await room.command(ALL, Command("move", "b2"), None, None)
        tree, _ = await analyses.make(Setup(game="tic-tac-toe", seed=1), ["b2"])
        followed, _ = await analyses.make(Setup(game="tic-tac-toe", seed=1), ["b2"])
        followed.subscribe(ALL)
        await house.store.do(aged)
        house._rooms.pop(old.name).close()
        idle.touched -= 3600
        visited.arrive(ALL)
        visited.touched -= 3600
        keeping = asyncio.ensure_future(keep_house(house, analyses, None if days is None else days * 86400.0))
        await asyncio.sleep(0.3)
        keeping.cancel()
        assert await kept(house, old.name, idle.name) == [there, there]
        assert await kept(house, open_.name, visited.name) == [True, True]
        assert (await house.store.unchanged(time.time()))[1].count(tree.name) == there
        assert (await analyses.find(followed.name)) is followed
        # what is done anew counts
        await open_.command(ALL, Command("move", "a1"), None, None)
        open_.touched -= 3600
        again = asyncio.ensure_future(keep_house(house, analyses, 86400.0))
        await asyncio.sleep(0.3)
        again.cancel()
        assert await kept(house, open_.name) == [True]
        await analyses.close()
        await house.close()

    run(work())


def test_how_long_to_keep_is_told_in_days(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        room = Client(server.address).make("tic-tac-toe", "person")["room"]
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("update rooms set made = made - 2 * 86400")
    with serving(database, "--keep", "3", "--port", server.address.rpartition(":")[2]) as later:
        time.sleep(0.5)
        assert httpx.get(f"{later.address}/api/rooms/{room}").status_code == 403  # it is there
    with serving(database, "--keep", "1"):
        end = time.monotonic() + 30
        while connection.execute("select count(*) from rooms").fetchone() != (0,):
            assert time.monotonic() < end
            time.sleep(0.05)
    connection.close()


# --- Backups ----------------------------------------------------------------------------------------------


def commands() -> list[str]:
    """The command lines of the page that copy and check a database while it is used."""
    page = [block.text for block in blocks(ROOT / "docs" / "serve.md") if block.kind == "sh"]
    return [line for text in page for line in text.splitlines() if re.search(r"sqlite", line)]


def ran(line: str, folder: Path) -> str:
    words = shlex.split(line, comments=True)
    if words[0] == "python3":
        words[0] = sys.executable
    elif shutil.which(words[0]) is None:
        pytest.skip(f"there is no {words[0]}")
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("line", commands())
def test_a_copy_made_while_the_server_runs_is_a_database_with_all_that_was_acknowledged(
    line: str, tmp_path: Path
) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        host = Client(server.address)
        room = host.make("tic-tac-toe", "person")["room"]
        for move in ("b2", "a1", "c3"):
            assert host.do(room, "moves", move=move).status_code == 200
        ran(line, tmp_path)
        host.do(room, "moves", move="a3")
        copies = [path for path in tmp_path.glob("*.sqlite") if path.name != "games.sqlite"]
        assert len(copies) == 1
    with serving(copies[0], "--port", server.address.rpartition(":")[2]):
        assert host.look(room)["ply"] == 3
        assert host.do(room, "moves", move="b1").status_code == 200


def test_what_is_told_of_a_backup_is_told() -> None:
    assert len(commands()) >= 2
