"""Numbers in documents are what they count: each that is marked is counted anew.

A number, in figures or as a word, with `<!--counted: NAME-->` right behind it is what `COUNTED[NAME]` of
`tests/oracles/documents.py` comes to, as exactly as it is written.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import frozen

from tests.oracles.documents import COUNTED

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MARKED = re.compile(r"([\w.,]+)( %)?<!--\s*counted:\s*([^\s>]*?)\s*-->")
WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip


@frozen
class Written:
    """A number in a document."""

    page: str
    text: str
    name: str

    @property
    def value(self) -> float:
        """What is written."""
        if self.text.lower() in WORDS:
            return WORDS.index(self.text.lower())
        return float(self.text.replace(",", ""))

    @property
    def digits(self) -> int:
        """How many of them stand behind the point."""
        return len(self.text.partition(".")[2])


def written_in(text: str, page: str = "") -> list[Written]:
    return [Written(page, found[1], found[3]) for found in MARKED.finditer(text)]


FOUND = [each for page in PAGES for each in written_in(page.read_text(encoding="utf-8"), page.name)]


def marks(name: str) -> list[pytest.MarkDecorator]:
    """Whether a count runs every time, with the slow ones, or with those that take a minute."""
    count = COUNTED.get(name)
    if count is None or not (count.slow or count.long):
        return []
    return [pytest.mark.long if count.long else pytest.mark.slow]


@pytest.mark.parametrize(
    "each", [pytest.param(each, id=f"{each.page}: {each.name}", marks=marks(each.name)) for each in FOUND]
)
def test_a_number_is_what_it_counts(each: Written) -> None:
    assert each.name in COUNTED, f"{each.page} names no count: {each.name}"
    assert each.value == round(COUNTED[each.name].of(), each.digits)


def test_every_count_stands_in_a_document() -> None:
    assert {each.name for each in FOUND} == set(COUNTED)
    marks = sum(page.read_text(encoding="utf-8").count("<!--counted") for page in PAGES)
    assert marks == len(FOUND), "a mark without a number right before it"


def test_how_numbers_are_read() -> None:
    text = "Thirteen<!--counted: a--> of 1,024<!--counted: b-->, or 49.9 %<!-- counted: c -->"
    assert [(each.value, each.digits, each.name) for each in written_in(text)] == [
        (13, 0, "a"), (1024, 0, "b"), (49.9, 1, "c")
    ]  # fmt: skip
