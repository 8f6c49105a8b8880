"""Pairs of games that differ in one thing: what a random move costs, and when; how much the dice decide."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.support.values import frozen
from interpreter.match.score import WIN, shares_by
from interpreter.statistics.intervals import Interval
from interpreter.statistics.moments import moments_of
from interpreter.statistics.score_test import scores_of
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Measure, Setting, measured
from interpreter.study.measures.self_play import STUDENT, Pairs, equals, scaled
from interpreter.study.searching.games import UCT, seeds_of
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome

#: The plies are told in so many groups, of as many blunders each.
GROUPS = 5


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
