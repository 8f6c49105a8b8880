"""The files with one mistake in their meaning: playing finds it, and says nothing of the repaired ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.coverage.findings import PlayReport, check_by_playing
from interpreter.game.image import Recipe
from tests.lints.test_mistake_files import EXPECTED, HERE, NAMES, repaired
from tests.quick import one_in

LONG = 120.0
GAMES = 1500
#: Everything in these takes effect: nothing is to be seen but that one player wins nearly always,
#: or that most games are drawn.
UNSEEN = {"31-counter-never-reset.lud"}
SHOWN = [name for name in NAMES if EXPECTED[name]["how"] != "static" and name not in UNSEEN]


def played(path: Path) -> PlayReport:
    return check_by_playing(Recipe(str(path), (), ()), LONG, games=GAMES)


@pytest.mark.parametrize("name", one_in(8, SHOWN))
def test_the_mistake_is_found_at_one_of_its_lines(name: str) -> None:
    lines = [each.span.line for each in played(HERE / name).findings]
    assert set(lines) & set(EXPECTED[name]["line"]), lines


@pytest.mark.parametrize("name", one_in(10, NAMES))
def test_of_the_repaired_file_nothing_is_said(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(repaired(name), encoding="utf-8")
    assert [(each.code, each.span.line) for each in played(path).findings] == []
