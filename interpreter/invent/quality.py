"""Quality: wishes about measures of random or greedy play, as in `vary`, and about games between searches.

A wish that is met counts 1, one that is missed by as much as its scale counts 1/2 (1/(1 + violation)); the
quality is the product. A measure of some games misses a wish only as far as its interval does: else of many
good games those would be kept that were lucky. It says how near something is to what was asked for, not
whether it is fun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from gdl.support.values import frozen
from interpreter.statistics.intervals import wilson
from interpreter.study.measures.random_play import Games, measures_of
from interpreter.study.searching.games import ALPHA_BETA, UCT, Searcher
from interpreter.study.vary.wishes import Wish, read_wishes

#: What a game is to be unless somebody says otherwise, as games at random show it.
WANTED = ("8..60 plies", "draws at most 25 %", "advantage at most 30 %", "agency at least 80 %",
          "branching 3..60", "coverage at least 10 %")  # fmt: skip


#: How surely a measure misses a wish before it counts.
LEVEL = 0.8


@frozen
class Rung:
    """A rung of the ladder of searches: budgets of a decision, and how many games."""

    #: the first part of the keys of what is measured there
    name: str
    #: the family of players
    searcher: Searcher
    more: int
    less: int
    #: pairs of games with more against less, seats in turn, and games between equals of more
    pairs: int
    equals: int
    #: what more thought is to score at least
    pays: float


#: The rungs, in order, by what a candidate was measured by before: what random play does not end is nothing
#: for UCT's playouts. Of UCT eight times the thought is to win three of four, and four times two of three
#: even between those who think longer: a game that a little thought exhausts has no such rung. What is
#: finished is measured by players who think longer than any of these.
RUNGS: Mapping[str, tuple[Rung, ...]] = {
    "random": (Rung("thought", UCT, 64, 8, 8, 12, 0.75), Rung("longer", UCT, 128, 32, 10, 12, 0.67)),
    "greedy": (Rung("thought", ALPHA_BETA, 2, 1, 6, 10, 0.6),),
}


@frozen
class Thinking:
    """A wish about games between searches."""

    key: str
    title: str
    definition: str
    low: float
    high: float
    scale: float

    def violation(self, low: float, high: float) -> float:
        """How far an interval is from what is wanted, in scales."""
        return max(0.0, self.low - high, low - self.high) / self.scale


def _wished(rung: Rung) -> tuple[Thinking, ...]:
    name, more, less = rung.name, rung.searcher.spent(rung.more), rung.searcher.spent(rung.less)
    return (
        Thinking(f"{name}.pays", "more thought wins",
                 f"score of {rung.searcher.name} with {more} against {less}, seats in turn",
                 rung.pays, 1.0, 0.2),
        Thinking(f"{name}.seat", "first seat",
                 f"score of the first seat between equals of {more}", 0.4, 0.6, 0.1),
        Thinking(f"{name}.drawn", "drawn by searches",
                 f"drawn or given up between equals of {more}", 0.0, 0.25, 0.15),
        Thinking(f"{name}.length", "length between searches",
                 f"mean plies between equals of {more}", 8.0, 80.0, 10.0),
        Thinking(f"{name}.trivial", "settled at once",
                 f"games between equals of {more} that are proved within 4 plies", 0.0, 0.0, 0.2),
    )  # fmt: skip


#: Of each rung what is wished for.
THINKING: Mapping[str, tuple[tuple[Thinking, ...], ...]] = {
    by: tuple(map(_wished, rungs)) for by, rungs in RUNGS.items()
}
#: The keys, behind a rung's name, that are shares of its games.
SHARES = ("pays", "seat", "drawn", "trivial")


def wishes_for(texts: Sequence[str], players: Sequence[str]) -> tuple[Wish, ...]:
    """The wishes about a game for these players. Raises LanguageError."""
    return read_wishes(texts or WANTED, players)


@frozen
class Met:
    """How a wish is met by some games: the measure, and by how many scales it surely misses."""

    value: float | None
    violation: float


def met_by(wishes: Sequence[Wish], games: Games, players: Sequence[str], sites: int) -> list[Met]:
    """What games say of each wish; one that is not defined counts as missed by its scale."""
    measures = measures_of(games, players, sites, 0, 0)
    met = []
    for wish in wishes:
        measure = wish.measure_in(measures, players)
        if measure is None:
            met.append(Met(None, 1.0))
            continue
        bounds = measure.low, measure.value, measure.high
        inside = wish.low <= measure.high and measure.low <= wish.high
        met.append(Met(measure.value, 0.0 if inside else min(map(wish.violation, bounds))))
    return met


def quality_of(met: Sequence[Met]) -> float:
    """How near play is to what is wished for: 1 where all is met."""
    return prod(1 / (1 + each.violation) for each in met)


#: What a lint finds odd makes a game so much worse, and a text of so many words half as good.
ODD, WORDY = 0.7, 4000


def form_quality(warnings: int, words: int) -> float:
    """How much is left of a quality for rules that are odd, or wordy."""
    return ODD**warnings / (1 + words / WORDY)


def thinking_quality(by: str, rung: int, values: Mapping[str, float]) -> float:
    """The same of games between searches of a rung; how many they were stands among the values."""
    name = RUNGS[by][rung].name
    total = 1.0
    for wish in THINKING[by][rung]:
        value = low = high = values[wish.key]
        what = wish.key.partition(".")[2]
        if what in SHARES:
            count = round(values[f"{name}.{'ladder' if what == 'pays' else 'equals'}"])
            interval = wilson(value * count, count, LEVEL)
            low, high = interval.low, interval.high
        total *= 1 / (1 + wish.violation(low, high))
    return total
