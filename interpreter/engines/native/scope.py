"""What all parts of the emitter share: one function being written, its locals, and reads already made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gdl.analyses.ranges import LEAST, MOST, fits
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Field, Op, Stmt, Type
from interpreter.engines.native.memory import ERROR, FUEL, SELDOM, Memory, Slot
from interpreter.engines.native.registers import pair
from interpreter.engines.native.writer import FunctionWriter

if TYPE_CHECKING:
    from interpreter.engines.native.module import Module

#: A read: of which state, field, element and word of a set.
_Read = tuple[str, Field, str, str]


class Scope:
    """One function being written. Subclasses write expressions and statements."""

    def __init__(self, module: Module, writer: FunctionWriter, proc: str) -> None:
        self.module = module
        self.memory: Memory = module.memory
        self.constants = module.constants
        self.ranges = module.ranges
        self.program = module.program
        self.sites = module.program.sites
        self.words = self.memory.words
        self.bits = 64 * self.words
        self.set_type = self.memory.types[SITES]
        self.f = writer
        self.proc = proc
        #: the record in use: a sandbox has its own
        self.state = "%S"
        #: locals in memory (alloca, type) and loop variables that never change (operand)
        self.places: dict[str, tuple[str, Type]] = {}
        self.fixed: dict[str, str] = {}
        #: locals that are sets of the record where nothing is written, and where these stand
        self.same: dict[str, str] = {}
        self._reads: list[dict[_Read, str]] = [{}]

    # --- expressions, as other parts see them ---------------------------------------------------------

    def value(self, expr: Expr) -> str:
        """The operand that holds an expression's value."""
        raise NotImplementedError

    def type_of(self, type_: Type) -> str:
        return self.memory.types[type_]

    # --- stopping: see gdl/analyses/worst_case_steps.py -------------------------------------------------

    def look(self) -> None:
        """Leave the function if whoever works here is to stop."""
        f = self.f
        left = f.op(f"sub i64 {f.load('i64', f.at('%C', FUEL))}, 1")
        f.store("i64", left, f.at("%C", FUEL))
        ask, on = f.name_of("ask"), f.name_of("on")
        f.branch(f.op(f"icmp eq i64 {f.op(f'and i64 {left}, {SELDOM - 1}')}, 0"), ask, on, likely=False)
        f.label(ask)
        self.leave_if(f.call("i1", self.module.helper("stopped"), [("ptr", "%C")]))
        f.label(on)

    def look_in(self, loop: Stmt | Expr) -> None:
        """The same in each round of a loop, if it may take long."""
        if self.module.pace.looks(loop):
            self.look()

    def pass_on(self, called: str) -> None:
        """A search leaves off where a procedure that it has called was left: what it writes stays."""
        pace = self.module.pace
        if self.proc in self.module.procs and pace.searches(self.proc) and pace.stops(called):
            self.leave_on_error()

    def leave_on_error(self) -> None:
        f = self.f
        self.leave_if(f.op(f"icmp ne i64 {f.load('i64', f.at('%C', ERROR))}, 0"))

    def leave_if(self, halted: str) -> None:
        f = self.f
        leave, on = f.name_of("leave"), f.name_of("on")
        f.branch(halted, leave, on, likely=False)
        f.label(leave)
        f.end("ret void" if f.result == "void" else f"ret {f.result} zeroinitializer")
        f.label(on)

    # --- ranges ---------------------------------------------------------------------------------------

    def range(self, expr: Expr) -> tuple[int, int]:
        found = self.ranges.of(expr, self.proc)
        return found if fits(found) else (LEAST, MOST)

    def within(self, expr: Expr, low: int, high: int) -> bool:
        found = self.range(expr)
        return low <= found[0] and found[1] <= high

    # --- locals ---------------------------------------------------------------------------------------

    def place(self, name: str, type_: Type) -> str:
        """The memory of a local variable. LLVM turns it into registers."""
        known = self.places.get(name)
        if known is None:
            known = self.places[name] = (self.f.alloca(self.type_of(type_), self._align(type_)), type_)
        return known[0]

    def _align(self, type_: Type) -> int:
        return 8 if type_ is SITES else 0

    def get(self, name: str, type_: Type) -> str:
        if name in self.fixed:
            return self.fixed[name]
        return self.f.load(self.type_of(type_), self.place(name, type_), self._align(type_))

    def set(self, name: str, type_: Type, value: str) -> None:
        self.same.pop(name, None)
        self.f.store(self.type_of(type_), value, self.place(name, type_), self._align(type_))

    @contextmanager
    def bound(self, name: str, value: str, changes: bool) -> Iterator[None]:
        """A loop's variable: fixed, or in memory where the body changes it."""
        outer = self.fixed.pop(name, None), self.places.pop(name, None)
        if changes:
            self.set(name, INT, value)
        else:
            self.fixed[name] = value
        yield
        self.fixed.pop(name, None)
        self.places.pop(name, None)
        if outer[0] is not None:
            self.fixed[name] = outer[0]
        if outer[1] is not None:
            self.places[name] = outer[1]

    # --- reads of the state, each made once -------------------------------------------------------------

    @contextmanager
    def conditional(self) -> Iterator[None]:
        """What is read inside may not have been read afterwards."""
        self._reads.append(dict(self._reads[-1]))
        yield
        self._reads.pop()

    def forget(self, field: Field) -> None:
        """A field of the present state has changed."""
        for reads in self._reads:
            for key in [k for k in reads if k[0] == self.state and k[1] is field]:
                del reads[key]

    def forget_state(self) -> None:
        """All of the present state has changed."""
        for reads in self._reads:
            for key in [k for k in reads if k[0] == self.state]:
                del reads[key]

    def known(self, key: _Read) -> str | None:
        return self._reads[-1].get(key)

    def remember(self, key: _Read, value: str) -> str:
        self._reads[-1][key] = value
        return value

    # --- fields ---------------------------------------------------------------------------------------

    def slot(self, field: Field) -> Slot:
        return self.memory.slots[field]

    def scalar(self, field: Field) -> str:
        """The value of a scalar field."""
        key = (self.state, field, "", "")
        known = self.known(key)
        if known is not None:
            return known
        pointer = self.f.at(self.state, self.slot(field).offset)
        return self.remember(key, self.fetch(pointer, self.slot(field)))

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
            what = f"what {self.proc} writes to `{slot.field.name}`"
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
            value = self.f.claim(value, *slot.range, f"what {self.proc} writes to `{slot.field.name}`")
            self.f.store(slot.type, self.f.op(f"trunc i64 {value} to {slot.type}"), pointer)

    def element(self, field: Field, index: Expr) -> str:
        """The value of an element of an array field, 0 outside."""
        assert field.length is not None
        at = self.margin(index, field.length)
        key = (self.state, field, at, "")
        known = self.known(key)
        if known is not None:
            return known
        choice = self.one_of_two(field, index)
        if choice is None:
            return self.remember(key, self.fetch(self.spot(self.state, field, at), self.slot(field)))
        first, second = (self.fetch(self.spot(self.state, field, str(i)), self.slot(field)) for i in choice)
        type_ = self.type_of(field.type)
        low = self.f.op(f"icmp eq i64 {at}, {choice[0]}")
        return self.remember(key, self.f.op(f"select i1 {low}, {type_} {first}, {type_} {second}"))

    def one_of_two(self, field: Field, index: Expr) -> tuple[int, int] | None:
        """The two elements of which an index means one, where the record is in registers; else None."""
        range_ = self.range(index)
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
        if self.within(index, -1, length):
            return self.f.claim(value, -1, length, f"an index in {self.proc}")
        return self.clamp(value, length)

    def clamp(self, value: str, length: int) -> str:
        good = self.f.op(f"icmp ult i64 {value}, {length}")
        return self.f.op(f"select i1 {good}, i64 {value}, i64 -1")

    def guard(self, index: Expr, value: str, length: int) -> str | None:
        """The test that an index is inside; None where it always is."""
        low, high = self.range(index)
        if low >= 0 and high < length:
            self.f.claim(value, 0, length - 1, f"an index in {self.proc}")
            return None
        if low >= 0 or high >= length:
            return self.f.op(f"icmp ult i64 {value}, {length}")
        self.f.claim(value, LEAST, length - 1, f"an index in {self.proc}")
        return self.f.op(f"icmp sge i64 {value}, 0")


def is_constant(expr: Expr) -> bool:
    return expr.op is Op.CONST
