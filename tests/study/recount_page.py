"""The tables of a report's page, read as somebody would: cells, and the numbers in them."""

from __future__ import annotations

from html.parser import HTMLParser


class Tables(HTMLParser):
    """The rows of tables of a page, each a list of what its cells say."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self._inside = True
        elif tag == "sup" and self._inside:
            self.rows[-1][-1] += "^"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data


def read(cell: str) -> tuple[float, float]:
    """A number as a page says it, and half of its last place; a percentage as a share."""
    word = cell.split()[0].replace(",", "").replace("\N{MINUS SIGN}", "-")
    word = word.removeprefix("10^")
    part = 0.01 if word.endswith("%") else 1.0
    digits = word.rstrip("%")
    assert not digits.startswith("-0") or float(digits) != 0, f"{cell} is no number that anybody writes"
    places = len(digits.partition(".")[2])
    return float(digits) * part, 0.5000001 * part * 10.0**-places
