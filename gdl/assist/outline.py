"""The structure of a text: its outline, and what of it can be folded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from gdl.assist.tree import Document, Node, Placed, head
from gdl.parse.forms import Brace, Paren, String, Word
from gdl.source.text import Span
from gdl.support.values import frozen

_COMMENTS = re.compile(r"(?:^[ \t]*//[^\n]*(?:\n|\Z)){2,}", re.MULTILINE)

_ROLE = re.compile(r"P\d+|Each|Neutral|Shared")


class Sort(Enum):
    """What an entry of the outline is."""

    GAME = "game"
    DEFINITION = "definition"
    OPTION = "option"
    PART = "part"
    ITEM = "item"


@frozen
class Entry:
    """One entry of the outline, with those in it."""

    name: str
    detail: str
    sort: Sort
    span: Span
    head: Span
    inner: tuple[Entry, ...] = ()


#: Brackets that are shown, by their head word.
_PARTS = frozenset({"players", "equipment", "rules", "meta", "start", "play", "end", "phase", "subgame"})
_ITEMS = frozenset(
    {"board", "boardless", "mancalaBoard", "surakartaBoard", "piece", "tile", "regions", "track", "hand",
     "dice", "map", "colours", "item"}
)  # fmt: skip


def outline(document: Document) -> tuple[Entry, ...]:
    """The outline of a text: definitions, options, the game and its parts."""
    result = []
    for placed in document.pieces:
        for root in placed.piece.roots:
            entry = _top(document, placed, root)
            if entry is not None:
                result.append(entry)
    return tuple(result)


def _top(document: Document, placed: Placed, root: Node) -> Entry | None:
    word = head(root)
    sort = {
        "game": Sort.GAME,
        "match": Sort.GAME,
        "define": Sort.DEFINITION,
        "option": Sort.OPTION,
        "ruleset": Sort.OPTION,
        "rulesets": Sort.OPTION,
        "metadata": Sort.PART,
    }.get(word)
    return None if sort is None else _entry(document, placed, root, sort)


def _entry(document: Document, placed: Placed, node: Node, sort: Sort) -> Entry:
    word = head(node)
    named = next((item.form.value for item in node.items[1:] if isinstance(item.form, String)), "")
    words = (item.form.text for item in node.items[1:] if isinstance(item.form, Word))
    role = next((word for word in words if _ROLE.fullmatch(word)), "")
    inner = () if sort is Sort.DEFINITION else tuple(_inside(document, placed, node))
    first = node.items[0]
    return Entry(
        named or word,
        " ".join(filter(None, (word if named else "", role))),
        sort,
        _span(document, placed, node.start, node.end),
        _span(document, placed, first.start, first.end),
        inner,
    )


def _inside(document: Document, placed: Placed, node: Node) -> Iterator[Entry]:
    """The entries in a form: those of what is not shown itself move up."""
    for item in node.items:
        word = head(item)
        if word in _PARTS or word in _ITEMS:
            yield _entry(document, placed, item, Sort.PART if word in _PARTS else Sort.ITEM)
        elif not isinstance(item.form, Paren) or not word:
            yield from _inside(document, placed, item)


def _span(document: Document, placed: Placed, start: int, end: int) -> Span:
    return Span(document.source, placed.start + start, placed.start + end)


@frozen
class Fold:
    """Lines that can be folded, counted from 0, the last included."""

    first: int
    last: int
    comment: bool = False


def folds(document: Document) -> tuple[Fold, ...]:
    """Brackets over several lines, and comments of several lines."""
    result: dict[int, Fold] = {}
    position = document.source.position
    for placed in document.pieces:
        for node in placed.piece.nodes:
            if not isinstance(node.form, Paren | Brace):
                continue
            first = position(placed.start + node.start)[0] - 1
            last = position(placed.start + node.end - 1)[0] - 1
            if last > first:
                result.setdefault(first, Fold(first, last))
    for match in _COMMENTS.finditer(document.source.text):
        first = position(match.start())[0] - 1
        last = first + match[0].rstrip("\n").count("\n")
        result.setdefault(first, Fold(first, last, comment=True))
    return tuple(result[first] for first in sorted(result))
