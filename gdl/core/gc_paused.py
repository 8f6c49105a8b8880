"""Pausing the garbage collector while a program is made.

Next to nothing is thrown away in circles then, and each search would walk through all that stands there.
What was made counts as old at once (pretenuring): else the first search afterwards, of what is young, would
walk through all of it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Within this, Python's collector waits."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if not gc.get_freeze_count():  # what others froze would thaw
                gc.freeze()
                gc.unfreeze()
            gc.enable()
