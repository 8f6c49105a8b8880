"""Skill and luck, by games between searches: matches of different budgets (how deep a game is, what skill is
worth), and pairs of games that differ in one thing (what a random move costs, how much the dice decide).

On a chain of matches, each player with the next, the Bradley-Terry model's ratings are the differences of the
matches added up. Games of a block share their seeds and only change seats, so blocks are drawn, not games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf, log10
from typing import TYPE_CHECKING, Any, ClassVar

from gdl.support.values import define, evolve, frozen
from interpreter.match.score import WIN, shares_by
from interpreter.statistics.intervals import Interval
from interpreter.statistics.moments import moments_of
from interpreter.statistics.ratings import bootstrap_sums, elo_of, percentiles
from interpreter.statistics.score_test import scores_of
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Measure, Setting, exactly, measured
from interpreter.study.measures.self_play import STUDENT, equals, scaled
from interpreter.study.searching.budgets import InChunks, Series
from interpreter.study.searching.games import UCT, Searcher, seeds_of, watching_of
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.study.searching.games import Watching

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


# --- Pairs of games that differ in one thing ----------------------------------------------------------------

#: The plies are told in so many groups, of as many blunders each.
GROUPS = 5


@frozen
class Pairs(InChunks):
    """Pairs of games between equal searches of the middle budget."""

    #: how many games a pair takes
    games: ClassVar[float]

    @property
    def watching(self) -> Watching:
        """What plays them, and plays a game again from a ply on."""
        return watching_of(self.game, self.searching.longest)

    @property
    def series(self) -> Sequence[Series]:
        """The pairs of one budget."""
        budget = self.searching.middle
        return (Series(budget, self.searching.blunders, self.searching.fitting(self.games, budget)),)

    @property
    def settled(self) -> Mapping[str, Any]:
        """Their budget."""
        return {"budget": self.searching.middle}

    def pairs(self, outcomes: Sequence[Outcome]) -> tuple[list[Any], int]:
        """Those that count, and how many there were."""
        ((_, rows),) = self.played(outcomes)
        return [row for row in rows if row is not None], len(rows)


@frozen
class ByBlunders(Pairs):
    """Games of equal players, and each once more from a ply on at which the mover plays at random."""

    part = "blunders"
    title = "blunders"
    games = 1.5  # one, and the rest of its twin

    def play(self, of: int, number: int) -> list[int] | None:
        """The ply of the blunder, and what it lost, in parts. None without a choice, or without an end."""
        watching, budgets = self.watching, [of] * self.seats
        seeds = seeds_of(self.seed, number, "blunders")
        sound = watching.play(budgets, *seeds)
        choices = [ply for ply, seen in enumerate(sound.plies) if seen.moves > 1]
        if not choices:
            return None
        ply = choices[seed_for(self.seed, number, "blunder") % len(choices)]
        mover = sound.plies[ply].player - 1
        blundered = watching.play(budgets, *seeds, replayed=ply, blunder=ply)
        if not all(each.ended and not each.overflowed for each in (sound, blundered)):
            return None
        before, after = (shares_by(each.ranks)[mover] for each in (sound, blundered))
        return [ply, before - after]

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What a blunder costs, on average and by ply."""
        rows, count = self.pairs(outcomes)
        pairs = sorted((ply, lost) for ply, lost in rows)
        if not pairs:
            return ()
        setting = equals(UCT, self.searching.middle, self.searching.longest, self.seed)
        missing = count - len(pairs)
        caution = (
            f"{missing} of {count} pairs had a game without a choice or without an end" if missing else ""
        )
        measures = [_cost(pairs, setting, "", caution)]
        for first, last in groups([ply for ply, _ in pairs]):
            those = [pair for pair in pairs if first <= pair[0] <= last]
            about = f"at ply {first + 1:,}" if first == last else f"at plies {first + 1:,} to {last + 1:,}"
            measures.append(_cost(those, setting, about))
        return tuple(measures)


def groups(plies: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last ply of each group, of about as many of the plies (given in order) each."""
    count = len(plies)
    ends = sorted({plies[max(0, count * group // GROUPS - 1)] for group in range(1, GROUPS + 1)})
    starts = [plies[0], *(end + 1 for end in ends)]
    return list(zip(starts, ends, strict=False))


def _cost(pairs: Sequence[tuple[int, int]], setting: Setting, about: str, caution: str = "") -> Measure:
    estimate = cost_of([lost for _, lost in pairs])
    return measured(d.BLUNDER, setting, 2 * len(pairs), estimate, STUDENT, about, caution)


def cost_of(lost: Sequence[int]) -> Interval:
    """What blunders cost on average, by what each lost, in parts."""
    return scaled(moments_of(lost).bounded_interval(-WIN, WIN), 1 / WIN)


@frozen
class ByLuck(Pairs):
    """Pairs of games of equal players with the same dice at each ply, and other searches."""

    part = "luck"
    title = "games with the same dice"
    games = 2

    def play(self, of: int, number: int) -> list[list[int]] | None:
        """Each seat's share of the win in both games, in parts. None where one did not end."""
        chance, _ = seeds_of(self.seed, number, "luck")
        shares = []
        for which in ("one", "other"):
            _, search = seeds_of(self.seed, number, f"luck {which}")
            played = self.watching.play([of] * self.seats, chance, search)
            if not played.ended or played.overflowed:
                return None
            shares.append(list(shares_by(played.ranks)))
        return shares

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """How much the dice decide."""
        pairs, count = self.pairs(outcomes)
        if len(pairs) < 2:
            return ()
        missing = count - len(pairs)
        setting = equals(UCT, self.searching.middle, self.searching.longest, self.seed)
        estimate = correlated([[*one, *other] for one, other in pairs])
        caution = f"{missing} of {count} pairs had a game without an end" if missing else ""
        return (
            measured(
                d.LUCK, setting, 2 * len(pairs), estimate,
                "score test of differences", caution=caution,
            ),
        )  # fmt: skip


def correlated(pairs: Sequence[Sequence[float]]) -> Interval:
    """The correlation, from 0 to 1: one less how far the two of a pair are apart, by the variance of all.

    The bounds are those of how far they are apart, by the score test, and the variance is the unbiased one of
    as many numbers as there are pairs. Where nothing varies at all nothing is known.
    """
    _, apart = _together_and_apart(pairs)
    if not apart:
        return Interval(0.0, 0.0, 1.0)
    off = scores_of(_squared(pair) / (2 * WIN * WIN) for pair in pairs).interval()
    count = len(pairs)
    value, low, high = (
        min(1.0, max(0.0, 1 - each * weight / apart))
        for each, weight in ((off.value, count), (off.high, count - 1), (off.low, count - 1))
    )
    return Interval(value, min(low, value), max(high, value), off.level)


def _squared(pair: Sequence[float]) -> float:
    """The sum over seats of the squared differences of their shares, in parts."""
    half = len(pair) // 2
    return sum((a - b) ** 2 for a, b in zip(pair[:half], pair[half:], strict=True))


def intraclass_correlation(pairs: Sequence[Sequence[float]]) -> float:
    """How alike the two of a pair are, over all seats: the covariance of the two / the variance of all,
    around each seat's mean. Where nothing varies there is nothing to decide: 0."""
    together, apart = _together_and_apart(pairs)
    return together / apart if apart else 0.0


def _together_and_apart(pairs: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The sums of products of the two of each pair, and of the squares of all, around each seat's mean."""
    count, seats = len(pairs), len(pairs[0]) // 2
    together = apart = 0.0
    for seat in range(seats):
        ones, others = ([pair[seat + half] / WIN for pair in pairs] for half in (0, seats))
        mean = (sum(ones) + sum(others)) / (2 * count)
        together += sum((a - mean) * (b - mean) for a, b in zip(ones, others, strict=True))
        apart += sum((each - mean) ** 2 for each in (*ones, *others)) / 2
    return together, apart
