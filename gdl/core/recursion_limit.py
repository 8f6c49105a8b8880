"""A higher recursion limit, for deep expressions.

A rule file may join hundreds of conditions, each nested in the one before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

#: Calls within calls that the passes may make; what a thread's stack of 8 MiB holds with ease.
DEEP = 8000


@contextmanager
def higher_recursion_limit() -> Iterator[None]:
    """Within this, functions may call themselves so deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
