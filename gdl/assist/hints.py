"""Small additions to a text: the parameters of definitions before their arguments, and where games begin."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.assist.names import Names
from gdl.assist.slots import parameters
from gdl.assist.tree import Document, called, head
from gdl.parse.forms import Named
from gdl.source.text import Span
from gdl.support.values import frozen


@frozen
class Hint:
    """A short text to be shown at an offset, and what more there is to say."""

    at: int
    text: str
    doc: str


def hints(names: Names, start: int, end: int) -> Iterator[Hint]:
    """Which parameter each argument of a definition is for, between two offsets of the main file."""
    file = names.project.main
    for placed in file.document.pieces:
        if placed.start > end or placed.start + len(placed.piece.text) < start:
            continue
        for node in placed.piece.between(start - placed.start, end - placed.start):
            name = called(node)
            if name is None:
                continue
            result = names.project.definition(name, file)
            count = 0 if result is None else parameters(result.node)
            if result is None or count < 2:  # one parameter needs no number
                continue
            doc = result.file.document.comment_above(result.placed.start + result.node.start).text
            for number, item in enumerate(node.items[1 : count + 1], 1):
                if not isinstance(item.form, Named):
                    yield Hint(placed.start + item.start, f"#{number}:", doc)


def games(document: Document) -> Iterator[Span]:
    """Where the games and matches of a text begin: their brackets with their names."""
    for placed in document.pieces:
        for root in placed.piece.roots:
            if head(root) in ("game", "match"):
                last = root.items[min(1, len(root.items) - 1)]
                start, end = placed.start + root.start, placed.start + last.end
                yield Span(document.source, start, end)
