"""Records packed and unpacked at once, by one format of `struct` for the whole run of bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from gdl.core.ops import FLOAT, SITES, Field
from interpreter.engines.slots import Slot, code_of


class FieldPacking:
    """Turns the values of some fields into bytes `first` to `last` of a record, and back.

    Values are as the states of the engine in Python have them: what is an array is a sequence, whose elements
    behind its length are not looked at; unpacked it is a list with one element more, which is always 0 and
    stands for what is outside.
    """

    def __init__(self, slots: Iterable[Slot], first: int, last: int) -> None:
        ordered = sorted(slots, key=lambda slot: slot.offset)
        #: the fields in the order of their bytes
        self.fields: tuple[Field, ...] = tuple(slot.field for slot in ordered)
        self._parts: list[tuple[int | None, int, Any, int, int]] = []
        code, at, number = "<", first, 0
        for slot in ordered:
            count = 1 if slot.field.length is None else slot.field.length
            is_set = slot.field.type is SITES
            code += f"{slot.first - at}x" + (f"{slot.size}s" * count if is_set else f"{count}{code_of(slot)}")
            outside: Any = 0 if is_set else 0.0 if slot.field.type is FLOAT else type(slot.field.initial)(0)
            size = slot.size if is_set else 0
            self._parts.append((slot.field.length, size, outside, number, number + count))
            at, number = slot.first + count * slot.size, number + count
        self._struct = struct.Struct(f"{code}{last - at}x")

    def packed(self, values: Iterable[Any]) -> bytes:
        """The bytes of values in the order of `fields`; between them are zeros."""
        flat: list[Any] = []
        for (length, size, _, first, last), value in zip(self._parts, values, strict=True):
            each: Sequence[Any] = (value,) if length is None else value[: last - first]
            if size:
                flat.extend([sites.to_bytes(size, "little") for sites in each])
            else:
                flat.extend(each)
        return self._struct.pack(*flat)

    def unpacked(self, raw: bytes) -> list[Any]:
        """The values in these bytes, in the order of `fields`. What is between them is not looked at."""
        flat = self._struct.unpack(raw)
        result: list[Any] = []
        for length, size, outside, first, last in self._parts:
            if length is None:
                value = flat[first]
                result.append(int.from_bytes(value, "little") if size else value)
            elif size:
                result.append([*(int.from_bytes(each, "little") for each in flat[first:last]), outside])
            else:
                result.append([*flat[first:last], outside])
        return result
