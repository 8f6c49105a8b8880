"""Moves and arguments as emitted code has them in memory: packing values into words, and unpacking them."""

from __future__ import annotations

import struct
from typing import Any

from gdl.core.ops import BOOL, FLOAT, SITES, Type
from interpreter.engines.move_words import RawMove
from interpreter.engines.native.memory import ARGS, KIND, Memory

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
        found, offset = [], ARGS
        for type_ in self._types[kind]:
            found.append(self.value(raw[offset : offset + self.size(type_)], type_))
            offset += self.size(type_)
        sites = int.from_bytes(raw[self._memory.sites_offset :], "little")
        return kind, tuple(found), sites, check >= 0

    def value(self, raw: bytes, type_: Type) -> Any:
        """A value out of its bytes."""
        if type_ is FLOAT:
            return struct.unpack("<d", raw)[0]
        number = int.from_bytes(raw, "little", signed=type_ is not SITES)
        return bool(number & 1) if type_ is BOOL else number
