"""The reader and its lexer are what `grammar.lark` says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.parse import tables
from gdl.parse.generate import tables_module
from gdl.parse.parser import parse
from gdl.source.reading import read_source
from gdl.source.text import Source
from tests.language.by_the_grammar import parse_by_the_grammar
from tests.quick import few, one_in

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "games").rglob("*.lud"))
BROKEN = sorted((ROOT / "tests" / "check").rglob("*.lud"))


def test_the_tables_are_those_of_the_grammar() -> None:
    """If not: `python -m gdl.parse.generate`, into gdl/parse/tables.py."""
    assert Path(str(tables.__file__)).read_text(encoding="utf-8") == tables_module()


def reads_alike(source: Source) -> None:
    read, by_the_grammar = parse(source)[0], parse_by_the_grammar(source)
    assert read == by_the_grammar
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
