"""Pages of studies: all of the study is on them, nothing is fetched, and names of strangers stay text."""

from __future__ import annotations

import re
from bisect import bisect_left
from html.parser import HTMLParser
from itertools import accumulate
from math import factorial
from pathlib import Path

import pytest

import gdl as ludwright
from gdl import compare, load, loads
from interpreter.study.measures import table
from interpreter.study.options import SearchOptions
from interpreter.study.reports.boards import Mark, on_board
from interpreter.study.reports.page import html_page
from interpreter.study.reports.pictures import Bar, histogram, intervals, lines, steps
from interpreter.study.reports.summary import in_short
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)
from tests.study.recount_page import Tables

pytest.importorskip("matplotlib")

#: A name that would be markup, and mathematics to who draws.
HOSTILE = '<img src=x onerror="alert(1)">$\\frac{1}{$ & co'


class Reader(HTMLParser):
    """What a page holds: its elements, and what they would fetch."""

    VOID = {"meta", "path", "use", "rect", "circle", "polygon", "line", "br", "img"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_a_page_tells_the_whole_study_and_needs_nothing_else() -> None:
    game = load("tic-tac-toe")
    study = ludwright.study(game, 300, seed=3, rule_games=20, ablate=10, ablate_simulations=10, exact=20_000)
    text = html_page(study, game)
    reader = Reader(text)
    assert not reader.open and "script" not in reader.names and "img" not in reader.names
    assert all(each.startswith("#") for each in reader.fetched)
    assert "http" not in re.sub(r'xmlns(:xlink)?="[^"]*"', "", text)
    for measure in study.measures:
        assert measure.of.title in text and measure.of.definition[:40].split("'")[0] in text
    assert "between perfect players it is a draw" in text
    said = {row[0]: row[1:4] for row in Tables(text).rows if len(row) == 5}
    for row in map(table.row, study.measures):  # as the terminal says it
        assert said[row.title] == [row.value, row.bounds, row.games]
    assert "Every rule came about" in text or "never" in text
    assert text == html_page(study, game)  # the same numbers give the same bytes


def test_what_is_said_in_short_of_random_games() -> None:
    # of the sequences of Tic-Tac-Toe 1,440, 5,328, 47,952, 72,576 and 127,872 have 5, 6, 7, 8 and 9 plies
    sequences = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
    shares = [(plies, count * factorial(9 - plies) / factorial(9)) for plies, count in sequences.items()]
    below = list(accumulate(share for _, share in shares))
    low, middle, high = (shares[bisect_left(below, part)][0] for part in (0.05, 0.5, 0.95))
    study = ludwright.study(load("tic-tac-toe"), 10_000, seed=3, rule_games=0)
    said = list(in_short(study))
    assert f"Random games last {low} to {high} plies nine times of ten, {middle} in the middle." in said


ENDLESS = """
(game "Endless" (players 2) (equipment {
    (board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
  (rules (start {(place "Man1" {0}) (place "Man2" {8})}) (play (forEach Piece))
    (end (if (no Pieces Next) (result Mover Win)))))
"""


def test_what_is_said_in_short_of_games_that_do_not_end() -> None:
    game = loads(ENDLESS)
    searches = SearchOptions(simulations=4, games=6, doublings=2, longest=100)
    study = ludwright.study(game, 50, seed=1, rule_games=0, longest=60, search=searches, exact=100)
    said = "\n".join(in_short(study))
    assert "Between players at random no game ends (0% to 7%), of at most 60 plies." in said
    assert "of at most 100 plies." in said
    assert "Who wins is not" in said  # proved, or solved: what is in the way is said
    assert "rung" not in said and "last" not in said


def test_a_place_in_the_rules_names_its_file_where_there_are_several(tmp_path: Path) -> None:
    shipped = Path("games/classics/tic-tac-toe.lud").read_text(encoding="utf-8")
    (tmp_path / "never.def").write_text('\n\n(define "Never" (if (> 0 (count Moves)) (result Mover Loss)))\n')
    text = '(include "never.def")\n' + shipped.replace("(end {", '(end { "Never" ', 1)
    assert '"Never"' in text
    file = tmp_path / "mine.lud"
    file.write_text(text, encoding="utf-8")
    study = ludwright.study(load(file), 20, seed=1, rule_games=20)
    assert any("never.def:3" in each for each in in_short(study))


def test_names_of_strangers_are_text(tmp_path: Path) -> None:
    shipped = Path("games/classics/tic-tac-toe.lud").read_text(encoding="utf-8")
    title = HOSTILE.replace("\\", "").replace('"', "'")
    file = tmp_path / "mine.lud"
    file.write_text(re.sub(r'\(game "[^"]*"', lambda _: f'(game "{title}"', shipped), encoding="utf-8")
    game = load(file)
    assert game.name == title
    text = html_page(ludwright.study(game, 50, seed=1, rule_games=0), game)
    reader = Reader(text)
    assert "img" not in reader.names and "&lt;img src=x" in text


def test_pictures_draw_any_name_and_say_what_they_are() -> None:
    bars = [Bar(HOSTILE, 3.0, 1.0, 4.0), Bar("b", 0.0, -1.0, 1.0)]
    for drawn in (
        histogram({3: 2, 900: 1}, HOSTILE, HOSTILE),
        lines({HOSTILE: [(0.0, 0.4), (1.0, 0.6)]}, "x", "y", HOSTILE),
        steps(bars, "x", "y", HOSTILE, 0.5),
        intervals(bars, "x", HOSTILE, 0.0),
        on_board(load("tic-tac-toe").start(1), [Mark("a1", 0.5, HOSTILE)], HOSTILE),
    ):
        reader = Reader(drawn)
        assert reader.names[0] == "svg" and "img" not in reader.names and not reader.open
        assert 'role="img"' in drawn and "aria-label=" in drawn and "&lt;img" in drawn


def test_a_comparison_has_two_columns_and_what_to_believe(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "page.html"
    words = ["compare", "tic-tac-toe", "last-step", "-n", "2000", "--search", "none", "--seed", "1"]
    ran = gdl(*words, "--rule-games", "20", "--html", str(file))
    assert ran.code == 0
    text = file.read_text(encoding="utf-8")
    reader = Reader(text)
    assert not reader.open and "script" not in reader.names
    assert all(each.startswith("#") for each in reader.fetched)
    found = compare(*map(load, ("tic-tac-toe", "last-step")), games=2000, search=None, seed=1, rule_games=20)
    assert found.differs
    for finding in found.findings:
        if finding.games:
            assert finding.title in text and finding.told.replace("'", "&#x27;") in text
    same = gdl("compare", "tic-tac-toe", "tic-tac-toe", "--html", str(file))
    assert same.code == 0 and "The same rules" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", ["study tic-tac-toe", "compare tic-tac-toe last-step"])
def test_a_place_that_cannot_be_written_is_told_before_anything_is_played(
    words: str,
    gdl: Gdl,  # noqa: F811
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("")
    kept = tmp_path / "kept"
    for place, why in ((tmp_path, "is a directory"), (tmp_path / "file" / "page.html", "not a directory")):
        ran = gdl(*words.split(), "--html", str(place), "--seed", "1", "--results", str(kept))
        assert ran.code == 1 and "error[E0512]: cannot write" in ran.err and why in ran.err
        assert not ran.out and not kept.exists()


def test_as_a_user_asks(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "page.html"
    words = [
        "study",
        "tic-tac-toe",
        "-n",
        "100",
        "--rule-games",
        "5",
        "--no-search",
        "--no-ablate",
        "--no-exact",
    ]
    ran = gdl(*words, "--seed", "1", "--html", str(file))
    assert ran.code == 0 and "<h1>Tic-Tac-Toe</h1>" in file.read_text(encoding="utf-8")
    assert gdl(*words, "--seed", "1", "--html", str(tmp_path / "no" / "\0")).code == 1
