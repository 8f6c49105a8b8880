"""The workers of rooms whose rules are strangers': a confined process for each, made again when it is lost.

What a `Pool` does with processes that hold many tables, this does with one for each room: whatever its rules
do, no other room notices. Machines think in a second process of the room, so that they hold up no move.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from gdl.support.values import define, field
from interpreter.errors.user_errors import BusyError, CrashedError, LateError, SandboxError
from interpreter.serve.messages.room import Action, Setup
from interpreter.serve.messages.worker import Answer, Job, Request
from interpreter.serve.sandbox.status import Status, allow_workshop
from interpreter.serve.sandbox.supervisor import Child, Nursery
from interpreter.serve.workers.process import WorkerError, do_job

A = TypeVar("A")
#: The fork server's module.
MODULE = "interpreter.serve.workers.strangers"
#: So many rooms have processes at once: who was asked longest ago loses its own until it is asked again.
MOST = 10
#: Seconds in which a table answers; in which its game is compiled and played through; for a machine's move.
ANSWER, OPEN, THINKING = 5.0, 15.0, 60.0


@define
class _Place:
    """The process of a room, asked for one thing at a time."""

    child: Child | None = None
    lock: asyncio.Lock = field(factory=asyncio.Lock)


def _thinking(room: str) -> str:
    """What the process is called in which machines of a room think."""
    return f"{room} thinks"


class Confined:
    """The confined processes of a server that is bound to `host`."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._nursery: Nursery | None = None
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._running = asyncio.Semaphore(max(2, os.cpu_count() or 1))
        self.status: Status | None = None

    async def ask(
        self, room: str, setup: Setup, job: Job[A], actions: Sequence[Action], think: bool = False
    ) -> A:
        """What a room's process answers.

        Raises WorkerError for what is wrong: with the request, with rules that took too long, with a machine
        that cannot confine them.
        """
        place = self._place(_thinking(room) if think else room)
        try:
            async with place.lock, self._running:
                ask = partial(self._answer, place)
                seconds, opening = (THINKING, THINKING) if think else (ANSWER, OPEN)
                return await do_job(ask, room, setup, job, actions, seconds, opening)
        except (LateError, BusyError, CrashedError, SandboxError) as error:
            raise WorkerError(error.code, error.message) from None

    async def _answer(self, place: _Place, request: Request, seconds: float) -> Answer:
        if place.child is not None and not place.child.ended:
            with contextlib.suppress(CrashedError):  # it may have ended long ago
                return await place.child.ask(request, seconds)
        nursery = await self._ready()
        place.child = await nursery.child()
        return await place.child.ask(request, max(seconds, OPEN))

    def _place(self, name: str) -> _Place:
        place = self._places.setdefault(name, _Place())
        self._places.move_to_end(name)
        idle = [key for key, each in self._places.items() if key != name and not each.lock.locked()]
        for key in idle[: max(0, len(self._places) - MOST)]:
            child = self._places.pop(key).child
            if child is not None:
                child.leave()
        return place

    def forget(self, room: str) -> None:
        """Let the processes of a room end, if it has any."""
        for name in (room, _thinking(room)):
            place = self._places.pop(name, None)
            if place is not None and place.child is not None:
                place.child.leave()

    async def _ready(self) -> Nursery:
        if self._nursery is None:
            self.status = await asyncio.to_thread(allow_workshop, self._host)
            if self._nursery is None:  # nobody was quicker
                self._nursery = Nursery(MODULE, strict=not self.status.missing)
        return self._nursery

    async def nursery(self) -> Nursery:
        """The fork server of these processes, for workshops too. Raises SandboxError."""
        return await self._ready()

    async def close(self) -> None:
        """End everything."""
        self._places.clear()
        if self._nursery is not None:
            await self._nursery.stop()
