"""Where everything stands in memory: the record of a state, bundles of moves, checks, and the context.

The record holds the program's fields, first those of the position (so that hashing reads one run of words).
Whole numbers take as few bytes as their range allows. Arrays have an element before and one behind their own
that are always 0: an index that is off by one reads "outside" without a test.

The context is what stands outside the record: the generator, the history, and two stacks, one of bundles and
one of checks, which grow as they must. It belongs to one thread. The history is two arrays, which grow
together: hashes, to be looked through fast, and the positions that they stand for.
"""

from __future__ import annotations

import struct
from functools import cached_property
from typing import Any

from gdl.analyses.ranges import Range, Ranges, find_ranges
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Adjust, Field, Include, Program, Provided, Store, Type
from gdl.core.walk import statements
from gdl.support.values import frozen
from interpreter.engines.frozen import is_value

#: Offsets in the context.
RNG, ERROR, STACK_END = 0, 8, 16
HISTORY, HISTORY_ROOM, HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN = 24, 32, 40, 48, 56
BUNDLES, BUNDLES_ROOM, BUNDLES_TOP = 64, 72, 80
CHECKS, CHECKS_ROOM, CHECKS_TOP = 88, 96, 104
#: What a checked build found wrong: which claim, and the value.
FAILED_CLAIM, FAILED_VALUE = 112, 120
#: Where the flag is of whoever works here: not 0, it is to stop. See interpreter/support/stopping.py.
STOP = 128
#: The pools of searches: of each where its words are and how many.
POOL_WORDS, POOL_ROOM, POOL_SIZE = 136, 144, 16
#: A word that is always 0: what is read outside of a pool.
POOL_ZERO = 200
#: The remembered positions themselves, one for each hash of the history, with as much room.
POSITIONS = 208
#: How often it may still be looked before somebody has to attend.
FUEL = 216
#: So many looks cost next to nothing, one more asks (a power of 2).
SELDOM = 32
CONTEXT_SIZE = 256
#: The parts of the context that a sandbox gives back.
OUTSIDE = (RNG, HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN)
#: A remembered position in the history: its hash, of who is to move too. The position stands in POSITIONS.
HISTORY_ENTRY = 8
#: Remembered positions are looked through so many at once, and so many may be read behind the last.
HISTORY_CHUNK = 8
HISTORY_SLACK = HISTORY_ENTRY * HISTORY_CHUNK

#: What the field ERROR says.
NO_MEMORY, TOO_DEEP, BROKEN, STOPPED, UNATTENDED = 1, 2, 3, 4, 5

#: Offsets in a bundle: kind, check (offset of its record, -1 for none), how many sites; then the arguments.
KIND, CHECK, COUNT, ARGS = 0, 4, 8, 16
#: Offsets in a check: which one, the check around it; then the arguments.
CHECK_KIND, CHECK_OUTER, CHECK_ARGS = 0, 4, 8

Scalar = int | float | bool


@frozen
class Slot:
    """Where a field stands. `type` is LLVM's type of an element in memory, `size` its bytes."""

    field: Field
    offset: int
    type: str
    size: int
    signed: bool

    @property
    def range(self) -> Range:
        """The whole numbers that an element can hold."""
        bits = 8 * self.size
        return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if self.signed else (0, (1 << bits) - 1)

    @property
    def bytes(self) -> int:
        """The bytes that it takes, margins included."""
        return self.size if self.field.length is None else self.size * (self.field.length + 2)

    @property
    def first(self) -> int:
        """The offset of the element 0."""
        return self.offset if self.field.length is None else self.offset + self.size


def narrow(range_: Range) -> tuple[str, int, bool]:
    """The least type that holds a range: LLVM's name, bytes, whether signed."""
    low, high = range_
    for size in (1, 2, 4):
        if low >= 0 and high < 1 << 8 * size:
            return f"i{8 * size}", size, False
        if low >= -(1 << (8 * size - 1)) and high < 1 << (8 * size - 1):
            return f"i{8 * size}", size, True
    return "i64", 8, True


class Memory:
    """The layout of one program's memory."""

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
        arguments = [sum(self.slots_of(p.type) for p in k.params[:-1]) for k in program.kinds]
        self.sites_offset = ARGS + 8 * max(arguments, default=0)
        self.bundle_size = self.sites_offset + self.set_bytes
        procs = {p.name: p for p in program.procs}
        checks = {s.check for p in program.procs for s in statements(p.body) if isinstance(s, Provided)}
        self.checks = sorted(checks)
        sizes = [sum(self.slots_of(p.type) for p in procs[c].params) for c in self.checks]
        self.check_size = CHECK_ARGS + 8 * max(sizes, default=0)

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
        """All but the ranges, which only emitting needs."""
        return {name: value for name, value in self.__dict__.items() if name != "ranges"}

    def slots_of(self, type_: Type) -> int:
        """How many words an argument takes."""
        return self.words if type_ is SITES else 1

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

    def remembered(self, size: int) -> int:
        """How many positions so many bytes of a history are. Raises ValueError for what is none."""
        count, rest = divmod(size, HISTORY_ENTRY + self.position_size)
        if rest:
            raise ValueError("the history is of another program")
        return count

    # --- from and to Python ---------------------------------------------------------------------------

    def fresh(self) -> bytes:
        """The record before `start`."""
        record = bytearray(self.size)
        for f in self.slots:
            initial = f.initial
            self.write(record, f, initial if f.length is None else (initial,) * f.length)
        return bytes(record)

    def read(self, record: bytes | bytearray, f: Field) -> Scalar | tuple[Scalar, ...]:
        """A field's value: a number, a truth, a set as bits, or a tuple of these."""
        slot = self.slots[f]
        if f.length is None:
            return self._decode(record, slot, slot.offset)
        if f.type is not SITES:  # all at once: stacks have thousands of levels
            return struct.unpack_from(f"<{f.length}{_code(slot)}", record, slot.first)
        return tuple(self._decode(record, slot, slot.first + i * slot.size) for i in range(f.length))

    def _decode(self, record: bytes | bytearray, slot: Slot, offset: int) -> Scalar:
        if slot.field.type is SITES:
            return int.from_bytes(record[offset : offset + slot.size], "little")
        (value,) = struct.unpack_from(f"<{_code(slot)}", record, offset)
        number: Scalar = value
        return number

    def check(self, record: bytes) -> None:
        """Raise ValueError for what no state's record can be: emitted code would go wrong with it."""
        again = bytearray(self.size)
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
            again[here] = record[here]
        # outside of arrays and between fields everything is 0
        if again != record:
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


def _code(slot: Slot) -> str:
    """How `struct` calls the elements of a field that is no set."""
    if slot.field.type is FLOAT:
        return "d"
    if slot.field.type is BOOL:
        return "?"
    code = {1: "b", 2: "h", 4: "i", 8: "q"}[slot.size]
    return code if slot.signed else code.upper()
