"""Semantic highlighting: what each word of a text is, for editors that colour by meaning."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from gdl.assist.names import Names
from gdl.assist.project import File
from gdl.assist.slots import is_declared_name
from gdl.assist.tree import Node, Placed, called, head
from gdl.parse.brackets import TOP_LEVEL
from gdl.parse.forms import Angle, Named, Number, Paren, String, Word
from gdl.parse.tokens import comments
from gdl.source.text import Span
from gdl.support.values import define


class Colour(IntEnum):
    """What a word is; the numbers are those of the legend that a server announces."""

    KEYWORD = 0
    LUDEME = 1
    DEFINITION = 2
    PARAMETER = 3
    ARGUMENT = 4
    WORD = 5
    TEXT = 6
    NUMBER = 7
    COMMENT = 8
    OPTION = 9
    OPERATOR = 10


@define
class Coloured:
    """A stretch of one line with its colour; `declares`: a name is declared here."""

    span: Span
    colour: Colour
    declares: bool = False


def colours(names: Names, first: int = 0, last: int | None = None) -> tuple[Coloured, ...]:
    """The coloured words of the main file, in the order of the text; each is on one line.

    With `first` and `last`, those that begin from one of these offsets up to but not at the other.
    """
    file = names.project.main
    last = len(file.document.source.text) if last is None else last
    coloured: list[Coloured] = []
    for placed in file.document.pieces:
        low, high = first - placed.start, last - placed.start
        if high < 0 or low > len(placed.piece.text):
            continue
        here = [*_between(names, file, placed, low, high)]
        here += [(s.start, s.end, Colour.COMMENT, False) for s in comments(placed.piece.source)]
        for start, end, colour, declares in sorted(here):
            if low <= start < high:
                coloured += _lines(file, placed.start + start, placed.start + end, colour, declares)
    return tuple(coloured)


def _between(
    names: Names, file: File, placed: Placed, low: int, high: int
) -> Iterator[tuple[int, int, Colour, bool]]:
    for node in placed.piece.between(low, high):
        form, start = node.form, node.start
        if isinstance(form, Word):
            yield start, node.end, _of_word(names, node, form.text), False
        elif isinstance(form, Number):
            yield start, node.end, Colour.NUMBER, False
        elif isinstance(form, Named):
            yield start, start + len(form.name), Colour.OPTION if _in_angle(node) else Colour.ARGUMENT, False
        elif isinstance(form, String):
            yield start, node.end, *_of_text(names, node, file)


def _of_word(names: Names, node: Node, text: str) -> Colour:
    if text.startswith("#"):
        return Colour.PARAMETER
    parent = node.parent
    if parent is not None and isinstance(parent.form, Paren):
        if node.index == 0:
            if not text[:1].isalpha():
                return Colour.OPERATOR
            top = text in TOP_LEVEL or text == "item"
            return Colour.KEYWORD if top else Colour.LUDEME
        if node.index < 3:
            words = names.slots.vocabulary.registry.by_head.get(head(parent), ())
            if any(entry.words[node.index : node.index + 1] == (text,) for entry in words):
                return Colour.LUDEME
    return Colour.OPTION if _in_angle(node) else Colour.WORD


def _in_angle(node: Node) -> bool:
    """Whether a word is that of a placeholder, and not what an option's item stands for."""
    each = node.parent
    while each is not None and not isinstance(each.form, Paren):
        if isinstance(each.form, Angle):
            return each.parent is None or head(each.parent) != "item"
        each = each.parent
    return False


def _of_text(names: Names, node: Node, file: File) -> tuple[Colour, bool]:
    if is_declared_name(node):
        return Colour.DEFINITION, True
    parent = node.parent
    if parent is not None and called(parent) is not None and node.index == 0:
        return Colour.DEFINITION, False
    text = node.form.value if isinstance(node.form, String) else ""
    if names.project.definition(text, file) is not None and head(list(node.around())[-1]) != "metadata":
        return Colour.DEFINITION, False
    return Colour.TEXT, False


def _lines(file: File, start: int, end: int, colour: Colour, declares: bool) -> Iterator[Coloured]:
    """A stretch in parts that are each on one line."""
    source = file.document.source
    while start < end:
        stop = source.text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if stop > start:
            yield Coloured(Span(source, start, stop), colour, declares)
        start = stop + 1
