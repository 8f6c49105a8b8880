"""Self-play between equals: seats and lengths as by random play. Of searches also choices, leads, drama, and
these may go on until the shares of the seats are known; and of players that the caller gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from gdl.support.values import evolve, frozen
from interpreter.engines.interface import first_placed
from interpreter.match.goal import Width
from interpreter.match.job import Games as Chunks
from interpreter.match.job import games_in
from interpreter.match.judge import FEWEST
from interpreter.match.play import Match, Played
from interpreter.statistics.intervals import LEVEL, Interval, z_of
from interpreter.statistics.moments import moments_of, ratio_of
from interpreter.statistics.score_test import scores_of
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Definition, Measure, Setting, exactly, measured
from interpreter.study.measures.random_play import SCORE_TEST, Games, results_of, shares_by_seat
from interpreter.study.measures.searched_games import PARTS, Course, Searched, course_of, searched
from interpreter.study.searching.budgets import InChunks, Series
from interpreter.study.searching.games import (
    Searcher,
    plan_of,
    seeds_of,
)
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Entrant


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


# --- Players that the caller gives --------------------------------------------------------------------------
#
# Each sits in all seats. Players of one's own may always answer the same, so games are opened by a few plies
# at random, as matches between engines are; how many games differ is told.

#: So many plies are drawn before the players think.
OPENING = 2


@frozen
class ByGivenPlayer:
    """So many games of a player against itself."""

    game: Game
    entrant: Entrant
    games: int
    seed: int
    longest: int

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return f"games of {self.entrant}"

    @property
    def _chunks(self) -> Chunks:
        one = (self.entrant,)
        return Chunks(Match(self.game, one, self.games, self.seed, self.longest, openings=OPENING))

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return self._chunks.chunks

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results, as far as the player's seed decides its moves."""
        return {**self._chunks.plan(), "part": "given players"}

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk. Raises what the player raises."""
        return self._chunks.do(number)

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What the games come to; each says whose they are in what it is about."""
        games = [game for outcome in outcomes for game in games_in(outcome)]
        budget = f"{OPENING} plies at random first; games of at most {self.longest:,} plies"
        setting = Setting(str(self.entrant), budget, self.seed)
        ended = [game for game in games if game.finished]
        counted = Games(dict(Counter(map(_outcome, ended))), len(games) - len(ended), ())
        measures = list(results_of(counted, self.game.players, setting))
        if ended:
            plies = moments_of(game.plies for game in ended).interval()
            measures.append(measured(d.LENGTH, setting, len(ended), plies, "Student's t"))
        distinct = len({game.identity for game in games})
        measures.append(exactly(d.DISTINCT, setting, len(games), distinct / len(games)))
        few = distinct < _REPEATED * len(games)
        caution = f"only {distinct} of {len(games)} games differ" if few else ""
        return tuple(
            evolve(
                each,
                about=", ".join(filter(None, (each.about, setting.agent))),
                caution=caution if each.of != d.DISTINCT else "",
            )
            for each in measures
        )


def _outcome(game: Played) -> tuple[int, int]:
    """How long it was, and who came first, as bits."""
    return game.plies, first_placed(game.ranks)


# --- Until the seats' shares are known: fixed-width sequential intervals ------------------------------------
#
# Games of the largest budget are played on in chunks, whose size is fixed beforehand, until each seat's share
# of the win is known to within so much (Y. S. Chow, H. Robbins, *On the asymptotic theory of fixed-width
# sequential confidence intervals for the mean*, 1965). That is the rule of `match --until`: it looks at the
# width alone, not at who leads, so the intervals stay what they are; and not before so many games that their
# variance is known. Shares are from 0 to 1, so it is known beforehand how many games are enough for any.

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
