"""Formatting a text that is being edited, or some of its top-level forms, as edits."""

from __future__ import annotations

from gdl.assist.tree import Document
from gdl.format import formatted
from gdl.source.diagnostics import Edit, LanguageError
from gdl.source.text import Source, Span


def format_all(document: Document) -> tuple[Edit, ...]:
    """The edits that put a text into the one style; none where it cannot be read."""
    return _laid_out(document, 0, len(document.source.text))


def format_range(document: Document, start: int, end: int) -> tuple[Edit, ...]:
    """The edits for those top-level forms that stand between two offsets, or partly."""
    roots = [
        (placed.start + root.start, placed.start + root.end)
        for placed in document.pieces
        for root in placed.piece.roots
    ]
    met = [(first, last) for first, last in roots if first < max(end, start + 1) and start < last]
    if not met:
        return ()
    first, last = met[0][0], met[-1][1]
    begin = document.source.text.rfind("\n", 0, first) + 1
    if document.source.text[begin:first].strip():
        return ()  # something else stands on the line where the first of them begins
    return _laid_out(document, begin, last)


def _laid_out(document: Document, start: int, end: int) -> tuple[Edit, ...]:
    before = document.source.text[start:end]
    try:
        after = formatted(Source(document.source.name, before))
    except LanguageError:
        return ()
    if end < len(document.source.text):
        after = after.removesuffix("\n")
    if after == before:
        return ()
    same = _shared(before, after)
    back = _shared(before[same:][::-1], after[same:][::-1])
    # whole lines, so that what an editor shows of the change can be read
    same = before.rfind("\n", 0, same) + 1
    back = max(0, back - 1 if back else 0)
    newline = before.find("\n", len(before) - back) if back else -1
    keep = len(before) - newline if newline >= 0 else 0
    span = Span(document.source, start + same, start + len(before) - keep)
    return (Edit(span, after[same : len(after) - keep]),)


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # binary search: comparing stretches is fast
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
