"""Our own mistakes: a core program that is not well formed. Never an author's fault."""

from __future__ import annotations

from gdl.source.text import NOWHERE, Span


class InternalError(Exception):
    """A ludeme's `lower`, or a pass, made a wrong program. Shows the author's place, to find the ludeme."""

    def __init__(self, message: str, span: Span = NOWHERE) -> None:
        self.message = message
        self.span = span
        place = "" if span is NOWHERE else f" (made by the rule at {span}: {_excerpt(span)})"
        super().__init__(message + place)


def _excerpt(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= 60 else text[:57] + "..."
