"""Arguments of public functions, validated before use: a wrong type is told in a sentence."""

from __future__ import annotations

from typing import TypeVar

from gdl.support.printable import one_line

T = TypeVar("T")

_LONGEST = 40


def shown(value: object) -> str:
    """A value as a message names it: on one line, and short."""
    text = one_line(repr(value))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def argument(what: str, value: object, kind: type[T], help: str = "") -> T:
    """The value. Raises TypeError for one of another type; `help` says how to get a right one.

    What is wrong about a value of the right type is not asked here.
    """
    if isinstance(value, kind):
        return value
    article = "an" if kind.__name__[0] in "AEIOUaeiou" else "a"
    wanted = "a text" if kind is str else f"{article} {kind.__name__}"
    raise TypeError(f"{what} is {wanted}, not {shown(value)}{help and f': {help}'}")
