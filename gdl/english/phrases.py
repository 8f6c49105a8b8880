"""Phrases: nouns with clauses on them, and points told in one line (aggregation)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.english.grammar import choose
from gdl.source.text import NOWHERE, Span
from gdl.support.values import field, frozen


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

    def _repr_html_(self) -> str:
        """What notebooks show: the text alone, without pictures."""
        from html import escape  # nothing else asks for it, or for the table of entities

        sections = (
            f"<h3>{escape(each.title)}</h3>{''.join(map(_html, each.parts))}" for each in self.sections
        )
        return f"<h2>{escape(self.title)}</h2>{''.join(sections)}"

    def section(self, title: str) -> Section | None:
        """The section of this title."""
        return next((each for each in self.sections if each.title == title), None)


def _html(part: Point | Picture) -> str:
    from html import escape

    if isinstance(part, Picture):
        return ""
    under = "".join(f"<li>{_html(each)}</li>" for each in part.points)
    return f"<p>{escape(part.text)}</p>{under and f'<ul>{under}</ul>'}"


@frozen
class Noun:
    """Some sites in words: all of them, one of them, and what it is to be one (`<is|is not> empty`)."""

    plural: str
    one: str = ""
    member: str = ""
    #: pieces are in them, as in a hand, and not on them
    inside: bool = field(default=False, kw_only=True)
    #: where pieces of them are, if that takes more than a preposition
    where: str = field(default="", kw_only=True)

    @property
    def any(self) -> str:
        """One of them, whichever."""
        if self.one:
            return self.one
        return (
            f"one of {self.plural}"
            if self.plural.startswith(("the ", "your "))
            else f"a site of {self.plural}"
        )

    @property
    def preposition(self) -> str:
        """How pieces are there."""
        return "in" if self.inside else "on"

    def holds(self, no: bool) -> str:
        """A site is one of them, without the site."""
        return choose(self.member or f"<is|is not> one of {self.plural}", no)


#: In place of a word not known yet: what a clause is about.
IT = "\ue000"


def attach(noun: str, text: str, many: bool = False) -> str:
    """A noun with a clause that speaks of it as `IT`: `a cell that is empty`, `a cell if ...`."""
    for verb, preposition in (("holds", "with"), ("does not hold", "without")):
        held = text.removeprefix(f"{IT} {verb} ")
        if held != text and not re.search(rf"{IT}| or | and |,", held):
            return f"{noun} {preposition} {held}"
    if many:
        if text == f"{IT} is empty":
            return f"empty {noun}"
        if text.startswith(f"{IT} "):
            return f"{noun} of which each {text[2:].replace(IT, 'it')}"
        return f"{noun} for which {text.replace(IT, 'it')}"
    if text.startswith(f"{IT} is empty") and text == f"{IT} is empty" and noun.startswith("a "):
        return f"an empty {noun[2:]}"
    if text.startswith(f"{IT} is the ") and IT not in text[1:]:
        return text.removeprefix(f"{IT} is ")
    if text.startswith(f"{IT} ") and " or " not in text.replace(" or more", "") and ", and " not in text:
        return f"{noun} that {text[2:].replace(IT, 'it')}"
    that = next((f"that {word}" for word in ("cell", "point", "edge", "hole") if word in noun.split()), "it")
    if text.startswith(IT):
        text = f"it{text[1:]}"
    return f"{noun}, if {text.replace(IT, that)}"


def flat(point: Point) -> str:
    """A point in one line."""
    if not point.points:
        return point.text
    inner = "; ".join(_lower(flat(each)) for each in point.points)
    return f"{point.text} {inner}" if point.text.endswith(":") else f"{point.text}; {inner}"


#: Words that have a capital only because they stand first; any other may be a name.
_COMMON = frozenset(
    (
        "a", "add", "an", "any", "at", "capture", "choose", "do", "for",
        "if", "it", "keep", "leap", "move", "no", "only", "otherwise", "pass",
        "place", "propose", "remove", "set", "shoot", "slide", "step", "swap", "take",
        "the", "then", "there", "this", "turn", "use", "what", "with", "you",
        "your",
    )
)  # fmt: skip


def _lower(text: str) -> str:
    """A point of a list, told in a line: it begins with no capital."""
    word = text.split(" ", 1)[0].lower().rstrip(",:;")
    return text[:1].lower() + text[1:] if word in _COMMON else text


def under(lead: str, point: Point) -> Point:
    """A point with a lead before it: `for each group: ...`."""
    return Point(f"{lead}: {point.text}", point.points)
