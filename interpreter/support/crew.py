"""A crew of threads that share work again and again: a pool that is called on in microseconds.

Each waits on a lock of its own, so that to begin costs one release, and to end another. What machine code
does meanwhile needs no lock of Python's, so the threads run side by side.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from interpreter.support.stopping import Stop, StoppedError, heeding


class _Helper:
    """A thread that waits for work."""

    def __init__(self) -> None:
        self._go, self._ended = threading.Lock(), threading.Lock()
        self._go.acquire()
        self._ended.acquire()
        self._work: Callable[[], None] | None = None
        self._stop = Stop()
        self.failed: BaseException | None = None
        threading.Thread(target=self._run, name="helping", daemon=True).start()

    def begin(self, work: Callable[[], None], stop: Stop) -> None:
        """Have some work done, which heeds a flag."""
        self._work, self._stop, self.failed = work, stop, None
        self._go.release()

    def wait(self, stop: Stop) -> BaseException | None:
        """Until it has ended; what has arrived meanwhile, which stops it."""
        arrived: BaseException | None = None
        while True:
            try:
                self._ended.acquire()
            except BaseException as error:
                stop.now()
                arrived = arrived or error
            else:
                return arrived

    def _run(self) -> None:
        while True:
            self._go.acquire()
            try:
                assert self._work is not None
                with heeding(self._stop):
                    self._work()
            except BaseException as error:
                self._stop.now()  # the others' work is not wanted any more
                self.failed = error
            finally:
                self._work = None
                self._ended.release()


#: Those who wait.
_free: list[_Helper] = []

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_free.clear)  # none of the threads is there


def share(work: Callable[[], None], threads: int) -> None:
    """Have some work done by this thread and by others beside it: the same function, called by each, which
    takes its parts from where all of them do. Raises what any of them raises, when all have ended."""
    if threads <= 1:
        work()
        return
    stop, failed = Stop(), None
    busy: list[_Helper] = []
    try:
        for _ in range(threads - 1):
            helper = _free.pop() if _free else _Helper()
            busy.append(helper)
            helper.begin(work, stop)
        work()
    except BaseException as error:
        stop.now()
        failed = error
    for helper in busy:
        failed = failed or helper.wait(stop)
        if helper.failed is not None and (failed is None or isinstance(failed, StoppedError)):
            failed = helper.failed
        _free.append(helper)
    if failed is not None:
        raise failed
