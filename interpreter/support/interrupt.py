"""Ctrl-C where something else than the whole program may be meant by it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from gdl.support.values import define


@define
class Presses:
    """How often Ctrl-C was pressed."""

    count: int = 0


@contextmanager
def counting_ctrl_c() -> Iterator[Presses]:
    """Count how often it is pressed, for what players take as a wish to hear their moves.

    It raises KeyboardInterrupt each time, as ever.
    """
    presses = Presses()
    if threading.current_thread() is not threading.main_thread():
        yield presses
        return

    def heed(number: int, frame: FrameType | None) -> None:
        presses.count += 1
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, heed)
    try:
        yield presses
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Let Ctrl-C wait; processes that are started meanwhile never hear of it, where signals have masks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
