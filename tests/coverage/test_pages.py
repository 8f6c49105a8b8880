"""What coverage shows: the author's lines with counts, as text and as a page; and the command around it."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gdl.source.text import Span
from interpreter.coverage.findings import PlayReport, check_by_playing
from interpreter.coverage.lines import coverage_of
from interpreter.coverage.page import page_of
from interpreter.game.image import Recipe
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)

LONG = 60.0
GAME = """(game "Rows & <b>" (players 2)
  (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules
    (play ("Drop"))
    (end {
      (if (is Line 3) (result Mover Win))
      (if (> (count Pieces Mover) 5) (result Next Win))
      (if (is Full) (result Mover Draw))
    })))
(define "Drop" (move Add (to (sites Empty))))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "rows.lud"
    made.write_text(GAME)
    return made


@pytest.fixture
def report(path: Path) -> PlayReport:
    return check_by_playing(Recipe(str(path), (), ()), LONG, games=400)


def states(report: PlayReport) -> dict[str, str]:
    return {mark.span.text: mark.state for file in report.coverage for mark in file.marks}


def test_each_place_is_used_or_not(report: PlayReport) -> None:
    found = states(report)
    assert found["(is Line 3)"] == found["(result Mover Win)"] == found["(result Mover Draw)"] == "used"
    assert found["(> (count Pieces Mover) 5)"] == "partly"
    assert found["(result Next Win)"] == "never"
    assert found["(move Add (to (sites Empty)))"] == "used"


def test_a_definition_counts_where_it_is_written(report: PlayReport) -> None:
    (file,) = coverage_of(report.observed)
    line = GAME[: GAME.index("(define")].count("\n") + 1
    assert [mark.plies for mark in file.of_line(line)] == [report.observed.all.plies]


class Page(HTMLParser):
    """Reads a page: the text of its lines of code, and what is around it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.code: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "tr" and "code" in [value for _, value in attrs]:
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            self.code.append(data)


def test_the_page_is_whole_and_shows_the_file_as_it_is(report: PlayReport) -> None:
    text = page_of("rows", report)
    page = Page()
    page.feed(text)
    assert page.open == [] and page.links == []
    assert "<b>" not in text.replace("<b>W0703</b>", "")
    shown = "".join(page.code)
    for line in GAME.splitlines():
        assert line in shown


def test_the_command_shows_counts_beside_the_lines(gdl: Gdl, path: Path) -> None:  # noqa: F811
    ran = gdl("check", "--coverage", "--games", "800", "--seconds", "60", str(path))
    assert ran.code == 0
    assert "W0703" in ran.err and "(> (count Pieces Mover) 5)" in ran.err
    assert "800" not in ran.err.split("W0703")[0]
    line = next(line for line in ran.out.splitlines() if "(> (count Pieces Mover) 5)" in line)
    assert line.rstrip().endswith("(if (> (count Pieces Mover) 5) (result Next Win))")
    assert "! never: (result Next Win)" in ran.out


def test_json_has_the_findings_and_the_numbers(gdl: Gdl, path: Path) -> None:  # noqa: F811
    asked = ("--coverage", "--games", "800", "--seconds", "60", "--output-format", "json")
    ran = gdl("check", *asked, str(path))
    told = json.loads(ran.out)
    assert [each["code"] for each in told["diagnostics"]] == ["W0703"]
    (played,) = told["played"]
    assert played["random"]["games"] + played["searching"]["games"] == 800
    assert sum(each["games"] for each in played["endings"]) == 800
    assert any(each["state"] == "never" for each in played["coverage"][0]["places"])


def test_a_page_is_written(gdl: Gdl, path: Path, tmp_path: Path) -> None:  # noqa: F811
    page = tmp_path / "coverage.html"
    for _ in range(2):  # the second takes the place of the first
        assert gdl("check", "--coverage-html", str(page), "--games", "20", str(path)).code == 0
        assert page.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    "words", [("--seconds", "2"), ("--seed", "3"), ("--games", "3"), ("--play", "--seconds", "0")]
)
def test_how_it_is_used_wrongly(words: tuple[str, ...], gdl: Gdl, path: Path) -> None:  # noqa: F811
    assert gdl("check", *words, str(path)).code == 2


def test_a_file_with_an_error_is_not_played(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    broken = tmp_path / "broken.lud"
    broken.write_text(GAME.replace("(is Full)", "(is Fulll)"))
    ran = gdl("check", "--play", str(broken))
    assert ran.code == 1 and "played" not in ran.out


def test_spans_of_marks_are_the_authors(report: PlayReport) -> None:
    assert all(isinstance(mark.span, Span) and mark.span.text for f in report.coverage for mark in f.marks)
