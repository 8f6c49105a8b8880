"""Somebody who takes a server's connections (slowloris), for `benchmarks.serving`: half requests from one
address, each sent anew where it is cut off, and headers without end.

As a program, `python -m benchmarks.attack PORT`, it attacks between the lines `go` and `stop` that it reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sys
from collections.abc import AsyncIterator, Iterator

#: So many half requests at once, so many headers without end, and from where.
HALVES, ENDLESS, ADDRESS = 2000, 8, "127.0.0.3"
#: Seconds until a connection that was cut off is tried again.
AGAIN = 1.0
_HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "


class Attack:
    """The attack, as long as it `may` go on."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.may, self.ready = asyncio.Event(), asyncio.Event()
        self._over = asyncio.Event()
        self._over.set()
        self._told: list[str] = []

    async def run(self) -> None:
        """Attack in another process, again and again; cancelled when all is over."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.attack", str(self._port)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None and process.stdout is not None
        self.ready.set()
        try:
            while True:
                await self.may.wait()
                self._over.clear()
                process.stdin.write(b"go\n")
                while self.may.is_set():
                    await asyncio.sleep(0.05)
                process.stdin.write(b"stop\n")
                self._told.append((await process.stdout.readline()).decode().strip())
                self._over.set()
        finally:
            process.kill()
            await process.wait()

    async def left(self) -> None:
        """Wait until it is over."""
        await self._over.wait()

    def lines(self) -> Iterator[str]:
        """What it did."""
        yield from self._told


@contextlib.asynccontextmanager
async def attacking(attack: Attack) -> AsyncIterator[None]:
    """Have it ready inside."""
    task = asyncio.create_task(attack.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class _Attacker:
    def __init__(self, port: int) -> None:
        self._port = port
        self.open = self.most = self.tried = 0

    async def half(self) -> None:
        """Half a request, again and again."""
        while True:
            with contextlib.suppress(OSError):
                async with self._connected() as (reader, writer):
                    writer.write(_HALF)
                    await reader.read()  # until it is cut off
            await asyncio.sleep(AGAIN)

    async def endless(self) -> None:
        """A header as long as it is taken, again and again."""
        while True:
            with contextlib.suppress(OSError):
                async with self._connected() as (_, writer):
                    writer.write(_HALF)
                    while True:
                        writer.write(b"x" * (1 << 16))
                        await writer.drain()
            await asyncio.sleep(AGAIN / 10)

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        self.tried += 1
        found = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(ADDRESS, 0))
        self.open += 1
        self.most = max(self.most, self.open)
        try:
            yield found
        finally:
            self.open -= 1
            found[1].transport.abort()


async def _attack(port: int) -> None:
    commands = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(commands), sys.stdin
    )
    while await commands.readline():
        attacker = _Attacker(port)
        attacking = [asyncio.create_task(attacker.half()) for _ in range(HALVES)]
        attacking += [asyncio.create_task(attacker.endless()) for _ in range(ENDLESS)]
        await commands.readline()
        for task in attacking:
            task.cancel()
        await asyncio.gather(*attacking, return_exceptions=True)
        sys.stdout.write(f"the attack: {attacker.tried} connections tried, {attacker.most} at most at once\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(_hard, 2 * HALVES), _hard))
    asyncio.run(_attack(int(sys.argv[1])))
