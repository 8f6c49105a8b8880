"""What a board that cannot be built raises, and the limits that keep building bounded."""

from __future__ import annotations

MAX_SITES = 10_000
"""No graph may hold more vertices, edges or faces than this (edges and vertices of a legal board of
cells are a small multiple of it)."""

MAX_SIZE = 200
"""No single dimension of a generated board may exceed this."""


class BoardError(ValueError):
    """A board description that has no meaning; the message is for the author of the game."""


def check_size(name: str, value: int | float, *, least: int = 1, most: int = MAX_SIZE) -> int:
    """Return `value` when it is a sensible dimension, else say what is wrong with it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BoardError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise BoardError(f"{name} must be at least {least}, not {value}")
    if value > most:
        raise BoardError(f"{name} must be at most {most}, not {value}")
    return value


def check_count(what: str, count: int, most: int = MAX_SITES) -> None:
    """Refuse a board that has become too large."""
    if count > most:
        raise BoardError(f"the board would have {count} {what}; the most allowed is {most}")
