"""What emitted Python calls for searches: pools of words, moves as words (see gdl/core/intrinsics.py)."""

from __future__ import annotations

import marshal
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from gdl.analyses.live_fields import limit_counters, live_fields
from gdl.core.intrinsics import POOLS
from interpreter.engines.move_words import MoveWords
from interpreter.support.stopping import heed, present

if TYPE_CHECKING:
    from interpreter.engines.python.engine import PythonEngine
    from interpreter.engines.python.state import State

#: Fingerprints are numbers from 0.
_POSITIVE = (1 << 63) - 1
#: A version of marshal's format in which equal values are equal bytes: later ones tell what is shared.
_PLAIN = 2


class Searching:
    """The pools of one engine's searches; emitted code knows it as SEARCH."""

    def __init__(self, engine: PythonEngine) -> None:
        self._engine = engine
        self._moves = MoveWords(engine.program)
        slots = engine.module.slots
        decide = live_fields(engine.program)
        self._fields = [(slots[f], f.length is not None) for f in decide]
        self._counting = [(slots[c.counter], c.near) for c in limit_counters(engine.program, decide)]
        self._whole: list[Any] = [()] * POOLS
        self._real: list[Any] = [()] * POOLS
        self.room = [0] * POOLS

    @property
    def stopped(self) -> bool:
        """Whoever runs a search wants it to end."""
        return present().raised

    def provide(self, number: int, memory: memoryview) -> None:
        """Give a pool its words."""
        self._whole[number], self._real[number] = memory.cast("q"), memory.cast("d")
        self.room[number] = len(self._whole[number])

    def peek_int(self, number: int, index: int) -> int:
        """A word, 0 outside."""
        return int(self._whole[number][index]) if 0 <= index < self.room[number] else 0

    def peek_float(self, number: int, index: int) -> float:
        """A word as a Float, 0.0 outside."""
        return float(self._real[number][index]) if 0 <= index < self.room[number] else 0.0

    def poke_int(self, number: int, index: int, value: int) -> None:
        """Write a word."""
        if 0 <= index < self.room[number]:
            self._whole[number][index] = value

    def poke_float(self, number: int, index: int, value: float) -> None:
        """Write a Float."""
        if 0 <= index < self.room[number]:
            self._real[number][index] = value

    def list_moves(self, state: State, number: int, index: int) -> int:
        """Write the different legal moves, for as many as there is room; how many there are."""
        moves = dict.fromkeys(self._engine.legal_moves(state))
        for move in moves:
            if not 0 <= index <= self.room[number] - self._moves.size:
                break
            self._moves.write(self._whole[number], index, move)
            index += self._moves.size
        return len(moves)

    def play_move(self, state: State, number: int, index: int) -> None:
        """Play the move at a word."""
        if 0 <= index <= self.room[number] - self._moves.size:
            self._engine.advance(state, *self._moves.read(self._whole[number], index))

    def play_out(self, state: State, limit: int) -> None:
        """Random moves to the end, at most so many."""
        while not state.over and limit > 0:
            heed()
            self._engine.advance(state, *self._engine.random_move(state))
            limit -= 1

    def fingerprint(self, state: State, history: bool) -> int:
        """A number for all that decides what follows."""
        values = [tuple(getattr(state, s)) if array else getattr(state, s) for s, array in self._fields]
        values.extend(max(0, getattr(state, s) - near) for s, near in self._counting)
        found = digest(tuple(values))
        if history:
            remembered, turns = state.history, 0
            while remembered is not None:
                key, mover, turn, remembered = remembered
                turns = turns or turn
                found += digest((key, mover, turn == turns))
        return digest(found) & _POSITIVE


@lru_cache(1 << 12)
def digest(values: Any) -> int:
    """64 bits that stand for numbers, truths, and tuples of these: the same in each process.

    Python's own hash will not do: for it -1 is -2, and two sets that differ by the sites 0 and 61 are one.
    """
    return int.from_bytes(blake2b(marshal.dumps(values, _PLAIN), digest_size=8).digest(), "little")
