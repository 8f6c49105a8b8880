"""How a command's process ends. What it needs is there from the beginning."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from interpreter.support.printing import ERR, OUT, OutputLostError, ReaderGoneError

#: The exit code of who was stopped by Ctrl-C: what a shell reports for it.
INTERRUPTED = 130


def leave(code: int) -> NoReturn:
    """End the process. Ctrl-C is heard no more; after Ctrl-C nothing is waited for, such as a compilation."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # where processes work together, what they share is to be given back
    if code == INTERRUPTED and "multiprocessing.resource_tracker" not in sys.modules:
        for stream in (OUT, ERR):
            with suppress(OutputLostError, ReaderGoneError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
