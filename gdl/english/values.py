"""What the English of a game is made of: sections of points, each with the place of what it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.source.text import NOWHERE, Span
from gdl.support.values import frozen


@frozen
class Point:
    """A sentence (or a few), and what is listed under it.

    `span` is the place of the ludeme that it speaks of; NOWHERE where it speaks of none.
    """

    text: str
    points: tuple[Point, ...] = ()
    span: Span = NOWHERE

    def walk(self) -> Iterator[Point]:
        """This point and all under it, in order."""
        yield self
        for point in self.points:
            yield from point.walk()


@frozen
class Picture:
    """The place where the board is shown."""


@frozen
class Section:
    """A heading, and what stands under it."""

    title: str
    parts: tuple[Point | Picture, ...]


@frozen
class Rulebook:
    """The rules of a game in English, without any form: renderers give it one."""

    title: str
    sections: tuple[Section, ...]

    def points(self) -> Iterator[Point]:
        """Every point, in the order in which it is read."""
        for section in self.sections:
            for part in section.parts:
                if isinstance(part, Point):
                    yield from part.walk()

    def section(self, title: str) -> Section | None:
        """The section of this title."""
        return next((each for each in self.sections if each.title == title), None)
