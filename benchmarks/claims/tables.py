"""Tables of shares and means with their 95 % intervals, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.support.values import frozen
from interpreter.statistics.intervals import wilson
from interpreter.statistics.moments import moments_of


@frozen
class Share:
    """So many of so many, with Wilson's interval."""

    hits: int
    count: int

    def __str__(self) -> str:
        found = wilson(self.hits, self.count)
        return f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%})".replace("%", " %")


@frozen
class Mean:
    """A mean, and half the width of its interval by Student's t."""

    value: float
    half: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.half:.2f}"


#: What stands in a row behind its name.
Cell = Share | Mean | int | str


@frozen
class Row:
    """A row of a table: who or what it is about, and its cells."""

    name: str
    cells: tuple[Cell, ...]


def mean_of(numbers: Sequence[int]) -> Mean:
    """The mean of some numbers, two at least."""
    found = moments_of(numbers).interval()
    return Mean(found.value, found.high - found.value)


def share_of(which: Iterable[bool]) -> Share:
    """How many of them are true."""
    each = list(which)
    return Share(sum(each), len(each))


def markdown(heads: Sequence[str], rows: Iterable[Row]) -> str:
    """The table, a line for each row."""
    lines = [heads, ["---"] * len(heads), *([row.name, *map(written, row.cells)] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def written(cell: Cell) -> str:
    """A cell's text; whole numbers have their thousands apart."""
    return f"{cell:,}" if isinstance(cell, int) else str(cell)
