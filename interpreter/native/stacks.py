"""The context in emitted code: reading it, and growing its stacks."""

from __future__ import annotations

from interpreter.native.memory import (
    BUNDLES,
    BUNDLES_ROOM,
    BUNDLES_TOP,
    CHECKS,
    CHECKS_ROOM,
    CHECKS_TOP,
    ERROR,
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_SLACK,
    NO_MEMORY,
    POSITIONS,
)
from interpreter.native.planes import Planes

#: Entries for which there is room when an empty stack has grown.
LEAST = 8


class Stacks(Planes):
    """Writes what works on the context."""

    def read(self, offset: int, type_: str = "i64") -> str:
        return self.f.load(type_, self.f.at("%C", offset))

    def give(self, offset: int, value: str, type_: str = "i64") -> None:
        self.f.store(type_, value, self.f.at("%C", offset))

    def _grow_bundles(self) -> None:
        self._grow_stack(BUNDLES, BUNDLES_ROOM, BUNDLES_TOP, self.memory.bundle_size)

    def _grow_checks(self) -> None:
        self._grow_stack(CHECKS, CHECKS_ROOM, CHECKS_TOP, self.memory.check_size)

    def _grow_history(self) -> None:
        """Room for as many positions as for hashes, first."""
        each = self.memory.position_size
        self._grow_stack(HISTORY, HISTORY_ROOM, HISTORY_LENGTH, HISTORY_SLACK, (POSITIONS, each))

    def _grow_stack(
        self, base: int, room: int, top: int, entry: int, beside: tuple[int, int] | None = None
    ) -> None:
        """More memory. Where there is none, the stack is emptied and the caller told at the end.

        `beside`: the base of an array beside it, and the bytes of that for each word of the stack.
        """
        f = self.f
        self.module.declare("ptr @realloc(ptr, i64)")
        half = f.op(f"add i64 {self.read(room)}, {entry}")
        size = f.op(f"add i64 {f.op(f'shl i64 {half}, 1')}, {LEAST * entry}")
        left = f.op(f"sub i64 {size}, {entry}")
        bad = f.name_of("bad")
        if beside is not None:
            other, each = beside
            words = f.op(f"add i64 {f.op(f'udiv i64 {left}, {HISTORY_ENTRY}')}, 1")
            self._reallocate(other, f.op(f"mul i64 {words}, {each}"), bad)
        self._reallocate(base, size, bad)
        self.give(room, left)
        f.end("ret void")
        f.label(bad)
        self.give(ERROR, str(NO_MEMORY))
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
