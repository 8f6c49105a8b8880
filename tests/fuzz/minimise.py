"""Delta debugging (Zeller's ddmin) and hierarchical delta debugging (Misherghi's HDD) of what fails.

Rule files are made small as trees first, whatever else as lines and words; then all as characters. An input
is interesting if it still fails in the same way.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from tests.fuzz.forest import Node, at, copy, places, read, write

T = TypeVar("T")
Test = Callable[[bytes], bool]

_WORD = re.compile(r"\s+|[\w\-.]+|[^\w\s]")
#: Texts of up to so many characters are made small character by character.
_SHORT = 400


def _size(data: bytes) -> tuple[int, int]:
    """Blanks count for little."""
    return len(b"".join(data.split())), len(data)


class _OverError(Exception):
    """The time is over: what is smallest by now is taken."""


class Minimiser:
    """Makes one input small within some seconds."""

    def __init__(self, interesting: Test, seconds: float) -> None:
        self._interesting = interesting
        self._deadline = time.monotonic() + seconds
        self._seen: dict[bytes, bool] = {}
        self.best = b""

    def minimise(self, data: bytes, suffix: str) -> bytes:
        """The smallest input that was found to fail in the same way; at worst the same."""
        self.best = data
        try:
            before = None
            while before != self.best:
                before = self.best
                self._once(suffix)
        except _OverError:
            pass
        return self.best

    def _once(self, suffix: str) -> None:
        try:
            text = self.best.decode("utf-8")
        except UnicodeDecodeError:
            ddmin(
                [self.best[i : i + 1] for i in range(len(self.best))],
                lambda items: self._try(b"".join(items)),
            )
            return
        if suffix == ".json":
            self._words(text)
            return
        if suffix == ".lud" and self._tree(text):
            return  # all that is left is needed, and laid out to be read
        ddmin(text.splitlines(keepends=True), lambda items: self._try("".join(items).encode()))
        ddmin(_WORD.findall(self.best.decode("utf-8")), lambda items: self._try("".join(items).encode()))
        text = self.best.decode("utf-8")
        if len(text) <= _SHORT:
            ddmin(list(text), lambda items: self._try("".join(items).encode()))

    def _try(self, data: bytes) -> bool:
        if data not in self._seen:
            if time.monotonic() > self._deadline:
                raise _OverError
            self._seen[data] = self._interesting(data)
        if self._seen[data] and _size(data) < _size(self.best):
            self.best = data
        return self._seen[data]

    def _words(self, text: str) -> None:
        """A command line: words, then each word's characters."""
        words = ddmin(json.loads(text), lambda items: self._try(json.dumps(items).encode()))
        for index in range(len(words)):
            before, word, after = words[:index], words[index], words[index + 1 :]
            words[index] = "".join(ddmin(word, partial(self._joined, before, after)))

    def _joined(self, before: list[str], after: list[str], word: list[str]) -> bool:
        return self._try(json.dumps([*before, "".join(word), *after]).encode())

    # --- Trees ------------------------------------------------------------------------------------------

    def _tree(self, text: str) -> bool:
        """The children of every node, from the top; then nodes by what is in them; then numbers and texts.

        False if what fails is not the tree, but how it is written.
        """
        tree = read(text)
        if not self._try(write(tree).encode()):
            return False
        level: list[Node] = [tree]
        while level:
            for node in level:
                self._children(tree, node)
            level = [item for node in level for item in node[1:] if isinstance(item, list)]
        self._hoist(tree)
        self._simpler(tree)
        return True

    def _children(self, tree: Node, node: Node) -> None:
        children = node[1:]

        def without(items: Sequence[Node | str]) -> bool:
            node[1:] = items
            return self._try(write(tree).encode())

        node[1:] = ddmin(children, without)

    def _hoist(self, tree: Node) -> None:
        again = True
        while again:
            again = False
            for node, index in places(tree):
                item = node[index] if index < len(node) else ""
                for child in item[1:] if isinstance(item, list) else ():
                    alone = isinstance(item, list) and len(item) == 2
                    if (alone or isinstance(child, list)) and self._replaced(tree, node, index, child):
                        again = True
                        break
                if again:
                    break

    def _simpler(self, tree: Node) -> None:
        for place in places(tree):
            word = at(place)
            if isinstance(word, str) and len(word) > 1:
                for shorter in ('"a"',) if word.startswith('"') else ("0", "1", "2", word[: len(word) // 2]):
                    if len(shorter) < len(word) and self._replaced(tree, *place, shorter):
                        break

    def _replaced(self, tree: Node, node: Node, index: int, item: Node | str) -> bool:
        before = node[index]
        node[index] = copy(item)
        if self._try(write(tree).encode()):
            return True
        node[index] = before
        return False


def ddmin(items: Sequence[T], interesting: Callable[[list[T]], bool]) -> list[T]:
    """A sublist that is interesting and of which no single item can be left out (1-minimal)."""
    found, parts = list(items), 2
    if found and interesting([]):
        return []
    while len(found) >= 2:
        size = -(-len(found) // parts)
        for start in range(0, len(found), size):
            fewer = found[:start] + found[start + size :]
            if interesting(fewer):
                found, parts = fewer, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(found), parts * 2)
    interesting(found)  # what was tried last is what is kept
    return found
