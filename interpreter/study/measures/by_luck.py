"""The part of a study of games of chance that asks how much the dice decide: pairs of games with the same."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from interpreter.match.score import WIN, shares_by
from interpreter.statistics.intervals import Interval, clopper_pearson
from interpreter.statistics.ratings import bootstrap
from interpreter.study.measures import search_definitions as s
from interpreter.study.measures.in_chunks import Pairs
from interpreter.study.measures.measure import Measure, measured
from interpreter.study.measures.self_play_measures import equals
from interpreter.study.searching.playing import seeds_of
from interpreter.study.searching.searchers import UCT
from interpreter.work.job import Outcome


@frozen
class ByLuck(Pairs):
    """Pairs of games of equal players with the same dice at each ply, and other searches."""

    part = "luck"
    title = "games with the same dice"
    games = 2

    def play(self, of: int, number: int) -> list[list[int]] | None:
        """Each seat's share of the win in both games, in parts. None where one did not end."""
        chance, _ = seeds_of(self.seed, number, "luck")
        found = []
        for which in ("one", "other"):
            _, search = seeds_of(self.seed, number, f"luck {which}")
            played = self.watching.play([of] * self.seats, chance, search)
            if not played.ended or played.overflowed:
                return None
            found.append(list(shares_by(played.ranks)))
        return found

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """How much the dice decide."""
        pairs, count = self.pairs(outcomes)
        if len(pairs) < 2:
            return ()
        missing = count - len(pairs)
        setting = equals(UCT, self.searching.middle, self.searching.longest, self.seed)
        found = correlated([[*one, *other] for one, other in pairs], self.seed)
        caution = f"{missing} of {count} pairs had a game without an end" if missing else ""
        return (
            measured(
                s.LUCK, setting, 2 * len(pairs), found,
                "bootstrap of pairs", caution=caution,
            ),
        )  # fmt: skip


def correlated(pairs: Sequence[Sequence[float]], seed: int) -> Interval:
    """The correlation, from 0 to 1, with bounds by the bootstrap.

    Where the two of every pair are alike, drawings tell nothing. Then nothing is known if all pairs are alike
    as well; else so large a share of pairs may have two that differ as Clopper and Pearson's bound says, and
    where a share q differs, each way of two as often, the correlation is 1 - 2q.
    """
    found = bootstrap(pairs, intraclass_correlation, seed)
    low, high = found.low, found.high
    if low == high:
        varies = any(pair != pairs[0] for pair in pairs)
        low, high = 1 - 2 * clopper_pearson(0, len(pairs)).high if varies else 0.0, 1.0
    value, low, high = (min(1.0, max(0.0, each)) for each in (found.value, low, high))
    return Interval(value, low, high, found.level)


def intraclass_correlation(pairs: Sequence[Sequence[float]]) -> float:
    """How alike the two of a pair are, over all seats: the covariance of the two / the variance of all,
    around each seat's mean. Where nothing varies there is nothing to decide: 0."""
    count, seats = len(pairs), len(pairs[0]) // 2
    together = apart = 0.0
    for seat in range(seats):
        ones, others = ([pair[seat + half] / WIN for pair in pairs] for half in (0, seats))
        mean = (sum(ones) + sum(others)) / (2 * count)
        together += sum((a - mean) * (b - mean) for a, b in zip(ones, others, strict=True))
        apart += sum((each - mean) ** 2 for each in (*ones, *others)) / 2
    return together / apart if apart else 0.0
