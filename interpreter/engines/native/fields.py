"""Loads and stores of the record and of tables, without bounds checks where ranges prove them needless.

Arrays and tables have a margin before and behind them: the index -1 and the length itself can be read, too.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.analyses.ranges import LEAST
from gdl.core.ops import BOOL, FLOAT, SITES, Expr, Field, Op, Table
from interpreter.engines.native.registers import pair
from interpreter.engines.native.scope import Family
from interpreter.engines.slots import Slot


class Fields(Family):
    """Writes reads and writes of fields, and reads of tables."""

    def of_field(self, expr: Expr) -> str:
        """FIELD."""
        assert isinstance(expr.data, Field)
        return self.scalar(expr.data)

    def of_element(self, expr: Expr) -> str:
        """ELEM."""
        assert isinstance(expr.data, Field)
        return self.element(expr.data, expr.args[0])

    def of_table(self, expr: Expr) -> str:
        """TABLE."""
        assert isinstance(expr.data, Table)
        return self.from_table(expr.data, expr.args[0])

    def slot(self, field: Field) -> Slot:
        """Where a field stands in the record."""
        return self.memory.slots[field]

    def scalar(self, field: Field) -> str:
        """The value of a scalar field."""
        key = (self.scope.state, field, "", "")
        known = self.scope.known(key)
        if known is not None:
            return known
        pointer = self.f.at(self.scope.state, self.slot(field).offset)
        return self.scope.remember(key, self.fetch(pointer, self.slot(field)))

    def fetch(self, pointer: str, slot: Slot) -> str:
        """Read an element in memory as a value."""
        kind = slot.field.type
        if kind is SITES:
            return self.f.load(self.set_type, pointer, 8) if self.words == 1 else self.by_words(pointer)
        if kind is FLOAT:
            return self.f.load("double", pointer, 8)
        raw = self.f.load(slot.type, pointer)
        if kind is BOOL:
            return self.f.op(f"trunc i8 {raw} to i1")
        return self.widen(raw, slot.type, slot.signed)

    def by_words(self, pointer: str) -> str:
        """A wide set of the record, read word by word: one word has often just been written, and a wider read
        would have to wait until that write has reached the memory. (LLVM does not join these.)"""
        result = ""
        for w in range(self.words):
            word = self.f.op(f"load atomic i64, ptr {self.f.at(pointer, 8 * w)} unordered, align 8")
            wide = self.f.op(f"zext i64 {word} to {self.set_type}")
            if w:
                wide = self.f.op(f"shl {self.set_type} {wide}, {64 * w}")
                wide = self.f.op(f"or {self.set_type} {result}, {wide}")
            result = wide
        return result

    def widen(self, raw: str, type_: str, is_signed: bool) -> str:
        """A narrow number as one of 64 bits."""
        if type_ == "i64":
            return raw
        return self.f.op(f"{'sext' if is_signed else 'zext'} {type_} {raw} to i64")

    def keep(self, pointer: str, slot: Slot, value: str) -> None:
        """Write a value to an element in memory."""
        kind = slot.field.type
        if kind is SITES:
            what = f"what {self.scope.proc} writes to `{slot.field.name}`"
            self.f.claim_set(value, self.set_type, self.sites, what)
            self.f.store(self.set_type, value, pointer, 8)
        elif kind is FLOAT:
            # positions are compared bit by bit: 0.0 has to be one thing
            plain = self.f.op(f"fadd double {value}, {0.0}") if slot.field.position else value
            self.f.store("double", plain, pointer, 8)
        elif kind is BOOL:
            self.f.store("i8", self.f.op(f"zext i1 {value} to i8"), pointer)
        elif slot.type == "i64":
            self.f.store("i64", value, pointer)
        else:
            value = self.f.claim(value, *slot.range, f"what {self.scope.proc} writes to `{slot.field.name}`")
            self.f.store(slot.type, self.f.op(f"trunc i64 {value} to {slot.type}"), pointer)

    def element(self, field: Field, index: Expr) -> str:
        """The value of an element of an array field, 0 outside."""
        assert field.length is not None
        at = self.margin(index, field.length)
        key = (self.scope.state, field, at, "")
        known = self.scope.known(key)
        if known is not None:
            return known
        choice = self.one_of_two(field, index)
        if choice is None:
            return self.scope.remember(key, self.element_at(field, at))
        first, second = (self.element_at(field, str(i)) for i in choice)
        type_ = self.type_of(field.type)
        low = self.f.op(f"icmp eq i64 {at}, {choice[0]}")
        return self.scope.remember(key, self.f.op(f"select i1 {low}, {type_} {first}, {type_} {second}"))

    def element_at(self, field: Field, at: str) -> str:
        """The value of an element that is within the array or its margins."""
        return self.fetch(self.spot(self.scope.state, field, at), self.slot(field))

    def one_of_two(self, field: Field, index: Expr) -> tuple[int, int] | None:
        """The two elements of which an index means one, where the record is in registers; else None."""
        range_ = self.scope.range(index)
        if not self.module.in_registers or range_[0] == range_[1] or not pair(range_, field):
            return None
        return range_

    def spot(self, state: str, field: Field, at: str) -> str:
        """The place of an element that is within the array or its margins."""
        slot = self.slot(field)
        if at.lstrip("-").isdigit():
            return self.f.at(state, slot.first + int(at) * slot.size)
        base = self.f.at(state, slot.first)
        type_ = f"[{self.words} x i64]" if field.type is SITES else slot.type
        return self.f.at(base, at, type_)

    def margin(self, index: Expr, length: int) -> str:
        """An index that is moved to -1 if it is outside; -1 and the length itself are left."""
        value = self.value(index)
        if self.scope.within(index, -1, length):
            return self.f.claim(value, -1, length, f"an index in {self.scope.proc}")
        return self.clamp(value, length)

    def clamp(self, value: str, length: int) -> str:
        """An index, or -1 where it is outside."""
        good = self.f.op(f"icmp ult i64 {value}, {length}")
        return self.f.op(f"select i1 {good}, i64 {value}, i64 -1")

    def guard(self, index: Expr, value: str, length: int) -> str | None:
        """The test that an index is inside; None where it always is."""
        low, high = self.scope.range(index)
        if low >= 0 and high < length:
            self.f.claim(value, 0, length - 1, f"an index in {self.scope.proc}")
            return None
        if low >= 0 or high >= length:
            return self.f.op(f"icmp ult i64 {value}, {length}")
        self.f.claim(value, LEAST, length - 1, f"an index in {self.scope.proc}")
        return self.f.op(f"icmp sge i64 {value}, 0")

    def old_element(self, expr: Expr) -> str:
        """An element of a kept copy of an array."""
        assert isinstance(expr.data, tuple)
        name, field = expr.data
        slot = self.slot(field)
        at = self.margin(expr.args[0], field.length)
        base = self.f.at(self.snapshot(name, field), slot.size)
        type_ = f"[{self.words} x i64]" if field.type is SITES else slot.type
        return self.fetch(self.f.at(base, at, type_), slot)

    def snapshot(self, name: str, field: Field) -> str:
        """The memory for a copy of an array, margins included."""
        key = f"snapshot {name}"
        if key not in self.scope.places:
            self.scope.places[key] = (self.f.alloca(f"[{self.slot(field).bytes} x i8]", 8), field.type)
        return self.scope.places[key][0]

    def from_table(self, table: Table, index: Expr) -> str:
        """An element of a constant table."""
        at = self.margin(index, len(table.values))
        name, type_, is_signed = self.constants.table(table)
        if table.type is SITES:
            return self.set_row(name, at)
        raw = self.f.load(type_, self.f.at(name, self.beyond(at), type_))
        if table.type is FLOAT:
            return raw
        if table.type is BOOL:
            return self.f.op(f"icmp ne {type_} {raw}, 0")
        return self.widen(raw, type_, is_signed)

    def set_row(self, name: str, at: str) -> str:
        """A set in a table: only those words of it are loaded that any set of the table has members in."""
        pointer = self.f.at(name, self.beyond(at), f"[{self.words} x i64]")
        filled = self.constants.filled[name]
        if filled == self.words:
            return self.f.load(self.set_type, pointer, 8)
        low = self.f.load(f"i{64 * filled}", pointer, 8)
        return self.f.op(f"zext i{64 * filled} {low} to {self.set_type}")

    def beyond(self, at: str) -> str:
        """The index in a table with a margin before it."""
        return str(int(at) + 1) if at.lstrip("-").isdigit() else self.f.op(f"add i64 {at}, 1")


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[Fields, Expr], str]] = {
    Op.FIELD: Fields.of_field,
    Op.ELEM: Fields.of_element,
    Op.TABLE: Fields.of_table,
    Op.OLD_ELEM: Fields.old_element,
}
