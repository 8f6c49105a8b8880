"""Tables as values: what terminals print, and pages and notebooks show."""

from __future__ import annotations

import pytest

from interpreter.cli.output import say_table
from interpreter.support.tables import Code, Table

TABLE = Table.of(
    ("", "size", "rule"),
    [("first <b>", "10^5.41", Code('(move "x")')), ("second", "3", Code("a & b"))],
    last_left=True,
)


def test_a_terminal_has_the_columns_in_line(capsys: pytest.CaptureFixture[str]) -> None:
    say_table(TABLE)
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "              size  rule",
        'first <b>  10^5.41  (move "x")',
        "second           3  a & b",
    ]


def test_a_page_and_a_notebook_have_the_same_html() -> None:
    html = TABLE.html()
    assert "<th></th><th>size</th><th>rule</th>" in html
    assert "<tr><th>first &lt;b&gt;</th><td>10<sup>5.41</sup></td>" in html
    assert "<td><code>(move &quot;x&quot;)</code></td>" in html
    assert "<td><code>a &amp; b</code></td>" in html
    assert TABLE._repr_html_() == html


def test_a_table_without_heads_has_no_row_for_them() -> None:
    assert "<thead>" not in Table.of((), [("a", "b")]).html()


def test_the_last_column_can_be_left_to_others() -> None:
    assert TABLE.without_last() == Table.of(
        ("", "size"), [("first <b>", "10^5.41"), ("second", "3")], last_left=True
    )
