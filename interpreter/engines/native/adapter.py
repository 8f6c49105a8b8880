"""The native engine as the rest of the interpreter wants one, with what people want to see of states."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from gdl.core.ops import Program
from interpreter.engines.adapter import Adapter
from interpreter.engines.interface import Playouts, RawState, Seen
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.games import sum_games
from interpreter.engines.native.memory import HISTORY_ENTRY
from interpreter.engines.native.perft import count
from interpreter.engines.native.state import restored
from interpreter.engines.perft import Depth
from interpreter.engines.raw_move import RawMove


class NativeAdapter(Adapter):
    """The native engine, and how to read its states."""

    name = "native"

    def __init__(self, program: Program, checked: bool = False, key: str | None = None) -> None:
        self.native = NativeEngine(program, checked=checked, key=key)
        super().__init__(self.native)

    def compile(self) -> None:
        """Make ready what plays move by move."""
        self.native.library["legal"]

    def warm_up(self) -> None:
        """Wait until what is used is compiled as well as it will be."""
        self.native.library.settle()

    @property
    def llvm(self) -> str:
        """What plays random games, in LLVM's language."""
        return self.native.library.module("games").text()

    @property
    def ir_lines(self) -> int:
        """How many lines that is."""
        return self.llvm.count("\n")

    def perft(self, state: RawState, depth: int, turns: bool = False, threads: int = 1) -> tuple[Depth, ...]:
        """Count the sequences of 1 to `depth` moves (or turns) from a state."""
        return count(self.native, self, state, depth, turns, threads)

    def _present(self, state: RawState) -> Hashable:
        record: bytes = state.record
        return record

    def _past(self, state: RawState) -> Iterator[Hashable]:
        size = self.native.memory.position_size
        hashes = HISTORY_ENTRY * self.native.memory.remembered(len(state.history))
        for number, start in enumerate(range(hashes, len(state.history), size)):
            yield state.history[start : start + size], HISTORY_ENTRY * number >= state.turn

    def seen(self, state: RawState, move: RawMove) -> Seen:
        """Where a move goes, for people."""
        origin, target, low, high = self.native.seen(state, move)
        kind = self.program.kinds[move[0]]
        has_levels = kind.level_from is not None and kind.level_to is not None
        return Seen(origin, target, (low, high) if has_levels else None)

    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts:
        """Play random games to their ends; how many threads share them does not change the result."""
        done = sum_games(self.native, games, seed, threads=threads)
        return Playouts(done.games, done.plies, done.wins, done.draws)

    def _parts(self, state: RawState) -> tuple[Any, ...]:
        parts: tuple[Any, ...] = state.parts
        return parts

    def _restored(self, parts: tuple[Any, ...]) -> RawState:
        return restored(self.native, parts)
