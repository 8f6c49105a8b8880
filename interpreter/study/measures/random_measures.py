"""Measures by games that were played at random and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.match.score import won_by
from interpreter.statistics.intervals import LEVEL, Interval, wilson
from interpreter.statistics.moments import (
    deviation_interval,
    moments_of,
    moments_of_counts,
    quantile,
    ratio_of,
)
from interpreter.statistics.trees import tree_size
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Measure, Setting, exactly, measured

if TYPE_CHECKING:
    from interpreter.study.measures.by_random_play import Games

#: The quantiles that are told.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_WILSON, _STUDENT, _RATIO = "Wilson", "Student's t", "delta method"


def measures_of(
    games: Games, players: Sequence[str], sites: int, seed: int, longest: int, chance: bool = False
) -> tuple[Measure, ...]:
    """The measures of games; `sites` is how many the board has; does `chance` decide anything in it?"""
    setting = Setting("random", f"none; games of at most {longest:,} plies", seed)
    found = [*results_of(games, players, setting)]
    if games.finished:
        found += _lengths(games, setting)
    found += _choices(games, sites, chance, setting)
    return tuple(found)


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
    totals = [won_by(firsts, seat, len(players)) for seat in range(len(players))]
    for name, total in zip(players, totals, strict=True):
        yield measured(d.SCORE, setting, ended, wilson(total, ended), _WILSON, name)
    pairs = list(combinations(range(len(players)), 2))
    best, worst = max(
        (pair if totals[pair[0]] >= totals[pair[1]] else pair[::-1] for pair in pairs),
        key=lambda pair: totals[pair[0]] - totals[pair[1]],
    )
    # that the pair was chosen by the games is made good as if all pairs had been asked about (Bonferroni)
    level = 1 - (1 - LEVEL) / len(pairs)
    half = wilson((ended + totals[best] - totals[worst]) / 2, ended, level)
    difference = Interval(2 * half.value - 1, 2 * half.low - 1, 2 * half.high - 1, LEVEL)
    about = f"{players[best]} over {players[worst]}"
    how = _WILSON if len(pairs) == 1 else f"{_WILSON}, Bonferroni"
    yield measured(d.ADVANTAGE, setting, ended, difference, how, about)


# --- Lengths ----------------------------------------------------------------------------------------------


def lengths(games: Games) -> dict[int, int]:
    """How many of the games that ended had so many plies."""
    found: Counter[int] = Counter()
    for (plies, _), count in games.ended.items():
        found[plies] += count
    return dict(sorted(found.items()))


def _lengths(games: Games, setting: Setting) -> Iterator[Measure]:
    counts = lengths(games)
    ended = games.finished
    caution = "the games that were given up would have been longer" if games.given_up else ""
    mean = moments_of_counts(counts.items()).interval()
    yield measured(d.LENGTH, setting, ended, mean, _STUDENT, caution=caution)
    yield measured(d.SPREAD, setting, ended, deviation_interval(counts), _RATIO, caution=caution)
    yield exactly(d.SHORTEST, setting, ended, min(counts))
    for part in QUANTILES:
        found = quantile(counts, part)
        yield measured(d.QUANTILE, setting, ended, found, "order statistics", f"{part:.0%}", caution)
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
