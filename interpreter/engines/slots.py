"""Slots: where a field of the state stands in a record, and as what."""

from __future__ import annotations

from gdl.analyses.ranges import Range
from gdl.core.ops import BOOL, FLOAT, Field
from gdl.support.values import frozen

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


def code_of(slot: Slot) -> str:
    """How `struct` calls the elements of a field that is no set."""
    if slot.field.type is FLOAT:
        return "d"
    if slot.field.type is BOOL:
        return "?"
    code = {1: "b", 2: "h", 4: "i", 8: "q"}[slot.size]
    return code if slot.signed else code.upper()
