"""Whole numbers that are given from outside, validated before use; seeds derived from one seed (hashing)."""

from __future__ import annotations

from hashlib import blake2b
from operator import index
from typing import SupportsIndex

#: The generators that there are, from 0.
GENERATORS = 1 << 64
#: More threads than that are no help anywhere.
MOST_THREADS = 256
#: More moves than any state is away from its start.
MOST_PLIES = (1 << 63) - 1
#: Sequences of more moves than that are never counted to their end.
MOST_DEPTH = 10_000


def whole(what: str, value: SupportsIndex, least: int | None = None, most: int | None = None) -> int:
    """The number. Raises TypeError for what is no whole number, ValueError for one that is out of bounds."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        upto = "on" if most is None else f"to {most}"
        raise ValueError(f"{what} is a number from {least} {upto}, not {number}")
    return number


def threads_of(value: SupportsIndex) -> int:
    """How many threads are to share some work."""
    return whole("the number of threads", value, 1, MOST_THREADS)


def depth_of(value: SupportsIndex) -> int:
    """How many moves long sequences are to be."""
    return whole("the depth", value, 0, MOST_DEPTH)


def seed_for(seed: int, number: int, what: str) -> int:
    """A seed of its own for something in a game (or a part) of a number; it tells nothing of the others."""
    digest = blake2b(f"{seed} {number} {what}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 2
