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
          "branching 3..60", "coverage at least 20 %")  # fmt: skip


@frozen
class Rung:
    """A rung of the ladder of searches: budgets of simulations a decision, and how many games."""

    #: the first part of the keys of what is measured there
    name: str
    more: int
    less: int
    #: pairs of games with more against less, seats in turn, and games between equals of more
    pairs: int
    equals: int


#: The rungs, in order; what is measured afterwards, of what is finished, is by players who think longer.
RUNGS: tuple[Rung, ...] = (Rung("thought", 64, 8, 8, 12), Rung("longer", 128, 32, 10, 12))


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


def _wished(rung: Rung, pays: float) -> tuple[Thinking, ...]:
    name, more, less = rung.name, rung.more, rung.less
    return (
        Thinking(f"{name}.pays", "more thought wins",
                 f"score of UCT with {more} simulations a decision against {less}, seats in turn",
                 pays, 1.0, 0.2),
        Thinking(f"{name}.seat", "first seat",
                 f"score of the first seat between equals of {more} simulations", 0.35, 0.65, 0.1),
        Thinking(f"{name}.drawn", "drawn by searches",
                 f"drawn or given up between equals of {more} simulations", 0.0, 0.25, 0.15),
        Thinking(f"{name}.length", "length between searches",
                 f"mean plies between equals of {more} simulations", 8.0, 80.0, 10.0),
        Thinking(f"{name}.trivial", "settled at once",
                 f"games between equals of {more} simulations that are proved within 4 plies", 0.0, 0.0, 0.2),
    )  # fmt: skip


#: Of each rung what is wished for. Eight times the thought is to win nine of ten, and four times two of three
#: even between those who think longer: a game that a little thought exhausts has no such rung.
THINKING: tuple[tuple[Thinking, ...], ...] = (_wished(RUNGS[0], 0.9), _wished(RUNGS[1], 0.67))


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


def thinking_quality(rung: int, values: Mapping[str, float]) -> float:
    """The same of games between searches of a rung."""
    return prod(1 / (1 + wish.violation(values[wish.key])) for wish in THINKING[rung])
