"""Numbers of single games recounted: at random, between equal searches, with a blunder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import ceil, comb, exp, inf, log, sqrt
from statistics import mean, variance
from typing import Any

from tests.study.recount_basics import (
    MILLION,
    WIN,
    Found,
    Line,
    Report,
    budget_of,
    by_alpha_beta,
    limit,
    normal,
    not_too_far,
    ratio,
    student,
    wilson,
)

# --- Results and lengths ----------------------------------------------------------------------------------


def by_results(ended: Sequence[tuple[int, int]], played: int, report: Report, short: bool) -> Iterator[Line]:
    """Of games that ended, each by its plies and who came first as bits; `short`: what searches tell."""
    names, count = report.players, len(ended)
    yield "completion", "", Found(*wilson(Fraction(count), played), played)
    if not count:
        return
    winners = [{seat for seat in range(len(names)) if firsts >> seat & 1} for _, firsts in ended]
    scores: list[list[Fraction]] = []
    for seat, name in enumerate(names):
        alone = sum(who == {seat} for who in winners)
        yield "won", name, Found(*wilson(Fraction(alone), count), count)
        each = [Fraction(1, len(names)) if not who else Fraction(seat in who, len(who)) for who in winners]
        scores.append(each)
        yield "seat.score", name, Found(*not_too_far([float(share) for share in each]), count)
    single = sum(len(who) == 1 for who in winners)
    yield "drawn", "", Found(*wilson(Fraction(count - single), count), count)
    if not short:
        yield "decisiveness", "", Found(*wilson(Fraction(single), count), count)
    pairs = list(combinations(range(len(names)), 2))
    totals = [sum(each) for each in scores]
    _, one, other = max(
        ((abs(totals[a] - totals[b]), a, b) for a, b in pairs), key=lambda each: (each[0], -each[1], -each[2])
    )
    if totals[one] < totals[other]:
        one, other = other, one
    # (1 + difference) / 2 of a game is from 0 to 1; for so many pairs each is asked for more surely
    halves = [float((1 + a - b) / 2) for a, b in zip(scores[one], scores[other], strict=True)]
    half = not_too_far(halves, 1 - 0.05 / len(pairs))
    about = f"{names[one]} over {names[other]}"
    yield "seat.advantage", about, Found(*(2 * each - 1 for each in half), count)
    yield "length.mean", "", Found(*limit([Fraction(plies) for plies, _ in ended]), count)


def by_lengths(plies: Sequence[int]) -> Iterator[Line]:
    """Spread and order of the lengths of games."""
    plies, count = sorted(plies), len(plies)
    spread = sqrt(variance(map(Fraction, plies)))
    yield "length.sd", "", Found(*spread_of(plies, spread), count)
    yield "length.min", "", Found(plies[0], plies[0], plies[0], count)
    yield "length.max", "", Found(plies[-1], plies[-1], plies[-1], count)
    for percent in (5, 25, 50, 75, 95):
        part = Fraction(percent, 100)
        low, high = binomial(count, part, Fraction(1, 40)), binomial(count, part, Fraction(39, 40)) + 1
        yield (
            "length.quantile",
            f"{percent}%",
            Found(
                plies[ceil(part * count) - 1],
                plies[low - 1] if low >= 1 else -inf,
                plies[high - 1] if high <= count else inf,
                count,
            ),
        )


def spread_of(plies: Sequence[int], spread: float) -> tuple[float, float, float]:
    """Bonett's interval (2006) on the logarithm of the variance: the kurtosis is around the trimmed mean, and
    1 / (2 sqrt(n - 4)) of the numbers are cut off on either side."""
    if not spread:
        return 0.0, 0.0, 0.0
    n, z, middle = len(plies), normal(), mean(map(Fraction, plies))
    off = int(n / (2 * sqrt(max(n, 5) - 4)))
    kept = plies[off : n - off] or plies
    trimmed = mean(map(Fraction, kept))
    second = sum((each - middle) ** 2 for each in plies)
    kurtosis = float(n * sum((each - trimmed) ** 4 for each in plies) / second**2)
    c = n / (n - min(z, n - 1))
    error = c * sqrt(max(0.0, kurtosis - (n - 3) / n) / (n - 1))
    low, high = (sqrt(exp(log(c * spread**2) + sign * z * error)) for sign in (-1, 1))
    return spread, min(spread, low), max(spread, high)


def binomial(count: int, part: Fraction, probability: Fraction) -> int:
    """The least k so that a binomial variable is at most k with that probability, in whole numbers."""
    top, bottom = part.numerator, part.denominator
    wanted, seen = probability * bottom**count, 0
    for k in range(count + 1):
        seen += comb(count, k) * top**k * (bottom - top) ** (count - k)
        if seen >= wanted:
            return k
    raise AssertionError


def by_random_play(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """Playouts, and the sample beside them: ended, plies, moves, plies with a choice, most, covered, log."""
    ended = [(plies, firsts) for each in mine for plies, firsts, times in each["ended"] for _ in range(times)]
    assert len(ended) + sum(each["given_up"] for each in mine) == plan["games"]
    yield from by_results(ended, plan["games"], report, short=False)
    if ended:
        yield from by_lengths([plies for plies, _ in ended])
    sample = [row for each in mine for row in each["sample"]]
    count = len(sample)
    assert count == plan["sampled"]
    yield "branching", "", Found(*ratio([(row[2], row[1]) for row in sample]), count)
    yield "agency", "", Found(*ratio([(row[3], row[1]) for row in sample], share=True), count)
    most = max(row[4] for row in sample)
    yield "branching.max", "", Found(most, most, most, count)
    covered = [Fraction(row[5], report.sites) for row in sample]
    yield "coverage", "", Found(*limit(covered, 0, 1), count)
    if all(row[0] for row in sample):
        products = [Decimal(row[6]).exp() for row in sample]
        middle = sum(products) / count
        squares = sum((each - middle) ** 2 for each in products) / (count - 1)
        half = Decimal(student(count - 1)) * (squares / count).sqrt()
        low = float((middle - half).log10()) if middle > half else -inf
        yield "tree.games", "", Found(float(middle.log10()), low, float((middle + half).log10()), count)


def by_rules(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """The places of the text that came about."""
    states = [rule["state"] for rule in mine[0]["rules"]]
    used = float(Fraction(states.count("used"), len(states)))
    yield "rules.used", "", Found(used, used, 1.0, plan["games"])


def by_proof(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """What was proved, and the first moves that keep it."""
    proof, table = mine[0], mine[1]["table"]
    value, moves = proof["value"], proof["moves"]
    sure: dict[tuple[str, str], float] = {}
    if value is not None:
        sure["exact.value", report.players[0]] = value
        if all(each is not None for _, each, _ in moves):
            sure["exact.first", ""] = sum(each == value for _, each, _ in moves) / len(moves)
    if proof["plies"] is not None:
        sure["exact.plies", ""] = proof["plies"]
    assert table is None  # these games are too large for one
    yield from ((key, about, Found(each, each, each, 0)) for (key, about), each in sure.items())


# --- Games between searches -------------------------------------------------------------------------------


def by_self_play(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """Rows: ended, overflowed, plies, firsts, effective moves, compared, changes, drama, decided, way."""
    for budget in dict.fromkeys(of for of, _, _ in plan["slices"]):
        games = [
            row
            for (of, _, _), each in zip(plan["slices"], mine, strict=True)
            if of == budget
            for row in each["games"]
        ]
        count = len(games)
        found = list(by_results([(g[2], g[3]) for g in games if g[0]], count, report, short=True))
        if not by_alpha_beta(plan):
            found += by_thoughts(games)
        distinct = len({g[9] for g in games}) / count
        found.append(("games.distinct", "", Found(distinct, distinct, distinct, count)))
        for key, about, numbers in found:
            spent = budget_of(plan, budget)
            yield key, f"{about}, {spent}" if about else spent, numbers


def by_thoughts(games: Sequence[Any]) -> Iterator[Line]:
    """What is told by what the players thought of their moves and positions."""
    if any(g[2] for g in games):
        effective = ratio([(g[4], MILLION * g[2]) for g in games])
        yield "choice.effective", "", Found(*effective, len(games))
    if any(g[5] for g in games):
        changes = ratio([(g[6], g[5]) for g in games], share=True)
        yield "lead.changes", "", Found(*changes, len(games))
        # a game with one winner, of which any position was searched
        single = [g for g in games if g[0] and g[3].bit_count() == 1 and g[7] != -MILLION]
        for key, column in (("drama", 7), ("decided", 8)) if single else ():
            middle = not_too_far([g[column] / MILLION for g in single])
            yield key, "", Found(*middle, len(single))


def by_blunders(plan: Mapping[str, Any], mine: list[Any], report: Report) -> Iterator[Line]:
    """Pairs: the ply of the blunder, and the share of the win that it lost; five groups, about as large."""
    pairs = sorted((ply, Fraction(lost, WIN)) for each in mine for ply, lost in filter(None, each["pairs"]))
    if not pairs:
        return
    count = len(pairs)
    last = {pairs[max(1, count * group // 5) - 1][0] for group in range(1, 6)}
    groups: dict[tuple[int, int], list[Fraction]] = {}
    first = pairs[0][0]
    for end in sorted(last):
        groups[first, end] = [lost for ply, lost in pairs if first <= ply <= end]
        first = end + 1
    assert sum(map(len, groups.values())) == count
    yield "blunder.cost", "", Found(*limit([lost for _, lost in pairs], -1, 1), 2 * count)
    for (start, end), lost in groups.items():
        about = f"at ply {start + 1:,}" if start == end else f"at plies {start + 1:,} to {end + 1:,}"
        yield "blunder.cost", about, Found(*limit(lost, -1, 1), 2 * len(lost))
