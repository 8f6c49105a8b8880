"""Semantic highlighting: what each word of a text is, for editors that colour by meaning."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from attrs import frozen

from gdl.assist.names import Names
from gdl.assist.project import File
from gdl.assist.slots import is_declared_name
from gdl.assist.tree import Node, Placed, called, head
from gdl.parse.brackets import TOP_LEVEL
from gdl.parse.forms import Angle, Named, Number, Paren, String, Word
from gdl.parse.tokens import comments
from gdl.source.text import Span


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


@frozen
class Coloured:
    """A stretch of one line with its colour; `declares`: a name is declared here."""

    span: Span
    colour: Colour
    declares: bool = False


def colours(names: Names) -> tuple[Coloured, ...]:
    """The coloured words of the main file, in the order of the text; each is on one line."""
    file = names.project.main
    found: list[Coloured] = []
    for placed in file.document.pieces:
        here = [*_of_piece(names, file, placed)]
        here += [(s.start, s.end, Colour.COMMENT, False) for s in comments(placed.piece.source)]
        for start, end, colour, declares in sorted(here):
            found += _lines(file, placed.start + start, placed.start + end, colour, declares)
    return tuple(found)


def _of_piece(names: Names, file: File, placed: Placed) -> Iterator[tuple[int, int, Colour, bool]]:
    for node in placed.piece.nodes:
        match node.form:
            case Word():
                yield node.start, node.end, _of_word(names, node), False
            case Number():
                yield node.start, node.end, Colour.NUMBER, False
            case Named(name=name):
                colour = Colour.OPTION if _in_angle(node) else Colour.ARGUMENT
                yield node.start, node.start + len(name), colour, False
            case String():
                yield node.start, node.end, *_of_text(names, node, file)


def _of_word(names: Names, node: Node) -> Colour:
    text = node.form.text if isinstance(node.form, Word) else ""
    if text.startswith("#"):
        return Colour.PARAMETER
    parent = node.parent
    if parent is not None and isinstance(parent.form, Paren):
        if node.index == 0:
            if not text[:1].isalpha():
                return Colour.OPERATOR
            top = text in TOP_LEVEL or text == "item"
            return Colour.KEYWORD if top else Colour.LUDEME
        registry = names.slots.vocabulary.registry
        words = registry.by_head.get(head(parent), ())
        if node.index < 3 and any(e.words[node.index : node.index + 1] == (text,) for e in words):
            return Colour.LUDEME
    return Colour.OPTION if _in_angle(node) else Colour.WORD


def _in_angle(node: Node) -> bool:
    """Whether a word is that of a placeholder, and not what an option's item stands for."""
    for each in node.around():
        if isinstance(each.form, Angle):
            return each.parent is None or head(each.parent) != "item"
        if isinstance(each.form, Paren):
            return False
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
