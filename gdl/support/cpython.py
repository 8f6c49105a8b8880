"""What is CPython's own: its garbage collector paused and its recursion limit raised while a program is made;
BLAKE2b without the rest of hashlib, whose import loads OpenSSL: a hundredth of a command's time."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Within this, Python's collector waits.

    Next to nothing is thrown away in circles then, and each search would walk through all that stands there.
    What was made counts as old at once (pretenuring): else the first search afterwards, of what is young,
    would walk through all of it.
    """
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


@contextmanager
def collected_apart() -> Iterator[None]:
    """Within this, Python's collector waits; at the end it collects what was made here, and that alone.

    Programs hang together in circles, so who compiles many is to have them collected; what stood there before
    (imports, caches) is many times as much, and each search would walk through it: it is set aside.
    """
    before, aside = gc.isenabled(), not gc.get_freeze_count()  # what others froze would thaw
    gc.disable()
    if aside:
        gc.freeze()
    try:
        yield
    finally:
        gc.collect()
        if aside:
            gc.unfreeze()
        if before:
            gc.enable()


#: Calls within calls that the passes may make; what a thread's stack of 8 MiB holds with ease.
DEEP = 8000


@contextmanager
def higher_recursion_limit() -> Iterator[None]:
    """Within this, functions may call themselves so deep.

    A rule file may join hundreds of conditions, each nested in the one before.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


try:
    from _blake2 import blake2b  # where hashlib has it from
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
