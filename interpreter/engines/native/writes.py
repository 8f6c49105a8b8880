"""Assignments: to locals, to fields and elements, and copies of whole arrays."""

from __future__ import annotations

from gdl.core.ops import FIELD_READS, INT, SITES, Adjust, Assign, Expr, Include, Op, Restore, Snapshot, Store
from gdl.core.walk import assigned
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import FEW_WORDS, Sets


class Writes(Family):
    """Writes what changes locals and fields."""

    def __init__(self, scope: Scope, fields: Fields, sets: Sets) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets

    def assign(self, stmt: Assign) -> None:
        """Set a local. A wide set of the record need not be copied where nothing is ever written."""
        self.scope.set(stmt.name, stmt.value.type, self.value(stmt.value))
        if self.words > 1 and stmt.value.type is SITES and stmt.value.op in FIELD_READS:
            body = self.module.procs[self.scope.proc].body
            once = list(assigned(body)).count(stmt.name) == 1
            if once and not self.module.written(body):
                self.scope.same[stmt.name] = self.sets.set_memory(stmt.value)

    def copy_array(self, stmt: Snapshot | Restore) -> None:
        """Keep a copy of an array, or take it back."""
        slot = self.fields.slot(stmt.field)
        kept = self.fields.snapshot(stmt.name, stmt.field)
        there = self.f.at(self.scope.state, slot.offset)
        source, target = (there, kept) if isinstance(stmt, Snapshot) else (kept, there)
        size = ("i64", str(slot.bytes))
        args = [("ptr", target), ("ptr", source), size, ("i1", "false")]
        self.f.call("void", "llvm.memcpy.p0.p0.i64", args, "")
        if isinstance(stmt, Restore):
            self.scope.forget(stmt.field)

    def write(self, stmt: Store | Adjust | Include) -> None:
        """A write of a field or element; of an element outside: nothing."""
        f, field = self.f, stmt.field
        if stmt.index is None:
            self.change(stmt, f.at(self.scope.state, self.fields.slot(field).offset))
            return
        assert field.length is not None
        index = self.value(stmt.index)
        guard = self.fields.guard(stmt.index, index, field.length)
        choice = self.fields.one_of_two(field, stmt.index)
        if choice is not None:
            self.change_one(stmt, index, choice)
            return
        if guard is None:
            self.change(stmt, self.fields.spot(self.scope.state, field, index))
            return
        inside, done = f.name_of("inside"), f.name_of("done")
        f.branch(guard, inside, done)
        f.label(inside)
        with self.scope.conditional():
            self.change(stmt, self.fields.spot(self.scope.state, field, index))
        f.label(done)

    def change_one(self, stmt: Store | Adjust | Include, index: str, choice: tuple[int, int]) -> None:
        """The change of one of two elements, each of which has a place of its own."""
        f = self.f
        first, second, done = f.name_of("first"), f.name_of("second"), f.name_of("done")
        f.branch(f.op(f"icmp eq i64 {index}, {choice[0]}"), first, second)
        for label, number in zip((first, second), choice, strict=True):
            f.label(label)
            with self.scope.conditional():
                self.change(stmt, self.fields.spot(self.scope.state, stmt.field, str(number)))
            f.jump(done)
        f.label(done)

    def change(self, stmt: Store | Adjust | Include, pointer: str) -> None:
        """The change of the element at `pointer`."""
        f, slot = self.f, self.fields.slot(stmt.field)
        match stmt:
            case Store():
                value = self.value(stmt.value)
                self.fields.keep(pointer, slot, value)
            case Adjust():
                delta = self.value(stmt.delta)
                old = self.fields.fetch(pointer, slot)
                word = "add i64" if stmt.field.type is INT else "fadd double"
                self.fields.keep(pointer, slot, f.op(f"{word} {old}, {delta}"))
            case Include():
                self.include(stmt, pointer)
        self.scope.forget(stmt.field)

    def include(self, stmt: Include, pointer: str) -> None:
        """Put sites into a set, or take them out."""
        f = self.f
        if stmt.sites.op is Op.ONE and self.words > 1:
            self.include_one(stmt.sites.args[0], pointer, stmt.present)
            return
        sites = self.value(stmt.sites)
        old = f.load(self.set_type, pointer, 8)
        if stmt.present:
            new = f.op(f"or {self.set_type} {old}, {sites}")
        else:
            new = self.sets.without(old, sites)
        what = f"what {self.scope.proc} writes to `{stmt.field.name}`"
        f.claim_set(new, self.set_type, self.sites, what)
        f.store(self.set_type, new, pointer, 8)

    def include_one(self, site: Expr, pointer: str, present: bool) -> None:
        """One site is put into a wide set or taken out: work on one word, or on each of a few.

        A write to a word that is only known later makes whoever reads the set next wait, or guess wrongly
        that it need not.
        """
        f = self.f
        value = self.value(site)
        guard = self.fields.guard(site, value, self.sites)
        bit = f.op(f"shl i64 1, {self.sets.low(value)}")
        number = f.op(f"lshr i64 {value}, 6")
        if guard is not None:  # nothing is written, to a word that is there
            bit = f.op(f"select i1 {guard}, i64 {bit}, i64 0")
        if self.words <= FEW_WORDS:
            for w in range(self.words):
                here = f.op(f"icmp eq i64 {number}, {w}")
                self.put_bits(f.at(pointer, 8 * w), f.op(f"select i1 {here}, i64 {bit}, i64 0"), present)
            return
        if guard is not None:
            number = f.op(f"select i1 {guard}, i64 {number}, i64 0")
        self.put_bits(f.at(pointer, number, "i64"), bit, present)

    def put_bits(self, place: str, bits: str, present: bool) -> None:
        """Bits are put into a word of memory or taken out."""
        f = self.f
        old = f.load("i64", place)
        if present:
            f.store("i64", f.op(f"or i64 {old}, {bits}"), place)
        else:
            f.store("i64", f.op(f"and i64 {old}, {f.op(f'xor i64 {bits}, -1')}"), place)
