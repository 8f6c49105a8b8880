"""The clock that thinking goes by: the wall's, or processor time where that is fair on a busy machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_clock: Callable[[], float] = time.perf_counter


def now() -> float:
    """The seconds since some moment, by the present clock."""
    return _clock()


@contextmanager
def processor_time(wanted: bool = True) -> Iterator[None]:
    """Inside, the clock is the processor time of this process, of all its threads together, where `wanted`.

    It counts for the whole process: one that thinks about one thing at a time.
    """
    global _clock
    before = _clock
    if wanted:
        _clock = time.process_time
    try:
        yield
    finally:
        _clock = before
