"""The part of a study that plays searches of different budgets against each other: the ladder, and skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from interpreter.match.score import shares_by
from interpreter.study.measures.in_chunks import InChunks, Series
from interpreter.study.measures.ladder_measures import Match, gap_measure, step_measures
from interpreter.study.measures.measure import Measure
from interpreter.study.searching.playing import seeds_of
from interpreter.work.job import Outcome


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
