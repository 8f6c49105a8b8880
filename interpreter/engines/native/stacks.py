"""The context in emitted code: reading it, growable stacks, and polling whether to stop."""

from __future__ import annotations

from interpreter.engines.native.memory import (
    BUNDLES,
    BUNDLES_ROOM,
    BUNDLES_TOP,
    CHECKS,
    CHECKS_ROOM,
    CHECKS_TOP,
    ERROR,
    FUEL,
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_SLACK,
    NO_MEMORY,
    POSITIONS,
    STOP,
    STOPPED,
    TOO_MANY,
    UNATTENDED,
)
from interpreter.engines.native.scope import Family

#: Entries for which there is room when an empty stack has grown.
FIRST_ENTRIES = 8

#: Bytes that no stack needs.
MOST_ROOM = 1 << 28


class Stacks(Family):
    """Writes what works on the context."""

    def read(self, offset: int, type_: str = "i64") -> str:
        """A part of the context."""
        return self.f.load(type_, self.f.at("%C", offset))

    def give(self, offset: int, value: str, type_: str = "i64") -> None:
        """Set a part of the context."""
        self.f.store(type_, value, self.f.at("%C", offset))

    def flag(self) -> str:
        """The flag of whoever works here, read anew."""
        return self.f.op(f"load volatile i64, ptr {self.read(STOP, 'ptr')}, align 8")

    def stop_at(self, done: str) -> None:
        """Go to a label, with a note, if whoever works here is to stop or something has gone wrong."""
        f = self.f
        halt, on = f.name_of("halt"), f.name_of("on")
        wrong = f.op(f"or i64 {self.flag()}, {self.read(ERROR)}")
        f.branch(f.op(f"icmp ne i64 {wrong}, 0"), halt, on, likely=False)
        f.label(halt)
        f.call("i1", self.module.helper("halt"), [("ptr", "%C")])
        f.jump(done)
        f.label(on)

    def write_stopped(self) -> None:
        """Whether to leave everything: because of the flag, an error, or because nobody attends to this."""
        f = self.f
        spent = f.op(f"icmp sle i64 {self.read(FUEL)}, 0")
        wrong = f.op(f"icmp ne i64 {f.op(f'or i64 {self.flag()}, {self.read(ERROR)}')}, 0")
        f.branch(f.op(f"or i1 {spent}, {wrong}"), "halt", "on")
        f.label("halt")
        self.give(FUEL, "1")  # the next look asks too
        f.end(f"ret i1 {f.call('i1', self.module.helper('halt'), [('ptr', '%C')])}")
        f.label("on")
        f.end("ret i1 false")

    def write_halt(self) -> None:
        """Note why, unless something else has gone wrong before."""
        f = self.f
        f.branch(f.op(f"icmp eq i64 {self.read(ERROR)}, 0"), "first", "done")
        f.label("first")
        raised = f.op(f"icmp ne i64 {self.flag()}, 0")
        self.give(ERROR, f.op(f"select i1 {raised}, i64 {STOPPED}, i64 {UNATTENDED}"))
        f.label("done")
        f.end("ret i1 true")

    def write_grow_bundles(self) -> None:
        """More room for bundles."""
        self._grow_stack(BUNDLES, BUNDLES_ROOM, BUNDLES_TOP, self.memory.bundle_size)

    def write_grow_checks(self) -> None:
        """More room for checks."""
        self._grow_stack(CHECKS, CHECKS_ROOM, CHECKS_TOP, self.memory.check_size)

    def write_grow_history(self) -> None:
        """Room for as many positions as for hashes, first."""
        each = self.memory.position_size
        self._grow_stack(HISTORY, HISTORY_ROOM, HISTORY_LENGTH, HISTORY_SLACK, (POSITIONS, each))

    def _grow_stack(
        self, base: int, room: int, top: int, entry: int, beside: tuple[int, int] | None = None
    ) -> None:
        """More memory. Where there is none, or the stack would be larger than any game needs, it is emptied
        and the caller told at the end.

        `beside`: the base of an array beside it, and the bytes of that for each word of the stack.
        """
        f = self.f
        self.module.declare("ptr @realloc(ptr, i64)")
        half = f.op(f"add i64 {self.read(room)}, {entry}")
        size = f.op(f"add i64 {f.op(f'shl i64 {half}, 1')}, {FIRST_ENTRIES * entry}")
        left = f.op(f"sub i64 {size}, {entry}")
        fair, many, bad = f.name_of("fair"), f.name_of("many"), f.name_of("bad")
        f.branch(f.op(f"icmp ule i64 {size}, {MOST_ROOM}"), fair, many)
        f.label(fair)
        if beside is not None:
            other, each = beside
            words = f.op(f"add i64 {f.op(f'udiv i64 {left}, {HISTORY_ENTRY}')}, 1")
            self._reallocate(other, f.op(f"mul i64 {words}, {each}"), bad)
        self._reallocate(base, size, bad)
        self.give(room, left)
        f.end("ret void")
        for label, error in ((many, TOO_MANY), (bad, NO_MEMORY)):
            f.label(label)
            self.give(ERROR, str(error))
            self.give(top, "0")
            f.end("ret void")

    def _reallocate(self, base: int, size: str, bad: str) -> None:
        """So many bytes for a stack; on to `bad` where they are not to be had."""
        f = self.f
        new = f.call("ptr", "realloc", [("ptr", self.read(base, "ptr")), ("i64", size)], "")
        good = f.name_of("good")
        f.branch(f.op(f"icmp ne ptr {new}, null"), good, bad)
        f.label(good)
        self.give(base, new, "ptr")

    def add(self, place: str, value: str) -> None:
        """Add to a number in memory."""
        f = self.f
        f.store("i64", f.op(f"add i64 {f.load('i64', place)}, {value}"), place)
