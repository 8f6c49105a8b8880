"""A move as an engine knows it."""

from __future__ import annotations

from typing import Any, NamedTuple


class RawMove(NamedTuple):
    """What every engine knows a move by; equal on all of them."""

    #: the index of its kind in `program.kinds`
    kind: int
    #: the values captured when it was offered
    args: tuple[Any, ...]
    #: the destination, by number
    site: int
