"""Quality: wishes about measures of random play, in the way of `vary`, and about games between searches.

A wish that is met counts 1, one that is missed by as much as its scale counts 1/2 (1/(1 + violation)); the
quality is the product. It says how near something is to what was asked for, not whether it is fun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from gdl.support.values import frozen
from interpreter.study.measures.random_play import Games, measures_of
from interpreter.study.vary.wishes import Wish, read_wishes

#: What a game is to be unless somebody says otherwise, as games at random show it.
WANTED = ("8..60 plies", "draws at most 25 %", "advantage at most 30 %", "agency at least 80 %",
          "branching 3..40")  # fmt: skip


@frozen
class Thinking:
    """A wish about games between searches."""

    key: str
    title: str
    definition: str
    low: float
    high: float
    scale: float

    def violation(self, value: float) -> float:
        """How far a value is from what is wanted, in scales."""
        return max(0.0, self.low - value, value - self.high) / self.scale


#: Simulations a decision: of those who think longer and shorter.
MORE, LESS = 64, 8
THINKING: tuple[Thinking, ...] = (
    Thinking("thought.pays", "more thought wins",
             f"score of UCT with {MORE} simulations a decision against {LESS}, seats in turn", 0.9, 1.0, 0.2),
    Thinking("thought.seat", "first seat",
             f"score of the first seat between equals of {MORE} simulations", 0.35, 0.65, 0.1),
    Thinking("thought.drawn", "drawn by searches",
             f"drawn or given up between equals of {MORE} simulations", 0.0, 0.25, 0.15),
    Thinking("thought.length", "length between searches",
             f"mean plies between equals of {MORE} simulations", 8.0, 80.0, 10.0),
    Thinking("thought.trivial", "settled at once",
             f"games between equals of {MORE} simulations that are proved within 4 plies", 0.0, 0.0, 0.2),
)  # fmt: skip


def wishes_for(texts: Sequence[str], players: Sequence[str]) -> tuple[Wish, ...]:
    """The wishes about a game for these players. Raises LanguageError."""
    return read_wishes(texts or WANTED, players)


def values_of(wishes: Sequence[Wish], games: Games, players: Sequence[str], sites: int) -> list[float | None]:
    """What games at random say of each wish; None where it is not defined."""
    measures = measures_of(games, players, sites, 0, 0)
    found = [wish.measure_in(measures, players) for wish in wishes]
    return [None if each is None else each.value for each in found]


def quality_of(wishes: Sequence[Wish], values: Sequence[float | None]) -> float:
    """How near random play is to what is wished for: 1 where all is met."""
    return prod(
        0.5 if value is None else 1 / (1 + wish.violation(value))
        for wish, value in zip(wishes, values, strict=True)
    )


#: What a lint finds odd makes a game so much worse, and a text of so many words half as good.
ODD, WORDY = 0.7, 4000


def form_quality(warnings: int, words: int) -> float:
    """How much is left of a quality for rules that are odd, or wordy."""
    return ODD**warnings / (1 + words / WORDY)


def thinking_quality(values: Mapping[str, float]) -> float:
    """The same of games between searches."""
    return prod(1 / (1 + wish.violation(values[wish.key])) for wish in THINKING)
