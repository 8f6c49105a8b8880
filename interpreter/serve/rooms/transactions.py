"""Transactions of a database, in a thread that it belongs to.

What comes within a few milliseconds, and what waits for the thread, is done in one transaction (group
commit), after which all who wait are told: what somebody has been told of is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from interpreter.serve.rooms.database import Connection, DatabaseError, TakenError

T = TypeVar("T")
Work = Callable[[Connection], Any]
#: Somebody who waits for something to be done.
Waiting = tuple[Work, "asyncio.Future[Any]"]
#: Seconds for which gathered that go into one transaction: nobody sees so little of a wait.
_GATHERED = 0.004


class Transactions:
    """A connection, and the thread that it belongs to from `start` on."""

    def __init__(self, connection: Connection) -> None:
        self._work: queue.SimpleQueue[tuple[list[Waiting], asyncio.AbstractEventLoop] | None]
        self._work = queue.SimpleQueue()
        #: what the thread has not been handed yet, and when that is due
        self._gathered: list[Waiting] = []
        self._due: asyncio.Handle | None = None
        self._connection = connection
        #: may other servers use the database too?
        self.shared = connection.shared
        self._thread = threading.Thread(target=self._run, name="transactions", daemon=True)

    def start(self) -> None:
        """Begin to do what is asked for."""
        self._thread.start()

    async def do(self, work: Callable[[Connection], T], soon: bool = True) -> T:
        """Have the thread do something; what it has changed is kept when this returns.

        What need not be done as `soon` as that is gathered for a few milliseconds.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._gathered.append((work, done))
        if soon:
            self._hand_over(loop)
        elif self._due is None:
            self._due = loop.call_later(_GATHERED, self._hand_over, loop)
        return await done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the thread all that was gathered, in its order."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._work.put((gathered, loop))

    def close(self) -> None:
        """Finish what waits, and close the database."""
        if self._gathered:
            self._hand_over(self._gathered[0][1].get_loop())
        self._work.put(None)
        self._thread.join()
        self.last(self._connection)
        self._connection.close()

    def last(self, connection: Connection) -> None:
        """What is done before the database is closed."""

    def _run(self) -> None:
        while (handed := self._work.get()) is not None:
            waiting, loop = handed
            more = True
            while more and not self._work.empty():
                handed = self._work.get()
                if handed is None or handed[1] is not loop:  # the end, or the loop of another time
                    self._work.put(handed)
                    more = False
                else:
                    waiting += handed[0]
            answers = self._together(waiting)
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, waiting, answers)

    def _together(self, waiting: list[Waiting]) -> list[tuple[Any, Exception | None]]:
        """One transaction; what fails is undone alone."""
        connection = self._connection
        if self.shared:  # each savepoint is two questions more to another process: mostly nothing fails
            try:
                connection.begin()
                found = [work(connection) for work, _ in waiting]
                connection.commit()
                return [(each, None) for each in found]
            except Exception as error:
                connection.rollback()
                if len(waiting) == 1 and (
                    not isinstance(error, DatabaseError) or isinstance(error, TakenError)
                ):
                    return [(None, error)]
        answers: list[tuple[Any, Exception | None]] = []
        try:
            connection.begin()
            for work, _ in waiting:
                connection.execute("savepoint one")
                try:
                    answers.append((work(connection), None))
                except Exception as error:
                    connection.execute("rollback to one")
                    answers.append((None, error))
                connection.execute("release one")
            connection.commit()
        except DatabaseError as error:  # the disk is full, perhaps
            connection.rollback()
            answers = [(None, error)] * len(waiting)
        return answers


def _settle(waiting: list[Waiting], answers: list[tuple[Any, Exception | None]]) -> None:
    """Tell all who waited."""
    for (_, done), (answer, error) in zip(waiting, answers, strict=True):
        if done.done():
            continue
        if error is None:
            done.set_result(answer)
        else:
            done.set_exception(error)
