"""Numbers of matches recounted: of searches with others, of the same dice, of rules taken from a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf, log10
from statistics import pvariance
from typing import Any, NamedTuple

from tests.study.recount_basics import (
    WIN,
    Found,
    Line,
    Report,
    between,
    budget_of,
    by_alpha_beta,
    drawn_with_another,
    limit,
    not_too_far,
    seed_of,
    too_far,
    two_sided,
)


def by_ladder(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """Blocks: what the stronger player won in as many games as there are seats, one in each."""
    seats = len(report.players)
    fair, seed = Fraction(1, seats), plan["seed"]
    won: list[list[int]] = [[] for _ in plan["matches"]]
    for (match, _, _), each in zip(plan["slices"], mine, strict=True):
        won[match] += [block for block in each["blocks"] if block is not None]
    scores: list[tuple[float, ...]] = []
    odds: list[Fraction] = []
    drawn_odds: list[list[Fraction]] = []
    for (strong, weak), blocks in zip(plan["matches"], won, strict=True):
        drawn = drawn_with_another(blocks, seats, seed_of(seed, strong, f"bootstrap {weak}"))
        games = seats * len(blocks)
        shares = [Fraction(block, WIN * seats) for block in blocks]
        scores.append(limit(shares, 0, 1) if games else (float(fair), 0.0, 1.0))
        odds.append(odds_of(sum(blocks), games, seats))
        drawn_odds.append([odds_of(each, games + seats, seats) for each in drawn])
    steps = len(won) - 2
    each_step = "ladder.ply" if by_alpha_beta(plan) else "ladder.doubling"
    games = [seats * len(blocks) for blocks in won]
    for (strong, weak), score, count in zip(plan["matches"][:steps], scores, games, strict=False):
        yield "ladder.step", f"{budget_of(plan, strong)} over {weak:,}", Found(*score, count)
    total = sum(games[:steps])
    climb = climbed(odds[:steps], drawn_odds[:steps])
    yield "ladder.climb", "", Found(*climb, total)
    yield each_step, "", Found(*(each / steps for each in climb), total)
    if steps > 4:
        part = climbed(odds[steps - 4 : steps], drawn_odds[steps - 4 : steps])
        about = f"from {plan['matches'][steps - 4][1]:,} on"
        yield each_step, about, Found(*(each / 4 for each in part), sum(games[steps - 4 : steps]))
    rungs = between(
        rungs_of(odds[:steps]), [rungs_of(each) for each in zip(*drawn_odds[:steps], strict=True)]
    )
    # the last four steps may be a rung: then there may be more
    first = max(0, steps - 4)
    if climbed(odds[first:steps], drawn_odds[first:steps])[2] >= 400 * log10(3 / 2):
        rungs = (rungs[0], rungs[1], inf)
    yield "ladder.rungs", "", Found(*rungs, total)
    sure = [
        strong for (strong, _), score in zip(plan["matches"][:steps], scores, strict=False) if score[1] > fair
    ]
    top = max(sure, default=plan["matches"][0][1])
    yield "ladder.top", "", Found(top, top, top, total)
    for number in (steps, steps + 1):
        strong, weak = plan["matches"][number]
        gap = [(each - float(fair)) / (1 - float(fair)) for each in scores[number]]
        about = f"{budget_of(plan, strong)} over {f'{weak:,}' if weak else 'chance'}"
        yield "skill.gap", about, Found(*gap, games[number])


def odds_of(won: int, games: int, seats: int) -> Fraction:
    """How many times as strong as each of the others one is, by maximum likelihood (Bradley and Terry; of
    several Luce): of G games one wins the share s / (s + others). Half a game more is shared by all."""
    share = (Fraction(won, WIN) + Fraction(1, 2 * seats)) / (games + Fraction(1, 2))
    return (seats - 1) * share / (1 - share)


def elo(odds: Fraction) -> float:
    """Ten times as strong is 400 more."""
    return 400 * (log10(odds.numerator) - log10(odds.denominator))


def climbed(odds: Sequence[Fraction], drawn: Sequence[Sequence[Fraction]]) -> tuple[float, ...]:
    """From the bottom to the top: strengths along a chain multiply."""
    return between(sum(map(elo, odds)), [sum(map(elo, each)) for each in zip(*drawn, strict=True)])


def rungs_of(odds: Sequence[Fraction]) -> int:
    """How often one has come to be half as strong again as at the last rung."""
    found, above = 0, Fraction(1)
    for each in odds:
        above *= each
        if above >= Fraction(3, 2):
            found, above = found + 1, Fraction(1)
    return found


def by_luck(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """Fisher's correlation of two that are alike: each pair is entered twice, once in either order."""
    pairs = [pair for each in mine for pair in each["pairs"] if pair is not None]
    if len(pairs) < 2:
        return
    value, seats = alike(pairs), range(len(pairs[0][0]))
    # of each pair half of the squared difference, and around each seat's mean the variance of all
    apart = [sum((a[seat] - b[seat]) ** 2 for seat in seats) / WIN**2 / 2 for a, b in pairs]
    every = [[pair[which][seat] / WIN for pair in pairs for which in (0, 1)] for seat in seats]
    varies = sum(pvariance(each) for each in every)
    varies *= len(pairs) / (len(pairs) - 1)
    low, high = (1 - each / varies for each in not_too_far(apart)[:0:-1]) if varies else (0.0, 1.0)
    low = min(low, value)
    yield "luck", "", Found(*(min(1.0, max(0.0, each)) for each in (value, low, high)), 2 * len(pairs))


def alike(pairs: Sequence[Sequence[Sequence[int]]]) -> float:
    together = apart = Fraction(0)
    for seat in range(len(pairs[0][0])):
        entered = [(a[seat], b[seat]) for a, b in pairs] + [(b[seat], a[seat]) for a, b in pairs]
        middle = Fraction(sum(a for a, _ in entered), len(entered))
        together += sum((a - middle) * (b - middle) for a, b in entered)
        apart += sum((a - middle) ** 2 for a, _ in entered)
    return float(together / apart) if apart else 0.0


# --- Rules taken away -------------------------------------------------------------------------------------


class Taken(NamedTuple):
    """What taking something from a seat did."""

    elo: tuple[float, float, float] | None
    score: float
    chance: float
    games: int
    differing: int
    random: tuple[int, int]
    stuck: int


def taken(plan: Mapping[str, Any], mine: list[Any], seats: int) -> list[Taken]:
    """By candidate, in the order of their numbers; chances are not corrected."""
    found = []
    for number in range(plan["candidates"]):
        those = [each for each in mine if each["candidate"] == number]
        pairs = [pair for each in those for pair in each["shares"]]
        differing, random = sum(each["differing"] for each in those), tuple(those[0]["random"])
        games, total = seats * len(pairs), sum(map(sum, pairs))
        worth, chance = None, 1.0
        if differing or random[1]:
            means = [float(Fraction(sum(pair) / seats).limit_denominator(WIN)) for pair in pairs]
            _, low, high = not_too_far(means)
            chance = two_sided(too_far(means, 1 / seats))
            lost = [-by_share(share, seats) for share in (high, low)]
            worth = (min(lost[1], max(lost[0], -elo(handicap(pairs, seats)))), *lost)
        found.append(
            Taken(
                worth, total / games, chance, games, differing, (random[0], random[1]),
                sum(each["stuck"] for each in those),
            )
        )  # fmt: skip
    return found


def handicap(pairs: Sequence[Sequence[float]], seats: int) -> Fraction:
    """The odds of who does without, with half a game more that is shared by all."""
    won = sum(Fraction(share).limit_denominator(seats) for pair in pairs for share in pair)
    return odds_of(round(won * WIN), seats * len(pairs), seats)


def by_share(share: float, seats: int) -> float:
    """Elo by a share of the win."""
    if not 0 < share < 1:
        return -inf if share <= 0 else inf
    return 400 * log10((seats - 1) * share / (1 - share))


def corrected(chances: Sequence[float]) -> list[float]:
    """Holm: the least of m times m, the next times m - 1, ...; none below the one before."""
    ranked = sorted(chances)
    steps = [min(1.0, (len(ranked) - place) * each) for place, each in enumerate(ranked)]
    assert all(a <= b for a, b in pairwise(ranked))
    return [max(steps[: ranked.index(each) + ranked.count(each)]) for each in chances]


def by_restriction(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """What each thing is worth that matters at all; what never did and stands in the rules is worth 0."""
    every = taken(plan, mine, len(report.players))
    for number, name in report.taken.items():
        each = every[number]
        if each.elo is not None:
            yield "restricted.worth", name, Found(*each.elo, each.games)
        elif name[0].isdigit():  # it has a place in the rules
            yield "restricted.worth", name, Found(0.0, 0.0, 0.0, each.games + each.random[0])
