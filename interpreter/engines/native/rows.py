"""The memory of many states side by side: stepping them on several threads, states put in and taken out."""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from interpreter.engines.native.batches import BESIDE, BESIDE_BYTES, PLIES, RANKS
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.memory import (
    HISTORY,
    HISTORY_ENTRY,
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
#: What a row has beside it that has no memory yet: not even for one position.
_NO_ROOM = 2 * _SIGN - HISTORY_SLACK
#: For so many bytes of hashes there is room besides where there was too little.
_ROOM = 64 * HISTORY_ENTRY
_PLACE = {part: number for number, part in enumerate(BESIDE)}


class Rows:
    """`count` states of one program: `records` has them one after the other; `summary` says what they are.

    As they are made they are no states: `begin` begins games, `put` puts states in.
    """

    def __init__(self, engine: NativeEngine, count: int, seed: int) -> None:
        self.engine = engine
        self.count = count
        self.seed = (seed + _SIGN) % (2 * _SIGN) - _SIGN
        self.begun = 0
        self.size = engine.memory.size
        self.summary_size = RANKS + 8 * engine.program.players
        self.records = ctypes.create_string_buffer(count * self.size)
        self.summary = ctypes.create_string_buffer(count * self.summary_size)
        each = [0] * len(BESIDE)
        each[_PLACE[HISTORY_ROOM]] = _NO_ROOM
        given = array("Q", each) * count
        self._beside = (ctypes.c_uint64 * len(given)).from_buffer_copy(given)
        #: where these stand
        self.at, self.summary_at = ctypes.addressof(self.records), ctypes.addressof(self.summary)
        self.beside_at = ctypes.addressof(self._beside)
        weakref.finalize(self, _release, self._beside)

    def _call(self, name: str, first: int, count: int, *more: int) -> int:
        """Call a function on some of the rows."""
        worker = self.engine.worker()
        result: int | None = self.engine.library.run(
            name,
            worker.at,
            self.at + first * self.size,
            self.beside_at + first * BESIDE_BYTES,
            self.summary_at + first * self.summary_size,
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

    # --- states in and out ------------------------------------------------------------------------------

    def state(self, row: int) -> State:
        """One row as a state of its own."""
        known = self._known(row)
        first, length = known[HISTORY_FIRST], known[HISTORY_LENGTH]
        history = history_at(self.engine.memory, known[HISTORY], known[POSITIONS], first, length)
        record = ctypes.string_at(self.at + row * self.size, self.size)
        turn = max(0, known[HISTORY_TURN] - first)  # where the turn began in what is left of the history
        return State(self.engine, record, known[RNG], history, turn, self._plies(row).value)

    def put(self, states: Iterable[tuple[int, State]]) -> None:
        """Put states into rows; `tell` is to be called then."""
        for row, state in states:
            ctypes.memmove(self.at + row * self.size, state.record, self.size)
            self._plies(row).value = state.plies
            self._remember(row, state.history)
            for part, value in ((RNG, state.rng), (HISTORY_TURN, state.turn), (HISTORY_FIRST, 0)):
                self._beside[row * len(BESIDE) + _PLACE[part]] = value

    def make_room(self, row: int, state: State) -> bool:
        """Give a row memory for the history of a state, and for what follows; whether it had too little."""
        length = HISTORY_ENTRY * self.engine.memory.remembered(len(state.history))
        if length <= self._beside[row * len(BESIDE) + _PLACE[HISTORY_ROOM]] < _SIGN:
            return False
        size = 2 * length + _ROOM
        self._remember(row, bytes(size + size // HISTORY_ENTRY * self.engine.memory.position_size))
        return True

    def copy_from(self, source: Rows, rows: Sequence[int]) -> None:
        """All rows as some of others are, which may come several times."""
        memory = self.engine.memory
        pairs = (
            (self.at, source.at, self.size),
            (self.summary_at, source.summary_at, self.summary_size),
            (self.beside_at, source.beside_at, BESIDE_BYTES),
        )
        for to, begin, size in pairs:
            for row, its in enumerate(rows):
                ctypes.memmove(to + row * size, begin + its * size, size)
        for row in range(len(rows)):
            known = self._known(row)
            first, length = known[HISTORY_FIRST], known[HISTORY_LENGTH]
            history = history_at(memory, known[HISTORY], known[POSITIONS], first, length)
            start = row * len(BESIDE)
            for part, value in ((HISTORY, 0), (POSITIONS, 0), (HISTORY_ROOM, _NO_ROOM)):
                self._beside[start + _PLACE[part]] = value
            self._remember(row, history)
            turn = max(0, known[HISTORY_TURN] - first) if history else 0
            self._beside[start + _PLACE[HISTORY_TURN]] = turn
            self._beside[start + _PLACE[HISTORY_FIRST]] = 0

    def tell(self) -> None:
        """Note what there is to know of all rows."""
        attended(lambda: self._call("batch_tell", 0, self.count))

    def _plies(self, row: int) -> ctypes.c_int64:
        return ctypes.c_int64.from_address(self.summary_at + row * self.summary_size + PLIES)

    def _known(self, row: int) -> dict[int, int]:
        start = row * len(BESIDE)
        return {part: self._beside[start + place] for part, place in _PLACE.items()}

    def _remember(self, row: int, history: bytes) -> None:
        """Give a row a history of its own."""
        memory, start = self.engine.memory, row * len(BESIDE)
        size = HISTORY_ENTRY * memory.remembered(len(history))
        self._beside[start + _PLACE[HISTORY_LENGTH]] = size
        if not size:
            return
        libc = allocator()
        for part, raw, slack in (
            (HISTORY, history[:size], HISTORY_SLACK),
            (POSITIONS, history[size:], memory.position_size),
        ):
            at = start + _PLACE[part]
            place = libc.realloc(self._beside[at] or None, len(raw) + slack)
            if not place:
                raise MemoryError
            self._beside[at] = place
            ctypes.memmove(place, raw, len(raw))
        self._beside[start + _PLACE[HISTORY_ROOM]] = size

    def __iter__(self) -> Iterator[State]:
        return (self.state(row) for row in range(self.count))


def _release(beside: ctypes.Array[ctypes.c_uint64]) -> None:
    libc = allocator()
    for row in range(0, len(beside), len(BESIDE)):
        for base in (HISTORY, POSITIONS):
            libc.free(beside[row + BESIDE.index(base)])
