"""Workshops: somebody's text, its language services and its game, in confined processes that may be lost.

One process checks the text and one answers what else is asked about it (the editor must not wait for the
game), one has the game, and one plays the rules by itself, to see what they do (the game must not wait for
that). Any of them is killed when it is late, and made again: nothing is in it that was not told before.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from typing import Any

from gdl.support.printable import one_line
from gdl.support.values import evolve, frozen
from interpreter.errors.user_errors import (
    CrashedError,
    SandboxError,
    SessionError,
    UserError,
)
from interpreter.serve.messages.codec import Json, decode
from interpreter.serve.messages.worker import Answer, Problem
from interpreter.serve.messages.workshop import (
    OpenText,
    PlayingJob,
    ReplayText,
    ShopJob,
    ShopRequest,
)
from interpreter.serve.sandbox.limits import Limits
from interpreter.serve.sandbox.supervisor import Child, Nursery
from interpreter.serve.workers.confined import Confined

#: Seconds of processor time that each request about the text may take, each about the game, and each that
#: plays by itself, on top of the time that is played. What runs away is to be gone within 5 s, killing it
#: included; where the rules are compiled once more, with probes or counters, that has its time, too.
LANGUAGE = {"check": 4.5, "complete": 2.0, "hover": 2.0, "format": 3.0, "colours": 3.0}
GAME = dict.fromkeys(("open", "replay", "play", "back", "board", "snapshot", "rules"), 4.5)
GAME |= {"why": 10.0, "behind": 10.0}
PLAYING = {"coverage": 10.0, "study": 10.0}
SECONDS = LANGUAGE | GAME | PLAYING
#: Of these only the newest is wanted; the rules behind a move that was made are another question than those
#: behind the moves that can be.
_SUPERSEDED = {"check", "complete", "hover", "format", "colours", "replay", "behind", "coverage", "study"}
#: What is superseded may go on for so many seconds before its process is killed; a check hardly at all: it
#: can take long where the text is right, and knows nothing that the next one could use.
STALE, STALE_CHECK = 0.25, 0.02
#: So many workshops have processes at once; who was away longest loses them until the next request.
WORKSHOPS = 10


@frozen
class Made:
    """Of an answer, the decisions of the game so far."""

    made: tuple[str, ...]


class SupersededError(Exception):
    """The same was asked again meanwhile."""


class Lane:
    """One confined process, asked for one thing after another; lost and made again as it comes."""

    def __init__(
        self,
        nursery: Nursery,
        running: asyncio.Semaphore,
        seconds: Mapping[str, float],
        nice: int,
        stale: float = STALE,
    ) -> None:
        """A process of some niceness, which has so many seconds for each request."""
        self._seconds = seconds
        self._stale = stale
        self._limits = Limits(nice=nice)
        self._nursery = nursery
        self._running = running
        self._lock = asyncio.Lock()
        self._child: Child | None = None
        self._newest: dict[tuple[str, bool], asyncio.Event] = {}
        #: what a new process is asked first
        self.restore: OpenText | None = None

    async def ask(self, job: ShopJob[Any], seconds: float) -> Answer:
        """The answer of the process. Raises LateError, BusyError, CrashedError and SupersededError."""
        outdated, do = asyncio.Event(), _name(job)
        if do in _SUPERSEDED:
            question = do, getattr(job, "ply", None) is not None
            if (before := self._newest.get(question)) is not None:
                before.set()
            self._newest[question] = outdated
        async with self._lock, self._running:
            if outdated.is_set():
                raise SupersededError
            return await self._unless(outdated, self._answer(job, seconds))

    async def _answer(self, job: ShopJob[Any], seconds: float) -> Answer:
        request = ShopRequest(0, job)
        if self._child is not None and not self._child.ended:
            with contextlib.suppress(CrashedError):  # it may have ended long ago
                return await self._child.ask(request, seconds)
        self._child = await self._nursery.child(self._limits)
        restore, self.restore = self.restore, None
        if restore is not None and not isinstance(job, OpenText):
            restored = await self._child.ask(ShopRequest(0, restore), self._seconds[OpenText.do])
            if restored.error is None:
                self.restore = restore
        return await self._child.ask(request, seconds)

    async def _unless(self, outdated: asyncio.Event, work: Coroutine[Any, Any, Answer]) -> Answer:
        """What some work comes to. Raises SupersededError where it is outdated and does not end soon."""
        asking: asyncio.Task[Answer] = asyncio.ensure_future(work)
        waiting = asyncio.ensure_future(outdated.wait())
        try:
            await asyncio.wait({asking, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                await asyncio.wait({asking}, timeout=self._stale)
            if not asking.done() or outdated.is_set():
                raise SupersededError
            return asking.result()
        finally:
            waiting.cancel()
            if not asking.done():
                asking.cancel()  # which ends the process
            await asyncio.gather(asking, return_exceptions=True)

    async def close(self) -> None:
        """End the process, if there is one."""
        if self._child is not None:
            await self._child.end()


class Workshop:
    """One author's text and game."""

    def __init__(
        self, nursery: Nursery, running: asyncio.Semaphore, seconds: Mapping[str, float] = SECONDS
    ) -> None:
        self._seconds = seconds
        # whoever types waits for the one, and looks at the other when it comes
        self._check = Lane(nursery, running, seconds, nice=5, stale=STALE_CHECK)
        self._language = Lane(nursery, running, seconds, nice=5)
        self._game = Lane(nursery, running, seconds, nice=10)
        self._playing = Lane(nursery, running, seconds, nice=15)

    @property
    def _lanes(self) -> tuple[Lane, ...]:
        return self._check, self._language, self._game, self._playing

    async def ask(self, request: Json) -> Answer:
        """The answer to a request, whatever it is."""
        try:
            job = decode(ShopJob, request)
            do, seconds = _name(job), self._seconds[_name(job)]
            if do == "check":
                return await self._check.ask(job, seconds)
            if do in LANGUAGE:
                return await self._language.ask(job, seconds)
            if isinstance(job, PlayingJob):
                return await self._playing.ask(self._of_game(job), seconds + job.seconds)
            answer = await self._game.ask(job, seconds)
            self._note(job, answer)
            return answer
        except SupersededError:
            return Answer(None, superseded=True)
        except UserError as error:
            return failed(error)

    def _of_game(self, job: PlayingJob[Any]) -> PlayingJob[Any]:
        """A job about the rules of the game that is open, unless it says which. Raises SessionError."""
        if job.text is not None:
            return job
        opened = self._game.restore
        if opened is None:
            raise SessionError("no text is open")
        chosen = opened.options if job.options is None else job.options
        return evolve(job, text=opened.text, name=opened.name, options=chosen)

    def _note(self, job: ShopJob[Any], answer: Answer) -> None:
        """Note what is told to a new process where this one is lost: the text that is open, and its moves."""
        if not isinstance(answer.ok, dict) or "made" not in answer.ok:
            return
        opened = self._game.restore
        if isinstance(job, OpenText):
            opened = job
        elif isinstance(job, ReplayText):
            opened = OpenText(job.text, job.name, job.options, 0 if opened is None else opened.seed)
        if opened is not None:
            self._game.restore = evolve(opened, moves=decode(Made, answer.ok).made)

    async def close(self) -> None:
        """End its processes; the next request makes new ones."""
        await asyncio.gather(*(lane.close() for lane in self._lanes))


class Workshops:
    """The workshops of a server, by the keys that their owners have."""

    def __init__(
        self, confined: Confined, at_once: int | None = None, seconds: Mapping[str, float] = SECONDS
    ) -> None:
        """`at_once` requests run at a time, of all workshops, each for so many seconds at most."""
        self._confined = confined
        self._seconds = seconds
        self._running = asyncio.Semaphore(at_once or max(2, (os.cpu_count() or 1) // 2))
        self._open: OrderedDict[str, Workshop] = OrderedDict()

    async def start(self) -> Nursery:
        """Have everything imported before the first request comes. Raises SandboxError, CrashedError."""
        nursery = await self._confined.nursery()
        await nursery.start()
        return nursery

    async def ask(self, key: str, request: Json) -> Answer:
        """The answer to a request in the workshop of that key, which is made where there is none."""
        try:
            nursery = await self._confined.nursery()
        except SandboxError as error:
            return failed(error)
        workshop = self._open.get(key)
        if workshop is None:
            workshop = self._open[key] = Workshop(nursery, self._running, self._seconds)
        self._open.move_to_end(key)
        for other in list(self._open)[: max(0, len(self._open) - WORKSHOPS)]:
            await self._open[other].close()  # it has its processes again when it is asked
        return await workshop.ask(request)

    async def close(self, key: str) -> None:
        """End a workshop."""
        workshop = self._open.pop(key, None)
        if workshop is not None:
            await workshop.close()


def _name(job: ShopJob[Any]) -> str:
    """What a job is called."""
    name: str = getattr(job, ShopJob.TAG)
    return name


def failed(error: UserError) -> Answer:
    """The answer that says what is wrong."""
    return Answer(None, error=Problem(error.code, one_line(error.message), error.suggestions))
