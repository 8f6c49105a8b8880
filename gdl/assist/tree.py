"""Incremental parsing for editors: a text as trees of forms that know what they stand in.

A text is cut into *pieces* at the top-level forms that surely start anew, as the mending of brackets does,
and a piece that has not changed is not read again. Offsets inside a piece count from where it begins, so that
what is known of it stays true when text before it changes.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import takewhile
from weakref import ReferenceType, ref

from gdl.assist.reading import Kept, Known, Reading, read
from gdl.expand.definitions import placeholder_key
from gdl.parse.brackets import TOP_LEVEL
from gdl.parse.forms import Angle, Brace, Form, Named, Paren, Starred, String, Word
from gdl.parse.grammar import text_of
from gdl.source.comment_above import Comment, comment_above
from gdl.source.text import Source, Span
from gdl.support.cpython import gc_paused
from gdl.support.values import define, field, frozen

#: Longer texts are only checked: reading them at each key that is pressed would take too long (characters).
MAX_ASSISTED = 400_000

_FRESH = re.compile(rf"^\((?=(?:{'|'.join(sorted(TOP_LEVEL))})\b)", re.MULTILINE)


@define(eq=False)
class Node:
    """A form, the form around it, and its place among that one's items (a name's value is its item 0).

    The nodes are made when they are asked for (the red tree of red-green trees): forms that stay what they
    are stand elsewhere in each version of a text. `base` is where the places in the form count from. What
    stands around it is known as long as its piece is, which has the outermost: so nodes make no circles, and
    those of an old version go at once.
    """

    form: Form
    _parent: ReferenceType[Node] | None
    index: int
    base: int = 0
    _items: tuple[Node, ...] | None = field(default=None, repr=False, init=False)

    @property
    def parent(self) -> Node | None:
        """What it stands in."""
        return None if self._parent is None else self._parent()

    @property
    def items(self) -> tuple[Node, ...]:
        """What stands in it."""
        result = self._items
        if result is None:
            here, base = ref(self), self.base
            result = tuple([node_of(each, here, at, base) for at, each in enumerate(_inner(self.form))])
            self._items = result
        return result

    def around(self) -> Iterator[Node]:
        """The node itself and all around it, innermost first."""
        here: Node | None = self
        while here is not None:
            yield here
            here = here.parent

    def inside(self) -> Iterator[Node]:
        """The node itself and all in it, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.items))

    @property
    def start(self) -> int:
        """Where it begins, in its piece."""
        return self.base + self.form.span.start

    @property
    def end(self) -> int:
        """Where it ends, in its piece."""
        return self.base + self.form.span.end


def node_of(form: Form, parent: ReferenceType[Node] | None, index: int, base: int = 0) -> Node:
    """The node of a form."""
    if isinstance(form, Kept):
        return Node(form.form, parent, index, base + form.span.start)
    return Node(form, parent, index, base)


def _inner(form: Form) -> tuple[Form, ...]:
    match form:
        case Paren() | Brace() | Angle():
            return form.items
        case Named():
            return (form.value,)
        case Starred():
            return (form.item,)
    return ()


def head(node: Node) -> str:
    """The word at the head of brackets; empty for anything else."""
    first = node.items[0].form if isinstance(node.form, Paren) and node.items else None
    return first.text if isinstance(first, Word) else ""


def called(node: Node) -> str | None:
    """The definition that a node uses: `("Name" ...)`; None for anything else. (A text by itself may be a use
    too: that depends on what is defined.)"""
    first = node.items[0].form if isinstance(node.form, Paren) and node.items else None
    return first.value if isinstance(first, String) else None


def shortly(node: Node, most: int = 200) -> str:
    """What stands there, on one line."""
    text = " ".join(node.form.span.text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def defined(node: Node) -> str | None:
    """The name that `(define "Name" ...)` gives; None for anything else."""
    if head(node) == "define" and len(node.items) > 1:
        name = node.items[1].form
        return name.value if isinstance(name, String) else None
    return None


def tag_of(option: Node) -> str | None:
    """The tag of `(option "Name" <Tag> ...)`; None where it has none yet."""
    node = tag_node(option)
    key = None if node is None else placeholder_key(node.form) if isinstance(node.form, Angle) else None
    return None if key is None else key[0]


def tag_node(option: Node) -> Node | None:
    """Where an option says its tag."""
    return next((item for item in option.items if isinstance(item.form, Angle)), None)


@define(eq=False)
class Piece:
    """A stretch of a text with its forms. `brackets` are those that need not be read again."""

    text: str = field(repr=False)
    brackets: Mapping[str, Known] = field(factory=dict, repr=False)

    @cached_property
    def source(self) -> Source:
        """Its text, for spans that count from where it begins."""
        return Source("", self.text)

    @cached_property
    def _reading(self) -> Reading:
        with gc_paused():
            result = read(self.source, self.brackets)
        self.brackets = result.known
        return result

    @cached_property
    def roots(self) -> tuple[Node, ...]:
        """Its forms. Brackets that do not match are mended."""
        return tuple(node_of(form, None, index) for index, form in enumerate(self._reading.forms))

    @property
    def nodes(self) -> Iterator[Node]:
        """All forms, outer ones first, in the order of the text."""
        return (node for root in self.roots for node in root.inside())

    def between(self, start: int, end: int) -> Iterator[Node]:
        """The forms that begin between two offsets, outer ones first."""
        waiting = list(reversed(_meeting(self.roots, start, end)))
        while waiting:
            node = waiting.pop()
            first = node.start
            if first >= start:
                yield node
            if node.items:
                among = first >= start and node.end <= end
                waiting.extend(reversed(node.items if among else _meeting(node.items, start, end)))

    def _starting(self, kind: str, text: str = "") -> Iterator[Node]:
        """The innermost form that begins at each token of a kind, or at each with this text in it."""
        for token in self._reading.tokens:
            if token.type == kind and text in token.text:
                node = self.at(token.start)
                if node is not None:
                    yield node

    @cached_property
    def definitions(self) -> tuple[tuple[str, Node], ...]:
        """The definitions that are made anywhere in it: name and `(define ...)`."""
        heads = (node for node in self._starting("WORD", "define") if not node.index)
        result = (node.parent for node in heads if node.parent is not None)
        return tuple((name, node) for node in result if (name := defined(node)) is not None)

    @cached_property
    def options(self) -> tuple[tuple[str, Node], ...]:
        """The options that it has: tag and `(option ...)`."""
        result = ((tag_of(node), node) for node in self.roots if head(node) == "option")
        return tuple((tag, node) for tag, node in result if tag is not None)

    @cached_property
    def includes(self) -> tuple[Node, ...]:
        """The names of the files that it includes, as texts in quotes."""
        return tuple(
            node.items[1]
            for node in self.roots
            if head(node) == "include" and len(node.items) > 1 and isinstance(node.items[1].form, String)
        )

    @cached_property
    def texts(self) -> tuple[Node, ...]:
        """All texts in quotes."""
        return tuple(self._starting("STRING"))

    @cached_property
    def written(self) -> dict[str, tuple[int, ...]]:
        """Where each text in quotes begins, by what stands between the quotes."""
        result: dict[str, list[int]] = {}
        for token in self._reading.tokens:
            if token.type == "STRING":
                result.setdefault(text_of(token), []).append(token.start)
        return {text: tuple(starts) for text, starts in result.items()}

    @cached_property
    def placeholders(self) -> tuple[tuple[str, str | None, Node], ...]:
        """The placeholders of options: tag, part and `<Tag:part>`."""
        angles = self._starting("ANGLE_OPEN")
        keys = ((placeholder_key(n.form), n) for n in angles if isinstance(n.form, Angle))
        return tuple((key[0], key[1], node) for key, node in keys if key is not None)

    def with_text(self, text: str) -> Iterator[Node]:
        """The words and texts in quotes that this is part of."""
        yield from self._starting("WORD", text)
        yield from self._starting("STRING", text)

    @cached_property
    def is_game(self) -> bool:
        """Whether a game or match stands in it."""
        return any(head(node) in ("game", "match") for node in self.roots)

    def at(self, offset: int) -> Node | None:
        """The innermost form that an offset stands in or touches; of two that it touches, the later one."""
        result: Node | None = None
        inner = self.roots
        while True:
            index = bisect_right(inner, offset, key=_start) - 1
            if index < 0 or inner[index].end < offset:
                return result
            result = inner[index]
            inner = result.items


def _start(node: Node) -> int:
    return node.start


def _meeting(nodes: tuple[Node, ...], start: int, end: int) -> tuple[Node, ...]:
    """Those of some forms side by side that stand between two offsets, or partly."""
    first = bisect_left(nodes, start, key=lambda node: node.end)
    return nodes[first : bisect_right(nodes, end, key=_start)]


@frozen(eq=False)
class Placed:
    """A piece of a document, and where in it that begins."""

    piece: Piece
    start: int
    line: int


class Document:
    """A text that is being edited. `before` is what it was: pieces that both have are not read again."""

    def __init__(self, source: Source, before: Document | None = None) -> None:
        self.source = source
        known = {} if before is None else {each.piece.text: each.piece for each in before.pieces}
        self.pieces: tuple[Placed, ...] = tuple(self._placed(known))
        self._starts = [each.start for each in self.pieces]

    def _placed(self, known: dict[str, Piece]) -> Iterator[Placed]:
        parts = list(self._cut())
        stayed = {text for text, _ in parts}
        gone = (piece for text, piece in known.items() if text not in stayed)
        brackets = {text: each for piece in gone for text, each in piece.brackets.items()}
        line = 0
        for text, start in parts:
            piece = known.get(text)
            if piece is None:
                piece = known[text] = Piece(text, brackets)
            yield Placed(piece, start, line)
            line += text.count("\n")

    def _cut(self) -> Iterator[tuple[str, int]]:
        """The texts of the pieces, and where each begins."""
        text = self.source.text
        if len(text) > MAX_ASSISTED:
            return
        starts = [match.start() for match in _FRESH.finditer(text)]
        for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
            if end > start or not starts:
                yield text[start:end], start

    def piece_at(self, offset: int) -> Placed | None:
        """The piece that an offset stands in."""
        if not self.pieces:
            return None
        return self.pieces[max(0, bisect_right(self._starts, offset) - 1)]

    def at(self, offset: int) -> tuple[Placed, Node | None] | None:
        """The innermost form at an offset, and the piece that it stands in."""
        placed = self.piece_at(offset)
        return None if placed is None else (placed, placed.piece.at(offset - placed.start))

    def comment_above(self, offset: int) -> Comment:
        """The comment on the lines right above that of an offset; empty without one."""
        return comment_above(Span(self.source, offset, offset))

    def comment_at_start(self) -> Comment:
        """The comment that a text begins with, if a blank line ends it: what the whole file is about."""
        lines = list(takewhile(lambda line: line.startswith("//"), self.source.text.split("\n")))
        end = sum(len(line) + 1 for line in lines)
        is_apart = bool(lines) and not self.source.text[end : end + 1].strip()
        return comment_above(Span(self.source, end, end)) if is_apart else Comment()
