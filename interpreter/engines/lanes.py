"""Whether all numbers of a record are in the ranges of their fields, asked of all of them at once.

The record is one long number, in which each element has a lane (SIMD within a register: L. Lamport, *Multiple
byte processing with full-word instructions*, CACM 18, 1975). A lane's sums stay inside it, since its highest
bit is added apart; a number that is too great shows in that bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gdl.analyses.ranges import Range
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Field
from interpreter.engines.slots import Slot


class Lanes:
    """Judges records of one program: `bounds` are the numbers that fields come to, None for one that is
    never written to; sets are of so many `sites`."""

    def __init__(
        self, slots: Iterable[Slot], size: int, bounds: Mapping[Field, Range | None], sites: int
    ) -> None:
        #: bits that may be set at all
        self._allowed = 0
        self._compared = self._tops = self._offsets = self._slack = self._low_tops = self._high_tops = 0
        self._size = size
        for slot in slots:
            count = 1 if slot.field.length is None else slot.field.length
            for number in range(count):
                self._add(slot, 8 * (slot.first + number * slot.size), bounds.get(slot.field), sites)

    def _add(self, slot: Slot, at: int, bounds: Range | None, sites: int) -> None:
        """Take an element in whose lowest bit is the bit `at` of the record."""
        width = 8 * slot.size
        whole = (1 << width) - 1
        if slot.field.type is BOOL:
            self._allowed |= 1 << at
        elif slot.field.type is SITES:
            self._allowed |= ((1 << sites) - 1) << at
        elif slot.field.type is FLOAT:
            self._allowed |= whole << at
        else:
            assert slot.field.type is INT
            low, high = bounds if bounds is not None else (0, 0)
            if low >= 0 and high & (high + 1) == 0 and low == 0:
                self._allowed |= high << at
                return
            self._allowed |= whole << at
            if (low, high) != slot.range:
                self._compare(at, width, -low & whole, high - low)

    def _compare(self, at: int, width: int, offset: int, most: int) -> None:
        """An element is to be at most `most`, as a number without a sign, after `offset` is added to it."""
        top = 1 << (width - 1)
        self._compared |= ((1 << width) - 1) << at
        self._tops |= top << at
        self._offsets |= offset << at
        if most < top:
            self._slack |= (top - 1 - most) << at
            self._low_tops |= top << at
        else:
            self._slack |= (2 * top - 1 - most) << at
            self._high_tops |= top << at

    def hold(self, record: bytes) -> bool:
        """Is every element in its range, and 0 whatever is no element? Time: a microsecond or so."""
        if len(record) != self._size:
            return False
        bits = int.from_bytes(record, "little")
        if bits & ~self._allowed:
            return False
        bits &= self._compared
        if not self._compared:
            return True
        below = ~self._tops
        shifted = ((bits & below) + (self._offsets & below)) ^ ((bits ^ self._offsets) & self._tops)
        beyond = (shifted & below & self._compared) + self._slack
        return not ((shifted | beyond) & self._low_tops or shifted & beyond & self._high_tops)
