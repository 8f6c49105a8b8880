"""A measure of a game as a value: what it is, who played for it, how much, and the estimate; and the parts of
a study, jobs that end in measures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import isfinite
from typing import Any, Protocol

from gdl.support.values import frozen
from interpreter.statistics.intervals import LEVEL, Interval
from interpreter.work.job import Job, Outcome


@frozen
class Definition:
    """What is measured, in words that a designer and a referee can both use."""

    #: for programs: stable, such as `length.mean`
    key: str
    #: for tables
    title: str
    definition: str
    #: who defined it, or from what it follows
    source: str
    #: `share`, `plies`, `moves`, `log10`, `sites`
    unit: str


@frozen
class Setting:
    """Who played, how much each thought, with which seed."""

    agent: str
    budget: str
    seed: int


@frozen
class Measure:
    """One number with its interval, and all that it takes to get it again."""

    of: Definition
    setting: Setting
    #: the games that it was taken from
    games: int
    value: float
    low: float
    high: float
    level: float = LEVEL
    #: how the interval was made
    interval: str = ""
    #: of which player, or where, if it is of one
    about: str = ""
    #: why it is to be read with care, if it is
    caution: str = ""

    @property
    def key(self) -> str:
        """The definition's key, with what it is about: no two measures of a study share it."""
        return f"{self.of.key}[{self.about}]" if self.about else self.of.key

    def as_json(self) -> dict[str, object]:
        """The same for programs; a bound that there is not is null."""
        return {
            "key": self.of.key,
            "about": self.about or None,
            "title": self.of.title,
            "value": _number(self.value),
            "low": _number(self.low),
            "high": _number(self.high),
            "level": self.level,
            "interval": self.interval or None,
            "unit": self.of.unit,
            "games": self.games,
            "agent": self.setting.agent,
            "budget": self.setting.budget,
            "seed": self.setting.seed,
            "definition": self.of.definition,
            "source": self.of.source,
            "caution": self.caution or None,
        }


def measured(
    of: Definition,
    setting: Setting,
    games: int,
    estimate: Interval,
    interval: str,
    about: str = "",
    caution: str = "",
) -> Measure:
    """A measure by its estimate."""
    return Measure(
        of,
        setting,
        games,
        estimate.value,
        estimate.low,
        estimate.high,
        estimate.level,
        interval,
        about,
        caution,
    )


def exactly(of: Definition, setting: Setting, games: int, value: float, about: str = "") -> Measure:
    """A number that was counted, with nothing to estimate: the longest of some games."""
    return Measure(of, setting, games, value, value, value, 1.0, "", about)


def _number(value: float) -> float | None:
    return value if isfinite(value) else None


class Part(Job, Protocol):
    """A job that ends in measures."""

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """The measures by the outcomes of all its chunks, in their order."""


@frozen
class JointJob:
    """Some parts as one job: their chunks one after the other."""

    parts: tuple[Part, ...]

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return sum(part.chunks for part in self.parts)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return {"parts": [part.plan() for part in self.parts]}

    def do(self, number: int) -> Outcome:
        """Do a chunk of the part that it belongs to."""
        part, inside = self.place(number)
        return part.do(inside)

    def place(self, number: int) -> tuple[Part, int]:
        """The part that a chunk belongs to, and its number there."""
        for part in self.parts:
            if number < part.chunks:
                return part, number
            number -= part.chunks
        raise IndexError(f"there is no chunk {number}")

    def shared_out(self, outcomes: Sequence[Outcome]) -> list[Sequence[Outcome]]:
        """The outcomes of all chunks, by part."""
        ends = list(accumulate(part.chunks for part in self.parts))
        return [outcomes[end - part.chunks : end] for part, end in zip(self.parts, ends, strict=True)]
