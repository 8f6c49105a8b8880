"""A word to whoever waits at a terminal for rules that take long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.cli.output import is_terminal, say

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine

#: Seconds until then.
PATIENCE = 3.0
WORD = "note: the rules of this game take long to work out; still at it (Ctrl-C leaves)"


@contextmanager
def patiently(engine: Engine, expected: float = 0.0) -> Iterator[None]:
    """Inside, the rules are at work: if that takes longer than expected, whoever waits is told once."""
    if not is_terminal(error=True):
        yield
        return
    hint = f"; --engine {engine.faster} is faster" if engine.faster else ""
    timer = threading.Timer(expected + PATIENCE, say, (WORD + hint,), {"error": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
