"""Positions in texts as editors count them: lines, and in a line code units of the encoding agreed upon."""

from __future__ import annotations

from lsprotocol import types

from gdl.assist.units import characters
from gdl.assist.units import units as units
from gdl.source.text import Source, Span


def one_kind_of_line_end(text: str) -> str:
    """The text with `\\n` alone at the ends of lines: lines and columns stay as they are."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def to_position(source: Source, offset: int, encoding: str) -> types.Position:
    """The position of an offset (characters)."""
    line, column = source.position(min(offset, len(source.text)))
    start = source.starts[line - 1]
    return types.Position(line - 1, units(source.text[start : start + column - 1], encoding))


def to_range(span: Span, encoding: str) -> types.Range:
    """The range of a span."""
    return types.Range(
        to_position(span.source, span.start, encoding), to_position(span.source, span.end, encoding)
    )


def to_offset(source: Source, position: types.Position, encoding: str) -> int:
    """The offset of a position; behind a line's end that end, behind the last line the text's end."""
    if position.line >= len(source.starts):
        return len(source.text)
    start = source.starts[position.line]
    after = (
        source.starts[position.line + 1] - 1 if position.line + 1 < len(source.starts) else len(source.text)
    )
    return start + characters(source.text[start:after], position.character, encoding)
