"""`gdl format`: text before, text after; what is formatted says the same, and is not changed again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.format import formatted
from gdl.format.layout import WIDTH
from gdl.parse.parser import parse
from gdl.parse.tokens import comments
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from interpreter.game.shipped import games_folder

SHIPPED = sorted(path for end in ("*.lud", "*.def") for path in games_folder().rglob(end))
CORPUS = sorted(
    path for folder in ("ludii", "ludii-more") for path in
    (Path(__file__).resolve().parents[3] / "shared" / folder).rglob("*.lud")
)  # fmt: skip


def after(text: str, width: int = WIDTH) -> str:
    return formatted(Source("test.lud", text), width)


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("( is   Line 3 )", "(is Line 3)\n", id="blanks"),
        pytest.param("(a\r\n\tb)", "(a\n    b\n)\n", id="tabs and line ends"),
        pytest.param("(a (b\n  c\n))", "(a (b\n    c\n))\n", id="ends where the last item does"),
        pytest.param("(a (b\nc)\n d)", "(a (b\n        c\n    )\n    d\n)\n", id="a broken head goes deeper"),
        pytest.param("(a {\n1\n2})", "(a {\n    1\n    2\n})\n", id="braces hang"),
        pytest.param("(a if:\n  (b))", "(a if:(b))\n", id="a name and its value stay together"),
        pytest.param("(item 1) *", "(item 1)*\n", id="stars"),
        pytest.param("(a)\n\n\n\n(b)\n(c)", "(a)\n\n(b)\n(c)\n", id="one blank line"),
        pytest.param("(a\n\n  b\n\n\n  c)", "(a\n    b\n\n    c\n)\n", id="none behind what opens"),
        pytest.param("(a // why\n b)", "(a  // why\n    b\n)\n", id="a comment behind"),
        pytest.param("(a\n  // why\n  b)", "(a\n    // why\n    b\n)\n", id="a comment above"),
        pytest.param("(a b // why\n)", "(a b  // why\n)\n", id="a comment at the end"),
        pytest.param(
            "// one\n(a) // two\n// three", "// one\n(a)  // two\n// three\n", id="comments at the top"
        ),
        pytest.param("(a if: // why\n b)", "(a  // why\n    if:b\n)\n", id="a comment behind a name"),
        pytest.param('(a "one \n   two")', '(a "one \n   two")\n', id="strings stay as they are"),
        pytest.param('(a\n"one"\n"two")', '(a\n    "one"\n    "two")\n', id="a text at the end ends it"),
    ],
)
def test_text_before_and_after(before: str, wanted: str) -> None:
    assert after(before) == wanted


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        pytest.param(
            "(move Step Forward (to A))", "(move Step\n    Forward\n    (to A)\n)\n", id="words fill"
        ),
        pytest.param("{1 2 3 4 5 6 7 8}", "{1 2 3 4 5 6\n    7 8\n}\n", id="numbers fill"),
        pytest.param("(and {(a b) (c d)})", "(and {\n    (a b)\n    (c d)\n})\n", id="braces hang"),
        pytest.param("(a\n  (b c) (d e) (f))", "(a\n    (b c)\n    (d e)\n    (f)\n)\n", id="a row is split"),
    ],
)
def test_what_does_not_fit_is_broken(before: str, wanted: str) -> None:
    assert after(before, 14) == wanted


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_files_are_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(Source(str(path), text)) == text


def same(source: Source) -> None:
    once = Source(source.name, formatted(source))
    assert parse(once)[0] == parse(source)[0]
    assert [each.text.rstrip() for each in comments(once)] == [
        each.text.rstrip() for each in comments(source)
    ]
    assert formatted(once) == once.text


@pytest.mark.skipif(not CORPUS, reason="Ludii's descriptions are not here")
@pytest.mark.parametrize("path", CORPUS[::20], ids=lambda path: path.name)
def test_descriptions_say_the_same(path: Path) -> None:
    same(Source(path.name, path.read_text(encoding="utf-8")))


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS, reason="Ludii's descriptions are not here")
def test_many_descriptions_say_the_same() -> None:
    for path in CORPUS[::9]:
        same(Source(path.name, path.read_text(encoding="utf-8")))


_SPACE = st.sampled_from([" ", "  ", "\n", "\n\n\n", "\t", " // said\n"])
_ATOM = st.sampled_from(["is", "Mover", "12", "-3", '"Disc"', '"two\n  lines"', "#1", "<Size:side>", "1.5"])
_PAIR = st.sampled_from(
    [("(and", ")"), ("(", "x)"), ("{", "}"), ("if:(not", ")"), ("(item", ")*"), ("<", ">")]
)
_TEXT = st.recursive(
    _ATOM,
    lambda inner: st.builds(
        lambda pair, parts: pair[0] + " " + "".join(part + space for part, space in parts) + pair[1],
        _PAIR, st.lists(st.tuples(inner, _SPACE), max_size=6),
    ),
    max_leaves=30,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(_TEXT, _SPACE), max_size=4), st.sampled_from([12, 40, WIDTH]))
def test_any_text_says_the_same(parts: list[tuple[str, str]], width: int) -> None:
    text = "".join(part + space for part, space in parts)
    source = Source("test.lud", text)
    if any(each.severity == "error" for each in parse(source)[1]):
        return
    once = Source("test.lud", formatted(source, width))
    assert parse(once)[0] == parse(source)[0]
    assert len(comments(once)) == len(comments(source))
    assert formatted(once, width) == once.text


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(LanguageError) as refused:
        after("(game (players 2)")
    assert refused.value.diagnostics[0].code == "E0104"
