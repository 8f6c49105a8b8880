"""The machines that sit in a room: each is asked in its turn, and does what it says if it is still asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from gdl.support.printable import printable
from gdl.support.values import evolve, frozen
from interpreter.serve.messages import room as message
from interpreter.serve.messages.room import Action, Command, Setup, Snapshot
from interpreter.serve.messages.worker import AnswerDraw, ChooseMove
from interpreter.serve.rooms.errors import WorkersError
from interpreter.serve.rooms.rights import PEOPLE
from interpreter.serve.workers.pool import Pool
from interpreter.serve.workers.process import WorkerError, WorkerLostError

#: Seconds that a machine may think at most, whatever it goes by.
THINKING = 600.0


@frozen
class Question:
    """What a machine is asked: for a move, or whether it agrees to a draw; and the version of the room since
    when it is asked."""

    job: ChooseMove | AnswerDraw
    since: int


class Played(Protocol):
    """What machines need of a room."""

    name: str
    setup: Setup
    seats: list[str]
    actions: list[Action]
    snapshot: Snapshot
    gone: bool
    lock: asyncio.Lock

    @property
    def version(self) -> int:
        """How many actions were done."""

    async def do(self, command: Command, player: int) -> None:
        """Do what a player wants done; for whoever holds the lock."""


class Machines:
    """The machines of a room. `changed` is called when there is something to tell of them."""

    def __init__(self, room: Played, pool: Pool, changed: Callable[[], None]) -> None:
        self._room, self._pool, self._changed = room, pool, changed
        self._question: Question | None = None
        self._task: asyncio.Task[None] | None = None
        #: what keeps one from going on, in words
        self.trouble: str | None = None

    @property
    def busy(self) -> bool:
        """Is one asked for something?"""
        return self._question is not None

    def go_on(self) -> None:
        """Ask one, if one is to be asked, and has not been already."""
        question = None if self._room.gone else self._next()
        if question == self._question:
            return
        self.stop()
        self._question = question
        if question is not None and self.trouble is None:
            self._task = asyncio.create_task(self._ask(question))

    def stop(self) -> None:
        """End what they think about."""
        if self._task is not None:
            self._task.cancel()
        self._task, self._question = None, None

    def forgive(self) -> None:
        """Whoever could not go on may try again, or another in its place."""
        if self.trouble is not None:
            self.trouble = None
            self.stop()

    def _next(self) -> Question | None:
        """What is to be asked now."""
        room, shown = self._room, self._room.snapshot
        if shown.over is not None:
            return None
        if shown.offer is not None:
            asked = [player for player in shown.offer.asked if room.seats[player - 1] not in PEOPLE]
            if not asked:
                return None
            return Question(AnswerDraw(asked[0], room.seats[asked[0] - 1]), room.version)
        by = room.seats[shown.mover - 1]
        return None if by in PEOPLE else Question(ChooseMove(shown.mover, by), shown.since)

    async def _ask(self, question: Question) -> None:
        room, job = self._room, question.job
        try:
            if isinstance(job, ChooseMove):
                decision = await self._pool.think(room.name, room.setup, job, room.actions, THINKING)
                command = Command(message.Moved.does, decision.move)
            else:
                answer = await self._pool.think(room.name, room.setup, job, room.actions, THINKING)
                command = Command(message.Agreed.does if answer.agrees else message.Declined.does)
        except (WorkerError, WorkerLostError) as error:
            self._cannot_go_on(job.by, error)
            return
        await asyncio.shield(asyncio.ensure_future(self._do(question, command)))

    async def _do(self, question: Question, command: Command) -> None:
        """Do what one has decided, if it is asked for still; then go on."""
        room = self._room
        async with room.lock:
            if not room.gone and self._next() == question:
                try:
                    await room.do(evolve(command, version=room.version), question.job.player)
                except (WorkerError, WorkersError) as error:
                    self._cannot_go_on(question.job.by, error)
        self._question = None
        self.go_on()

    def _cannot_go_on(self, by: str, error: Exception) -> None:
        self.trouble = f"{by} cannot go on: {printable(str(error) or 'it took too long')}"
        self._changed()
