"""Random play, counted: playouts at their full speed, a sample of games whose moves are all listed, and their
measures: seats, draws, lengths, branching, coverage, the tree's size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from gdl.passes.linker import OCCUPANCY, link
from gdl.support.values import evolve, frozen
from gdl.version import __version__
from interpreter.match.score import WIN, shares_of, won_by
from interpreter.search.run import Search
from interpreter.statistics.intervals import LEVEL, Interval, wilson
from interpreter.statistics.moments import (
    deviation_interval,
    moments_of,
    moments_of_counts,
    quantile,
    ratio_of,
)
from interpreter.statistics.score_test import Scores, counted_scores
from interpreter.statistics.trees import tree_size
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Measure, Setting, exactly, measured
from interpreter.subset import sample as sampler
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine, GameTally
    from interpreter.game.game import Game
    from interpreter.game.rules import Rules

#: So many chunks at most, and so many games in each at least.
CHUNKS, CHUNK_GAMES = 64, 100
#: One game in so many is sampled (all its moves listed) beside the playouts, but so many at least.
SAMPLED_ONE_IN, LEAST_SAMPLED = 256, 256


@frozen
class Games:
    """Games played at random, counted; all sums, so they can be put together in any order."""

    #: how many of the playouts had so many plies and these players in the first place, as bits
    ended: Mapping[tuple[int, int], int]
    given_up: int
    sample: tuple[Sampled, ...]

    @property
    def finished(self) -> int:
        """The playouts that ended."""
        return sum(self.ended.values())

    def __add__(self, more: Games) -> Games:
        """These, and some that were played after them."""
        ended = Counter(self.ended)
        ended.update(more.ended)
        return Games(dict(sorted(ended.items())), self.given_up + more.given_up, (*self.sample, *more.sample))


@frozen
class ByRandomPlay:
    """So many random games of a seed, none longer than `longest`."""

    game: Game
    games: int
    seed: int
    longest: int

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return "random games"

    @property
    def sampled(self) -> int:
        """How many games are sampled."""
        return sampled_of(self.games)

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return min(CHUNKS, -(-self.games // CHUNK_GAMES))

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return {
            "part": "random play",
            "ludwright": __version__,
            "game": self.game.name,
            "rules": self.game.fingerprint,
            "options": self.game.options,
            "games": self.games,
            "sampled": self.sampled,
            "chunks": self.chunks,
            "seed": self.seed,
            "longest": self.longest,
        }

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk."""
        first, last = (self.games * n // self.chunks for n in (number, number + 1))
        begin, end = (self.sampled * n // self.chunks for n in (number, number + 1))
        return self.play(range(first, last), range(begin, end))

    def play(self, games: range, sampled: range) -> Outcome:
        """Play the games of some numbers, and sample those of some numbers."""
        play = _playing(self.game, self.seed, self.longest)
        tally = play.tally(games.start, len(games))
        first, last = sampled.start, sampled.stop
        sample = play.sample(first, last - first) if last > first else []
        return {
            "ended": tally.rows,
            "given_up": tally.given_up,
            "sample": [
                [int(s.ended), s.plies, s.moves, s.choosing, s.most, s.covered, s.log_product] for s in sample
            ],
        }

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What the games come to."""
        return self.measures_by(games_in(outcomes))

    def measures_by(self, games: Games) -> tuple[Measure, ...]:
        """The same, of games that are counted already."""
        return measures_of(
            games,
            self.game.players,
            len(board_sites(self.game)),
            self.seed,
            self.longest,
            self.game.has_chance,
        )


def sampled_of(games: int) -> int:
    """How many games are sampled beside so many playouts."""
    return min(games, max(LEAST_SAMPLED, games // SAMPLED_ONE_IN))


def games_in(outcomes: Sequence[Outcome]) -> Games:
    """The games of some chunks together."""
    ended: Counter[tuple[int, int]] = Counter()
    for outcome in outcomes:
        for plies, firsts, count in outcome["ended"]:
            ended[plies, firsts] += count
    rows = (row for outcome in outcomes for row in outcome["sample"])
    return Games(
        dict(sorted(ended.items())),
        sum(outcome["given_up"] for outcome in outcomes),
        tuple(Sampled(bool(row[0]), *row[1:]) for row in rows),
    )


@lru_cache(maxsize=2)
def _playing(game: Game, seed: int, longest: int) -> RandomPlay:
    """What plays the chunks of a study: made ready once in each process."""
    fast = game.on("auto") if game.recipe.engine == "python" else game  # as `Game.playouts` does
    return RandomPlay(fast, seed, longest)


#: The words of memory for settings, sites, and the moves of a state.
_ROOM = 1 << 20
#: So many games are sampled in a call.
_AT_ONCE = 1024


@frozen
class Sampled:
    """One random game of which every move was listed."""

    ended: bool
    plies: int
    #: the sum of the number of legal moves, over its plies; a forced pass is a move
    moves: int
    #: its plies with more than one legal move
    choosing: int
    #: the largest number of legal moves
    most: int
    #: the sites of the board on which a piece was at any time
    covered: int
    #: the natural logarithm of the product of its numbers of legal moves
    log_product: float


class RandomPlay:
    """Plays a game at random, always the same games for the same seed and numbers."""

    def __init__(self, game: Rules, seed: int, longest: int) -> None:
        #: what plays: the game's own engine
        self.engine = game.engine
        self.longest = longest
        self.sites = board_sites(game)
        self._tally_seed = seed
        self._sample_seed = seed_for(seed, 0, "sample")

    def tally(self, first: int, count: int) -> GameTally:
        """The playouts of some numbers, counted."""
        return self.engine.tally_games(count, self._tally_seed, first, self.longest)

    def sample(self, first: int, count: int) -> list[Sampled]:
        """The games of some numbers of the sample, one by one."""
        games: list[Sampled] = []
        search = self._search
        state = self._sampling.fresh_state()
        for start in range(0, count, _AT_ONCE):
            some = min(_AT_ONCE, count - start)
            search.call(state, "sample", first + start, some)
            rows, logs = search.ints(2), search.floats(1)
            for index in range(some):
                row = rows[sampler.ROW * index : sampler.ROW * (index + 1)]
                over, plies, moves, choosing, most, covered = row
                games.append(Sampled(bool(over), plies, moves, choosing, most, covered, logs[index]))
        return games

    def warm_up(self) -> None:
        """Wait until it is as fast as it will be."""
        self.engine.warm_up()
        self._search.warm_up()

    @cached_property
    def _sampling(self) -> Engine:
        return self.engine.another(link(self.engine.program, OCCUPANCY))

    @cached_property
    def _search(self) -> Search:
        pools = {0: _ROOM, 1: _AT_ONCE, 2: sampler.ROW * _AT_ONCE}
        search = Search(self._sampling, sampler.FUNCTIONS, sampler.ENTRIES, pools)
        control = search.ints(0)
        control[sampler.SEED] = self._sample_seed
        control[sampler.LIMIT] = self.longest
        control[sampler.SITE_COUNT] = len(self.sites)
        for index, site in enumerate(self.sites):
            control[sampler.SITES + 2 * index] = site
        return search


def board_sites(game: Rules) -> tuple[int, ...]:
    """The sites of the board on which pieces may stand: no hands, no dice."""
    beside = game.hands | {die.site for die in game.dice}
    return tuple(site for site in range(game.program.sites) if site not in beside)


#: The quantiles that are told.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_WILSON, _STUDENT, _RATIO = "Wilson", "Student's t", "delta method"
SCORE_TEST, _KURTOSIS = "score test", "Bonett"


def measures_of(
    games: Games, players: Sequence[str], sites: int, seed: int, longest: int, chance: bool = False
) -> tuple[Measure, ...]:
    """The measures of games; `sites` is how many the board has; does `chance` decide anything in it?"""
    setting = Setting("random", f"none; games of at most {longest:,} plies", seed)
    measures = [*results_of(games, players, setting)]
    if games.finished:
        measures += _lengths(games, setting)
    measures += _choices(games, sites, chance, setting)
    return tuple(measures)


# --- Results ----------------------------------------------------------------------------------------------


def results_of(games: Games, players: Sequence[str], setting: Setting) -> Iterator[Measure]:
    """Who won, what was drawn, what was given up."""
    ended = games.finished
    if ended:
        yield from _seats(games, players, setting)
    count = ended + games.given_up
    yield measured(d.COMPLETION, setting, count, wilson(ended, count), _WILSON)


def _seats(games: Games, players: Sequence[str], setting: Setting) -> Iterator[Measure]:
    ended = games.finished
    firsts: Counter[int] = Counter()
    for (_, who), count in games.ended.items():
        firsts[who] += count
    alone = [firsts[1 << seat] for seat in range(len(players))]
    for name, won in zip(players, alone, strict=True):
        yield measured(d.WON, setting, ended, wilson(won, ended), _WILSON, name)
    shared = ended - sum(alone)
    yield measured(d.SHARED, setting, ended, wilson(shared, ended), _WILSON)
    if len(players) < 2:
        return
    yield measured(d.DECISIVENESS, setting, ended, wilson(ended - shared, ended), _WILSON)
    for name, scores in zip(players, shares_by_seat(firsts, len(players)), strict=True):
        yield measured(d.SCORE, setting, ended, scores.interval(), SCORE_TEST, name)
    pairs = list(combinations(range(len(players)), 2))
    totals = [won_by(firsts, seat, len(players)) for seat in range(len(players))]
    best, worst = max(
        (pair if totals[pair[0]] >= totals[pair[1]] else pair[::-1] for pair in pairs),
        key=lambda pair: totals[pair[0]] - totals[pair[1]],
    )
    # that the pair was chosen by the games is made good as if all pairs had been asked about (Bonferroni)
    level = 1 - (1 - LEVEL) / len(pairs)
    shares = ((shares_of(who, len(players)), count) for who, count in firsts.items())
    ahead = counted_scores((((each[best] - each[worst]) / WIN, count) for each, count in shares), -1.0)
    difference = evolve(ahead.interval(level), level=LEVEL)
    about = f"{players[best]} over {players[worst]}"
    how = SCORE_TEST if len(pairs) == 1 else f"{SCORE_TEST}, Bonferroni"
    yield measured(d.ADVANTAGE, setting, ended, difference, how, about)


def shares_by_seat(firsts: Mapping[int, int], seats: int) -> list[Scores]:
    """Each seat's shares of the win in games that are counted by who came first, as bits."""
    return [
        counted_scores((shares_of(who, seats)[seat] / WIN, count) for who, count in firsts.items())
        for seat in range(seats)
    ]


# --- Lengths ----------------------------------------------------------------------------------------------


def lengths(games: Games) -> dict[int, int]:
    """How many of the games that ended had so many plies."""
    counts: Counter[int] = Counter()
    for (plies, _), count in games.ended.items():
        counts[plies] += count
    return dict(sorted(counts.items()))


def _lengths(games: Games, setting: Setting) -> Iterator[Measure]:
    counts = lengths(games)
    ended = games.finished
    caution = "the games that were given up would have been longer" if games.given_up else ""
    mean = moments_of_counts(counts.items()).interval()
    yield measured(d.LENGTH, setting, ended, mean, _STUDENT, caution=caution)
    yield measured(d.SPREAD, setting, ended, deviation_interval(counts), _KURTOSIS, caution=caution)
    yield exactly(d.SHORTEST, setting, ended, min(counts))
    for part in QUANTILES:
        estimate = quantile(counts, part)
        yield measured(d.QUANTILE, setting, ended, estimate, "order statistics", f"{part:.0%}", caution)
    yield exactly(d.LONGEST, setting, ended, max(counts))


# --- Choices ----------------------------------------------------------------------------------------------


def _choices(games: Games, sites: int, chance: bool, setting: Setting) -> Iterator[Measure]:
    sample = games.sample
    count = len(sample)
    if not any(each.plies for each in sample):
        return
    branching = ratio_of((each.moves, each.plies) for each in sample).interval()
    yield measured(d.BRANCHING, setting, count, branching, _RATIO)
    yield exactly(d.MOST_MOVES, setting, count, max(each.most for each in sample))
    agency = ratio_of((each.choosing, each.plies) for each in sample).bounded_interval()
    yield measured(d.AGENCY, setting, count, agency, _RATIO)
    if sites:
        covered = moments_of(each.covered for each in sample).bounded_interval(0, sites)
        part = Interval(covered.value / sites, covered.low / sites, covered.high / sites, covered.level)
        yield measured(d.COVERAGE, setting, count, part, _STUDENT)
    whole = [each.log_product for each in sample if each.ended]
    if len(whole) == count:
        size = tree_size(whole)
        cautions = ["what chance draws is not counted"] if chance else []
        if not size.trusted:
            cautions.append(f"{size.effective:.1f} games carry the mean: the truth may be far above")
        caution = "; ".join(cautions)
        yield measured(d.TREE, setting, count, size.exponent, _STUDENT, caution=caution)
