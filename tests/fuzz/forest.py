"""Rule files as trees of words, read leniently: for mutation, whatever is wrong with them.

A node is a list whose first item is its opening bracket; everything else is a word as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Node = list["Node | str"]
Place = tuple[Node, int]

_WORD = re.compile(r'//[^\n]*|"(?:[^"\\]|\\.)*"|<\w+(?::\w+)?>|[(){}]|[^\s(){}"]+|"', re.DOTALL)
#: What stands before a word without a blank.
_NO_BLANK = ("", "(", "{")
_CLOSING = {"(": ")", "{": "}", "": ""}


def words(text: str) -> list[str]:
    """The text cut into brackets, texts in quotes and words; comments are left out."""
    return [word for word in _WORD.findall(text) if not word.startswith("//")]


def read(text: str) -> Node:
    """The tree of a text; brackets that fit nothing are left out."""
    root: Node = [""]
    open_: list[Node] = [root]
    for word in words(text):
        if word in "({":
            node: Node = [word]
            open_[-1].append(node)
            open_.append(node)
        elif word in ")}":
            if len(open_) > 1:
                open_.pop()
        else:
            open_[-1].append(word)
    return root


def _pieces(node: Node) -> Iterator[str]:
    stack: list[tuple[Node, int]] = [(node, 1)]
    yield str(node[0])
    while stack:
        inside, at = stack.pop()
        if at >= len(inside):
            yield _CLOSING[str(inside[0])]
            continue
        stack.append((inside, at + 1))
        item = inside[at]
        if isinstance(item, str):
            yield item
        else:
            yield str(item[0])
            stack.append((item, 1))


def write(node: Node | str) -> str:
    """The text of a tree."""
    if isinstance(node, str):
        return node
    text = [""]
    for piece in _pieces(node):
        if piece and piece not in ")}" and text[-1] not in _NO_BLANK and text[-1][-1:] != ":":
            text.append(" ")
        text.append(piece)
    return "".join(text)


def copy(node: Node | str) -> Node | str:
    """Another tree of the same shape."""
    return node if isinstance(node, str) else [copy(item) for item in node]


def places(node: Node) -> list[Place]:
    """Where anything stands in a tree: the node that holds it, and its index there."""
    found: list[Place] = []
    stack = [node]
    while stack:
        inside = stack.pop()
        for at in range(1, len(inside)):
            found.append((inside, at))
            item = inside[at]
            if not isinstance(item, str):
                stack.append(item)
    return found


def at(place: Place) -> Node | str:
    """What stands at a place."""
    return place[0][place[1]]
