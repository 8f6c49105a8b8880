"""How a command's process ends, and its exit codes. What it needs is there from the beginning."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from interpreter.support.printing import ERR, OUT, OutputLostError, ReaderGoneError

FINE, WRONG_INPUT, WRONG_USE, OUR_MISTAKE, NO_MEMORY = 0, 1, 2, 70, 71
#: Stopped by Ctrl-C: what a shell reports for it.
INTERRUPTED = 130


def leave(code: int) -> NoReturn:
    """End the process. Ctrl-C is heard no more; after Ctrl-C nothing is waited for, such as a compilation.

    Where nothing else runs in it, Python is left as it stands once all that was asked for its end has been
    done: taking a compiled game and a few hundred modules apart is a tenth of a command's time.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # where processes work together, what they share is to be given back
    if "multiprocessing.resource_tracker" not in sys.modules and (code == INTERRUPTED or _alone()):
        if code != INTERRUPTED:
            atexit._run_exitfuncs()
        for stream in (OUT, ERR):
            with suppress(OutputLostError, ReaderGoneError):
                stream.flush()
        os._exit(code)
    sys.exit(code)


def _alone() -> bool:
    """Whether there is no other thread, whose end would have to be waited for."""
    threading = sys.modules.get("threading")
    return threading is None or threading.active_count() == 1
