"""Measures by matches of searches of different budgets: how deep a game is, and what skill is worth.

On a chain of matches, each player with the next, the Bradley-Terry model's ratings are the differences of the
matches added up. Games of a block share their seeds and only change seats, so blocks are drawn, not games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf, log10
from typing import Any

from gdl.support.values import define, evolve, frozen
from interpreter.match.score import WIN, shares_by
from interpreter.statistics.intervals import Interval
from interpreter.statistics.moments import moments_of
from interpreter.statistics.ratings import bootstrap_sums, elo_of, percentiles
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Measure, Setting, exactly, measured
from interpreter.study.measures.self_play import STUDENT, InChunks, Series, scaled
from interpreter.study.searching.games import UCT, Searcher, seeds_of
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome

#: A rung: odds of 3 to 2, a score of 60 % between two.
RUNG = 400 * log10(1.5)
#: The last doublings, which show whether thought still pays, are also told by themselves.
LAST = 4
_BOOTSTRAP = "bootstrap of blocks"


@define(slots=False)
class Match:
    """A match of one stronger player against weaker ones, by their budgets (0: at random)."""

    strong: int
    weak: int
    seats: int
    seed: int
    longest: int
    #: for each block, a game for each seat of the stronger player, its shares of the win in parts
    won: Sequence[int] = ()
    #: blocks with a game that did not end: they count for nothing
    given_up: int = 0
    searcher: Searcher = UCT

    @property
    def games(self) -> int:
        """The games that count."""
        return len(self.won) * self.seats

    @property
    def fair(self) -> float:
        """The score of equals."""
        return 1 / self.seats

    @property
    def about(self) -> str:
        """Who plays, in words."""
        return f"{self.searcher.in_words(self.strong)} over {f'{self.weak:,}' if self.weak else 'chance'}"

    @property
    def setting(self) -> Setting:
        """Who plays, in full."""
        weak = f"{self.weak:,} of the others" if self.weak else "random play of the others"
        strong = self.searcher.spent(self.strong)
        budget = f"{strong} against {weak}; games of at most {self.longest:,} plies"
        return Setting(self.searcher.agent, budget, self.seed)

    @property
    def caution(self) -> str:
        """What is to be said of games that did not end."""
        if not self.given_up:
            return ""
        return f"{self.given_up} of {len(self.won) + self.given_up} blocks had a game that was given up"

    @cached_property
    def score(self) -> Interval:
        """The stronger player's mean share of the win."""
        whole = WIN * self.seats
        if not self.won:
            return Interval(self.fair, 0.0, 1.0)
        return scaled(moments_of(self.won).bounded_interval(0, whole), 1 / whole)

    @cached_property
    def rating(self) -> float:
        """By how much the stronger player is rated above each of the others."""
        return self._rated(sum(self.won), self.games)

    @cached_property
    def drawn_ratings(self) -> list[float]:
        """The same of drawings."""
        seed = seed_for(self.seed, self.strong, f"bootstrap {self.weak}")
        drawn = bootstrap_sums(self.won, self.seats, WIN, seed)
        return [self._rated(each, self.games + self.seats) for each in drawn]

    def _rated(self, won: int, games: int) -> float:
        """The rating by so much won, and half a game that is shared by all: so it is finite."""
        # all times twice the seats, to be whole
        won, all_ = 2 * self.seats * won + WIN, (2 * games + 1) * self.seats * WIN
        return elo_of(won, all_ - won, self.seats)


def step_measures(steps: Sequence[Match]) -> Iterator[Measure]:
    """The measures of a ladder of matches, each of the next budget after the one before."""
    searcher = steps[0].searcher
    of = d.LADDERS[searcher.name]
    for step in steps:
        yield measured(of.step, step.setting, step.games, step.score, STUDENT, step.about, step.caution)
    bottom, top = steps[0], steps[-1]
    games = sum(step.games for step in steps)
    budget = f"1 to {searcher.spent(top.strong)}; games of at most {top.longest:,} plies"
    setting = Setting(searcher.agent, budget, bottom.seed)
    won = [step for step in steps if step.score.low > step.fair]
    caution = ""
    if goes_on(steps):
        caution = f"the ladder may go on beyond {searcher.in_words(top.strong)}, where the budget ended"
    climb = climb_of(steps)
    yield measured(of.climb, setting, games, climb, _BOOTSTRAP)
    yield measured(of.each, setting, games, scaled(climb, 1 / len(steps)), _BOOTSTRAP)
    if len(steps) > LAST:
        part = climb_of(steps[-LAST:])
        late = sum(step.games for step in steps[-LAST:])
        about = f"from {steps[-LAST].weak:,} on"
        yield measured(of.each, setting, late, scaled(part, 1 / LAST), _BOOTSTRAP, about)
    yield measured(of.rungs, setting, games, rungs_by(steps), _BOOTSTRAP, caution=caution)
    yield exactly(of.top, setting, games, won[-1].strong if won else bottom.weak)


def climb_of(steps: Sequence[Match]) -> Interval:
    """The ratings of all steps added up."""
    drawn = zip(*(step.drawn_ratings for step in steps), strict=True)
    return percentiles(sum(step.rating for step in steps), [sum(each) for each in drawn])


def rungs_by(steps: Sequence[Match]) -> Interval:
    """How many rungs the ladder has; without an upper bound where it goes on."""
    drawn = zip(*(step.drawn_ratings for step in steps), strict=True)
    interval = percentiles(rungs_of([step.rating for step in steps]), [rungs_of(each) for each in drawn])
    return evolve(interval, high=inf) if goes_on(steps) else interval


def goes_on(steps: Sequence[Match]) -> bool:
    """Whether the last steps may be worth a rung: that they are not has to be seen, or the ladder goes on."""
    return climb_of(steps[-LAST:]).high >= RUNG


def rungs_of(differences: Sequence[float]) -> int:
    """How many rungs one climbs by differences in rating, from the bottom up."""
    result, above = 0, 0.0
    for each in differences:
        above += each
        if above >= RUNG:
            result, above = result + 1, 0.0
    return result


def gap_measure(match: Match) -> Measure:
    """What skill is worth in a match: 0 of nothing, 1 where the stronger player wins everything."""
    score, fair = match.score, match.fair
    above = Interval(score.value - fair, score.low - fair, score.high - fair, score.level)
    estimate = scaled(above, 1 / (1 - fair))
    return measured(d.GAP, match.setting, match.games, estimate, STUDENT, match.about, match.caution)


@frozen
class ByLadder(InChunks):
    """Matches of one stronger player against weaker ones, in each seat in turn: each budget of the ladder
    against the one below; then the least of self-play against chance, and the most against the least."""

    part = "ladder"
    title = "the ladder of searches"
    unit = "blocks"

    @property
    def matches(self) -> list[Match]:
        """The matches, those of the ladder first."""
        least, *_, most = self.searching.budgets
        longest, searcher = self.searching.longest, self.searching.searcher
        return [
            Match(strong, weak, self.seats, self.seed, longest, searcher=searcher)
            for strong, weak in (*self.searching.ladder, (least, 0), (most, least))
        ]

    @property
    def series(self) -> Sequence[Series]:
        """The blocks of each match, by its number."""
        return [
            Series(
                number,
                self.searching.blocks,
                self.searching.fitting(self.seats, match.strong, *[match.weak] * (self.seats - 1)),
            )
            for number, match in enumerate(self.matches)
        ]

    @property
    def settled(self) -> Mapping[str, Any]:
        """The matches."""
        return {"matches": [[each.strong, each.weak] for each in self.matches]}

    def play(self, of: int, number: int) -> int | None:
        """A game for each seat of the stronger player, of the same seeds: its shares of the win, in parts.
        None where a game did not end or cannot be trusted."""
        match = self.matches[of]
        seeds = seeds_of(self.seed, number, f"match {match.strong} {match.weak}")
        won = 0
        for seat in range(match.seats):
            budgets = [match.strong if each == seat else match.weak for each in range(match.seats)]
            played = self.players.play(budgets, *seeds)
            if not played.ended or played.overflowed:
                return None
            won += shares_by(played.ranks)[seat]
        return won

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """The ladder's measures, and skill's."""
        played = []
        for number, blocks in self.played(outcomes):
            won = [block for block in blocks if block is not None]
            played.append(evolve(self.matches[number], won=won, given_up=len(blocks) - len(won)))
        return (*step_measures(played[:-2]), *map(gap_measure, played[-2:]))
