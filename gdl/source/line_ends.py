"""Texts as their files hold them: a byte-order mark, and line ends of whichever kind, kept through edits.

What is read of a file has one kind of line end (`gdl.source.reading`), and places count its characters; what
is written back has the file's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve

from gdl.source.fixes import Edit
from gdl.source.repair import edited
from gdl.source.text import Source, Span

_MARK = "\ufeff"
_LINE_END = re.compile("\r\n|\r|\n")


def edited_as_written(raw: str, edits: Iterable[Edit]) -> str:
    """A file's text with edits made, whose places are those of the text as it was read.

    Lines that are put in end as the file's first line does.
    """
    chosen = list(edits)
    if "\r" not in raw and not raw.startswith(_MARK):
        return edited(raw, chosen)
    first = _LINE_END.search(raw)
    end = first.group() if first else "\n"
    offsets = _offsets(raw)
    whole = Source("", raw)
    moved = (
        evolve(
            each,
            span=Span(whole, offsets[each.span.start], offsets[each.span.end]),
            text=each.text.replace("\n", end),
        )
        for each in chosen
    )
    return edited(raw, moved)


def _offsets(raw: str) -> list[int]:
    """Where each character of the text as it is read stands in the file's, and where that ends."""
    at = len(_MARK) if raw.startswith(_MARK) else 0
    found: list[int] = []
    while at < len(raw):
        found.append(at)
        at += 2 if raw.startswith("\r\n", at) else 1
    return [*found, len(raw)]
