"""The experiment that compares two games: sequential tests of all measures at once, over games played as they
need.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.errors.user_errors import StudyError
from interpreter.players.naming import read_player
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
from interpreter.study.options import LONGEST, MOST_GAMES, MOST_PLIES, some_seed
from interpreter.support.numbers import whole
from interpreter.work.job import Outcome
from interpreter.work.perform import perform
from interpreter.work.runners import Place, place_for

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


#: Who thinks, unless somebody says otherwise, and at most how many games of each are played by it.
SEARCH, SEARCH_GAMES = "mcts:iterations=100", 1_000
#: Random games of each for which the rules count themselves, at most.
RULE_GAMES = 1_000
#: Random games of each, at most; and the seconds that a comparison takes where no number of games is given.
GAMES, SECONDS = 1_000_000, 60.0


def compare(
    a: Game,
    b: Game,
    games: int | None = None,
    *,
    seconds: float | None = None,
    search: str | None = SEARCH,
    search_games: int = SEARCH_GAMES,
    rule_games: int = RULE_GAMES,
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

    Raises StudyError (MarginError is one), PlayerError, and ValueError for numbers out of bounds.
    """
    place = place_for(workers, on)
    if games is None and seconds is None:
        seconds = SECONDS
    games = whole("the number of games", GAMES if games is None else games, 1, MOST_GAMES)
    search_games = whole("the number of searching games", search_games, 1, MOST_GAMES)
    rule_games = whole("the number of games for the rules", rule_games, 0, MOST_GAMES)
    longest = whole("the longest game", longest, 1, MOST_PLIES)
    seed = some_seed(seed)
    if not 0.5 <= level < 1:
        raise ValueError(f"the level is a number from 0.5 to 1, not {level}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"the time is a number of seconds above 0, not {seconds}")
    if search is not None:
        named = read_player(search)
        if named.is_human or named.timed:
            raise StudyError(
                f"`{search}` cannot be repeated: it is to think by a budget that does not go by the clock",
                (SEARCH,),
            )
        search = str(named)
    margins = dict(margins or {})
    known_margins(margins)
    plan = Plan(
        (a, b), seed, games, search_games, rule_games, seconds, search, longest, margins, level, precise
    )
    same = "" if even_if_same else same_rules(a, b)
    if same:
        return Comparison(*sides_of(a, b), same, plan.seed, plan.level, (), ())
    comparing = Comparing(plan)
    told = progress or (lambda comparing: None)
    told(comparing)
    with closing(comparing.run(place, file)) as every:
        for each in every:
            told(each)
    return comparing.found
