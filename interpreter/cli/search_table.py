"""Searching play in the terminal: a table with a column for each budget, and the rest in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.cli.output import bold, say, say_table
from interpreter.cli.study_numbers import show_cautions
from interpreter.study.reports.table import in_brief, row
from interpreter.study.searching.games import SEARCHERS

if TYPE_CHECKING:
    from interpreter.study.measures.measure import Measure

#: What is told for each budget, in this order.
_BY_BUDGET = (
    "seat.score", "won", "drawn", "completion", "length.mean", "choice.effective", "lead.changes", "drama",
    "decided", "games.distinct",
)  # fmt: skip
#: What is left out where it is the same of all: nothing was drawn, everything ended.
_PLAIN = {"drawn": 0.0, "completion": 1.0}
#: What budgets are counted in.
_UNITS = {unit for each in SEARCHERS.values() for unit in (each.unit, each.units)}
_LADDER, _BLUNDER = "ladder.step", "blunder.cost"
_ROWS = (
    "blunder.cost", "ladder.rungs", "ladder.climb", "ladder.doubling", "ladder.ply", "ladder.top",
    "skill.gap", "luck",
)  # fmt: skip


def is_searching(measure: Measure) -> bool:
    """Is it of searching play?"""
    return measure.of.key in _ROWS or measure.of.key == _LADDER or _budget(measure) is not None


def _budget(measure: Measure) -> str | None:
    """The column of what is told for each budget."""
    last = measure.about.rpartition(", ")[2]
    return last if last.split(" ")[-1] in _UNITS and " over " not in last else None


def show_searching(measures: Sequence[Measure]) -> None:
    """Print those of searching play, if there are any."""
    searching = [each for each in measures if is_searching(each)]
    if not searching:
        return
    searcher = next(each for each in SEARCHERS.values() if each.agent == searching[0].setting.agent)
    say(bold(f"between equal searches ({_short(searching[0])}), by {searcher.units} {searcher.each}"))
    budgets = list(dict.fromkeys(budget for each in searching if (budget := _budget(each))))
    say_table(
        ("", *(budget.split(" ")[0] for budget in budgets)), list(_by_budget(searching, budgets)), left=1
    )
    rows = [row(each, _played(each)).cells for each in _in_order(searching, _ROWS)]
    blunders = [each for each in searching if each.of.key == _BLUNDER and each.about]
    if blunders:
        plies = (each.about.split(" ", 2)[2].replace(" to ", "-") for each in blunders)
        rows.insert(1, (f"  at ply {', '.join(plies)}", _values(blunders), "", "", ""))
    steps = [each for each in searching if each.of.key == _LADDER]
    if steps:
        last = steps[-1].about.split(" ")[0]
        rows.append(
            (
                f"{steps[0].of.title}, up to {last}",
                _values(steps),
                "",
                f"{steps[0].games:,} each",
                _short(steps[0]),
            )
        )
    if rows:
        say_table(("", "", "95 % interval", "games", "played by"), rows, left=1)
    show_cautions(searching)


def _in_order(measures: Sequence[Measure], keys: Sequence[str]) -> Iterator[Measure]:
    for key in keys:
        yield from (each for each in measures if each.of.key == key and (key != _BLUNDER or not each.about))


def _by_budget(measures: Sequence[Measure], budgets: Sequence[str]) -> Iterator[tuple[str, ...]]:
    seats = {each.about for each in measures if each.of.key == "seat.score"}
    for key in _BY_BUDGET:
        those = [each for each in measures if each.of.key == key and _budget(each)]
        if all(each.value == _PLAIN.get(key) for each in those) or (key == "won" and len(seats) > 1):
            continue
        for who in dict.fromkeys(each.about.rpartition(", ")[0] for each in those):
            cells = {_budget(each): each for each in those if each.about.rpartition(", ")[0] == who}
            title = f"{those[0].of.title} {who}".strip()
            yield title, *(in_brief(cells[budget]) if budget in cells else "" for budget in budgets)


def _values(measures: Sequence[Measure]) -> str:
    return f"{' '.join(f'{100 * each.value:.0f}' for each in measures)} %"


def _played(measure: Measure) -> str:
    spent, *_ = measure.setting.budget.replace(" ahead", " a decision").split(" a decision")
    return f"{_short(measure)}, {spent.removesuffix(' simulations')}"


def _short(measure: Measure) -> str:
    """Who played, in a word."""
    return measure.setting.agent.split(",")[0]
