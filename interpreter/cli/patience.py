"""A word to whoever waits at a terminal for rules that take long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.cli.output import is_terminal, say

#: Seconds until then.
PATIENCE = 3.0
WORD = "note: the rules of this game take long to work out; still at it (Ctrl-C leaves)"


@contextmanager
def patiently(faster: str | None = None, expected: float = 0.0) -> Iterator[None]:
    """Inside, the rules are at work: if that takes longer than expected, whoever waits is told once.

    `faster`: the name of an engine that is faster than the one at work, if there is one.
    """
    if not is_terminal(error=True):
        yield
        return
    hint = f"; --engine {faster} is faster" if faster else ""
    timer = threading.Timer(expected + PATIENCE, say, (WORD + hint,), {"error": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
