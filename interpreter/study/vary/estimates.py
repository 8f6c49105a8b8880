"""Estimates by the games so far, with confidence sequences; and which variants are better by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import inf

from attrs import frozen

from interpreter.match.score import won_by
from interpreter.statistics.intervals import LEVEL, Interval
from interpreter.statistics.moments import moments_of_counts
from interpreter.statistics.sequences import asymptotic_sequence, sequence
from interpreter.study.measures.by_random_play import Games
from interpreter.study.measures.random_measures import lengths, measures_of
from interpreter.study.vary.wishes import Wish


@frozen
class Standing:
    """What so many games say of each wish, in the wishes' order."""

    values: tuple[float, ...]
    #: a range is out of reach, as sure as the level says
    refuted: bool

    def violation(self, wishes: Sequence[Wish]) -> float:
        """How far outside of all ranges together."""
        return sum(wish.violation(value) for wish, value in zip(wishes, self.values, strict=True))

    def off_centre(self, wishes: Sequence[Wish]) -> float:
        """How far from the middle of the ranges that have one: of those inside, the inner ones are surer."""
        found = (wish.off_centre(value) for wish, value in zip(wishes, self.values, strict=True))
        return max(found, default=0.0)

    def losses(self, wishes: Sequence[Wish]) -> tuple[float, ...]:
        """The violation, and the loss of each wish without a range: all are to be small."""
        aims = [w.loss(v) for w, v in zip(wishes, self.values, strict=True) if not w.is_range]
        return (self.violation(wishes), *aims)


def standing(
    wishes: Sequence[Wish], games: Games, players: Sequence[str], sites: int, level: float
) -> Standing | None:
    """How a variant stands by its games; None where a measure is missing, as lengths are where none ended.

    `level` is that of each interval by which a range is refuted.
    """
    values: list[float] = []
    refuted = False
    rest = None
    for wish in wishes:
        found = _sequence(wish, games, players, level)
        if found is None:
            if rest is None:
                rest = measures_of(games, players, sites, 0, 1)
            measure = wish.measure_in(rest, players)
            if measure is None:
                return None
            found = Interval(measure.value, -inf, inf, level)
        values.append(found.value)
        refuted |= wish.is_range and (found.high < wish.low or wish.high < found.low)
    return Standing(tuple(values), refuted)


def _sequence(wish: Wish, games: Games, roster: Sequence[str], level: float) -> Interval | None:
    """The estimate with its sequence, for measures that have one; None for others."""
    ended, players, mine = games.finished, len(roster), wish.seat_in(roster)
    if wish.of.key == "completion":
        return sequence(ended, ended + games.given_up, level)
    if not ended:
        return None
    match wish.of.key:
        case "length.mean":
            moments = moments_of_counts(lengths(games).items())
            return asymptotic_sequence(moments.mean, moments.variance, moments.count, level)
        case "won" if mine is not None:
            return sequence(_firsts(games)[1 << mine], ended, level)
        case "seat.score" if mine is not None:
            return sequence(won_by(_firsts(games), mine, players), ended, level)
        case "drawn" | "decisiveness" as key:
            firsts = _firsts(games)
            alone = sum(firsts[1 << seat] for seat in range(players))
            return sequence(alone if key == "decisiveness" else ended - alone, ended, level)
        case "seat.advantage" if players > 1:
            return _advantage(games, players, level)
    return None


def _firsts(games: Games) -> Counter[int]:
    found: Counter[int] = Counter()
    for (_, who), count in games.ended.items():
        found[who] += count
    return found


def _advantage(games: Games, players: int, level: float) -> Interval:
    """The largest difference of two seats, by the sequences of all pairs together (Bonferroni)."""
    ended = games.finished
    totals = [won_by(_firsts(games), seat, players) for seat in range(players)]
    pairs = list(combinations(range(players), 2))
    found = [
        sequence((ended + abs(totals[a] - totals[b])) / 2, ended, 1 - (1 - level) / len(pairs))
        for a, b in pairs
    ]
    value = max(2 * each.value - 1 for each in found)
    low, high = max(2 * each.low - 1 for each in found), max(2 * each.high - 1 for each in found)
    return Interval(value, max(0.0, low), high, level)


def refuting_level(variants: int, wishes: Sequence[Wish]) -> float:
    """The level of a single interval by which, over all variants and ranges together, none that is within its
    ranges is refuted but for `1 - LEVEL` (Bonferroni)."""
    return 1 - (1 - LEVEL) / max(1, variants * sum(wish.is_range for wish in wishes))


# --- Which are better -------------------------------------------------------------------------------------


def ranked(losses: Sequence[tuple[float, ...]], ties: Sequence[float]) -> list[int]:
    """Non-dominated sorting (K. Deb and others, *NSGA-II*, 2002): the numbers of the rows, best first.

    A row's rank is how many fronts are before it. Within a front the first loss decides, the violation of
    ranges, then how much room there is around it (crowding distance), then `ties`.
    """
    left = list(range(len(losses)))
    order: list[int] = []
    while left:
        front = front_of([losses[index] for index in left])
        rows = [left[number] for number in front]
        room = _crowding([losses[index] for index in rows])
        by_room = dict(zip(rows, room, strict=True))
        order += sorted(rows, key=lambda index: (losses[index][0], -by_room[index], ties[index], index))
        taken = set(rows)
        left = [index for index in left if index not in taken]
    return order


def front_of(losses: Sequence[tuple[float, ...]]) -> list[int]:
    """Pareto's front: the rows of which no other is better in something and worse in nothing."""
    if losses and len(losses[0]) == 1:
        best = min(row[0] for row in losses)
        return [index for index, row in enumerate(losses) if row[0] == best]
    return [
        index
        for index, row in enumerate(losses)
        if not any(other != row and all(a <= b for a, b in zip(other, row, strict=True)) for other in losses)
    ]


def _crowding(losses: Sequence[tuple[float, ...]]) -> list[float]:
    room = [0.0] * len(losses)
    if len(losses[0]) == 1:
        return room  # nothing is traded for anything
    for at in range(len(losses[0])):
        rows = sorted(range(len(losses)), key=lambda index: losses[index][at])
        spread = losses[rows[-1]][at] - losses[rows[0]][at]
        room[rows[0]] = room[rows[-1]] = inf
        for before, here, behind in zip(rows, rows[1:], rows[2:], strict=False):
            if spread > 0:
                room[here] += (losses[behind][at] - losses[before][at]) / spread
    return room
