"""Places in the text of a page: offsets in UTF-16 code units, as browsers count strings.

Diagnostics count characters (Unicode code points), lines and columns from 1, offsets from 0, as `gdl check`
does; what editors are told besides (`from`, `to`) and what they ask (`at`) counts code units from 0.
"""

from __future__ import annotations

from typing import Any

from gdl.source.text import NOWHERE, UTF16, Source, Span, characters, units
from gdl.support.printable import printable


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

    def ends(self, start: int, end: int) -> dict[str, int]:
        """A stretch of the text."""
        return {"from": self.at(start), "to": self.at(end)}

    def of(self, span: Span) -> dict[str, Any]:
        """A place: in this text, in another file (whose lines and columns count characters), or nowhere."""
        if span is NOWHERE or not span.source.text:
            return {}
        if self.holds(span):
            return self.ends(span.start, span.end)
        name = span.source.name.replace("\\", "/").rpartition("/")[2]  # no folders of this machine
        return {"file": name, "line": span.line, "column": span.column}

    def holds(self, span: Span) -> bool:
        """Is a place in this text? (Texts are read more than once.)"""
        other = span.source
        return other is self.source or (other.name == self.source.name and other.text == self.source.text)


def all_printable(told: Any) -> Any:
    """What JSON can hold, with nothing in its texts that does anything where it is shown."""
    if isinstance(told, str):
        return printable(told)
    if isinstance(told, dict):
        return {key: all_printable(each) for key, each in told.items()}
    return [all_printable(each) for each in told] if isinstance(told, list) else told
