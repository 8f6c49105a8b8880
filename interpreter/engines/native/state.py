"""States of the native engine, and the packing of values: how states, moves and arguments stand in memory.

A state is a value that holds a record's bytes and what stands outside it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Protocol

from gdl.core.ops import BOOL, FLOAT, SITES, Type
from interpreter.engines.frozen import number_in
from interpreter.engines.kept import stable_hash
from interpreter.engines.move_words import RawMove
from interpreter.engines.native.memory import ARGS, HISTORY_ENTRY, KIND, Memory
from interpreter.support.numbers import GENERATORS, MOST_PLIES


class Owner(Protocol):
    """What a state asks of the engine that it belongs to."""

    memory: Memory
    mover_at: int

    @property
    def program_key(self) -> str:
        """Two engines of equal keys run the same program."""

    def value(self, state: State, name: str, /) -> Any:
        """A field's value by its name."""


class State:
    """A state. It never changes. Equality and hash look at the position and who is to move only."""

    __slots__ = ("engine", "history", "plies", "record", "rng", "turn")

    def __init__(self, engine: Owner, record: bytes, rng: int, history: bytes, turn: int, plies: int) -> None:
        self.engine = engine
        self.record = record
        self.rng = rng
        self.history = history
        self.turn = turn
        self.plies = plies

    @property
    def mover(self) -> int:
        """The number of the player to move."""
        return self.record[self.engine.mover_at]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.engine.value(self, "over"))

    def key(self) -> bytes:
        """The position without who is to move, to compare and to hash."""
        return self.record[: 8 * self.engine.memory.position_words]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if other.engine is not self.engine and other.engine.program_key != self.engine.program_key:
            return NotImplemented
        return self.mover == other.mover and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.mover, stable_hash(self.key())))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _: Any) -> State:
        return self

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return restored, (self.engine, self.parts)

    @property
    def parts(self) -> tuple[Any, ...]:
        """All that it is made of, but the engine."""
        return self.record, self.rng, self.history, self.turn, self.plies

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{f.name}={self.engine.memory.read(self.record, f)!r}" for f in self.engine.memory.program.fields
        )
        return f"State(plies={self.plies}, {shown})"


def restored(engine: Owner, parts: tuple[Any, ...]) -> State:
    """The state of these parts. Raises ValueError where they are no state of the engine's program."""
    if len(parts) != 5 or not isinstance(parts[0], bytes) or not isinstance(parts[2], bytes):
        raise ValueError("these are not the parts of a state")
    record, rng, history, turn, plies = parts
    engine.memory.check(record)
    last = HISTORY_ENTRY * engine.memory.remembered(len(history))
    if number_in(turn, 0, last) % HISTORY_ENTRY:
        raise ValueError("the turn begins between two positions")
    return State(
        engine, record, number_in(rng, 0, GENERATORS - 1), history, turn, number_in(plies, 0, MOST_PLIES)
    )


#: One move offered in a bundle: the kind, its arguments, the sites, whether checks are still to be made.
Offered = tuple[int, tuple[Any, ...], int, bool]


class Packing:
    """Packs and unpacks the values of one program."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._types = [[p.type for p in kind.params[:-1]] for kind in memory.program.kinds]

    def size(self, type_: Type) -> int:
        """How many bytes a value takes."""
        return 8 * self._memory.slots_of(type_)

    def pack(self, args: tuple[Any, ...], types: list[Type]) -> bytes:
        """Values of these types, one after the other."""
        parts = []
        for value, type_ in zip(args, types, strict=True):
            if type_ is FLOAT:
                parts.append(struct.pack("<d", value))
            else:
                size = self.size(type_)
                parts.append((int(value) & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
        return b"".join(parts)

    def pack_move(self, move: RawMove) -> bytes:
        """A move as a bundle of one, without its site."""
        kind, args, _ = move
        return struct.pack("<iiq", kind, -1, 1) + self.pack(args, self._types[kind])

    def bundles(self, raw: bytes) -> list[Offered]:
        """The bundles that stand one after the other."""
        step = self._memory.bundle_size
        return [self.bundle(raw[i : i + step]) for i in range(0, len(raw), step)]

    def bundle(self, raw: bytes) -> Offered:
        """One bundle."""
        kind, check = struct.unpack_from("<ii", raw, KIND)
        result, offset = [], ARGS
        for type_ in self._types[kind]:
            result.append(self.value(raw[offset : offset + self.size(type_)], type_))
            offset += self.size(type_)
        sites = int.from_bytes(raw[self._memory.sites_offset :], "little")
        return kind, tuple(result), sites, check >= 0

    def value(self, raw: bytes, type_: Type) -> Any:
        """A value out of its bytes."""
        if type_ is FLOAT:
            return struct.unpack("<d", raw)[0]
        number = int.from_bytes(raw, "little", signed=type_ is not SITES)
        return bool(number & 1) if type_ is BOOL else number
