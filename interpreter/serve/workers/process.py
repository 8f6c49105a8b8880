"""One worker process, and what is asked of it: many requests may wait, each with a time to be answered in."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from gdl.support.values import evolve
from interpreter.errors.user_errors import BadRequestError, BusyError, LateError
from interpreter.serve.messages.codec import decode, object_in, to_line
from interpreter.serve.messages.room import Action, Setup
from interpreter.serve.messages.worker import Answer, Job, Numbered, Request, answer_of
from interpreter.serve.sandbox.patience import in_time, processor_time

A = TypeVar("A")
#: So many of the last actions are told with each request: who holds the table knows all before.
LAST = 2
#: The longest line that a worker may answer with, in bytes.
_LONGEST = 32 << 20
#: What a worker is.
MAIN = (sys.executable, "-m", "interpreter.serve.workers.main")


class WorkerLostError(Exception):
    """The process has ended, or was killed because it was late."""


class WorkerError(Exception):
    """What a worker says is wrong with a request."""

    def __init__(self, code: str, message: str, suggestions: Sequence[str] = ()) -> None:
        self.code, self.message, self.suggestions = code, message, list(suggestions)
        super().__init__(message)


async def do_job(
    ask: Callable[[Request, float], Awaitable[Answer]],
    room: str,
    setup: Setup,
    job: Job[A],
    actions: Sequence[Action],
    seconds: float,
    opening: float,
) -> A:
    """What comes of a job about a room's table: asked with its last actions, and where the worker does not
    know those before, with all of them. So many seconds it has for that, and `opening` for all.

    Raises WorkerError for what it says is wrong, and what `ask` raises.
    """
    first = max(0, len(actions) - LAST)
    answer = await ask(Request(0, room, setup, first, actions[first:], job), seconds)
    if answer.need is not None:
        answer = await ask(Request(0, room, setup, 0, actions, job), opening)
    if answer.error is not None:
        raise WorkerError(answer.error.code, answer.error.message, answer.error.suggestions)
    return decode(answer_of(type(job)), answer.ok)


class Worker:
    """A process; `start` it before it is asked for anything."""

    def __init__(self, command: Sequence[str] = MAIN) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._reader: asyncio.Task[None] | None = None
        self._lost = False

    @property
    def busy(self) -> int:
        """How many requests wait for an answer."""
        return len(self._waiting)

    @property
    def alive(self) -> bool:
        """Does it run?"""
        return self._process is not None and self._process.returncode is None and not self._lost

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST,
            start_new_session=True,  # Ctrl-C at a terminal is the server's to hear
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def ask(self, request: Numbered, seconds: float) -> Answer:
        """The answer to a request, which is given a number. A worker that has not answered after so many
        seconds of processor time is killed. Raises WorkerLostError.
        """
        process = self._process
        if process is None or process.stdin is None or not self.alive:
            raise WorkerLostError
        number = next(self._numbers)
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answered
        try:
            process.stdin.write(to_line(evolve(request, id=number)))
            await process.stdin.drain()
            return await in_time(answered, seconds, partial(processor_time, process.pid))
        except (LateError, BusyError, ConnectionError) as error:
            self.kill()
            raise WorkerLostError from error
        finally:
            self._waiting.pop(number, None)
            if answered.done() and not answered.cancelled():
                answered.exception()  # told already

    def kill(self) -> None:
        """End the process at once; who waits for it learns that it is lost."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                # Process.kill would wait for the process too, in the place of asyncio's own watcher
                os.kill(self._process.pid, signal.SIGKILL)
        self._give_up()

    async def close(self) -> None:
        """End the process, and wait until it is gone."""
        self.kill()
        if self._process is not None:
            await self._process.wait()
        if self._reader is not None:
            await self._reader

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                answer = decode(Answer, object_in(line))
                waiting = None if answer.id is None else self._waiting.get(answer.id)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        except (ValueError, BadRequestError):  # too long a line, or no answer: nothing more can be understood
            self.kill()
        self._give_up()

    def _give_up(self) -> None:
        self._lost = True
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(WorkerLostError())
