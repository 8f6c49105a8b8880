"""All workers: those that hold the tables, and those that think, which may take their time."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Sequence
from typing import TypeVar

from interpreter.serve.messages.room import Action, Setup
from interpreter.serve.messages.worker import CloseTable, Job, Request
from interpreter.serve.workers.confined import Confined
from interpreter.serve.workers.process import (
    LAST,
    MAIN,
    Worker,
    WorkerError,
    WorkerLostError,
    do_job,
)

A = TypeVar("A")
#: What a worker is told that thinks: tables come first; and that it is to think on between requests.
THINKER, PONDERER = "--think", "--ponder"
#: Seconds in which a table has to answer, and in which a game has to be loaded and played through.
ANSWER, OPEN = 10.0, 60.0


class Pool:
    """Workers that are started when they are needed, and again when they were lost."""

    def __init__(
        self, tables: int = 1, thinkers: int = 1, host: str = "127.0.0.1", ponder: bool = False
    ) -> None:
        """`host` is the address that the server is bound to: rules that others can send need confining.
        `ponder`: whether machines think on while people do."""
        self._thinking = (THINKER, PONDERER) if ponder else (THINKER,)
        self.confined = Confined(host)
        self._tables: list[Worker | None] = [None] * tables
        self._idle: list[Worker | None] = [None] * thinkers
        self._free = asyncio.Semaphore(thinkers)
        self._starting = [asyncio.Lock() for _ in range(tables)]
        self._everyone: set[Worker] = set()
        self._closed = False

    async def ask(
        self, room: str, setup: Setup, job: Job[A], actions: Sequence[Action] = (), seconds: float = ANSWER
    ) -> A:
        """Ask whoever holds the table of a room.

        Raises WorkerLostError where the worker was lost twice, WorkerError for what it says is wrong.
        """
        if setup.text is not None:  # somebody's own rules
            return await self.confined.ask(room, setup, job, actions)
        place = zlib.crc32(room.encode()) % len(self._tables)
        for attempt in (1, 2):
            try:
                return await self._ask(await self._holder(place), room, setup, job, actions, seconds)
            except WorkerLostError:
                if attempt == 2 or self._closed:
                    raise
        raise WorkerLostError

    async def think(
        self, room: str, setup: Setup, job: Job[A], actions: Sequence[Action], seconds: float
    ) -> A:
        """Ask a worker that does nothing else meanwhile; of several the one that was free last.

        Raises as `ask` does.
        """
        if setup.text is not None:
            return await self.confined.ask(room, setup, job, actions, think=True)
        async with self._free:
            worker = self._idle.pop()
            try:
                if worker is None or not worker.alive:
                    worker = await self._started(*self._thinking)
                return await self._ask(worker, room, setup, job, actions, seconds)
            except asyncio.CancelledError:  # nobody wants to know any more: what it thinks about is of no use
                if worker is not None:
                    worker.kill()
                raise
            finally:
                self._idle.append(worker)

    async def warm(self) -> None:
        """Start whoever holds the tables before they are needed."""
        for place in range(len(self._tables)):
            await self._holder(place)

    async def forget(self, room: str, setup: Setup) -> None:
        """Have whoever holds the table of a room let go of it; nobody is started for that."""
        self.confined.forget(room)
        worker = self._tables[zlib.crc32(room.encode()) % len(self._tables)]
        if worker is not None and worker.alive:
            with contextlib.suppress(WorkerError, WorkerLostError):
                await worker.ask(Request(0, room, setup, 0, (), CloseTable()), ANSWER)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        await asyncio.gather(self.confined.close(), *(worker.close() for worker in self._everyone))

    async def _ask(
        self,
        worker: Worker,
        room: str,
        setup: Setup,
        job: Job[A],
        actions: Sequence[Action],
        seconds: float,
    ) -> A:
        opening = max(seconds, OPEN)
        first = seconds if len(actions) > LAST else opening
        return await do_job(worker.ask, room, setup, job, actions, first, opening)

    async def _holder(self, place: int) -> Worker:
        async with self._starting[place]:
            worker = self._tables[place]
            if worker is None or not worker.alive:
                worker = self._tables[place] = await self._started()
            return worker

    async def _started(self, *arguments: str) -> Worker:
        if self._closed:
            raise WorkerLostError
        self._everyone = {each for each in self._everyone if each.alive}
        worker = Worker((*MAIN, *arguments))
        await worker.start()
        self._everyone.add(worker)
        return worker
