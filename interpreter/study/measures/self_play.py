"""Self-play between equal searches: seats and lengths as by random play, choices, leads, drama.

Games between searches are played in series of units, such as games or pairs of games, in chunks of about a
second.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from gdl.support.values import evolve, frozen
from interpreter.statistics.intervals import Interval
from interpreter.statistics.moments import moments_of, ratio_of
from interpreter.statistics.score_test import scores_of
from interpreter.study.measures import definitions as d
from interpreter.study.measures.course import Course, course_of
from interpreter.study.measures.measure import Definition, Measure, Setting, exactly, measured
from interpreter.study.measures.random_play import SCORE_TEST, Games, results_of
from interpreter.study.measures.searched_games import PARTS, Searched, searched
from interpreter.study.searching.budgets import Searching
from interpreter.study.searching.games import (
    Plays,
    Searcher,
    plan_of,
    plays_of,
    seeds_of,
    watching_of,
)
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.study.searching.games import Watching


@frozen
class Series:
    """Units of games of one kind, numbered from 0."""

    #: which of the part's series: a budget, the number of a match
    of: int
    units: int
    #: how many units make a chunk
    size: int


@frozen
class InChunks(ABC):
    """A part of a study: some series of units of games between searches, each unit played for itself."""

    game: Game
    searching: Searching
    seed: int

    #: what it is called in plans; what it does, for whoever waits; and what results call its units
    part: ClassVar[str]
    title: ClassVar[str]
    unit: ClassVar[str] = "pairs"

    @property
    @abstractmethod
    def series(self) -> Sequence[Series]:
        """What is played, in this order."""

    @abstractmethod
    def play(self, of: int, number: int) -> Any:
        """Play a unit of a series: what came of it, as JSON; None where it does not count."""

    @property
    def settled(self) -> Mapping[str, Any]:
        """What of the plan is the part's own."""
        return {}

    @property
    def slices(self) -> list[tuple[int, int, int]]:
        """For each chunk its series, the first unit's number, and how many units."""
        return [
            (each.of, first, min(each.size, each.units - first))
            for each in self.series
            for first in range(0, each.units, each.size)
        ]

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return len(self.slices)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        slices = [list(each) for each in self.slices]
        return {
            **plan_of(self.part, self.searching.searcher, self.game, self.seed, self.searching.longest),
            **self.settled,
            "slices": slices,
        }

    def do(self, number: int) -> Outcome:
        """Play the units of a chunk."""
        of, first, count = self.slices[number]
        return {self.unit: [self.play(of, each) for each in range(first, first + count)]}

    def played(self, outcomes: Sequence[Outcome]) -> Iterator[tuple[int, list[Any]]]:
        """Each series with what came of its units, by the outcomes of all chunks."""
        units: dict[int, list[Any]] = {each.of: [] for each in self.series}
        for (of, _, _), outcome in zip(self.slices, outcomes, strict=True):
            units[of] += outcome[self.unit]
        yield from units.items()

    @property
    def players(self) -> Plays:
        """What plays."""
        return plays_of(self.searching.searcher, self.game, self.searching.longest)

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.game.players)


@frozen
class Pairs(InChunks):
    """Pairs of games between equal searches of the middle budget."""

    #: how many games a pair takes
    games: ClassVar[float]

    @property
    def watching(self) -> Watching:
        """What plays them, and plays a game again from a ply on."""
        return watching_of(self.game, self.searching.longest)

    @property
    def series(self) -> Sequence[Series]:
        """The pairs of one budget."""
        budget = self.searching.middle
        return (Series(budget, self.searching.blunders, self.searching.fitting(self.games, budget)),)

    @property
    def settled(self) -> Mapping[str, Any]:
        """Their budget."""
        return {"budget": self.searching.middle}

    def pairs(self, outcomes: Sequence[Outcome]) -> tuple[list[Any], int]:
        """Those that count, and how many there were."""
        ((_, rows),) = self.played(outcomes)
        return [row for row in rows if row is not None], len(rows)


#: What is told of seats, with each budget.
_SEATS = (d.WON, d.SHARED, d.SCORE, d.ADVANTAGE, d.COMPLETION)
STUDENT, _RATIO = "Student's t", "delta method"
#: Games of which fewer than this part are distinct are no independent sample.
_REPEATED = 0.5


def measures_of(
    games: Sequence[Searched], game: Game, searcher: Searcher, budget: int, seed: int, longest: int
) -> Iterator[Measure]:
    """The measures of games between players of one budget; each says the budget in what it is about."""
    setting = equals(searcher, budget, longest, seed)
    distinct = len({each.way for each in games})
    cautions = []
    if distinct < _REPEATED * len(games):
        cautions.append(f"only {distinct} of {len(games)} games differ")
    if overflowed := sum(each.overflowed for each in games):
        cautions.append(f"{overflowed} games went beyond what a state holds")
    caution = "; ".join(cautions)
    for measure in (
        *_seats(games, game.players, setting),
        *(_thoughts(games, setting, len(game.players)) if searcher.tells else ()),
        exactly(d.DISTINCT, setting, len(games), distinct / len(games)),
    ):
        about = ", ".join(filter(None, (measure.about, searcher.in_words(budget))))
        both = "; ".join(filter(None, (measure.caution, caution)))
        yield evolve(measure, about=about, caution=both if measure.of != d.DISTINCT else "")


def equals(searcher: Searcher, budget: int, longest: int, seed: int) -> Setting:
    """Players of one budget each."""
    return Setting(searcher.agent, f"{searcher.spent(budget)}; games of at most {longest:,} plies", seed)


def _seats(games: Sequence[Searched], players: Sequence[str], setting: Setting) -> Iterator[Measure]:
    ended = Counter((each.plies, each.firsts) for each in games if each.ended)
    counted = Games(dict(sorted(ended.items())), len(games) - ended.total(), ())
    yield from (each for each in results_of(counted, players, setting) if each.of in _SEATS)
    if counted.finished:
        caution = "the games that were given up would have been longer" if counted.given_up else ""
        plies = moments_of(each.plies for each in games if each.ended).interval()
        yield measured(d.LENGTH, setting, counted.finished, plies, STUDENT, caution=caution)


def _thoughts(games: Sequence[Searched], setting: Setting, players: int) -> Iterator[Measure]:
    """What is told by what the players thought."""
    yield from _choices(games, setting)
    if players > 1:
        yield from _leads(games, setting)


def _choices(games: Sequence[Searched], setting: Setting) -> Iterator[Measure]:
    ratio = ratio_of((each.effective, PARTS * each.plies) for each in games)
    if ratio.below:
        yield measured(d.EFFECTIVE, setting, len(games), ratio.interval(), _RATIO)


def _leads(games: Sequence[Searched], setting: Setting) -> Iterator[Measure]:
    changes = ratio_of((each.changes, each.compared) for each in games)
    if changes.below:
        yield measured(d.LEAD_CHANGES, setting, len(games), changes.bounded_interval(), _RATIO)
    single = [each for each in games if each.drama >= 0]
    if single:
        yield _mean(d.DRAMA, setting, [each.drama for each in single])
        yield _mean(d.DECIDED, setting, [each.decided for each in single])


def _mean(of: Definition, setting: Setting, parts: Sequence[int]) -> Measure:
    estimate = scaled(scores_of(parts, 0, PARTS).interval(), 1 / PARTS)
    return measured(of, setting, len(parts), estimate, SCORE_TEST)


def scaled(estimate: Interval, factor: float) -> Interval:
    """An interval of numbers that are so many times as large."""
    return Interval(estimate.value * factor, estimate.low * factor, estimate.high * factor, estimate.level)


@frozen
class BySelfPlay(InChunks):
    """So many games of equal players with each budget."""

    part = "self-play"
    title = "games between searches"
    unit = "games"

    @property
    def series(self) -> Sequence[Series]:
        """The games of each budget."""
        return [
            Series(budget, self.searching.games, self.searching.fitting(1, budget))
            for budget in self.searching.budgets
        ]

    def play(self, of: int, number: int) -> list[Any]:
        """A game, in a few numbers."""
        seeds = seeds_of(self.seed, number, f"self-play {of}")
        return searched(self.players.play([of] * self.seats, *seeds)).as_row()

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What the games with each budget come to."""
        return tuple(
            measure
            for budget, games in self._games(outcomes)
            for measure in measures_of(
                games, self.game, self.searching.searcher, budget, self.seed, self.searching.longest
            )
        )

    def courses(self, outcomes: Sequence[Outcome]) -> tuple[Course, ...]:
        """How what the players expect changes over the course of a game, for each budget; nothing of players
        who do not tell."""
        if not self.searching.searcher.tells:
            return ()
        return tuple(course_of(games, self.game.players, budget) for budget, games in self._games(outcomes))

    def _games(self, outcomes: Sequence[Outcome]) -> Iterator[tuple[int, tuple[Searched, ...]]]:
        """The games by budget."""
        for budget, rows in self.played(outcomes):
            yield budget, tuple(map(Searched.of_row, rows))
