"""Self-play that goes on until the seats' shares are known: fixed-width sequential intervals.

Games of the largest budget are played on in chunks, whose size is fixed beforehand, until each seat's share
of the win is known to within so much (Y. S. Chow, H. Robbins, *On the asymptotic theory of fixed-width
sequential confidence intervals for the mean*, 1965). That is the rule of `match --until`: it looks at the
width alone, not at who leads, so the intervals stay what they are; and not before so many games that their
variance is known. Shares are from 0 to 1, so it is known beforehand how many games are enough for any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from gdl.support.values import frozen
from interpreter.match.goal import Width
from interpreter.match.judge import FEWEST
from interpreter.statistics.intervals import LEVEL, z_of
from interpreter.study.measures.course import Course, course_of
from interpreter.study.measures.measure import Measure
from interpreter.study.measures.random_play import shares_by_seat
from interpreter.study.measures.searched_games import Searched
from interpreter.study.measures.self_play import BySelfPlay, measures_of
from interpreter.study.searching.games import plan_of
from interpreter.work.job import Outcome

#: Nobody has time for more games.
_MOST = 10**6


@frozen
class UntilKnown:
    """More games of the largest budget of self-play, after those that it has, until the width is reached."""

    self_play: BySelfPlay
    goal: Width

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return f"games until seats are known to {self.goal}"

    @property
    def budget(self) -> int:
        """The largest."""
        return self.self_play.searching.budgets[-1]

    @property
    def size(self) -> int:
        """How many games make a chunk: after each of them the width is looked at."""
        return min(FEWEST, self.self_play.searching.fitting(1, self.budget))

    @property
    def chunks(self) -> int:
        """How many chunks are enough for any shares, if all games end."""
        enough = FEWEST + ceil((z_of(LEVEL) / (2 * self.goal.half)) ** 2)
        return -(-min(_MOST, enough) // self.size)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results of its chunks: how many of them are played is decided by the width."""
        of, searching = self.self_play, self.self_play.searching
        return {
            **plan_of("until known", searching.searcher, of.game, of.seed, searching.longest),
            "budget": self.budget,
            "first": searching.games,
            "size": self.size,
        }

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk."""
        first = self.self_play.searching.games + number * self.size
        return {"games": [self.self_play.play(self.budget, first + game) for game in range(self.size)]}

    def games(self, before: Sequence[Outcome], outcomes: Sequence[Outcome]) -> list[Searched]:
        """The games of the budget: those of self-play by its outcomes, and those that were played on."""
        rows = next(rows for budget, rows in self.self_play.played(before) if budget == self.budget)
        more = [row for outcome in outcomes for row in outcome["games"]]
        return [Searched.of_row(row) for row in (*rows, *more)]

    def reached(self, before: Sequence[Outcome], outcomes: Sequence[Outcome]) -> bool:
        """Whether each seat's share is known to within the width."""
        ended = Counter(game.firsts for game in self.games(before, outcomes) if game.ended)
        if ended.total() < FEWEST:
            return False
        bounds = [scores.interval() for scores in shares_by_seat(ended, self.self_play.seats)]
        return all(each.high - each.low <= 2 * self.goal.half for each in bounds)

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """Nothing of its own: its games count in the measures of self-play."""
        return ()

    def counted_in(
        self, measures: Sequence[Measure], before: Sequence[Outcome], outcomes: Sequence[Outcome]
    ) -> list[Measure]:
        """Measures, where those of the budget are made anew of all of its games."""
        of, searching = self.self_play, self.self_play.searching
        about = searching.searcher.in_words(self.budget)
        new = measures_of(
            self.games(before, outcomes), of.game, searching.searcher, self.budget, of.seed, searching.longest
        )
        old = [n for n, each in enumerate(measures) if each.about.rpartition(", ")[2] == about]
        kept = [each for n, each in enumerate(measures) if n not in old]
        return [*kept[: old[0]], *new, *kept[old[0] :]]

    def course(self, before: Sequence[Outcome], outcomes: Sequence[Outcome]) -> Course:
        """The course of all games of the budget."""
        return course_of(self.games(before, outcomes), self.self_play.game.players, self.budget)

    def note(self, before: Sequence[Outcome], outcomes: Sequence[Outcome]) -> str:
        """What came of it, in words."""
        budget = self.self_play.searching.searcher.in_words(self.budget)
        count = f"{len(self.games(before, outcomes)):,} games with {budget}"
        if self.reached(before, outcomes):
            return f"{count} were played, until each seat's share was known to within {self.goal}"
        return f"each seat's share is not known to within {self.goal} yet, by {count}"
