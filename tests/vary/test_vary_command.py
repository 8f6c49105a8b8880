"""`gdl vary`: what is told, in words, pictures and JSON, and what is said of mistakes."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gdl import load, vary
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)
from tests.vary.texts import LINES, SEATS

WORDS = ("--want", "fewest draws", "--want", "first player 40..60 %", "-n", "100", "--seed", "1")


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("lines.lud").write_text(LINES)
    return "lines.lud"


def test_the_table_tells_the_best_the_game_as_it_is_and_what_it_took(lines: str, gdl: Gdl) -> None:  # noqa: F811
    ran = gdl("vary", lines, *WORDS, "--second", "none", "--keep", "2")
    assert ran.code == 0 and not ran.err
    assert "Lines: 24 variants" in ran.out
    for said in ("\n1. ", "\n2. ", "as it is", "drawn", "least", "40..60 %", "fresh games", "Seed 1"):
        assert said in ran.out
    found = vary(load(lines), WORDS[1:4:2], games=100, seed=1, second=None, keep=2)
    assert f"{found.search_games:,} games found the best" in ran.out
    assert found.best[0].label in ran.out
    told = gdl("vary", lines, *WORDS, "--second", "none", "--keep", "2", "--json")
    assert json.loads(told.out) == json.loads(json.dumps(found.as_json()))


def test_a_variant_and_a_picture_are_written(lines: str, gdl: Gdl) -> None:  # noqa: F811
    pytest.importorskip("matplotlib")
    words = ("vary", lines, *WORDS, "--second", "none", "--write", "best.lud", "--picture", "best.svg")
    assert gdl(*words).code == 0
    assert gdl("check", "best.lud").code == 0
    story = Path("best.lud").read_text()
    assert "gdl vary lines.lud --want 'fewest draws' --want 'first player 40..60 %' --games 100" in story
    first = Path("best.svg").read_bytes()
    tree = ElementTree.fromstring(first)
    assert tree.tag.endswith("svg")
    shown = " ".join(text.strip() for text in tree.itertext() if text.strip())
    assert "score of seat White" in shown and "drawn" in shown and "1. " in shown
    assert gdl(*words).code == 0 and Path("best.svg").read_bytes() == first


def test_options_that_are_fixed_are_told(lines: str, gdl: Gdl) -> None:  # noqa: F811
    Path("seats.lud").write_text(SEATS)
    words = (
        "vary",
        "seats.lud",
        "-o",
        "seats=three",
        "-o",
        "Limit=*",
        "--want",
        "Blue 90..100 %",
        "-n",
        "32",
    )
    ran = gdl(*words, "--second", "none", "--seed", "1", "--write", "best.lud")
    assert ran.code == 0 and "\nall with Seats=Three\n" in ran.out
    story = Path("best.lud").read_text()
    assert "2 variants of 2, all with Seats=Three, by" in story and "score of seat Blue" in story
    assert load("best.lud").players == ("Red", "Green", "Blue")
    assert json.loads(gdl(*words, "--second", "none", "--json").out)["fixed"] == {"Seats": "Three"}
    wrong = gdl(*words[:-3], "player 4 20..30 %")
    assert "error[E0830]" in wrong.err and "1 Red, 2 Green, 3 Blue" in wrong.err


def test_the_command_that_is_told_has_all_that_was_given(lines: str, gdl: Gdl) -> None:  # noqa: F811
    given = "--want 'fewest draws' --games 50 --second none --no-marks -o 'Limit=Three|Four' --seed 0"
    Path("seats.lud").write_text(SEATS)
    assert gdl("vary", "seats.lud", *shlex.split(given), "--write", "best.lud").code == 0
    assert f"//     gdl vary seats.lud {given}\n" in Path("best.lud").read_text()


def test_places_that_cannot_be_written_are_told_before_anything_is_played(
    lines: str,
    gdl: Gdl,  # noqa: F811
) -> None:
    Path("folder.svg").mkdir()
    for words in (("--write", "."), ("--write", f"{lines}/best.lud"), ("--picture", "folder.svg")):
        if words[0] == "--picture":
            pytest.importorskip("matplotlib")
        ran = gdl("vary", lines, "-n", "32", "--second", "none", *words, "--results", "kept", "--seed", "1")
        assert ran.code == 1 and "error[E0512]: cannot write" in ran.err
        assert not ran.out and not Path("kept").exists()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--want", "fewest drwas"), 1, "error[E0830]"),
        (("-o", "Line=*"), 1, "error[E0304]"),
        (("--no-marks",), 1, "error[E0833]"),
        (("--player", "mcts:1s"), 1, "error[E0833]"),
        (("--second", "nobody"), 1, "error[E0513]"),
        (("--picture", "x.png"), 1, "error[E0833]"),
        (("--on", "moon"), 1, "error[E0800]"),
        (("--results", "x"), 2, "--seed"),
        (("--games", "0"), 2, "--games"),
        (("--write", "no/such/\0"), 1, "error[E0512]"),
    ],
)
def test_mistakes(words: tuple[str, ...], code: int, said: str, lines: str, gdl: Gdl) -> None:  # noqa: F811
    ran = gdl("vary", lines, "-n", "32", "--second", "none", *words)
    assert ran.code == code and said in ran.err
    assert "Traceback" not in ran.err


def test_a_mark_that_means_nothing_is_shown_in_its_line(lines: str, gdl: Gdl) -> None:  # noqa: F811
    Path(lines).write_text(LINES.replace("// vary 3..4", "// vary 3-4"))
    ran = gdl("vary", lines)
    assert ran.code == 1 and "error[E0832]" in ran.err and "lines.lud:12:" in ran.err and "^^^" in ran.err
    assert gdl("check", lines).code == 0


def test_what_is_missing_is_told(
    lines: str,
    gdl: Gdl,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    ran = gdl("vary", lines, "--variants", "5")
    assert ran.code == 1 and "error[E0770]" in ran.err and "ludwright[vary]" in ran.err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    ran = gdl("vary", lines, "--picture", "x.svg")
    assert ran.code == 1 and "error[E0770]" in ran.err


def test_a_frame_has_a_row_for_each_variant(lines: str) -> None:
    pytest.importorskip("pandas")
    found = vary(load(lines), ["fewest draws"], games=50, seed=1, second=None)
    assert len(found.to_frame()) == 24
