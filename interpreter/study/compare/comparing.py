"""A comparison while it is made: sequential tests of all measures at once, over games played as they need."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.study.compare.by_play import (
    SIDES,
    Chunks,
    PairByRandomPlay,
    PairBySearch,
    at_most,
    chunks_for,
)
from interpreter.study.compare.by_rules import PairByRules, RulesCompared, rules_compared
from interpreter.study.compare.compared import Compared, SideOutcome, by_random_play, by_search
from interpreter.study.compare.comparison import Comparison, Part, sides_of
from interpreter.study.compare.finding import RANDOM, Tracked
from interpreter.study.compare.margins import margin_of
from interpreter.study.measures.random_play import board_sites
from interpreter.work.job import Outcome
from interpreter.work.perform import perform
from interpreter.work.runners import Place

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: So much of the time is for random play, where there is searching play as well.
_RANDOM_PART = 0.5


@frozen
class Plan:
    """A comparison that is to be made."""

    games: tuple[Game, Game]
    seed: int
    #: of each game, by random players and by those who search
    random_games: int
    search_games: int
    #: those for which the rules count themselves; 0: none, and use of the rules is not compared
    rule_games: int
    #: None: until all is decided, or the games are played
    seconds: float | None
    #: as it is written for players; None: nobody thinks
    player: str | None
    longest: int
    margins: Mapping[str, str]
    level: float
    #: is there to be more play when all is decided?
    precise: bool


class Comparing:
    """A comparison while it is made: `run` it as long as you like; `found` says what is known so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._parts: list[Part] = []
        self._tracked: list[Tracked] = []
        self._rules: RulesCompared | None = None

    def run(self, place: Place | None = None, file: str | Path | None = None) -> Generator[Comparing]:
        """Play: itself after each chunk. Further parts have files of their own: `.rules`, `.search`."""
        plan = self.plan
        began = time.monotonic()
        growth = chunks_for(plan.games, plan.seed, plan.longest)
        chunks = growth.within(plan.random_games)
        at_random = PairByRandomPlay(plan.games, plan.seed, plan.longest, growth, chunks)
        part = 1.0 if plan.player is None else _RANDOM_PART
        until = None if plan.seconds is None else began + part * plan.seconds
        yield from self._play(at_random, RANDOM, plan.random_games, until, place, file)
        if plan.rule_games:
            yield from self._use_of_rules(growth, place, file)
        if plan.player is not None:
            until = None if plan.seconds is None else began + plan.seconds
            chunks = PairBySearch.growth.within(plan.search_games)
            thinking = PairBySearch(plan.games, plan.player, plan.seed, plan.longest, chunks)
            further = None if file is None else f"{file}.search"
            yield from self._play(thinking, plan.player, plan.search_games, until, place, further)

    def _play(
        self,
        job: PairByRandomPlay | PairBySearch,
        agent: str,
        wanted: int,
        until: float | None,
        place: Place | None,
        file: str | Path | None,
    ) -> Generator[Comparing]:
        """Play chunks until all of their measures are decided, so many games are played, or time is up."""
        late = until is not None and time.monotonic() >= until
        self._parts.append(Part(agent, 0, "time" if late else "interrupted"))
        if late:
            return
        with closing(at_most(job, wanted, place, file)) as every:
            for outcome, played in every:
                if not self._tracked:
                    self._begin(outcome)  # the pilot counts for nothing else
                    mine = []
                else:
                    mine = [each for each in self._tracked if each.agent == agent]
                for each in mine:
                    each.look(outcome)
                ended_by = "interrupted"
                if mine and not self.plan.precise and all(each.decided for each in mine):
                    ended_by = "decided"
                elif played >= wanted:
                    ended_by = "games"
                elif until is not None and time.monotonic() >= until:
                    ended_by = "time"
                self._parts[-1] = Part(agent, played, ended_by)
                yield self
                if ended_by != "interrupted":
                    return

    def _use_of_rules(
        self, growth: Chunks, place: Place | None, file: str | Path | None
    ) -> Generator[Comparing]:
        """Count in how many games each rule comes about: fewer games where they are long."""
        plan = self.plan
        job = PairByRules(plan.games, min(plan.rule_games, growth.base), plan.seed)
        with closing(perform(job, place, None if file is None else f"{file}.rules")) as every:
            outcomes = []
            for done in every:
                outcomes.append(done.outcome)
                yield self
        self._rules = rules_compared(outcomes, (1 - plan.level) / self._questions)

    @property
    def _questions(self) -> int:
        """How many share the risk: the measures, and all rules together as one."""
        return len(self._tracked) + bool(self.plan.rule_games)

    def _begin(self, pilot: Outcome) -> None:
        """What is compared, by the games of a pilot; all of it shares the risk."""
        plan = self.plan
        one, other = plan.games
        players = _players(one, other)
        sites = len(board_sites(one)), len(board_sites(other))
        sides: list[SideOutcome] = [pilot[side] for side in SIDES]
        compared: list[tuple[Compared, str]] = [
            (each, RANDOM) for each in by_random_play(players, sites, sides, plan.longest)
        ]
        if plan.player is not None:
            compared += [(each, plan.player) for each in by_search(players, sides, plan.longest)]
        level = 1 - (1 - plan.level) / (len(compared) + bool(plan.rule_games))
        self._tracked = [
            Tracked.of(each, agent, level, margin_of(each, plan.margins)) for each, agent in compared
        ]

    @property
    def decided(self) -> tuple[int, int]:
        """Of how many measures it is decided whether they differ, and how many there are."""
        return sum(each.decided for each in self._tracked), len(self._tracked)

    @property
    def part(self) -> Part:
        """What is being played."""
        return self._parts[-1] if self._parts else Part(RANDOM, 0, "interrupted")

    @property
    def found(self) -> Comparison:
        """What is known so far."""
        plan = self.plan
        one, other = sides_of(*plan.games)
        findings = tuple(each.finding for each in self._tracked)
        parts = tuple(self._parts)
        return Comparison(
            one, other, "", plan.seed, plan.level, parts, findings, self._rules, tuple(self._notes())
        )

    def _notes(self) -> Generator[str]:
        one, other = self.plan.games
        if len(one.players) != len(other.players):
            yield "they are for different numbers of players: who wins, and how often, is not compared"
        elif one.players != other.players:
            pairs = zip(one.players, other.players, strict=True)
            yield "players are compared by their seats: " + ", ".join(f"{a} and {b}" for a, b in pairs)


def _players(one: Game, other: Game) -> tuple[str, ...]:
    """The players whose results are compared: none where their numbers differ."""
    if len(one.players) != len(other.players):
        return ()
    pairs = zip(one.players, other.players, strict=True)
    return tuple(a if a == b else f"{a}/{b}" for a, b in pairs)
