"""Source texts and spans: where in an author's file something stands."""

from __future__ import annotations

from bisect import bisect_right
from re import finditer
from typing import Protocol

from gdl.support.values import field, frozen


def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(match.end() for match in finditer("\n", text)))


@frozen(eq=False)
class Source:
    """A text with a name to show, usually a file's path."""

    name: str
    text: str = field(repr=False)
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "starts", _line_starts(self.text))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of a character, both counted from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self.starts[line - 1]
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@frozen
class Span:
    """A stretch of a source, from `start` up to but not including `end` (characters)."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line on which it starts, counted from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column at which it starts, counted from 1 in characters."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """What stands there."""
        return self.source.text[self.start : self.end]

    def within(self, outer: Span) -> bool:
        """Whether it lies in another stretch of the same source."""
        return self.source is outer.source and outer.start <= self.start and self.end <= outer.end

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def __repr__(self) -> str:
        return f"<{self}>"


#: For what no author wrote: ludemes that the engine itself makes.
NOWHERE = Span(Source("<built in>", ""), 0, 0)


@frozen
class Use:
    """One step of expansion: the definition called `name`, written at `definition`, used at `use`.

    `absent` are the numbers of those of its arguments that the use leaves out.
    """

    name: str
    definition: Span
    use: Span
    absent: tuple[int, ...] = ()


class Placed(Protocol):
    """Whatever has a place in a text."""

    @property
    def span(self) -> Span:
        """The place."""


#: Encodings in whose code units editors count columns; the language counts characters.
UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"


def units(text: str, encoding: str) -> int:
    """How long a text is in the code units of an encoding."""
    if text.isascii() or encoding == UTF32:
        return len(text)
    if encoding == UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def characters(text: str, count: int, encoding: str) -> int:
    """The inverse: how many characters of a text come before so many code units.

    Inside a character it is the next one's beginning; behind the text's end, that.
    """
    if text.isascii() or encoding == UTF32:
        return min(max(0, count), len(text))
    counted = 0
    for at, char in enumerate(text):
        if counted >= count:
            return at
        counted += units(char, encoding)
    return len(text)
