"""Two servers on one PostgreSQL behind one proxy, as docs/hosting.md has it: 200 games, and one is killed.

Who plays sees what a browser does: a request that comes to nobody is sent again under the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import socket
import ssl
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from attrs import define, field

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from tests.serve.postgres import postgres
from tests.serve.running import serving
from tests.serve.test_public import NAME, configured, free_port, nginx

#: Games, and addresses from which they are played; seconds between two moves of a game.
GAMES, PLACES, PACE = 200, 20, 8.0


#: A game of nine moves that nobody wins.
MOVES = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")


@define
class Game:
    """A game: each move of it that was acknowledged, when it was first asked for, and when that was."""

    http: httpx.AsyncClient
    room: str = ""
    moves: list[str] = field(factory=list)
    times: list[tuple[float, float]] = field(factory=list)
    refused: list[str] = field(factory=list)

    async def begin(self) -> None:
        body = {"game": "tic-tac-toe", "seats": ["person"], "seed": 1}
        answer = await self.http.post("/api/rooms", json=body)
        assert answer.status_code == 201, answer.text
        self.room = answer.json()["room"]
        self.http.cookies.set(self.room, answer.headers["set-cookie"].partition(";")[0])

    async def asked(self, method: str, path: str, body: object = None) -> httpx.Response | None:
        """What is answered; None where nobody answers."""
        cookie = self.http.cookies[self.room]
        try:
            return await self.http.request(
                method, f"/api/rooms/{self.room}{path}", json=body, headers={"cookie": cookie}
            )
        except httpx.TransportError:
            return None

    async def play(self, until: asyncio.Event, delay: float) -> None:
        """A move after the other, each of which is sent until it is answered."""
        await asyncio.sleep(delay)
        while not until.is_set() and len(self.moves) < len(MOVES):
            began = time.monotonic()
            request = {"id": uuid.uuid4().hex, "move": MOVES[len(self.moves)]}
            while True:
                answer = await self.asked("POST", "/moves", request)
                if answer is not None and answer.status_code == 200:
                    break
                if answer is not None and answer.status_code not in (502, 503, 504):
                    raise AssertionError(answer.text)
                self.refused.append("nobody" if answer is None else answer.text[:80])
                await asyncio.sleep(0.25)
            self.moves.append(request["move"])
            self.times.append((began, time.monotonic()))
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - began)))

    async def kept(self) -> list[str]:
        """The moves that the server knows of."""
        for _ in range(40):
            answer = await self.asked("GET", "")
            if answer is not None and answer.status_code == 200:
                return [each["text"] for each in answer.json()["events"] if each.get("text")]
            await asyncio.sleep(0.25)
        raise AssertionError(answer and answer.text)

    def waited(self, since: float, until: float) -> float:
        """For how long, at most, one waited in a stretch for a move to be made."""
        waits = (end - max(began, since) for began, end in self.times if end > since and began < until)
        return max(waits, default=0.0)


@asynccontextmanager
async def players(port: int) -> AsyncIterator[list[Game]]:
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    site = f"https://{NAME}:{port}"
    clients = [
        httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{port}",
            transport=httpx.AsyncHTTPTransport(verify=trust, local_address=f"127.0.1.{place + 1}"),
            headers={"host": f"{NAME}:{port}", "origin": site},
            timeout=30,
        )
        for place in range(PLACES)
    ]
    try:
        yield [Game(clients[number % PLACES]) for number in range(GAMES)]
    finally:
        for client in clients:
            await client.aclose()


@pytest.mark.long
def test_when_one_of_two_servers_is_killed_its_games_go_on_at_the_other(tmp_path: Path) -> None:
    ports = free_port(), free_port()
    text = configured("upstream")
    for here, there in zip(("8001", "8002"), ports, strict=True):
        text = text.replace(f"127.0.0.1:{here}", f"127.0.0.1:{there}")
    with ExitStack() as stack:
        database = stack.enter_context(postgres())

        def served(port: int) -> int:
            arguments = ("--name", NAME, "--trusted-proxy", "127.0.0.1", "--port", str(port))
            arguments += ("--log", str(tmp_path / f"log{port}"))
            process = stack.enter_context(serving(database, *arguments)).process
            end = time.monotonic() + 60
            while time.monotonic() < end:  # it listens when it is ready
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                time.sleep(0.1)
            return process

        first, _ = served(ports[0]), served(ports[1])
        port = free_port()
        stack.enter_context(nginx(tmp_path, 0, port, text))

        async def work() -> None:
            async with players(port) as games:
                for begun in range(0, GAMES, PLACES):
                    await asyncio.gather(*(game.begin() for game in games[begun : begun + PLACES]))
                over = asyncio.Event()
                playing = [
                    asyncio.create_task(game.play(over, PACE * number / GAMES))
                    for number, game in enumerate(games)
                ]
                await asyncio.sleep(2 * PACE)
                first.kill()
                killed = time.monotonic()
                await asyncio.sleep(2 * PACE)
                calm = time.monotonic()
                await asyncio.to_thread(served, ports[0])
                await asyncio.sleep(2 * PACE)
                over.set()
                await asyncio.gather(*playing)
                stretches = {"before": (0.0, killed), "killed": (killed, calm), "back": (calm, math.inf)}
                waits = {
                    name: sorted(game.waited(*stretch) for game in games)
                    for name, stretch in stretches.items()
                }
                print(f"{GAMES} games, {sum(len(game.moves) for game in games)} moves acknowledged")
                for name, each in waits.items():
                    middle, worst = each[GAMES // 2], each[-1]
                    print(f"{name}: a move took {middle:.1f} s (median of games), {worst:.1f} s at most")
                print("asked again:", Counter(each for game in games for each in game.refused))
                assert waits["killed"][-1] < 10.0
                assert await asyncio.gather(*(game.kept() for game in games)) == [
                    game.moves for game in games
                ]

        asyncio.run(work())
