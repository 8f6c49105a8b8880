"""Answers as text, with the author's own lines as `gdl check` shows them."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.source.diagnostics import Diagnostic
from gdl.source.render import excerpt
from gdl.source.text import NOWHERE, Span
from gdl.support.files import named
from gdl.support.printable import one_line
from interpreter.why.answers import Reason, Why

#: The most parts of a condition that are shown.
_PARTS = 12


def text_of(why: Why, colour: bool = False) -> str:
    """An answer as text, without a line's end after it."""
    return "\n".join(_lines(why, colour))


def _lines(why: Why, colour: bool) -> Iterator[str]:
    yield one_line(why.words)
    several = len({reason.words for reason in why.reasons}) > 1
    for number, reason in enumerate(why.reasons, 1):
        if several:
            yield one_line(f"{number}. {reason.words}")
        if reason.span is not NOWHERE:
            yield place_of(reason, colour)
    if why.conditions:
        yield "what was asked:"
        for reason in why.conditions:
            yield one_line(f"  {reason.words}  ({where(reason.span)})")
            for part in reason.parts[:_PARTS]:
                yield one_line(f"    {'  ' * (part.depth - 1)}{part.text} is {part.value}")
    if why.effects:
        yield "what it does:"
        yield from (f"  {one_line(effect)}" for effect in why.effects)


def place_of(reason: Reason, colour: bool = False) -> str:
    """The author's line with a caret, what its parts were, and the definitions that it came through."""
    parts = [f"{part.text} is {part.value}" for part in reason.parts[:_PARTS]]
    notes = tuple(one_line(each) for each in (*parts, *reason.notes))
    told = Diagnostic("", "", reason.span, reason.label, notes=notes, via=reason.via, severity="warning")
    return excerpt(told, colour)


def where(span: Span) -> str:
    """A place as `file:line:column`."""
    return one_line(f"{named(span.source.name)}:{span.line}:{span.column}")
