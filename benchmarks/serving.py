"""How long a move takes to the opponent's screen: `python -m benchmarks.serving`.

Starts a server of its own on a free port of this machine, fills it with games, plays a move a second in each
by chance, and tells how long it took from the request until the opponent's socket had been told. Both ends
run on this machine, and so does what measures.

With `--runaway` somebody has rules in the workshop that run away, in every second stretch of the time: the
two are told apart, and how long each kind of runaway lasted until it was stopped. With `--attack` it is
2,000 half requests from one address and headers without end (`benchmarks.attack`), each table has an address
of its own, and it is also told how long somebody from elsewhere waits for a page, by a new connection each;
`--descriptors 1024` is the server's `ulimit -n`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.attack import Attack, attacking
from benchmarks.runaway import Runaway, running

Json = dict[str, Any]
#: When each move was made, and how long it took.
Times = list[tuple[float, float]]
#: The most that is asked of a server: rooms, seconds.
MOST_ROOMS, MOST_SECONDS = 500, 600
#: In so many stretches each there is nobody in the workshop, and somebody whose rules run away.
STRETCHES = 3
GAMES = "troika,tic-tac-toe,english-draughts,nine-mens-morris,connect-four,officers,oware,triad"


class Http:
    """A connection that stays open, for one request after another."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port, self.address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = ""

    async def post(self, path: str, body: Json) -> Json:
        """The answer to a request; it is made again where the server has closed the connection meanwhile."""
        named = {"id": secrets.token_hex(8), **body}
        try:
            return await self._post(path, named)
        except (asyncio.IncompleteReadError, ConnectionError):
            self._streams = None
            return await self._post(path, named)

    async def _post(self, path: str, body: Json) -> Json:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self.address, 0)
            )
        reader, writer = self._streams
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        told = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = 0
        for line in told.split("\r\n"):
            name, _, value = line.partition(":")
            if name.lower() == "content-length":
                length = int(value)
            if name.lower() == "set-cookie":
                self.cookie = value.strip().partition(";")[0]
        found = json.loads(await reader.readexactly(length))
        if " 20" not in told.split("\r\n", 1)[0]:
            raise RuntimeError(f"{path}: {found}")
        return dict(found)


class Seat:
    """Somebody at a table: what was told last, and when."""

    def __init__(self, http: Http, room: str) -> None:
        self.http, self.room = http, room
        self.told: Json = {}
        self.news = asyncio.Condition()
        self.at = 0.0

    async def listen(self, socket: ClientConnection) -> None:
        """Hear all that is told."""
        async for text in socket:
            at = time.perf_counter()
            self.told = json.loads(text)
            self.at = at
            async with self.news:
                self.news.notify_all()

    async def until(self, version: int) -> None:
        """Wait for a version."""
        async with self.news:
            await self.news.wait_for(lambda: self.told and self.told["version"] >= version)


class Table:
    """A room with two people, who are told of every move."""

    def __init__(self, port: int, game: str, seed: int, address: str = "127.0.0.1") -> None:
        self.port, self.game, self.seed = port, game, seed
        self.chance = random.Random(seed)
        self.https = Http(port, address), Http(port, address)
        self.seats: list[Seat] = []
        self._open = contextlib.AsyncExitStack()
        self._ears: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """A new game, with both looking on."""
        await self.close()
        one, two = self.https
        made = await one.post(
            "/api/rooms", {"game": self.game, "seats": ["person", "link"], "seed": self.seed}
        )
        self.seed += 1000
        room, link = made["room"], next(each for each in made["links"] if each["kind"] == "play")
        await two.post(f"/api/rooms/{room}/enter", {"secret": link["url"].partition("#")[2]})
        address = f"ws://127.0.0.1:{self.port}/api/rooms/{room}/news"
        self.seats = [Seat(http, room) for http in self.https]
        for seat in self.seats:
            headers = {"Cookie": seat.http.cookie}
            socket = await self._open.enter_async_context(
                connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    ping_interval=None,
                    local_addr=(seat.http.address, 0),
                )
            )
            self._ears.append(asyncio.create_task(seat.listen(socket)))
        for seat in self.seats:
            await seat.until(0)

    async def play(self, end: float, times: Times) -> None:
        """A move a second until the time is over; when a game is over, another begins."""
        await asyncio.sleep(self.chance.random())
        while time.perf_counter() < end:
            await _game(self.seats, self.chance, end, times)
            if time.perf_counter() < end:
                await self.begin()

    async def close(self) -> None:
        """Leave."""
        for ear in self._ears:
            ear.cancel()
        self._ears.clear()
        await self._open.aclose()
        self._open = contextlib.AsyncExitStack()


async def _game(seats: list[Seat], chance: random.Random, end: float, times: Times) -> None:
    while time.perf_counter() < end and not seats[0].told["over"]:
        began = time.perf_counter()
        version = seats[0].told["version"]
        mover = seats[0].told["mover"]
        # with three players the host has not been seated for the third: such games end here
        if mover > len(seats):
            return
        seat, other = seats[mover - 1], seats[2 - mover]
        await seat.until(version)
        move = chance.choice(seat.told["moves"])["n"]
        await seat.http.post(f"/api/rooms/{seat.room}/moves", {"version": version, "move": move})
        await other.until(version + 1)
        times.append((began, other.at - began))
        await seat.until(other.told["version"])
        await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))


async def _measure(
    rooms: int, seconds: float, games: list[str], beside: str, descriptors: int | None
) -> tuple[list[tuple[str, list[float], float]], list[str]]:
    """What was measured under some names: how long each move took, the seconds of processors per move; and
    what else is to be told."""
    limits = ("--attacked",) if beside == "attack" else ()
    limited = () if descriptors is None else ("prlimit", f"--nofile={descriptors}:{descriptors}")
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.create_subprocess_exec(
            *(*limited, sys.executable, "-m", "benchmarks.serving", *limits),
            *("--serve", str(Path(folder) / "games.sqlite")),
            stdout=asyncio.subprocess.PIPE,
        )
        assert server.stdout is not None
        try:
            line = (await server.stdout.readline()).decode()
            port = int(line)
            each = beside == "attack"
            tables = [
                Table(port, games[seed % len(games)], seed, f"127.0.1.{seed + 1}" if each else "127.0.0.1")
                for seed in range(rooms)
            ]
            for table in tables:  # what is loaded once is no part of it
                await table.begin()
            measure = {"": _quietly, "runaway": _beside_runaway, "attack": _under_attack}[beside]
            found = await measure(tables, seconds, server.pid, port)
            for table in tables:
                await table.close()
            return found
        finally:
            server.terminate()
            await server.wait()


async def _quietly(
    tables: list[Table], seconds: float, pid: int, _: int
) -> tuple[list[tuple[str, list[float], float]], list[str]]:
    times: Times = []
    spent = _spent(pid)
    end = time.perf_counter() + seconds
    await asyncio.gather(*(table.play(end, times) for table in tables))
    took = [each for _, each in times]
    return [("", took, (_spent(pid) - spent) / max(1, len(took)))], []


async def _beside_runaway(
    tables: list[Table], seconds: float, pid: int, port: int
) -> tuple[list[tuple[str, list[float], float]], list[str]]:
    author = Runaway(port)
    async with running(author):
        found, _ = await _alternately(tables, seconds, pid, author, "beside runaway rules: ")
    return found, list(author.lines())


async def _under_attack(
    tables: list[Table], seconds: float, pid: int, port: int
) -> tuple[list[tuple[str, list[float], float]], list[str]]:
    attack = Attack(port)
    pages: Times = []
    async with attacking(attack):
        visiting = asyncio.create_task(_visit(port, pages))
        found, stretches = await _alternately(tables, seconds, pid, attack, "under attack: ")
        visiting.cancel()
    told = [
        f"{name}a page by a new connection: {', '.join(_shares(_within(pages, within)))}"
        for name, within in stretches.items()
    ]
    return found, [*told, *attack.lines()]


async def _visit(port: int, times: Times) -> None:
    """The first page, by a connection of its own each time."""
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
    while True:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
        writer.write(request)
        if b" 200 " not in (await reader.read()).partition(b"\r\n")[0]:
            raise RuntimeError("a page was refused")
        writer.close()
        times.append((began, time.perf_counter() - began))
        await asyncio.sleep(0.05)


async def _alternately(
    tables: list[Table], seconds: float, pid: int, beside: Runaway | Attack, named: str
) -> tuple[list[tuple[str, list[float], float]], dict[str, list[tuple[float, float]]]]:
    """In turns by themselves and beside somebody, each for so many seconds in all; and when each was."""
    times: Times = []
    stretch = seconds / STRETCHES
    stretches: dict[str, list[tuple[float, float]]] = {"quiet: ": [], named: []}
    await beside.ready.wait()
    end = time.perf_counter() + 2 * seconds
    playing = [asyncio.create_task(table.play(end, times)) for table in tables]
    for _ in range(STRETCHES):
        for name, may in (("quiet: ", False), (named, True)):
            (beside.may.set if may else beside.may.clear)()
            first = time.perf_counter()
            await asyncio.sleep(stretch)
            stretches[name].append((first, time.perf_counter()))
        beside.may.clear()
        await beside.left()
    await asyncio.gather(*playing)
    spent = _spent(pid) / max(1, len(times))
    return [(name, _within(times, within), spent) for name, within in stretches.items()], stretches


def _within(times: Times, stretches: list[tuple[float, float]]) -> list[float]:
    """How long that took which began in one of the stretches."""
    return [took for at, took in times if any(first <= at < last for first, last in stretches)]


def _spent(pid: int) -> float:
    """Seconds of processors that a process and those that it started have taken."""
    found = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    ticks = 0
    for each in found:
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _serve(database: str, attacked: bool) -> None:
    """The server as it is, but that one address may ask more than a person does; one that is attacked has the
    limits that it has."""
    from interpreter.serve.rooms.house import House
    from interpreter.serve.web.rates import UNLIMITED, Limits
    from interpreter.serve.web.run import bound, serve

    at = bound("127.0.0.1", 0)

    def ready() -> None:
        sys.stdout.write(f"{at.getsockname()[1]}\n")
        sys.stdout.flush()

    serve(at, House(database), (), ready, Limits() if attacked else UNLIMITED)


def _share(times: list[float], percent: int) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]


def _shares(times: list[float]) -> Iterator[str]:
    for percent in (50, 95, 99):
        yield f"p{percent} {_share(times, percent) * 1e3:.1f} ms"


def main() -> int:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--games", default=GAMES)
    parser.add_argument(
        "--runaway", action="store_true", help="with rules that run away, in every other stretch"
    )
    parser.add_argument(
        "--attack", action="store_true", help="under attack by one address, in every other stretch"
    )
    parser.add_argument("--descriptors", type=int, help="so many the server may have (Linux)")
    parser.add_argument("--serve", metavar="DATABASE", help=argparse.SUPPRESS)
    parser.add_argument("--attacked", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        _serve(given.serve, given.attacked)
        return 0
    rooms, seconds = min(given.rooms, MOST_ROOMS), min(given.seconds, MOST_SECONDS)
    beside = "attack" if given.attack else "runaway" if given.runaway else ""
    found, more = asyncio.run(_measure(rooms, seconds, given.games.split(","), beside, given.descriptors))
    for name, times, spent in found:
        sys.stdout.write(
            f"{name}{rooms} rooms, {len(times)} moves in {seconds:g} s: {', '.join(_shares(times))}"
        )
        sys.stdout.write(f"; the server took {spent * 1e3:.2f} ms of a processor for each\n")
    if given.runaway:
        quiet, beside = (_share(times, 95) for _, times, _ in found)
        sys.stdout.write(f"p95 beside runaway rules is {beside / quiet:.2f} times that of a quiet workshop\n")
    for line in more:
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
