"""Garbage of the language server: nothing of old versions is left, and circles wait for a pause."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from gdl.assist import Document, colours, hover
from gdl.assist.tree import Node
from gdl.source.text import Source
from gdl.support.cpython import gc_paused
from interpreter.lsp import worker
from interpreter.lsp.worker import Pauses
from tests.lsp.test_editing import names

TEXT = '(game "G" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (play (pass))))'


def test_an_old_version_is_gone_at_once() -> None:
    document: Document | None = Document(Source("main", TEXT))
    assert document is not None
    there = names(document)
    colours(there)
    hover(there, TEXT.index("Man"))
    node = document.at(TEXT.index("Man"))
    assert node is not None and node[1] is not None
    old: weakref.ref[Node] = weakref.ref(node[1])
    with gc_paused():
        del there, node
        document = Document(Source("main", TEXT + " "), document)
        assert old() is None


class Circle:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_circles_wait_for_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PAUSE", 0.01)
    monkeypatch.setattr(worker, "ENOUGH", 3)

    async def answers(many: int) -> bool:
        """Whether a circle is still there after so many answers and a pause."""
        waiting = Pauses()
        circle = weakref.ref(Circle())
        for _ in range(many):
            waiting.answered()
            assert circle() is not None
        await asyncio.sleep(0.1)
        return circle() is not None

    with gc_paused():
        assert asyncio.run(answers(2))
        assert not asyncio.run(answers(3))


def test_without_a_pause_circles_go_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MOST", 5)

    async def answers(many: int) -> bool:
        waiting = Pauses()
        circle = weakref.ref(Circle())
        for _ in range(many):
            waiting.answered()
        return circle() is not None

    with gc_paused():
        assert asyncio.run(answers(4))
        assert not asyncio.run(answers(5))
    assert gc.isenabled()
