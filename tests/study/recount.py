"""Every number of a study once more, from its stored results alone: written from the definitions' words.

Nothing of `interpreter.study.measures` or `interpreter.statistics` is used. Where these go by sums, exact
integers or recursions, this goes by whole lists of games and by the textbook's other form: Wilson's bounds as
the roots of his quadratic, quantiles by the binomial distribution in whole numbers, products in `Decimal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from tests.study.recount_basics import Line, Numbers, Report
from tests.study.recount_games import by_blunders, by_proof, by_random_play, by_rules, by_self_play
from tests.study.recount_matches import by_ladder, by_luck, by_restriction


def recount(rows: Sequence[Mapping[str, Any]], report: Report) -> Numbers:
    """Every measure of a study by the lines of its file: the plan, then a result for each chunk."""
    found: Numbers = {}
    for plan, mine in parts_of(rows):
        for key, about, value in PARTS[plan["part"]](plan, mine, report):
            assert (key, about) not in found
            found[key, about] = value
    return found


def parts_of(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], list[Any]]]:
    """Each part's plan with its results."""
    left = [row["result"] for row in rows[1:]]
    for plan in rows[0]["plan"]["parts"]:
        count = {
            "random play": lambda of: of["chunks"],
            "use of the rules": lambda of: 1,
            "exact values": lambda of: 2,
            "restricted play": lambda of: of["candidates"] * ceil(of["pairs"] / 20),
        }.get(plan["part"], lambda of: len(of["slices"]))(plan)
        yield plan, left[:count]
        del left[:count]
    assert not left


PARTS: Mapping[str, Callable[[Mapping[str, Any], list[Any], Report], Iterator[Line]]] = {
    "random play": by_random_play,
    "use of the rules": by_rules,
    "exact values": by_proof,
    "self-play": by_self_play,
    "blunders": by_blunders,
    "ladder": by_ladder,
    "luck": by_luck,
    "restricted play": by_restriction,
}
