"""The experiment that compares two games: sequential tests of all measures at once, over games played as they
need.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.game.game import given_game
from interpreter.statistics.intervals import LEVEL
from interpreter.study.compare.comparison import (
    Comparison,
    PairByRules,
    Part,
    RulesCompared,
    rules_compared,
    same_rules,
    sides_of,
)
from interpreter.study.compare.measures import (
    RANDOM,
    Compared,
    SideOutcome,
    Tracked,
    by_random_play,
    by_search,
    known_margins,
    margin_of,
)
from interpreter.study.compare.play import SIDES, Chunks, PairByRandomPlay, PairBySearch, at_most, chunks_for
from interpreter.study.measures.random_play import board_sites
from interpreter.study.options import LONGEST, SEARCH, CompareOptions
from interpreter.work.job import Outcome
from interpreter.work.perform import perform
from interpreter.work.runners import Place, place_for

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: So much of the time is for random play, where there is searching play as well.
_RANDOM_PART = 0.5


class Comparing:
    """A comparison while it is made: `run` it as long as you like; `result` says what is known so far."""

    def __init__(self, games: tuple[Game, Game], options: CompareOptions) -> None:
        self.games, self.options = games, options
        self._parts: list[Part] = []
        self._tracked: list[Tracked] = []
        self._rules: RulesCompared | None = None

    def run(self, place: Place | None = None, file: str | Path | None = None) -> Generator[Comparing]:
        """Play: itself after each chunk. Further parts have files of their own: `.rules`, `.search`."""
        options = self.options
        began = time.monotonic()
        growth = chunks_for(self.games, options.seed, options.longest)
        chunks = growth.within(options.most_games)
        at_random = PairByRandomPlay(self.games, options.seed, options.longest, growth, chunks)
        part = 1.0 if options.search is None else _RANDOM_PART
        until = None if options.patience is None else began + part * options.patience
        yield from self._play(at_random, RANDOM, options.most_games, until, place, file)
        if options.rule_games:
            yield from self._use_of_rules(growth, place, file)
        if options.search is not None:
            until = None if options.patience is None else began + options.patience
            chunks = PairBySearch.growth.within(options.search_games)
            thinking = PairBySearch(self.games, options.search, options.seed, options.longest, chunks)
            further = None if file is None else f"{file}.search"
            yield from self._play(thinking, options.search, options.search_games, until, place, further)

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
                if mine and not self.options.precise and all(each.decided for each in mine):
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
        options = self.options
        job = PairByRules(self.games, min(options.rule_games, growth.base), options.seed)
        with closing(perform(job, place, None if file is None else f"{file}.rules")) as every:
            outcomes = []
            for done in every:
                outcomes.append(done.outcome)
                yield self
        self._rules = rules_compared(outcomes, (1 - options.level) / self._questions)

    @property
    def _questions(self) -> int:
        """How many share the risk: the measures, and all rules together as one."""
        return len(self._tracked) + bool(self.options.rule_games)

    def _begin(self, pilot: Outcome) -> None:
        """What is compared, by the games of a pilot; all of it shares the risk."""
        options = self.options
        one, other = self.games
        players = _players(one, other)
        sites = len(board_sites(one)), len(board_sites(other))
        sides: list[SideOutcome] = [pilot[side] for side in SIDES]
        compared: list[tuple[Compared, str]] = [
            (each, RANDOM) for each in by_random_play(players, sites, sides, options.longest)
        ]
        if options.search is not None:
            compared += [(each, options.search) for each in by_search(players, sides, options.longest)]
        level = 1 - (1 - options.level) / (len(compared) + bool(options.rule_games))
        self._tracked = [
            Tracked.of(each, agent, level, margin_of(each, options.margins)) for each, agent in compared
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
    def result(self) -> Comparison:
        """What is known so far."""
        options = self.options
        one, other = sides_of(*self.games)
        findings = tuple(each.finding for each in self._tracked)
        parts = tuple(self._parts)
        return Comparison(
            one, other, "", options.seed, options.level, parts, findings, self._rules, tuple(self._notes())
        )

    def _notes(self) -> Generator[str]:
        one, other = self.games
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


def compare(
    a: Game,
    b: Game,
    games: int | None = None,
    *,
    seconds: float | None = None,
    search: str | None = SEARCH,
    search_games: int = 1_000,
    rule_games: int = 1_000,
    margins: Mapping[str, str] | None = None,
    level: float = LEVEL,
    precise: bool = False,
    seed: int | None = None,
    longest: int = LONGEST,
    workers: int = 1,
    on: str | None = None,
    file: str | Path | None = None,
    even_if_same: bool = False,
    progress: Callable[[Comparing], None] | None = None,
) -> Comparison:
    """Compare two games: what differs, what is the same within a margin, and what is not known.

    Both are played at random, and then by `search`, a player by its budget of simulations (None: nobody
    thinks), until everything is decided, but no more than `games` (and `search_games`) of each, and no longer
    than `seconds`: a minute if neither number nor time is given. `precise` goes on when all is decided.
    `rule_games` more are for which rules come about, and how often; 0 leaves that out.

    All bounds hold together with a probability of `level`, however often one looks and whenever one stops.
    The same seed and numbers of games give the same, whatever the number of `workers` and wherever it is done
    (`on` names a cluster). `margins` say what counts as the same: `{"won": "1%", "length": "2"}`. Where the
    rules are the same, nothing is played unless `even_if_same`. `file` takes the results as they come, and
    whoever wants more later goes on from it. `progress` is told of the comparison before the first chunk and
    after each: whoever stops it has in it what is known so far.

    Raises TypeError for what is no game, StudyError (MarginError is one), PlayerError, and ValueError for
    numbers out of bounds.
    """
    given_game(a), given_game(b)
    place = place_for(workers, on)
    options = CompareOptions(
        games=games, seconds=seconds, search=search, search_games=search_games, rule_games=rule_games,
        margins=dict(margins or {}), level=level, precise=precise, seed=seed, longest=longest,
        even_if_same=even_if_same,
    )  # fmt: skip
    known_margins(options.margins)
    same = "" if even_if_same else same_rules(a, b)
    if same:
        return Comparison(*sides_of(a, b), same, options.seed, options.level, (), ())
    comparing = Comparing((a, b), options)
    report = progress or (lambda comparing: None)
    report(comparing)
    with closing(comparing.run(place, file)) as every:
        for each in every:
            report(each)
    return comparing.result
