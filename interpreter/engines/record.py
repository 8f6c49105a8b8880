"""The record of a state: where each field of a program stands in a run of bytes, the same on every engine.

The record holds the program's fields, first those of the position (so that hashing reads one run of words).
Whole numbers take as few bytes as their range allows. Arrays have an element before and one behind their own
that are always 0: an index that is off by one reads "outside" without a test. The native engine works on
records in place; those of other engines are packed when states are compared, hashed or sent elsewhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from gdl.analyses.ranges import Range, Ranges, find_ranges
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Adjust, Field, Include, Program, Store, Type
from gdl.core.walk import statements
from interpreter.engines.frozen import is_value
from interpreter.engines.lanes import Lanes
from interpreter.engines.packing import FieldPacking
from interpreter.engines.slots import Scalar, Slot, code_of, narrow

#: What a record works out when it is first needed.
_WORKED_OUT = ("ranges", "packing", "position_packing", "lanes", "fresh")


class Record:
    """The layout of the record of one program's states."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.words = max(1, -(-program.sites // 64))
        self.set_bytes = 8 * self.words
        #: LLVM's types of values in registers
        self.types: dict[Type, str] = {
            INT: "i64",
            BOOL: "i1",
            FLOAT: "double",
            SITES: f"i{64 * self.words}",
        }
        self.slots: dict[Field, Slot] = {}
        position = [f for f in program.fields if f.position and f.name != "mover"]
        others = [f for f in program.fields if not f.position or f.name == "mover"]
        end = self._place(position, 0)
        self.position_words = end // 8
        self.live_words = self._live(position)
        #: the words of the record that a remembered position keeps, and its bytes: who is to move is the last
        self.kept_words = range(self.live_words[0], self.live_words[-1] + 1) if self.live_words else range(0)
        self.position_size = 8 * (len(self.kept_words) + 1)
        self.size = self._place(others, end)
        #: the numbers that fields come to; None for one that nothing is ever written to
        self.bounds = {f: self.ranges.key(f) for f in program.fields if f.type is INT}

    def _live(self, position: list[Field]) -> list[int]:
        """The words of the position in which anything ever changes."""
        written: dict[Field, Range] = {}
        for proc in self.program.procs:
            for stmt in statements(proc.body):
                if isinstance(stmt, Store | Adjust | Include):
                    low, high = 0, 0
                    if stmt.index is not None and stmt.field.length is not None:
                        low, high = self.ranges.of(stmt.index, proc.name)
                        low, high = max(low, 0), min(high, stmt.field.length - 1)
                    known = written.get(stmt.field, (low, high))
                    written[stmt.field] = min(low, known[0]), max(high, known[1])
        words: set[int] = set()
        for f in position:
            if f in written:
                slot, (low, high) = self.slots[f], written[f]
                start, end = slot.first + low * slot.size, slot.first + (high + 1) * slot.size
                words.update(range(start // 8, -(-end // 8)))
        return sorted(words)

    @cached_property
    def ranges(self) -> Ranges:
        """What numbers can come to."""
        return find_ranges(self.program)

    def __getstate__(self) -> dict[str, Any]:
        """All but what is worked out when it is needed."""
        return {name: value for name, value in self.__dict__.items() if name not in _WORKED_OUT}

    def _place(self, fields: list[Field], start: int) -> int:
        """Give fields their places, the widest first; the end, in whole words."""
        shapes = {f: self._shape(f) for f in fields}
        for f in sorted(fields, key=lambda f: (-min(shapes[f][1], 8), f.length is not None)):
            slot = Slot(f, start, *shapes[f])
            self.slots[f] = slot
            start += slot.bytes
        return -(-start // 8) * 8

    def _shape(self, f: Field) -> tuple[str, int, bool]:
        if f.type is SITES:
            return self.types[SITES], self.set_bytes, False
        if f.type is FLOAT:
            return "double", 8, False
        if f.type is BOOL:
            return "i8", 1, False
        known = self.ranges.key(f)
        return narrow((0, 0) if known is None else known)

    # --- from and to Python ---------------------------------------------------------------------------

    @cached_property
    def packing(self) -> FieldPacking:
        """Packs and unpacks records."""
        return FieldPacking(self.slots.values(), 0, self.size)

    @cached_property
    def position_packing(self) -> FieldPacking:
        """Packs and unpacks positions without who is to move, of which only `kept_words` are remembered."""
        of_position = [slot for f, slot in self.slots.items() if f.position and f.name != "mover"]
        return FieldPacking(of_position, 0, 8 * self.position_words)

    @cached_property
    def lanes(self) -> Lanes:
        """Judges records."""
        return Lanes(self.slots.values(), self.size, self.bounds, self.program.sites)

    @property
    def _kept(self) -> slice:
        return slice(8 * self.kept_words.start, 8 * self.kept_words.stop)

    def packed_position(self, values: Iterable[Any], mover: int) -> bytes:
        """A remembered position as the history has it: the words that change, then who is to move.

        `values` are in the order of `position_packing.fields`.
        """
        return self.remembered_as(self.position_packing.packed(values), mover)

    def remembered_as(self, record: bytes, mover: int) -> bytes:
        """The same of the position in a record."""
        return record[self._kept] + mover.to_bytes(8, "little")

    def unpacked_position(self, raw: bytes) -> tuple[list[Any], int]:
        """What `packed_position` packed: values, and who is to move."""
        region, kept = self.fresh[: 8 * self.position_words], self._kept
        whole = region[: kept.start] + raw[:-8] + region[kept.stop :]
        return self.position_packing.unpacked(whole), int.from_bytes(raw[-8:], "little")

    def holds_positions(self, raw: bytes) -> bool:
        """Are these remembered positions, one after the other, all of them such as states can have?"""
        size, kept, fresh = self.position_size, self._kept, self.fresh
        before, behind = fresh[: kept.start], fresh[kept.stop :]
        return len(raw) % size == 0 and all(
            self.lanes.hold(before + raw[at : at + size - 8] + behind)
            and 1 <= int.from_bytes(raw[at + size - 8 : at + size], "little") <= self.program.players
            for at in range(0, len(raw), size)
        )

    @cached_property
    def fresh(self) -> bytes:
        """The record before `start`."""
        initial = (f.initial if f.length is None else (f.initial,) * f.length for f in self.packing.fields)
        return self.packing.packed(initial)

    def read(self, record: bytes | bytearray, f: Field) -> Scalar | tuple[Scalar, ...]:
        """A field's value: a number, a truth, a set as bits, or a tuple of these."""
        slot = self.slots[f]
        if f.length is None:
            return self._decode(record, slot, slot.offset)
        if f.type is not SITES:  # all at once: stacks have thousands of levels
            return struct.unpack_from(f"<{f.length}{code_of(slot)}", record, slot.first)
        return tuple(self._decode(record, slot, slot.first + i * slot.size) for i in range(f.length))

    def _decode(self, record: bytes | bytearray, slot: Slot, offset: int) -> Scalar:
        if slot.field.type is SITES:
            return int.from_bytes(record[offset : offset + slot.size], "little")
        (value,) = struct.unpack_from(f"<{code_of(slot)}", record, offset)
        number: Scalar = value
        return number

    def check(self, record: bytes) -> None:
        """Raise ValueError for what no state's record can be: emitted code would go wrong with it."""
        if self.lanes.hold(record):
            return
        if len(record) != self.size:
            raise ValueError("the record is of another program")
        for f, slot in self.slots.items():
            value = self.read(record, f)
            values = value if isinstance(value, tuple) else (value,)
            if not all(is_value(each, f, self.bounds.get(f), self.program.sites) for each in values):
                raise ValueError(f"{f.name} cannot be {value!r}")
            here = slice(slot.first, slot.first + slot.size * len(values))
            if f.type is BOOL and max(record[here], default=0) > 1:
                raise ValueError(f"{f.name} is neither true nor false")
        raise ValueError("the record has something where nothing belongs")

    def write(self, record: bytearray, f: Field, value: object) -> None:
        """Give a field a value. Raises OverflowError for what it cannot hold."""
        slot = self.slots[f]
        values = (value,) if f.length is None else value
        assert isinstance(values, tuple | list)
        if f.length is not None and len(values) != f.length:
            raise OverflowError(f"{f.name} has {f.length} elements")
        for number, each in enumerate(values):
            if f.type is FLOAT:
                raw = struct.pack("<d", float(each))
            else:
                limit = 1 << self.program.sites
                if f.type is SITES and not 0 <= int(each) < limit:
                    raise OverflowError(f"{f.name} is no set of sites")
                raw = int(each).to_bytes(slot.size, "little", signed=slot.signed)
            start = slot.first + number * slot.size
            record[start : start + slot.size] = raw
