"""The tables of docs/games.md: what they name is there.

A table with a column "scenarios" (or "scenario") is about the game whose file was linked last before it. All
scenarios that it names in italics stand in the file beside that game; every ludeme, argument and definition
in its column "said with" stands in the text of the game or of what it includes.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from gdl.expand import load_forms
from interpreter.scenarios.model import read_scenarios

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "games.md"
#: Sources whose every rule sentence is in a table.
SEEDS = (
    "troika", "die-drei", "cornered", "quartermaster", "congress", "triad", "troke", "isolation",
    "isolation-solitaire", "battle-stations", "colorado", "north-west-passage", "greengage",
)  # fmt: skip


class Row(NamedTuple):
    """One sentence: the game, the words that say it, and its scenarios."""

    game: Path
    sentence: str
    said_with: tuple[str, ...]
    scenarios: tuple[str, ...]


def rows() -> list[Row]:
    found: list[Row] = []
    game, columns = Path(), list[str]()
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        linked = re.findall(r"\]\(\.\./(games/[\w/-]+\.lud)\)", line)
        if linked and not line.startswith("|"):
            game = ROOT / linked[0]
        if not line.startswith("|"):
            columns = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not columns:
            columns = cells
        elif columns[-1].startswith("scenario") and not set(line) <= set("|-"):
            said = next(cell for name, cell in zip(columns, cells, strict=True) if name == "said with")
            words = tuple(re.findall(r"`([^`]+)`", said))
            found.append(Row(game, cells[0], words, tuple(re.findall(r"\*([^*]+)\*", cells[-1]))))
    return found


ROWS = rows()


@cache
def scenarios_of(game: Path) -> set[str]:
    return {scenario.name for scenario in read_scenarios(game.with_suffix(".yaml")).scenarios}


@cache
def text_of(game: Path) -> str:
    """A game's file with all that it includes; of a match its game's, too."""
    forms = load_forms(game)
    own = " ".join(source.text for source in forms.sources)
    return " ".join([own, *(text_of(file.file) for file in forms.subgames if isinstance(file.file, Path))])


def test_the_sources_are_covered() -> None:
    assert {row.game.stem for row in ROWS} >= set(SEEDS)
    assert len(ROWS) > 100


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game.stem}: {row.sentence[:40]}")
def test_a_row_is_true(row: Row) -> None:
    assert row.scenarios, "no scenario"
    assert not set(row.scenarios) - scenarios_of(row.game)
    text = text_of(row.game)
    for words in row.said_with:
        for word in re.findall(r'"[^"]+"|[\w]+:?', words):
            assert word == "start" or re.search(rf"(?<![\w]){re.escape(word)}", text), f"{word} in {words}"
