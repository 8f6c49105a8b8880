"""Patience: how long a process is waited for, in processor time.

A process that others keep waiting for a processor is not late. Where the system does not tell how much of one
a process has had, the time that passes counts.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import TypeVar

from interpreter.errors.user_errors import BusyError, LateError

T = TypeVar("T")
#: A process has its time of a processor. Where others have the processors that takes longer: so many seconds
#: and so many times its time, at most. (After its time it is looked at so often: seconds.)
WAIT, LONGEST, LOOK = 60.0, 10.0, 0.1


async def in_time(asked: asyncio.Future[T], seconds: float, worked: Callable[[], float | None]) -> T:
    """What is answered within so many seconds of processor time, which `worked` tells.

    Raises LateError, BusyError where there was no processor for very long, and what the answer raises. Where
    none comes `asked` is cancelled.
    """
    before, began = worked() or 0.0, time.monotonic()
    most, wait = WAIT + LONGEST * seconds, seconds
    try:
        while not (await asyncio.wait({asked}, timeout=wait))[0]:
            now = worked()
            if now is None or now - before >= seconds:
                raise LateError(
                    f"the rules took longer than {seconds:g} seconds of processor time and were stopped"
                )
            if time.monotonic() - began > most:
                raise BusyError(f"this machine has too much else to do: no answer in {most:g} seconds")
            wait = LOOK
        return asked.result()
    finally:
        if not asked.done():
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)


def processor_time(pid: int | None) -> float | None:
    """How much of a processor a process has had: seconds; None where that is not known."""
    try:
        handle = os.open(f"/proc/{pid}/stat", os.O_RDONLY)  # asked at every move: a file object costs more
        try:
            fields = os.read(handle, 4096).rpartition(b")")[2].split()
        finally:
            os.close(handle)
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None
