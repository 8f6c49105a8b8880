"""The part of a study that plays by searching against itself, with growing budgets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from interpreter.study.measures.in_chunks import InChunks, Series
from interpreter.study.measures.measure import Measure
from interpreter.study.measures.searched import Searched, searched
from interpreter.study.measures.self_play_measures import Course, course_of, measures_of
from interpreter.study.searching.playing import seeds_of
from interpreter.work.job import Outcome


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
