"""How many may look on through one proxy: `python -m benchmarks.watching`.

Starts a server of its own behind nginx, as docs/hosting.md has it, with games in which somebody plays, talks
and offers games to whoever comes; opens sockets for watching, all through the proxy's one address, from as
many addresses as there are watchers' shares; and tells how long a move took from the request until the last
watcher of its game had been told.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import ssl
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.serve.running import children_of, serving
from tests.serve.test_public import NAME, free_port, nginx

#: Watchers that come from one address: fewer than an address may have sockets.
SHARE = 100
#: Sockets that are opened at once.
AT_ONCE = 50


def _trusting() -> ssl.SSLContext:
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    return trust


#: Any certificate is believed: it is one of our own making.
TRUST = _trusting()


class Game:
    """A game that is played by one browser, and watched."""

    def __init__(self, port: int, number: int) -> None:
        self.site = f"https://{NAME}:{port}"
        self.port, self.number, self.version = port, number, 0
        self.http = httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{port}",
            transport=httpx.AsyncHTTPTransport(verify=TRUST, local_address=f"127.0.2.{number % 250 + 1}"),
            headers={"host": f"{NAME}:{port}", "origin": self.site},
            timeout=60,
        )
        self.heard: dict[int, list[float]] = {}
        self.watch = ""

    async def begin(self) -> None:
        """Make the room, and let anybody join."""
        body = {"game": "tic-tac-toe", "seats": ["person", "link"], "seed": 1}
        answer = await self.http.post("/api/rooms", json=body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.room, self.cookie = made["room"], answer.headers["set-cookie"].partition(";")[0]
        links = {link["kind"]: link["url"].partition("#")[2] for link in made["links"]}
        entered = await self.http.post(f"/api/rooms/{self.room}/enter", json={"secret": links["watch"]})
        self.watch = entered.headers["set-cookie"].partition(";")[0]
        await self.ask("offer", open=True)

    async def ask(self, does: str, **body: object) -> httpx.Response:
        """Ask for something as the host."""
        return await self.http.post(
            f"/api/rooms/{self.room}/{does}", json=body, headers={"cookie": self.cookie}
        )

    async def look_on(self, address: str, open_: contextlib.AsyncExitStack) -> asyncio.Task[None]:
        """One more who watches, from an address; returns who listens."""
        socket = await open_.enter_async_context(
            connect(
                f"wss://{NAME}:{self.port}/api/rooms/{self.room}/news",
                host="127.0.0.1",
                port=self.port,
                ssl=TRUST,
                additional_headers={"Cookie": self.watch, "Origin": self.site},
                local_addr=(address, 0),
                compression=None,
                ping_interval=None,
                open_timeout=120,
            )
        )
        return asyncio.create_task(self._listen(socket))

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            told: dict[str, Any] = json.loads(text)
            said = told.get("said") or []
            for each in said:
                if each["words"].startswith("tick "):
                    self.heard.setdefault(int(each["words"][5:]), []).append(time.perf_counter())


async def _measure(port: int, games: int, watchers: int, seconds: float) -> None:
    trust = [Game(port, number) for number in range(games)]
    for game in trust:
        await game.begin()
    began = time.perf_counter()
    async with contextlib.AsyncExitStack() as stack:
        listening: list[asyncio.Task[None]] = []
        for first in range(0, watchers, AT_ONCE):
            several = range(first, min(first + AT_ONCE, watchers))
            listening += await asyncio.gather(
                *(trust[each % games].look_on(f"127.0.3.{each // SHARE + 1}", stack) for each in several)
            )
        opened = time.perf_counter() - began
        alive = sum(not each.done() for each in listening)
        sys.stdout.write(f"{alive} of {watchers} sockets open through one address in {opened:.0f} s\n")
        sent: list[tuple[Game, int, float]] = []
        end, tick = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            game = trust[tick % games]
            sent.append((game, tick, time.perf_counter()))
            answer = await game.ask("say", words=f"tick {tick}")
            assert answer.status_code == 200, answer.text
            lobby = await game.http.get("/api/lobby")
            assert lobby.status_code == 200
            tick += 1
            await asyncio.sleep(1.0)
        await asyncio.sleep(3.0)
        firsts, lasts, missing = [], [], 0
        for game, number, at in sent:
            heard = game.heard.get(number, [])
            missing += watchers // games - len(heard)
            if heard:
                firsts.append(min(heard) - at)
                lasts.append(max(heard) - at)
        alive = sum(not each.done() for each in listening)
        sys.stdout.write(
            f"{len(sent)} things were said: the first of {watchers // games} heard each after "
            f"{sorted(firsts)[len(firsts) // 2] * 1e3:.0f} ms, the last after "
            f"{sorted(lasts)[len(lasts) // 2] * 1e3:.0f} ms (medians), {max(lasts) * 1e3:.0f} ms at most; "
            f"{missing} did not hear; {alive} sockets are open still\n"
        )
        for each in listening:
            each.cancel()
    for game in trust:
        await game.http.aclose()


@contextlib.contextmanager
def _behind_nginx(folder: Path) -> Iterator[tuple[int, int]]:
    port = free_port()
    arguments = ("--name", NAME, "--trusted-proxy", "127.0.0.1")
    with serving(folder / "games.sqlite", *arguments) as server:
        with nginx(folder, int(server.address.rpartition(":")[2]), port):
            yield port, server.process.pid


def main() -> int:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--watchers", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder, _behind_nginx(Path(folder)) as (port, pid):
        asyncio.run(_measure(port, given.games, given.watchers, given.seconds))
        resident = Path(f"/proc/{pid}/status").read_text(encoding="ascii").partition("VmRSS:")[2].split()[0]
        sys.stdout.write(f"the server has {int(resident) / 1024:.0f} MB, {len(children_of(pid))} workers\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
