"""A supervisor of confined processes: each answers one request at a time, and is killed when it is late."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys

from gdl.support.values import evolve
from interpreter.errors.user_errors import BadRequestError, CrashedError, UserError
from interpreter.serve.messages.codec import decode, object_in, to_line
from interpreter.serve.messages.worker import Answer, Numbered
from interpreter.serve.sandbox.limits import Limits
from interpreter.serve.sandbox.orders import Ended, KillChild, Order, Ready, Report, StartChild, Started
from interpreter.serve.sandbox.patience import in_time, processor_time
from interpreter.serve.sandbox.status import environment

#: How long the fork server may take to start, and to end a child: seconds, where others have the processors.
START, END = 180.0, 20.0
#: What one answer may have at most: bytes. (Reading it holds up everybody else.)
MAX_ANSWER = 4 << 20


class Nursery:
    """The fork server of a module, which calls `nursery.tend` with the descriptor that its argument names.

    Started when it is first needed, and again where it has ended.
    """

    def __init__(self, module: str, strict: bool) -> None:
        """`strict`: children that cannot be confined in every way end at once."""
        self._module = module
        self._strict = strict
        self._process: asyncio.subprocess.Process | None = None
        self._control: socket.socket | None = None
        self._listening: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._starting = asyncio.Lock()
        self._ended: dict[int, asyncio.Event] = {}
        self._pids: dict[int, int] = {}
        self._numbers = 0

    @property
    def children(self) -> int:
        """How many there are, with those that are about to end."""
        return len(self._ended)

    @property
    def pid(self) -> int | None:
        """The number of its process; None where there is none."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Have it running and everything imported. Raises CrashedError."""
        async with self._starting:
            if self._process is not None and self._process.returncode is None and self._ready.is_set():
                return
            await self.stop()
            self._ready.clear()
            mine, other = socket.socketpair()
            with other:
                mine.setblocking(False)
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-P", "-m", self._module, str(other.fileno())),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.DEVNULL,
                    pass_fds=(other.fileno(),),
                    env=environment(),
                    start_new_session=True,  # Ctrl-C at a terminal is the server's to hear
                )
            self._control = mine
            self._listening = asyncio.ensure_future(self._listen(mine))
            try:
                async with asyncio.timeout(START):
                    await self._ready.wait()
            except TimeoutError:
                await self.stop()
            if self._process is None or self._process.returncode is not None:
                raise CrashedError("the processes that run rules cannot be started")

    async def child(self, limits: Limits | None = None) -> Child:
        """A new confined process. Raises CrashedError."""
        await self.start()
        self._numbers += 1
        number = self._numbers
        mine, other = socket.socketpair()
        with other:
            mine.setblocking(False)
            self._ended[number] = asyncio.Event()
            order = StartChild(number, limits or Limits(), self._strict)
            try:
                await self._send(order, other.fileno())
            except OSError as error:
                mine.close()
                del self._ended[number]
                raise CrashedError("the processes that run rules have ended") from error
        reader, writer = await asyncio.open_connection(sock=mine, limit=MAX_ANSWER)
        return Child(self, number, reader, writer)

    def worked(self, number: int) -> float | None:
        """How much of a processor a child has had: seconds; None where that is not known."""
        return processor_time(self._pids.get(number))

    async def end(self, number: int) -> None:
        """Kill a child and wait until it is reaped. A fork server that does not do so ends with all."""
        ended = self._ended.get(number)
        if ended is None:
            return
        try:
            async with asyncio.timeout(END):
                await self._send(KillChild(number))
                await ended.wait()
        except (OSError, TimeoutError):
            await self.stop()

    async def stop(self) -> None:
        """End it, and all its children with it."""
        process, self._process = self._process, None
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._listening is not None:
            self._listening.cancel()
            self._listening = None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()  # its children die with it
            await process.wait()
        self._all_ended()

    async def _send(self, order: Order, *descriptors: int) -> None:
        line = to_line(order)
        for _ in range(500):
            if self._control is None:
                raise ConnectionError
            with contextlib.suppress(BlockingIOError):
                socket.send_fds(self._control, [line], list(descriptors))
                return
            await asyncio.sleep(0.01)
        raise ConnectionError

    async def _listen(self, control: socket.socket) -> None:
        unread = b""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while data := await loop.sock_recv(control, 65536):
                *lines, unread = (unread + data).split(b"\n")
                for line in lines:
                    self._hear(decode(Report, object_in(line)))
        if control is self._control:  # it has ended by itself
            if self._process is not None:
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()
                await self._process.wait()
            self._ready.set()
            self._all_ended()

    def _hear(self, report: Report) -> None:
        match report:
            case Ready():
                self._ready.set()
            case Started(number=number, pid=pid):
                self._pids[number] = pid
            case Ended(number=number):
                self._pids.pop(number, None)
                if (ended := self._ended.pop(number, None)) is not None:
                    ended.set()

    def _all_ended(self) -> None:
        for ended in self._ended.values():
            ended.set()
        self._ended.clear()
        self._pids.clear()


class Child:
    """A confined process: one request at a time, each a line of JSON, and so is its answer."""

    def __init__(
        self, nursery: Nursery, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._nursery = nursery
        self._number = number
        self._reader = reader
        self._writer = writer
        self._requests = 0
        self.ended = False

    async def ask(self, request: Numbered, seconds: float) -> Answer:
        """The answer to a request, which is given a number. The process is ended where none comes within so
        many seconds of processor time, or the wait is cancelled. Raises LateError; BusyError where others
        have the processors for very long; and CrashedError.
        """
        self._requests += 1
        line = to_line(evolve(request, id=self._requests))
        try:
            exchange = asyncio.ensure_future(self._exchange(line))
            text = await in_time(exchange, seconds, lambda: self._nursery.worked(self._number))
            answer = decode(Answer, object_in(text))
        except BadRequestError:
            await self.end()
            raise CrashedError("the process that ran the rules gave no answer that can be read") from None
        except UserError:
            await self.end()
            raise
        except (asyncio.IncompleteReadError, ConnectionError, OSError):
            await self.end()
            raise CrashedError(
                "the process that ran the rules has ended: no memory was left, most likely"
            ) from None
        except asyncio.LimitOverrunError:
            await self.end()
            raise CrashedError("what these rules come to is more than can be shown") from None
        except asyncio.CancelledError:
            await self.end()
            raise
        if answer.id != self._requests:
            await self.end()
            raise CrashedError("the process that ran the rules gave no answer that can be read")
        return answer

    async def _exchange(self, line: bytes) -> bytes:
        self._writer.write(line)
        await self._writer.drain()
        return await self._reader.readuntil(b"\n")

    def leave(self) -> None:
        """Let it end by itself: it does when nobody is at the other end, unless it is busy."""
        self.ended = True
        self._writer.close()

    async def end(self) -> None:
        """Kill it, whatever it does; it is reaped when this returns."""
        if self.ended:
            return
        self.ended = True
        self._writer.close()
        await self._nursery.end(self._number)
