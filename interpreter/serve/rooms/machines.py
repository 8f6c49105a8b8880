"""Machines at a table: one is asked when it is to move, or about a draw, and what it decides is done.

Of several things that a machine was asked for the last one counts: what it still thinks about is ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gdl.support.printable import printable
from interpreter.serve.rooms.errors import WorkersError
from interpreter.serve.rooms.seats import PEOPLE
from interpreter.serve.workers.pool import Pool
from interpreter.serve.workers.process import WorkerError, WorkerLostError

if TYPE_CHECKING:
    from interpreter.serve.rooms.room import Room

Json = dict[str, Any]
#: Seconds that a machine may think at most, whatever it goes by.
THINKING = 600.0


@frozen
class Question:
    """What a machine is asked: to `think` of a move, or about a `draw`; which one, for which player, and the
    version of the room since when it is asked."""

    do: str
    by: str
    player: int
    since: int


class Machines:
    """The machines of a room. `told` is called when there is something to tell of them."""

    def __init__(self, room: Room, pool: Pool, told: Callable[[], None]) -> None:
        self._room, self._pool, self._told = room, pool, told
        self._asked: Question | None = None
        self._task: asyncio.Task[None] | None = None
        #: what keeps one from going on, in words
        self.trouble: str | None = None

    @property
    def busy(self) -> bool:
        """Is one asked for something?"""
        return self._asked is not None

    def go_on(self) -> None:
        """Ask one, if one is to be asked, and has not been already."""
        question = None if self._room.gone else self._question()
        if question == self._asked:
            return
        self.stop()
        self._asked = question
        if question is not None and self.trouble is None:
            self._task = asyncio.create_task(self._ask(question))

    def stop(self) -> None:
        """End what they think about."""
        if self._task is not None:
            self._task.cancel()
        self._task, self._asked = None, None

    def forgive(self) -> None:
        """Whoever could not go on may try again, or another in its place."""
        if self.trouble is not None:
            self.trouble = None
            self.stop()

    def _question(self) -> Question | None:
        """What is to be asked now."""
        room, shown = self._room, self._room.snapshot
        if shown["over"]:
            return None
        offer = shown["offer"]
        if offer is not None:
            asked = [player for player in offer["asked"] if room.seats[player - 1] not in PEOPLE]
            return self._to("draw", asked[0], room.version) if asked else None
        mover = shown["mover"]
        return None if room.seats[mover - 1] in PEOPLE else self._to("think", mover, shown["since"])

    def _to(self, do: str, player: int, since: int) -> Question:
        return Question(do, self._room.seats[player - 1], player, since)

    async def _ask(self, question: Question) -> None:
        room = self._room
        request = {"do": question.do, "setup": room.setup, "player": question.player, "by": question.by}
        try:
            answer = await self._pool.think(room.name, request, room.deeds, THINKING)
        except (WorkerError, WorkerLostError) as error:
            self._cannot_go_on(question.by, error)
            return
        if question.do == "think":
            does = {"does": "move", "move": answer["move"]}
        else:
            does = {"does": "agree" if answer["agrees"] else "decline"}
        await asyncio.shield(asyncio.ensure_future(self._do(question, does)))

    async def _do(self, question: Question, does: Json) -> None:
        """Do what one has decided, if it is asked for still; then go on."""
        room = self._room
        async with room.lock:
            if not room.gone and self._question() == question:
                try:
                    await room.do({**does, "player": question.player, "version": room.version})
                except (WorkerError, WorkersError) as error:
                    self._cannot_go_on(question.by, error)
        self._asked = None
        self.go_on()

    def _cannot_go_on(self, by: str, error: Exception) -> None:
        self.trouble = f"{by} cannot go on: {printable(str(error) or 'it took too long')}"
        self._told()
