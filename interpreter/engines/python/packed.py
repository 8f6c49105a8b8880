"""States of the Python engine packed as records, as all engines have them, and unpacked again.

The positions that a state remembers stay packed until a rule looks at them: what is sent to and fro is seldom
asked for all of its past.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engines.frozen import number_in
from interpreter.engines.python.state import Entry, Packed, State
from interpreter.engines.record import Record
from interpreter.support.numbers import GENERATORS, MOST_PLIES

if TYPE_CHECKING:
    from interpreter.engines.python.module import Module

#: A record, the generator, the remembered positions (the first first), how many of these are of earlier
#: turns, how many moves have been made.
Parts = tuple[bytes, int, bytes, int, int]


class StatePacking:
    """Packs and unpacks the states of one module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.record = record = Record(module.program)
        self._slots = tuple(module.slots[field] for field in record.packing.fields)
        in_keys = [f for f in module.program.fields if f.position and f.name != "mover"]
        packed = record.position_packing.fields
        #: where a packed value stands in a key, and where a key's value stands among the packed
        self._in_key = [in_keys.index(field) for field in packed]
        self._in_packed = [packed.index(field) for field in in_keys]

    def present(self, state: State) -> bytes:
        """The record of a state."""
        return self.record.packing.packed(getattr(state, slot) for slot in self._slots)

    def past(self, state: State) -> Packed:
        """The positions that a state remembers."""
        entry = state.history
        if isinstance(entry, Packed):
            return entry
        current, earlier, result = 0 if entry is None else entry[2], 0, []
        while entry is not None:
            key, mover, turn, entry = entry
            assert isinstance(key, tuple)
            result.append(self.record.packed_position((key[place] for place in self._in_key), mover))
            earlier += turn != current
        return Packed(b"".join(reversed(result)), earlier, self)

    def entries(self, packed: Packed) -> Entry | None:
        """The same as entries of a history. Turns are told apart only as the rules can: the present one is 1,
        all earlier ones are 0."""
        result: Entry | None = None
        size = self.record.position_size
        for number, at in enumerate(range(0, len(packed.raw), size)):
            values, mover = self.record.unpacked_position(packed.raw[at : at + size])
            key = tuple(tuple(v) if isinstance(v, list) else v for v in (values[i] for i in self._in_packed))
            result = (key, mover, int(number >= packed.turn), result)
        return result

    def parts(self, state: State) -> Parts:
        """All that a state is made of, but the engine."""
        past = self.past(state)
        return self.present(state), state.rng, past.raw, past.turn, state.plies

    def restored(self, parts: tuple[Any, ...]) -> State:
        """The state of these parts. Raises ValueError where they are no state of the program."""
        if len(parts) != 5 or not isinstance(parts[0], bytes) or not isinstance(parts[2], bytes):
            raise ValueError("these are not the parts of a state")
        raw, rng, positions, turn, plies = parts
        self.record.check(raw)
        if not self.record.holds_positions(positions):
            raise ValueError("the history is of another program")
        number_in(turn, 0, len(positions) // self.record.position_size)
        state: State = object.__new__(self._module.state)
        for slot, value in zip(self._slots, self.record.packing.unpacked(raw), strict=True):
            setattr(state, slot, value)
        state.rng = number_in(rng, 0, GENERATORS - 1)
        state.plies = number_in(plies, 0, MOST_PLIES)
        state.history = Packed(positions, turn, self) if positions else None
        return state
