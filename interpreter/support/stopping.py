"""Stopping what takes long: cooperative cancellation, by a flag that whoever works looks at.

Work that may take long runs in another thread (`attended`), while whoever asked for it waits: so Ctrl-C, or
any exception of a signal, arrives although machine code is running. It raises the flag, and is raised itself
when the work has really ended. The flag belongs to the call: none is lost because the work has not begun yet,
and none is left behind for the next. The thread waits a moment for more to do, a pool of one: searches ask
for a few milliseconds at a time, of which a thread for each, with its context to call compiled code in, would
be a twentieth.

That the work has ended is told by itself. `Thread.is_alive` does not know: on CPython 3.11 an exception in
`Thread.join` marks a running thread as ended. Nor would an `Event` do: an exception in the first steps of its
`wait` leaves it locked for ever.

What machine code reads and writes is held by the thread that runs it, so it lasts as long as that.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import get_ident
from typing import Any, TypeVar

from interpreter.support.clock import now

_T = TypeVar("_T")
#: How often it is looked whether the work is still wanted, and whether it has ended: seconds.
PAUSE, SLOW_PAUSE = 0.005, 0.05
#: How long a thread waits for more to do before it ends: seconds.
IDLE = 0.1


class StoppedError(Exception):
    """Work was stopped before its end: what it has found is not to be read."""


class UnattendedError(Exception):
    """It takes longer than it should without anybody who could stop it: to be done once more, `attended`."""


class Stop:
    """A flag that is raised once, and stays so. Machine code reads the word at `at`."""

    def __init__(self) -> None:
        self._word = ctypes.c_int64(0)
        self.at = ctypes.addressof(self._word)
        #: whether it is raised
        self.raised = False

    def now(self) -> None:
        """Raise it: from any thread."""
        self._word.value = 1
        self.raised = True


class _Here(threading.local):
    """What each thread heeds."""

    stop: Stop | None = None


_here = _Here()
#: The flag of work that nobody attends to.
_NEVER = Stop()
#: Threads that may go. The next one lets them: an exception that arrived meanwhile would be lost.
_done: list[threading.Thread] = []


def present() -> Stop:
    """The flag that this thread is to heed."""
    return _here.stop or _NEVER


def unattended() -> bool:
    """Whether an exception may arrive in this thread while nobody attends to what it does."""
    return _here.stop is None and get_ident() == threading.main_thread().ident


def heed() -> bool:
    """Raise StoppedError if this thread is to stop; else False."""
    stop = _here.stop
    if stop is not None and stop.raised:
        raise StoppedError
    return False


@contextmanager
def heeding(stop: Stop) -> Iterator[None]:
    """Inside, this thread heeds a flag."""
    outer, _here.stop = _here.stop, stop
    try:
        yield
    finally:
        _here.stop = outer


class _Work:
    """Something that a thread does, and what came of it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self.stop = Stop()
        self.result: Any = None
        self.failed: BaseException | None = None
        #: set by the thread itself, as the last thing; the bell is for those who do not want to keep asking
        self.ended = False
        self.bell = threading.Lock()
        self.bell.acquire()
        #: whether a thread has taken it up
        self.begun = False
        #: who comes first: the thread, or somebody who does not want it any more
        self._first = threading.Lock()

    def run(self) -> None:
        self.begun = True
        try:
            if self.claim():
                with heeding(self.stop):
                    self.result = self._work()
        except BaseException as error:
            self.failed = error
        finally:
            self.ended = True
            self.bell.release()

    def claim(self) -> bool:
        """Whether nobody has claimed it before."""
        return self._first.acquire(blocking=False)


class _Pool:
    """Threads that do one thing after another, and end when there is nothing to do.

    Nothing here is lost where an exception arrives: a queue's `put` is done or not, and work that no thread
    takes up gets one of its own.
    """

    def __init__(self) -> None:
        self._works: SimpleQueue[_Work] = SimpleQueue()
        #: an entry for each thread that waits
        self._waiting: list[None] = []

    def submit(self, task: _Work) -> None:
        """Have it done by a thread that waits, or a new one."""
        self._works.put(task)
        if self._works.qsize() > len(self._waiting):
            self.start()

    def rescue(self) -> None:
        """Work that nobody has begun gets a thread, unless one waits that is just about to take it up."""
        if not self._waiting:
            self.start()

    def start(self) -> None:
        """One thread more."""
        thread = threading.Thread(target=self._run, name="working", daemon=True)
        _done.append(thread)
        thread.start()

    def _run(self) -> None:
        with suppress(IndexError):
            while len(_done) > 1:
                _done.pop(0)
        while True:
            self._waiting.append(None)
            try:
                task = self._works.get(timeout=IDLE)
            except Empty:
                return  # work that comes at this very moment finds that nobody has begun it
            finally:
                self._waiting.pop()
            task.run()
            del task  # and with it what came of it, which may be large


_pool = _Pool()


def _after_fork() -> None:
    """None of the threads is in a forked process."""
    global _pool
    _pool = _Pool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _arrived(error: BaseException) -> BaseException:
    """What has arrived: where that was in the middle of `Thread.start`, what `threading` says of its own lock
    ("release unlocked lock") hides it."""
    behind = error.__context__
    return behind if isinstance(error, RuntimeError) and behind is not None else error


def attended(work: Callable[[], _T], wanted: Callable[[], bool] | None = None) -> _T:
    """What some work returns or raises; it is told to stop once it is not `wanted` any more.

    An exception that arrives meanwhile (KeyboardInterrupt) stops it too, and is raised when the work has
    ended, however often one arrives. Raises StoppedError if the work was cut short.

    Without `wanted` it is simply done here where nothing could arrive: outside of the main thread, and in
    work that somebody attends to already.
    """
    if wanted is None and not unattended():
        return work()
    outer = _here.stop
    task = _Work(work)
    arrived: BaseException | None = None
    submitted = False
    try:
        while not task.ended:
            try:
                if not submitted:
                    submitted = True
                    _pool.submit(task)
                while not task.bell.acquire(timeout=PAUSE if wanted or not task.begun else SLOW_PAUSE):
                    if not task.begun:
                        _pool.rescue()
                    if (outer is not None and outer.raised) or not (wanted is None or wanted()):
                        task.stop.now()
                    if task.ended:
                        break
            except BaseException as error:
                task.stop.now()
                arrived = arrived or _arrived(error)
                if task.claim():  # it has not begun, and never will
                    break
    finally:
        task.stop.now()  # whatever arrived, and wherever: nothing runs on
    if arrived is not None:
        raise arrived
    if task.failed is not None:
        raise task.failed
    result: _T = task.result
    return result


def within(seconds: float | None, work: Callable[[], _T], clock: Callable[[], float] = now) -> _T:
    """The same, of which no more is wanted after so many seconds of a clock (if of none, of thinking's).

    By `time.process_time` they are of processor time, of all threads of this process together.
    """
    if seconds is None:
        return attended(work)
    end = clock() + seconds
    return attended(work, lambda: clock() < end)


def side_by_side(jobs: Sequence[Callable[[], _T]], threads: int) -> list[_T]:
    """What some jobs return, done on several threads that are stopped together; each needs several cores."""
    if threads <= 1 or len(jobs) <= 1:
        return attended(lambda: [job() for job in jobs])

    def all_of_them() -> list[_T]:
        stop = Stop() if _here.stop is None else _here.stop

        def one(job: Callable[[], _T]) -> _T:
            with heeding(stop):
                heed()
                try:
                    return job()
                except BaseException:
                    stop.now()  # the others' work is not wanted any more
                    raise

        with ThreadPoolExecutor(min(threads, len(jobs))) as pool:
            futures = [pool.submit(one, job) for job in jobs]
        errors = [error for future in futures if (error := future.exception()) is not None]
        for error in sorted(errors, key=lambda error: isinstance(error, StoppedError)):
            raise error  # what went wrong rather than what was stopped by it
        return [future.result() for future in futures]

    return attended(all_of_them)
