"""Checking in the background: one process, the newest text first, stopped when it takes too long."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from contextlib import suppress

from interpreter.lsp.worker import LENGTH, Answer, Job, packed

#: The longest that a check may take (seconds); and one whose text has changed meanwhile.
PATIENCE = 20.0
STALE_PATIENCE = 1.0
#: What an answer may have at most, in bytes.
MAX_ANSWER = 200_000_000


class TooSlowError(Exception):
    """A check was stopped: it took too long."""


class StoppedError(Exception):
    """A check was stopped: its answer is no longer wanted, or its process ended."""


class Checker:
    """A process that checks one text at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()
        self._numbers = 0

    async def start(self) -> None:
        """Start the process, if there is none."""
        if self._process is not None and self._process.returncode is None:
            return
        # -P: no module of the folder where the editor works is imported
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "interpreter.lsp.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(),
            limit=2**20,
        )

    async def check(self, job: Job, outdated: asyncio.Event) -> Answer:
        """The answer to a job. Raises TooSlowError, and StoppedError where it is `outdated` meanwhile."""
        async with self._one_at_a_time:
            if outdated.is_set():
                raise StoppedError
            await self.start()
            process = self._process
            assert process is not None and process.stdin is not None and process.stdout is not None
            try:
                process.stdin.write(packed(job))
                await process.stdin.drain()
                return await self._answer(process.stdout, outdated)
            except (asyncio.IncompleteReadError, ConnectionError, BrokenPipeError) as error:
                self.stop()
                raise StoppedError from error
            except BaseException:
                self.stop()
                raise

    async def _answer(self, stream: asyncio.StreamReader, outdated: asyncio.Event) -> Answer:
        reading = asyncio.ensure_future(_read(stream))
        waiting = asyncio.ensure_future(outdated.wait())
        try:
            done, _ = await asyncio.wait(
                {reading, waiting}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                raise TooSlowError
            if reading not in done:
                await asyncio.wait({reading}, timeout=STALE_PATIENCE)
                if not reading.done():
                    raise StoppedError
            return reading.result()
        finally:
            reading.cancel()
            waiting.cancel()

    def kill(self) -> None:
        """End the process when the loop that it was started from has ended."""
        if self._process is not None:
            with suppress(OSError):
                os.kill(self._process.pid, signal.SIGTERM)

    def stop(self) -> None:
        """End the process, whatever it does; the next check starts another."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        self._process = None


async def _read(stream: asyncio.StreamReader) -> Answer:
    (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
    if length > MAX_ANSWER:
        raise ConnectionError
    result = pickle.loads(await stream.readexactly(length))
    assert isinstance(result, Answer)
    return result


def _environment() -> dict[str, str]:
    """That of this process, and where its packages are found."""
    here = [path for path in sys.path if path and os.path.isdir(path)]
    return os.environ | {"PYTHONPATH": os.pathsep.join(here)}
