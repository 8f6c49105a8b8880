"""Shares in words, with what chance leaves open."""

from __future__ import annotations

from interpreter.statistics.intervals import Interval, clopper_pearson

#: The level of the intervals that are told.
LEVEL = 0.95


def at_most(count: int) -> str:
    """What of `count` never was, is at most so often, in words."""
    return f"under {percent(clopper_pearson(0, count, 2 * LEVEL - 1).high, up=True)}"


def between(interval: Interval) -> str:
    """An interval in words."""
    return f"{percent(interval.low)} to {percent(interval.high, up=True)}"


def percent(share: float, up: bool = False) -> str:
    """A share with as many digits as it takes not to be all or nothing, rounded to the careful side."""
    for digits in (1, 2, 3):
        scale = 10.0**digits
        value = share * 100 * scale
        rounded = (-int(-value // 1) if up else int(value)) / scale
        if 0 < rounded < 100 or share in (0.0, 1.0):
            break
    return f"{rounded:.{digits}f}%"
