"""The parser that is read with is the one that Lark makes of `grammar.lark`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.parse import grammar
from gdl.parse.parser import mended, parse
from gdl.source.reading import read_source
from gdl.source.text import Source
from tests.quick import few, one_in

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "games").rglob("*.lud"))
BROKEN = sorted((ROOT / "tests" / "check").rglob("*.lud"))
MADE = grammar.made()


def test_the_saved_parser_is_that_of_the_grammar() -> None:
    """If not: `python -m gdl.parse.grammar`."""
    version, made_of = grammar.SAVED.read_bytes().split(b"\n", 1)[0].decode().split(", ")
    if version != f"Lark {lark.__version__}":
        pytest.skip(f"it was saved by {version}")
    assert made_of in grammar.saved().split(b"\n", 1)[0].decode()


def test_a_parser_of_another_grammar_or_by_another_lark_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.saved"
    other.write_bytes(b"Lark 0.1, of something else\nnothing that could be loaded")
    monkeypatch.setattr(grammar, "SAVED", other)
    assert grammar._loaded().rules == MADE.rules


def reads_alike(source: Source) -> None:
    parser = MADE.parse_interactive()
    for token in mended(source)[0]:
        parser.feed_token(token)  # type: ignore[arg-type]
    by_the_grammar: list[Any] = parser.feed_eof()
    read = parse(source)[0]
    assert read == tuple(by_the_grammar)
    assert [form.span for form in read] == [form.span for form in by_the_grammar]


@pytest.mark.parametrize("path", [*few(SHIPPED), *one_in(4, BROKEN)], ids=lambda path: path.name)
def test_files_are_read_as_the_grammar_reads_them(path: Path) -> None:
    source = read_source(path)
    if isinstance(source, Source):
        reads_alike(source)


PIECES = [
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    "a:",
    "b",
    "1",
    "-2.5",
    '"t"',
    '"',
    "*",
    "**",
    " ",
    "\n",
    "// c\n",
    "~",
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_text_is_read_as_the_grammar_reads_it(text: str) -> None:
    reads_alike(Source("any.lud", text))
