"""Wishes: what a variant is to be, as ranges of measures (constraints) and as least or most (objectives)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, isfinite
from typing import Literal

from attrs import frozen

from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Definition, Measure

Aim = Literal["range", "least", "most"]
#: What lies beside a bound that is the only one counts by so much of it, at least so much of a unit.
_SLACK = 0.1
_LEAST = {"share": 0.02, "plies": 1.0, "moves": 0.5, "log10": 0.5}
#: These need every move of a game listed: they are taken from a sample, of random games only.
SAMPLED = ("branching", "branching.max", "agency", "coverage", "tree.games")
#: These compare players: there are none where one plays alone.
COMPARING = (d.SCORE, d.ADVANTAGE, d.DECISIVENESS)


@frozen
class Wish:
    """One wish about one measure."""

    text: str
    of: Definition
    aim: Aim
    low: float = -inf
    high: float = inf
    #: of which seat it is (from 0)
    seat: int | None = None
    #: which quantile; whose seat it is, where the player was named: it may be another seat in another variant
    about: str = ""
    #: nobody asked for it
    implied: bool = False

    @property
    def is_range(self) -> bool:
        """Is there a range, and not a direction alone?"""
        return self.aim == "range"

    @property
    def sampled(self) -> bool:
        """Is it about a measure of the sample?"""
        return self.of.key in SAMPLED

    @property
    def scale(self) -> float:
        """How far beside the range counts as one: half of its width, so that who asks for a narrow one gets
        what is near to it."""
        if isfinite(self.low) and isfinite(self.high) and self.high > self.low:
            return (self.high - self.low) / 2
        bound = self.low if isfinite(self.low) else self.high
        return max(_LEAST.get(self.of.unit, 1.0), _SLACK * abs(bound))

    def violation(self, value: float) -> float:
        """How far a value is outside the range, in scales; 0.0 for a wish without one."""
        if not self.is_range:
            return 0.0
        return max(0.0, self.low - value, value - self.high) / self.scale

    def off_centre(self, value: float) -> float:
        """How far a value is from the middle of a range with two bounds, in scales."""
        if not self.is_range or not isfinite(self.low) or not isfinite(self.high):
            return 0.0
        return abs(value - (self.low + self.high) / 2) / self.scale

    def loss(self, value: float) -> float:
        """What is to be as small as can be."""
        if self.is_range:
            return self.violation(value)
        return value if self.aim == "least" else -value

    def seat_in(self, players: Sequence[str]) -> int | None:
        """The seat that it is of where these play; None where it is of none, or nobody sits there."""
        if self.seat is None:
            return None
        if self.about:
            return players.index(self.about) if self.about in players else None
        return self.seat if self.seat < len(players) else None

    def measure_in(self, measures: Sequence[Measure], players: Sequence[str]) -> Measure | None:
        """The measure that it is about; None where there is none of it."""
        about = self.about
        if self.seat is not None:
            seat = self.seat_in(players)
            if seat is None:
                return None
            about = players[seat]
        for measure in measures:
            if measure.of.key == self.of.key and about in ("", measure.about):
                return measure
        return None

    def title(self, players: Sequence[str]) -> str:
        """What it is about, for tables; `players` are those of all variants, as `names_in_all` tells them."""
        about = self.about
        if self.seat is not None and not about:
            about = players[self.seat] if self.seat < len(players) else str(self.seat + 1)
        return f"{self.of.title} {about}".strip()

    @property
    def wanted(self) -> str:
        """What is wanted of it, for tables: `48..52 %`, `least`."""
        if not self.is_range:
            return self.aim
        factor, unit = (100, " %") if self.of.unit == "share" else (1, "")
        low, high = (f"{bound * factor:.10g}" for bound in (self.low, self.high))
        if not isfinite(self.low):
            return f"at most {high}{unit}"
        if not isfinite(self.high):
            return f"at least {low}{unit}"
        return f"{low}..{high}{unit}"


def names_in_all(rosters: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The players of several variants by seat: by name where all have the same there, else by number."""
    found: list[str] = []
    for players in rosters:
        for seat, name in enumerate(players):
            if seat == len(found):
                found.append(name)
            elif found[seat] != name:
                found[seat] = str(seat + 1)
    return tuple(found)


Verdict = Literal["holds", "seems to hold", "seems not to hold", "fails", ""]


def verdict(wish: Wish, measure: Measure | None) -> Verdict:
    """What a measure of fresh games says about a range: surely where its interval is on one side alone."""
    if not wish.is_range or measure is None:
        return ""
    if wish.low <= measure.low and measure.high <= wish.high:
        return "holds"
    if measure.high < wish.low or wish.high < measure.low:
        return "fails"
    return "seems to hold" if wish.low <= measure.value <= wish.high else "seems not to hold"
