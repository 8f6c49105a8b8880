"""Standard output and error: the one place through which everything is printed.

Text is made printable here (`gdl.support.printable`), so that what strangers wrote cannot give a terminal
orders, and here is known what becomes of a stream that is closed, full, or missing: output that is lost
ends a command (OutputLostError); what cannot be told on standard error is not told.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from io import TextIOBase, TextIOWrapper
from typing import TextIO

from gdl.support.printable import printable


class OutputLostError(Exception):
    """Standard output takes nothing (more); `reason` is for people."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class ReaderGoneError(OutputLostError):
    """Whoever read standard output has had enough."""


class Stream(TextIOBase):
    """Standard output or error, whatever that is at the time; what it is given is printable already."""

    def __init__(self, error: bool) -> None:
        self._error = error

    def write(self, text: str) -> int:
        """Write it as it is."""
        stream = self._stream()
        try:
            stream.write(text)
        except (OSError, ValueError) as error:
            self._lost(stream, error)
        return len(text)

    def flush(self) -> None:
        """Hand over what was written."""
        stream = self._stream()
        try:
            stream.flush()
        except (OSError, ValueError) as error:
            self._lost(stream, error)

    def __del__(self) -> None:
        """Nothing: to be flushed is the affair of what is behind it, and at Python's end that may be gone."""

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        try:
            return self._stream().isatty()
        except ValueError:  # closed
            return False

    def fileno(self) -> int:
        """Its number."""
        return self._stream().fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Its encoding."""
        return getattr(self._stream(), "encoding", None) or "utf-8"

    def _stream(self) -> TextIO:
        stream = sys.stderr if self._error else sys.stdout
        if stream is None:
            if not self._error:
                raise OutputLostError("standard output is closed")
            return _nowhere()
        return stream

    def _lost(self, stream: TextIO, error: OSError | ValueError) -> None:
        """From now on it goes nowhere, or Python complains once more when it ends."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
            stream.flush()
        if self._error:
            return
        if isinstance(error, BrokenPipeError):
            raise ReaderGoneError("nobody reads it any more") from None
        reason = getattr(error, "strerror", None) or str(error)
        raise OutputLostError(reason.lower()) from None


OUT, ERR = Stream(False), Stream(True)


@cache
def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def write(text: str, error: bool = False) -> None:
    """Print lines."""
    stream = ERR if error else OUT
    stream.write(f"{printable(text)}\n")
    stream.flush()


@cache
def note_once(text: str) -> None:
    """Tell something on standard error that concerns every game that is played, the first time only."""
    from multiprocessing import parent_process

    if parent_process() is None:  # whoever has others work for it tells it for them
        write(text, error=True)


def open_standard_streams() -> None:
    """Give every standard stream a file: else the next file that is opened takes a missing one's place."""
    with suppress(OSError, AttributeError):
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(number)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that cannot be shown is no reason to stop
