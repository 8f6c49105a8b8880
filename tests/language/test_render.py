"""Mistakes as people see them (snapshots beside this file), as programs see them, and what codes mean.

After a deliberate change of a message: `UPDATE_SNAPSHOTS=1 pytest tests/language/test_render.py`, then read
the difference.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.expand import load_forms
from gdl.source.codes.registry import all_codes, explain
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.reading import read_source
from gdl.source.render import MAX_WIDTH, render, render_all, to_json
from gdl.source.suggest import distance, nearest
from gdl.source.text import NOWHERE, Source, Span, Use

HERE = Path(__file__).parent / "mistakes"
GDL = Path(__file__).parents[2] / "gdl"


def mistakes_of(path: Path) -> tuple[Diagnostic, ...]:
    source = read_source(path, path.name)
    assert isinstance(source, Source)
    ruleset = "large" if "rulesets" in source.text else None
    choices = {"Board Size": "4x4"} if "option" in source.text else {}
    return load_forms(source, choices, ruleset, folder=HERE).diagnostics


@pytest.mark.parametrize("path", sorted(HERE.glob("*.lud")), ids=lambda path: path.stem)
def test_snapshots(path: Path) -> None:
    text = render_all(mistakes_of(path)) + "\n"
    snapshot = path.with_suffix(".txt")
    if os.environ.get("UPDATE_SNAPSHOTS"):
        snapshot.write_text(text, encoding="utf-8")
    assert text == snapshot.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(HERE.glob("*.lud")), ids=lambda path: path.stem)
def test_json_says_the_same(path: Path) -> None:
    for mistake in mistakes_of(path):
        data = json.loads(json.dumps(to_json(mistake)))
        assert (data["code"], data["message"]) == (mistake.code, mistake.message)
        if mistake.span.source is not NOWHERE.source:
            assert data["start"]["line"] == mistake.span.line
            assert data["end"]["offset"] == mistake.span.end


def show(text: str, start: int, end: int, **more: object) -> list[str]:
    span = Span(Source("a.lud", text), start, end)
    return render(Diagnostic("E0999", "wrong", span, **more)).split("\n")  # type: ignore[arg-type]


def test_the_style() -> None:
    source = Source("games/mine.lud", "\n" * 13 + "    (play (move Add (to (sitez Empty))))\n")
    at = source.text.index("sitez")
    definition, use = Span(source, 0, 1), Span(source, 23, 25)
    diagnostic = Diagnostic(
        "E0203",
        "there is no ludeme `sitez`",
        Span(source, at, at + 5),
        label="a region is wanted here",
        help=("did you mean `sites`?",),
        via=(Use("Drop", definition, use),),
    )
    assert (
        render(diagnostic)
        == """\
error[E0203]: there is no ludeme `sitez`
  --> games/mine.lud:14:26
   |
14 |     (play (move Add (to (sitez Empty))))
   |                          ^^^^^ a region is wanted here
   |
   = help: did you mean `sites`?
   = note: in (define "Drop" ...) at 1:1, used at 14:11"""
    )


def test_tabs_and_wide_characters_keep_carets_in_place() -> None:
    assert show("\t盤(x)", 2, 5)[3:] == ["1 |     盤(x)", "  |       ^^^"]
    assert show("e\u0301 x", 3, 4)[3:] == ["1 | e\u0301 x", "  |   ^"]
    assert show("a\0b", 1, 2)[3:] == ["1 | a\N{SYMBOL FOR NULL}b", "  |  ^"]


def test_a_span_over_lines_is_marked_on_its_first() -> None:
    assert show("(a\n  b)", 0, 6)[3:] == ["1 | (a", "  | ^^"]


def test_a_place_at_the_texts_end() -> None:
    assert show("(a", 2, 2)[3:] == ["1 | (a", "  |   ^"]
    assert show("(a\n", 3, 3)[3:] == ["2 |", "  | ^"]


@pytest.mark.parametrize("at", [0, 50, 5_000, 99_990])
def test_long_lines_are_cut_around_the_place(at: int) -> None:
    text = ("." * at + "WRONG").ljust(100_000, ".")
    lines = show(text, at, at + 5)
    column = lines[4].index("^")
    assert lines[3][column : column + 5] == "WRONG"
    assert len(lines[3]) <= MAX_WIDTH + 8


def test_related_places_in_order_and_in_other_files() -> None:
    source, other = Source("a.lud", "one\ntwo\nthree\nfour\n"), Source("b.def", "else\n")
    labels = (Label(Span(source, 0, 3), "first"), Label(Span(other, 0, 4), "elsewhere"))
    text = render(Diagnostic("E0999", "wrong", Span(source, 14, 18), label="here", related=labels))
    assert (
        text
        == """\
error[E0999]: wrong
 --> a.lud:4:1
  |
1 | one
  | --- first
...
4 | four
  | ^^^^ here
 ::: b.def:1:1
  |
1 | else
  | ---- elsewhere"""
    )


def test_colours_only_when_asked_for() -> None:
    diagnostic = Diagnostic("W0999", "odd", Span(Source("a", "x"), 0, 1), severity="warning")
    assert "\x1b" not in render(diagnostic)
    assert re.sub(r"\x1b\[[\d;]*m", "", render(diagnostic, colour=True)) == render(diagnostic)


def test_what_stands_nowhere_has_no_place() -> None:
    assert render(Diagnostic("E0304", "no", NOWHERE, help=("a\nb",))) == (
        "error[E0304]: no\n  = help: a\n    b"
    )


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300))
@settings(max_examples=300, deadline=None)
def test_any_text_can_be_shown(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    assert show(text, start, min(start + length, len(text)), related=())


def test_every_code_that_the_front_end_uses_is_explained() -> None:
    files = GDL.rglob("*.py")
    used = {code for path in files for code in re.findall(r'"([EW]0[13]\d\d)"', path.read_text("utf-8"))}
    assert used <= set(all_codes())
    for code in used:
        found = explain(code.lower())
        assert found is not None and found.title and found.text.endswith((".", ")"))
    assert explain("E9999") is None


@pytest.mark.parametrize(
    ("word", "names", "near"),
    [
        ("sitez", ["sites", "site", "size"], ["sites", "site"]),
        ("Silde", ["Slide", "Step", "Hop"], ["Slide"]),
        ("slide", ["Slide"], ["Slide"]),
        ("board-size", ["Board Size"], ["Board Size"]),
        ("Hop", ["HopCapture", "Slide"], ["HopCapture"]),
        ("xyzzy", ["sites", "Slide"], []),
        ("", ["a"], []),
    ],
)
def test_nearest(word: str, names: list[str], near: list[str]) -> None:
    assert nearest(word, names) == near


def test_slips_are_counted() -> None:
    assert [distance("abc", x) for x in ("abc", "acb", "ab", "abcd", "xbc", "")] == [0, 1, 1, 1, 1, 3]
