"""Limits on one input: processor time, time, memory, and the size of files; what goes beyond is told.

Three alarms, all the system's: the first raises `TookTooLongError` in Python; where nothing in Python runs to
hear it (native code, one long call into C), the second ends the process; the third ends one that only waits.
Whoever watches the process learns from the signal which it was, and from its log where.
"""

from __future__ import annotations

import faulthandler
import resource
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import NoReturn

#: A process that has not used its processor time in so many seconds more is waiting for something.
WAITING = 120.0
#: Nothing writes a longer file.
FILE_SIZE = 64 << 20

#: What the end of a process by one of these signals means.
MEANING = {
    signal.SIGVTALRM: "takes too long, outside of Python",
    signal.SIGALRM: "waits for ever",
    signal.SIGKILL: "was killed",
}


class TookTooLongError(BaseException):
    """The processor time of an input is over. No `except Exception` catches it."""


def install(log: TextIOWrapper) -> None:
    """Prepare this process; what kills it leaves the stack in the log."""

    def over(number: int, frame: FrameType | None) -> NoReturn:
        raise TookTooLongError

    signal.signal(signal.SIGPROF, over)
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who runs all this is stopped, and stops its processes
    faulthandler.enable(log)
    faulthandler.register(signal.SIGVTALRM, log, chain=True)
    faulthandler.register(signal.SIGALRM, log, chain=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_memory(more: int) -> None:
    """Let this process have so many bytes more than it has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, hard))


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """At most so many seconds of processor time, else TookTooLongError. An outer limit waits meanwhile."""
    before = signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    outer = signal.setitimer(signal.ITIMER_VIRTUAL, seconds * 1.5 + 0.5)
    signal.setitimer(signal.ITIMER_REAL, seconds + WAITING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *before)
        signal.setitimer(signal.ITIMER_VIRTUAL, *outer)
        signal.setitimer(signal.ITIMER_REAL, 0 if not outer[0] else WAITING)


def rss() -> int:
    """The bytes of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def peak() -> int:
    """The most that it ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def was_in(error: BaseException, file: str) -> bool:
    """Did an error come out of a file of the project, or through it?"""
    return any(frame.filename.endswith(file) for frame in traceback.extract_tb(error.__traceback__))
