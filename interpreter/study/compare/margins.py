"""Margins: how large a difference has to be to matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gdl.source.suggest import nearest
from interpreter.errors.user_errors import MarginError
from interpreter.study.compare.compared import MARGINS, Compared

_NUMBER = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(%?)")
#: Of these a number stands for plies or moves; all others are shares.
_IN_UNITS = ("length", "branching")


def read_margins(texts: Iterable[str]) -> dict[str, str]:
    """Margins as they are written: `won=1%`, `length=2`, `3%` for all. Raises MarginError."""
    found: dict[str, str] = {}
    for text in texts:
        key, equals, amount = text.rpartition("=")
        key, amount = key.strip(), amount.strip()
        if (equals and not key) or key in found:
            raise MarginError(f"`{text}` " + ("names no measure" if key == "" else f"is another for `{key}`"))
        found[key] = amount
    known_margins(found)
    return found


def known_margins(margins: Mapping[str, str]) -> None:
    """Raise MarginError for margins of what is not compared, and for what is no margin."""
    for key, amount in margins.items():
        if key and key not in MARGINS:
            raise MarginError(
                f"there is no measure `{key}`; there are {', '.join(MARGINS)}", nearest(key, MARGINS)
            )
        if not isinstance(amount, str):
            raise MarginError(f"the margin {amount!r} of `{key}` is to be a text, such as '{amount}%'")
        match = _NUMBER.fullmatch(amount)
        if match is None:
            raise MarginError(f"`{amount}` is no margin: 2% or 1.5")
        if not key and not match[2]:
            raise MarginError(f"a margin for all measures is a part of each: {amount}%")
        if key not in _IN_UNITS and not match[2] and float(match[1]) >= 1:
            raise MarginError(f"`{key}={amount}`: is this a share in percent? write `{key}={amount}%`")


def margin_of(compared: Compared, margins: Mapping[str, str]) -> float:
    """The margin of a measure, in its unit. `2%` is two points of a share, and a fiftieth of A's length."""
    text = margins.get(compared.key, margins.get(""))
    if text is None:
        return compared.margin
    match = _NUMBER.fullmatch(text)
    assert match is not None, "margins are read before"
    amount = float(match[1])
    if not match[2]:
        return amount
    return amount / 100 * (1.0 if compared.unit == "share" else compared.guesses[0])
