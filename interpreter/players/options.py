"""What can be set of a player, and how the values are written: `2s`, `5k`, `256M`, `1.2`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite

from gdl.support.values import field, frozen

_NUMBER = r"(\d+(?:_\d+)*(?:\.\d+)?|\.\d+)"


@frozen
class Unit:
    """A way of writing values. No text is read by two units."""

    #: with its article: `a duration`
    name: str
    example: str
    #: what may stand behind the number, and what it multiplies that by
    _factors: tuple[tuple[str, float], ...] = field(repr=False)
    #: are there only whole values?
    whole: bool = True

    def read(self, text: str) -> float | None:
        """The value; None for what is not written like this."""
        match = re.fullmatch(rf"{_NUMBER}\s*([a-z]*)", text.strip().casefold())
        factor = dict(self._factors).get(match[2]) if match else None
        if match is None or factor is None:
            return None
        value = float(match[1].replace("_", "")) * factor
        if not isfinite(value):
            return None
        if not self.whole:
            return value
        return int(value) if value == int(value) else None

    def write(self, value: float) -> str:
        """A short text for a value: with the largest factor that leaves a whole number, else the first."""
        whole = (each for each in reversed(self._factors) if value and (value / each[1]).is_integer())
        suffix, factor = next(whole, self._factors[0])
        return f"{value / factor:.12g}{suffix.upper() if suffix in 'mg' else suffix}"


class Words(Unit):
    """Some words, each of which stands for its number in their order, from 1."""

    def __init__(self, name: str, *words: str) -> None:
        factors = tuple((word, number) for number, word in enumerate(words, 1))
        super().__init__(name, f"{', '.join(words[:-1])} or {words[-1]}", factors)

    def read(self, text: str) -> float | None:
        """The number of a word."""
        return dict(self._factors).get(text.strip().casefold())

    def write(self, value: float) -> str:
        """The word of a number."""
        return self._factors[int(value) - 1][0]


DURATION = Unit("a duration", "2s, 200ms or 1min", (("ms", 0.001), ("s", 1.0), ("min", 60.0)), whole=False)
COUNT = Unit("a count", "5000 or 5k", (("", 1), ("k", 1000)))
SIZE = Unit("a size", "256M or 1G", (("mb", 1 << 20), ("gb", 1 << 30), ("m", 1 << 20), ("g", 1 << 30)))
LEVEL = Words("a level", "easy", "medium", "hard", "best")
#: Written with a name only: what fits a count fits it, too.
NUMBER = Unit("a number", "1.2", (("", 1.0),), whole=False)


@frozen
class Option:
    """Something that can be set of a kind of player: a duration in seconds, a size in bytes."""

    name: str
    unit: Unit
    help: str
    default: float | None = None
    #: may the name be left out, the value's unit telling what is meant?
    bare: bool = False
    least: float = 0
    most: float = float("inf")
    #: a sensible value, where those of the unit are not
    example: str = ""

    @property
    def examples(self) -> str:
        """`2s, 200ms or 1min`."""
        return self.example or self.unit.example

    @property
    def range(self) -> str:
        """`1 to 64`."""
        if self.most == float("inf"):
            return f"at least {self.unit.write(self.least)}"
        return f"{self.unit.write(self.least)} to {self.unit.write(self.most)}"


@frozen
class Settings:
    """The options of one player, those that were not given at their defaults."""

    values: Mapping[str, float | None]
    #: the file that was named, of a kind that wants one
    file: str = ""

    def number(self, name: str) -> float | None:
        """A value: seconds of a duration; None where nothing is set."""
        return self.values[name]

    def whole(self, name: str) -> int | None:
        """A count, or the bytes of a size; None where nothing is set."""
        value = self.values[name]
        return None if value is None else int(value)
