"""Measures by games between equal searches: seats and lengths as by random play, choices, leads, drama."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from interpreter.statistics.intervals import Interval
from interpreter.statistics.moments import moments_of, ratio_of
from interpreter.study.measures import definitions as d
from interpreter.study.measures import search_definitions as s
from interpreter.study.measures.by_random_play import Games
from interpreter.study.measures.measure import Definition, Measure, Setting, exactly, measured
from interpreter.study.measures.random_measures import results_of
from interpreter.study.measures.searched import PARTS, PLACES, Searched
from interpreter.study.searching.searchers import Searcher

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: What is told of seats, with each budget.
_SEATS = (d.WON, d.SHARED, d.SCORE, d.ADVANTAGE, d.COMPLETION)
STUDENT, _RATIO = "Student's t", "delta method"
#: Games of which fewer than this part are distinct are no independent sample.
_REPEATED = 0.5


@frozen
class Course:
    """What the players expect over the course of games, on average: for pictures."""

    budget: int
    games: int
    #: for each player the expected score, from 0 to 1, at equal parts of the plies, both ends included
    expected: Mapping[str, tuple[float, ...]]

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "budget": self.budget,
            "games": self.games,
            "expected": {player: list(scores) for player, scores in self.expected.items()},
        }


def course_of(games: Sequence[Searched], players: Sequence[str], budget: int) -> Course:
    """The course of the games that ended."""
    ended = [game.course for game in games if game.ended]
    means = [sum(column) / (PARTS * len(ended)) for column in zip(*ended, strict=True)] if ended else []
    expected = {name: tuple(means[PLACES * seat : PLACES * (seat + 1)]) for seat, name in enumerate(players)}
    return Course(budget, len(ended), expected)


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
        exactly(s.DISTINCT, setting, len(games), distinct / len(games)),
    ):
        about = ", ".join(filter(None, (measure.about, searcher.told(budget))))
        both = "; ".join(filter(None, (measure.caution, caution)))
        yield evolve(measure, about=about, caution=both if measure.of != s.DISTINCT else "")


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
    found = ratio_of((each.effective, PARTS * each.plies) for each in games)
    if found.below:
        yield measured(s.EFFECTIVE, setting, len(games), found.interval(), _RATIO)


def _leads(games: Sequence[Searched], setting: Setting) -> Iterator[Measure]:
    changes = ratio_of((each.changes, each.compared) for each in games)
    if changes.below:
        yield measured(s.LEAD_CHANGES, setting, len(games), changes.bounded_interval(), _RATIO)
    single = [each for each in games if each.drama >= 0]
    if single:
        yield _mean(s.DRAMA, setting, [each.drama for each in single])
        yield _mean(s.DECIDED, setting, [each.decided for each in single])


def _mean(of: Definition, setting: Setting, parts: Sequence[int]) -> Measure:
    found = scaled(moments_of(parts).bounded_interval(0, PARTS), 1 / PARTS)
    return measured(of, setting, len(parts), found, STUDENT)


def scaled(found: Interval, factor: float) -> Interval:
    """An interval of numbers that are so many times as large."""
    return Interval(found.value * factor, found.low * factor, found.high * factor, found.level)
