"""What is known of one difference: a sequence of looks, and what they come to.

All measures of a comparison share its risk equally (Bonferroni): each of K sequences has the level
1 - alpha/K. With a probability of 1 - alpha no interval of any measure is ever wrong, at no look; so whatever
is read off them, whenever, is right together. Holm's procedure would refute a little more, but gives no
intervals that hold together, and nothing for what is claimed to be the same.
"""

from __future__ import annotations

from typing import Literal

from attrs import define, field, frozen

from interpreter.statistics.differences import Stream, difference
from interpreter.statistics.intervals import Interval
from interpreter.study.compare.by_play import SIDES
from interpreter.study.compare.compared import Compared, SideOutcome
from interpreter.study.compare.words import told
from interpreter.work.job import Outcome

#: `same`: the difference is within the margin, whatever it is. `differs`: it is not zero.
Verdict = Literal["differs", "same", "undecided"]

#: Who plays where nobody thinks: no player's name.
RANDOM = "random play"


@frozen
class Finding:
    """A measure of both games, and what to believe of the difference."""

    #: `won`, `length`; whom it is about
    key: str
    about: str
    title: str
    definition: str
    #: `share`, `plies`, `moves`
    unit: str
    #: who played
    agent: str
    #: the games of each that it was taken from
    games: int
    #: the games of each after which it was decided; None: it is not
    decided_after: int | None
    #: the means of both
    a: float
    b: float
    #: B less A: an estimate, and bounds that hold for all measures together, whenever one looks
    difference: float
    low: float
    high: float
    #: of this one sequence
    level: float
    #: so large a difference counts as none
    margin: float
    verdict: Verdict
    #: the same in words
    told: str

    @property
    def name(self) -> str:
        """The key, with whom and what play it is about: no two findings of a comparison share it."""
        name = f"{self.key}[{self.about}]" if self.about else self.key
        return name if self.agent == RANDOM else f"{name} by {self.agent}"


def verdict_of(found: Interval, margin: float) -> Verdict:
    """What bounds of a difference say."""
    if max(-found.low, found.high) <= margin:
        return "same"
    return "differs" if found.low > 0 or found.high < 0 else "undecided"


@define
class Tracked:
    """A measure that is being compared."""

    compared: Compared
    agent: str
    level: float
    margin: float
    _streams: tuple[Stream, Stream]
    _low: float
    _high: float
    _decided_after: int | None = field(default=None, init=False)

    @classmethod
    def of(cls, compared: Compared, agent: str, level: float, margin: float) -> Tracked:
        """Nothing is seen yet."""
        a, b = (Stream(0.0, compared.most, guess) for guess in compared.guesses)
        return cls(compared, agent, level, margin, (a, b), -compared.most, compared.most)

    def look(self, outcome: Outcome) -> None:
        """Take in a chunk, and look."""
        sides: list[SideOutcome] = [outcome[side] for side in SIDES]
        a, b = (
            stream.after(*self.compared.sums(side)) for stream, side in zip(self._streams, sides, strict=True)
        )
        self._streams = a, b
        found = difference(a, b, self.level)
        # the truth is within all bounds so far; they contradict each other only where some are wrong
        low, high = max(self._low, found.low), min(self._high, found.high)
        self._low, self._high = (low, high) if low <= high else (found.low, found.high)
        if self._decided_after is None and self.verdict != "undecided":
            self._decided_after = a.count

    @property
    def games(self) -> int:
        """The games of each that it was taken from."""
        return self._streams[0].count

    @property
    def decided(self) -> bool:
        """Is anything known of it?"""
        return self._decided_after is not None

    @property
    def verdict(self) -> Verdict:
        """What is known of the difference."""
        return verdict_of(Interval(0.0, self._low, self._high), self.margin)

    @property
    def finding(self) -> Finding:
        """What is known so far."""
        a, b = self._streams
        compared = self.compared
        estimate = min(max(b.mean - a.mean, self._low), self._high)
        found = Interval(estimate, self._low, self._high, self.level)
        return Finding(
            compared.key,
            compared.about,
            compared.title,
            compared.definition,
            compared.unit,
            self.agent,
            self.games,
            self._decided_after,
            a.mean,
            b.mean,
            estimate,
            self._low,
            self._high,
            self.level,
            self.margin,
            self.verdict,
            told(self.verdict, found, compared.unit, compared.words),
        )
