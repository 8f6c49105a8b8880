"""Tables as values: one model, which terminals, pages and notebooks render.

What has a table makes one of these; `interpreter/cli/output.py` prints it, `html` writes it as a part of a
page, and notebooks show that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gdl.support.printable import one_line
from gdl.support.values import frozen

_POWER = re.compile(r"\b10\^(-?[\d.]+)")


@frozen
class Code:
    """A cell that is a piece of rules or a command."""

    text: str

    def __str__(self) -> str:
        return self.text


Cell = str | Code


@frozen
class Table:
    """Heads, and rows of as many cells, the first of each its title; how a terminal aligns its columns."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    #: so many columns, and the last if asked, begin at the left; the others end at the right
    left: int = 1
    last_left: bool = False

    @classmethod
    def of(
        cls, heads: Iterable[str], rows: Iterable[Sequence[Cell]], left: int = 1, last_left: bool = False
    ) -> Table:
        """The table of these rows, in their order."""
        return cls(tuple(heads), tuple(map(tuple, rows)), left, last_left)

    def without_last(self) -> Table:
        """The same without its last column."""
        return Table(self.heads[:-1], tuple(row[:-1] for row in self.rows), self.left, self.last_left)

    def html(self) -> str:
        """The table as HTML; powers of ten raised, no heads where all are empty."""
        heads = "".join(f"<th>{as_html(each)}</th>" for each in self.heads)
        top = f"<thead><tr>{heads}</tr></thead>\n" if any(self.heads) else ""
        shown = "".join(
            f"\n<tr><th>{_html(title)}</th>{''.join(f'<td>{_html(each)}</td>' for each in cells)}</tr>"
            for title, *cells in self.rows
        )
        return f'<div class="wide"><table>\n{top}<tbody>{shown}\n</tbody></table></div>'

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return self.html()


def as_html(words: str) -> str:
    """A text of one line as HTML."""
    from html import escape

    return escape(one_line(words), quote=True)


def _html(cell: Cell) -> str:
    if isinstance(cell, Code):
        return f"<code>{as_html(cell.text)}</code>"
    return _POWER.sub(r"10<sup>\1</sup>", as_html(cell))
