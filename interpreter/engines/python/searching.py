"""What emitted Python calls for searches: pools of words, moves as words (see gdl/core/intrinsics.py)."""

from __future__ import annotations

import marshal
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from gdl.core.intrinsics import POOLS
from interpreter.engines.move_words import MoveWords
from interpreter.engines.python.module import Module
from interpreter.engines.python.state import State
from interpreter.engines.python.stepper import Stepper
from interpreter.support.stopping import present

if TYPE_CHECKING:
    from gdl.core.ops import Field
    from interpreter.engines.python.packed import StatePacking

#: Fingerprints are numbers from 0.
_POSITIVE = (1 << 63) - 1
#: A version of marshal's format in which equal values are equal bytes: later ones tell what is shared.
_PLAIN = 2


class Searching:
    """The pools of one engine's searches; emitted code knows it as SEARCH."""

    def __init__(self, module: Module, stepper: Stepper) -> None:
        self._module = module
        self._stepper = stepper
        self._whole: list[Any] = [()] * POOLS
        self._real: list[Any] = [()] * POOLS
        self.room = [0] * POOLS

    @cached_property
    def _moves(self) -> MoveWords:
        return MoveWords(self._module.program)

    @cached_property
    def _packing(self) -> StatePacking:
        from interpreter.engines.python.packed import StatePacking  # only searches that are told of need it

        return StatePacking(self._module)

    @cached_property
    def _deciding(self) -> tuple[Field, ...]:
        from gdl.analyses.live_fields import live_fields  # only searches need it

        return tuple(live_fields(self._module.program))

    @cached_property
    def _fields(self) -> list[tuple[str, bool]]:
        return [(self._module.slots[f], f.length is not None) for f in self._deciding]

    @cached_property
    def _counting(self) -> list[tuple[str, int]]:
        from gdl.analyses.live_fields import limit_counters

        slots = self._module.slots
        return [(slots[c.counter], c.near) for c in limit_counters(self._module.program, self._deciding)]

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

    def tally(self, number: int, index: int) -> None:
        """One more in a word."""
        if 0 <= index < self.room[number]:
            self._whole[number][index] += 1

    def list_moves(self, state: State, number: int, index: int) -> int:
        """Write the different legal moves, for as many as there is room; how many there are."""
        moves = dict.fromkeys(self._stepper.legal_moves(state))
        for move in moves:
            if not 0 <= index <= self.room[number] - self._moves.size:
                break
            self._moves.write(self._whole[number], index, move)
            index += self._moves.size
        return len(moves)

    def play_move(self, state: State, number: int, index: int) -> None:
        """Play the move at a word."""
        if 0 <= index <= self.room[number] - self._moves.size:
            self._stepper.advance(state, *self._moves.read(self._whole[number], index))

    def begin(self, state: State) -> None:
        """Begin another game in a state, whose generator goes on."""
        self._stepper.begin(state, self._module.fresh_state())

    def play_out(self, state: State, limit: int) -> int:
        """Random moves to the end, at most so many; how many they were."""
        return self._stepper.play_out(state, limit)

    def save_record(self, state: State, number: int, index: int) -> None:
        """Write a state's record, if there is room for all of it."""
        words = memoryview(self._packing.present(state)).cast("q")
        if 0 <= index <= self.room[number] - len(words):
            self._whole[number][index : index + len(words)] = words

    def fingerprint(self, state: State, history: bool) -> int:
        """A number for all that decides what follows."""
        values = [tuple(getattr(state, s)) if array else getattr(state, s) for s, array in self._fields]
        values.extend(max(0, getattr(state, s) - near) for s, near in self._counting)
        result = digest(tuple(values))
        if history:
            remembered, turns = state.entries, 0
            while remembered is not None:
                key, mover, turn, remembered = remembered
                turns = turns or turn
                result += digest((key, mover, turn == turns))
        return digest(result) & _POSITIVE


@lru_cache(1 << 12)
def digest(values: Any) -> int:
    """64 bits that stand for numbers, truths, and tuples of these: the same in each process.

    Python's own hash will not do: for it -1 is -2, and two sets that differ by the sites 0 and 61 are one.
    """
    return int.from_bytes(blake2b(marshal.dumps(values, _PLAIN), digest_size=8).digest(), "little")
