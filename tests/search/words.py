"""Searches by themselves: their functions called one by one, with pools written by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence
from typing import Any

from gdl import load
from gdl.passes.linker import CONTENTS
from interpreter.search.run import Search

Functions = tuple[Callable[..., Any], ...]


class Words:
    """The functions of a search, compiled with a game, at its start; each can be called."""

    def __init__(
        self, game: str, functions: Functions, pools: Mapping[int, int], *moves: str, engine: str = "python"
    ) -> None:
        made = load(game).on(engine)
        self.state = made.start(1)
        for move in moves:
            self.state = self.state.play(move)
        self.search = Search(
            made.engine, functions, tuple(f.__name__ for f in functions), pools, made.estimate, CONTENTS
        )

    def ints(self, pool: int) -> MutableSequence[int]:
        return self.search.ints(pool)

    def floats(self, pool: int) -> MutableSequence[float]:
        return self.search.floats(pool)

    def clear(self) -> None:
        """All words of all pools are 0."""
        for memory in self.search.memory.values():
            memory[:] = bytes(len(memory))

    def call(self, name: str, *args: Any) -> Any:
        return self.search.call(self.state.raw, name, *args)
