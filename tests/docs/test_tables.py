"""Tables in the documents list what lists in the code do, in their order."""

from __future__ import annotations

from pathlib import Path

from gdl.passes.pipeline import PASSES

ROOT = Path(__file__).parents[2]


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading of a page, without those of its head."""
    text = (ROOT / page).read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_passes_stand_in_architecture() -> None:
    listed = rows("docs/architecture.md", "The passes")
    assert [name for name, _ in listed] == [each.name for each in PASSES]
    # on the page nothing is below: the simplifications have their own paragraph
    assert [text for _, text in listed] == [each.purpose.replace(" below", "") for each in PASSES]
