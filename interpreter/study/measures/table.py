"""A study as the rows of a table, in words: for a terminal, and for a page.

Every number of a measure is written here: whoever shows one takes it from here, so that it reads the same
wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from gdl.support.values import frozen
from interpreter.support.tables import Table

if TYPE_CHECKING:
    from interpreter.study.measures.measure import Definition, Measure

#: What is told in one row, or follows from other rows.
TOGETHER = ("length.min", "length.quantile", "length.max", "decisiveness")
#: What is about another rule each time: a caution says about which. All games of one may go one way.
_WORTH = "restricted.worth"
#: Units that stand in the number itself, or are none.
_SILENT = ("share", "log10", "score")
#: Units where there is one.
_ONE = {"simulations": "simulation", "rungs": "rung", "plies": "ply"}


#: What stands above the cells of rows.
HEADS = ("", "", "95 % interval", "games", "played by")


@frozen
class Row:
    """What was measured, what came of it, between which bounds (or nothing), in how many games, who played;
    and what the measure is."""

    title: str
    value: str
    bounds: str
    games: str
    agent: str
    definition: str

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """The row of a table that has no place for what the measure is."""
        return self.title, self.value, self.bounds, self.games, self.agent


def table_of(rows: Iterable[Row]) -> Table:
    """Rows as a table."""
    return Table.of(HEADS, (row.cells for row in rows))


def rows(measures: Sequence[Measure]) -> list[Row]:
    """Measures of random play, one a row; the distribution of lengths has one together."""
    table = [row(measure) for measure in measures if measure.of.key not in TOGETHER]
    if lengths := _lengths(measures):
        table.insert(1 + max(n for n, row in enumerate(table) if row.title.startswith("length")), lengths)
    return table


def row(measure: Measure, agent: str | None = None) -> Row:
    """A measure as a row; who played is told in short, unless somebody says otherwise."""
    return Row(
        title(measure),
        value(measure),
        bounds(measure),
        f"{measure.games:,}",
        measure.setting.agent.split(",")[0] if agent is None else agent,
        measure.of.definition,
    )


def _lengths(measures: Sequence[Measure]) -> Row | None:
    """The distribution of lengths in one row."""
    lengths = [measure for measure in measures if measure.of.key in TOGETHER[:3]]
    if not lengths:
        return None
    about = [measure.about for measure in lengths if measure.about]
    title = f"shortest, {' '.join(each.rstrip('%') for each in about)} %, longest"
    values = " ".join(f"{measure.value:,.0f}" for measure in lengths)
    definition = "the shortest game, the quantiles of the lengths, and the longest game"
    return Row(title, f"{values} plies", "", f"{lengths[0].games:,}", lengths[0].setting.agent, definition)


def notes(measures: Iterable[Measure]) -> list[str]:
    """Why some are to be read with care, each reason once."""
    cautions: dict[str, list[str]] = {}
    for measure in measures:
        if measure.caution:
            named = title(measure) if measure.of.key == _WORTH else measure.of.title
            cautions.setdefault(measure.caution, []).append(named)
    return [f"{'; '.join(dict.fromkeys(titles))}: {caution}" for caution, titles in cautions.items()]


def title(measure: Measure) -> str:
    """What it is, and of whom."""
    return f"{measure.of.title} {measure.about}".strip()


def value(measure: Measure) -> str:
    """What came of it, with its unit; where all games went one way, the bound that is known."""
    if measure.of.key == _WORTH and not isfinite(measure.high):
        return f"> {number(measure.of, measure.low)}{_unit(measure)}"
    if measure.of.key == _WORTH and not isfinite(measure.low):
        return f"< {number(measure.of, measure.high)}{_unit(measure)}"
    return f"{number(measure.of, measure.value)}{_unit(measure)}"


def _unit(measure: Measure) -> str:
    """What stands behind its number."""
    if measure.of.unit in _SILENT:
        return ""
    if measure.value == 1:
        return f" {_ONE.get(measure.of.unit, measure.of.unit)}"
    return f" {measure.of.unit}"


def bounds(measure: Measure, brief: bool = False) -> str:
    """Its interval, if it has one; to be brief, without the `%` that stands behind the value beside it."""
    if measure.low == measure.high:
        return ""
    low, high = (number(measure.of, each, brief) for each in (measure.low, measure.high))
    return f"[{low.rstrip('%')}, {high.rstrip('%')}]" if brief else f"[{low}, {high}]"


def in_brief(measure: Measure) -> str:
    """A value and its interval for a narrow column: numbers alone, whose unit stands elsewhere."""
    return f"{number(measure.of, measure.value, brief=True)} {bounds(measure, brief=True)}".rstrip()


def number(of: Definition, value: float, brief: bool = False) -> str:
    """A number in a measure's unit; with fewer digits where it is to be brief."""
    if not isfinite(value):
        return "?"
    match of.unit:
        case "share":
            return f"{value:z.{1 if brief else 2}%}"
        case "log10":
            return f"10^{value:z.{1 if brief else 2}f}"
        case "Elo":
            return f"{value:z,.0f}"
    places = 1 if brief and abs(value) >= 10 else 0 if value == int(value) else 3
    return f"{value:z,.{places}f}"
