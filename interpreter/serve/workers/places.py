"""Places in the text of a page: offsets in UTF-16 code units, as browsers count strings.

Diagnostics count characters (Unicode code points), lines and columns from 1, offsets from 0, as `gdl check`
does; what editors are told besides (`from`, `to`) and what they ask (`at`) counts code units from 0.
"""

from __future__ import annotations

from typing import Any

from gdl.source.text import NOWHERE, UTF16, Source, Span, characters, units
from gdl.support.printable import printable
from interpreter.serve.messages.game import Place


class Places:
    """The places of one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._plain = source.text.isascii()

    def at(self, offset: int) -> int:
        """Where a character is."""
        return offset if self._plain else units(self.source.text[:offset], UTF16)

    def offset(self, at: int) -> int:
        """The character that is there."""
        return characters(self.source.text, at, UTF16)

    def ends(self, span: Span) -> tuple[int, int]:
        """Where a stretch of the text begins and ends."""
        return self.at(span.start), self.at(span.end)

    def of(self, span: Span) -> Place:
        """A place: in this text, in another file (whose lines and columns count characters), or nowhere."""
        if span is NOWHERE or not span.source.text:
            return Place()
        if self.holds(span):
            return Place(*self.ends(span))
        name = span.source.name.replace("\\", "/").rpartition("/")[2]  # no folders of this machine
        return Place(file=name, line=span.line, column=span.column)

    def holds(self, span: Span) -> bool:
        """Is a place in this text? (Texts are read more than once.)"""
        other = span.source
        return other is self.source or (other.name == self.source.name and other.text == self.source.text)


def all_printable(document: Any) -> Any:
    """A document in JSON, with nothing in its texts that does anything where it is shown."""
    if isinstance(document, str):
        return printable(document)
    if isinstance(document, dict):
        return {key: all_printable(each) for key, each in document.items()}
    return [all_printable(each) for each in document] if isinstance(document, list) else document
