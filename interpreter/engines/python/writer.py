"""Lines of Python with the author's places; from lines to compiled functions whose tracebacks show these."""

from __future__ import annotations

import ast
import keyword
import linecache
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType

from gdl.source.text import NOWHERE, Span
from gdl.support.identity import IdentityMap, IdentitySet
from gdl.support.values import define, field, frozen


class Names:
    """Python names for the core's: readable, legal, and no two the same."""

    def __init__(self, taken: set[str], reserved: tuple[str, ...] = ()) -> None:
        self.taken = taken
        self.reserved = reserved
        #: by stem the number from which on none has been given: names are taken for good
        self._next: dict[str, int] = {}

    def fresh(self, wanted: str) -> str:
        """A new name like the one wanted."""
        stem = re.sub(r"\W", "_", wanted)
        if not stem or stem[0].isdigit() or keyword.iskeyword(stem) or stem.startswith(self.reserved):
            stem = "_" + stem
        number = self._next.get(stem, 1)
        name = stem if number == 1 else f"{stem}_{number}"
        while name in self.taken:
            number += 1
            name = f"{stem}_{number}"
        self._next[stem] = number + 1
        self.taken.add(name)
        return name


@frozen
class Line:
    """One line of Python."""

    depth: int
    text: str
    span: Span


@define
class Writer:
    """Collects lines; `capture` puts some aside."""

    lines: list[Line] = field(factory=list)
    depth: int = 0
    span: Span = NOWHERE

    def emit(self, text: str) -> None:
        """Add one line at the present depth."""
        self.lines.append(Line(self.depth, text, self.span))

    @contextmanager
    def indent(self) -> Iterator[None]:
        """Lines inside stand deeper; at least one stands there."""
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1

    @contextmanager
    def capture(self) -> Iterator[list[Line]]:
        """Lines made inside go to a list of their own."""
        outer, self.lines = self.lines, []
        captured = self.lines
        yield captured
        self.lines = outer

    def add(self, lines: list[Line], deeper: int = 0) -> None:
        """Lines captured before, `deeper` by so much."""
        self.lines += [Line(line.depth + deeper, line.text, line.span) for line in lines]


def text_of(lines: list[Line]) -> str:
    """The Python text."""
    return "".join(f"{'    ' * line.depth}{line.text}\n" for line in lines)


def compile_lines(lines: list[Line], home: Span, title: str) -> CodeType:
    """Compile one function so that its code belongs to the lines of the game file that it was made for.

    `home` is the procedure's place; lines of other files count as made there. What no author wrote keeps the
    lines of the emitted text, shown under the name `title`.
    """
    text = text_of(lines)
    tree = ast.parse(text)
    if home is NOWHERE or not home.source.text:
        name = f"<ludwright {title}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        return compile(tree, name, "exec")
    source = home.source
    spans = [line.span if line.span.source is source else home for line in lines]
    places = IdentityMap[Span, tuple[int, int, int]]()
    for span in IdentitySet(spans):
        line = span.line
        shown = source.line_text(line)
        start = min(span.column - 1, len(shown))
        end = min(start + span.end - span.start, len(shown))
        places[span] = (line, len(shown[:start].encode()), len(shown[:end].encode()))
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg | ast.excepthandler | ast.keyword):
            line, start, end = places[spans[node.lineno - 1]]
            node.lineno = node.end_lineno = line
            node.col_offset, node.end_col_offset = start, end
    if not os.path.exists(source.name):
        kept = source.text.splitlines(keepends=True)
        linecache.cache[source.name] = (len(source.text), None, kept, source.name)
    return compile(tree, source.name, "exec")
