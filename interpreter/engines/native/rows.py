"""The memory of many states side by side, and stepping them on several threads."""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

from interpreter.engines.native.batches import BESIDE, BESIDE_BYTES, RANKS
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.memory import (
    HISTORY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_SLACK,
    HISTORY_TURN,
    POSITIONS,
    RNG,
)
from interpreter.engines.native.state import State
from interpreter.engines.native.worker import allocator, history_at
from interpreter.support.stopping import attended, side_by_side

_SIGN = 1 << 63


class Rows:
    """`count` states of one program: `records` has them one after the other; `summary` says what they are."""

    def __init__(self, engine: NativeEngine, count: int, seed: int) -> None:
        self.engine = engine
        self.count = count
        self.seed = (seed + _SIGN) % (2 * _SIGN) - _SIGN
        self.begun = 0
        self.size = engine.memory.size
        self.summary_size = RANKS + 8 * engine.program.players
        self.records = ctypes.create_string_buffer(count * self.size)
        self.summary = ctypes.create_string_buffer(count * self.summary_size)
        self._beside = (ctypes.c_uint64 * (count * len(BESIDE)))()
        room = BESIDE.index(HISTORY_ROOM)
        for row in range(count):
            # no memory yet: not even for one position
            self._beside[row * len(BESIDE) + room] = 2 * _SIGN - HISTORY_SLACK
        weakref.finalize(self, _release, self._beside)

    def _call(self, name: str, first: int, count: int, *more: int) -> int:
        """Call a function on some of the rows."""
        worker = self.engine.worker()
        result: int | None = self.engine.library.run(
            name,
            worker.at,
            ctypes.addressof(self.records) + first * self.size,
            ctypes.addressof(self._beside) + first * BESIDE_BYTES,
            ctypes.addressof(self.summary) + first * self.summary_size,
            count,
            *more,
        )
        worker.checked()
        return result or 0

    def begin(self) -> int:
        """Begin the next games of the seed where a game is over, or has never begun; how many."""
        result = attended(lambda: self._call("batch_start", 0, self.count, self.seed, self.begun))
        self.begun += result
        return result

    def first_wrong(self, moves: array[int]) -> int:
        """The first row that has no move of its number; -1 where all have."""
        return self._call("batch_wrong", 0, self.count, moves.buffer_info()[0])

    def step(self, moves: array[int], threads: int) -> None:
        """Play the move of each number; -1 leaves the row."""
        address = moves.buffer_info()[0]
        self._share(lambda first, count: self._call("batch_step", first, count, address + 8 * first), threads)

    def step_random(self, threads: int) -> None:
        """Play a random move in each row whose game goes on."""
        self._share(lambda first, count: self._call("batch_random", first, count), threads)

    def _share(self, work: Callable[[int, int], Any], threads: int) -> None:
        part = -(-self.count // max(1, threads))
        jobs = [partial(work, first, min(part, self.count - first)) for first in range(0, self.count, part)]
        side_by_side(jobs, threads)

    def state(self, row: int, plies: int) -> State:
        """One row as a state of its own."""
        start = row * len(BESIDE)
        known = {part: self._beside[start + i] for i, part in enumerate(BESIDE)}
        first, length = known[HISTORY_FIRST], known[HISTORY_LENGTH]
        history = history_at(self.engine.memory, known[HISTORY], known[POSITIONS], first, length)
        record = ctypes.string_at(ctypes.addressof(self.records) + row * self.size, self.size)
        turn = max(0, known[HISTORY_TURN] - first)  # where the turn began in what is left of the history
        return State(self.engine, record, known[RNG], history, turn, plies)


def _release(beside: ctypes.Array[ctypes.c_uint64]) -> None:
    libc = allocator()
    for row in range(0, len(beside), len(BESIDE)):
        for base in (HISTORY, POSITIONS):
            libc.free(beside[row + BESIDE.index(base)])
