"""Copy-make: a what-if runs on a copy of the record, which is then thrown away."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import Block, Sandbox
from interpreter.engines.native.memory import OUTSIDE, RNG
from interpreter.engines.native.scope import Family, Scope


class Sandboxes(Family):
    """Writes what-ifs, and what they give back."""

    def __init__(self, scope: Scope, block: Callable[[Block], None]) -> None:
        super().__init__(scope)
        self.block = block
        #: what each sandbox around has to give back: (offset in the context, value)
        self.kept: list[list[tuple[int, str]]] = []

    def sandbox(self, stmt: Sandbox) -> None:
        """A block on a copy of the record."""
        f = self.f
        outside = self.module.effects.block(stmt.body).outside
        self.kept.append(self.take_down() if outside else [])
        outer, copy = self.scope.state, self.new_state()
        self.copy_state(outer, copy)
        self.scope.state = copy
        self.scope.forget_state()
        with self.scope.conditional():
            self.block(stmt.body)
        self.scope.state = outer
        kept = self.kept.pop()
        if f.reached:
            self.give_back(kept)

    def new_state(self) -> str:
        """Memory for a record."""
        return self.f.alloca(f"[{self.memory.size} x i8]", 16)

    def copy_state(self, source: str, target: str) -> None:
        """Copy a record."""
        ends = [("ptr align 8", target), ("ptr align 8", source)]
        size = ("i64", str(self.memory.size))
        self.f.call("void", "llvm.memcpy.p0.p0.i64", [*ends, size, ("i1", "false")], "")

    def take_down(self) -> list[tuple[int, str]]:
        """The parts of the context that a sandbox gives back, as they are now."""
        parts = OUTSIDE if self.module.remembers else (RNG,)
        return [(offset, self.f.load("i64", self.f.at("%C", offset))) for offset in parts]

    def give_back(self, kept: list[tuple[int, str]]) -> None:
        """Set these parts of the context back."""
        for offset, value in kept:
            self.f.store("i64", value, self.f.at("%C", offset))
