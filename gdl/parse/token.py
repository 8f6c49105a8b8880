"""Tokens: what the forms of a text are made of, each with its place."""

from __future__ import annotations

from gdl.source.text import Source, Span
from gdl.support.values import define


@define(eq=False)
class Token:
    """A word, number, text or bracket: its terminal in `grammar.lark`, and where it stands (characters).

    Lark's own tokens, which are strings as well, take far longer to make.
    """

    type: str
    text: str
    source: Source
    start: int
    end: int

    def __str__(self) -> str:
        return self.text

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)

    def to(self, last: Token) -> Span:
        """From where it starts to the end of another."""
        return Span(self.source, self.start, last.end)
