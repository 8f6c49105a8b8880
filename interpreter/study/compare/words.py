"""Differences in the words of a designer: `8.1 points more often (5.0 to 11)`, `as long, within 1 ply`."""

from __future__ import annotations

from interpreter.statistics.intervals import Interval
from interpreter.study.compare.compared import Words


def told(verdict: str, found: Interval, unit: str, words: Words) -> str:
    """What to believe of a difference (B less A)."""
    far = max(abs(found.low), abs(found.high))
    near = min(abs(found.low), abs(found.high))
    word = words.more if found.value > 0 else words.less
    if verdict == "same":
        known = f" ({number(near, unit)} to {number(far, unit)} {word})" if found.low * found.high > 0 else ""
        return f"{words.same}, within {amount(far, unit)}{known}"
    if verdict == "differs":
        return f"{amount(abs(found.value), unit, word)} ({number(near, unit)} to {number(far, unit)})"
    # the bounds are on both sides of none
    return f"from {amount(-found.low, unit, words.less)} to {number(found.high, unit)} {words.more}"


def amount(value: float, unit: str, word: str = "") -> str:
    """`8.1 points more often`, `3.4 plies longer`, `1.2 more`; `value` is not below 0."""
    shown = number(value, unit)
    match unit:
        case "share":
            shown += " point" if shown == "1.0" else " points"
        case "plies":
            shown += " ply" if shown == "1.0" else " plies"
    return f"{shown} {word}".rstrip()


def number(value: float, unit: str) -> str:
    """A number of a difference: points of a hundred where it is a share."""
    value = abs(value) * (100 if unit == "share" else 1)
    if value >= 9.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 0.95 or not value else f"{value:.2g}"


def mean(value: float, unit: str) -> str:
    """A mean in a column."""
    if unit == "share":
        return f"{value:.1%}"
    return f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"


def percent(level: float) -> str:
    """A level as it was given: `95%`, `99.9%`."""
    return f"{level * 100:.10g}%"
