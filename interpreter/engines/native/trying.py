"""Copy-make: what-ifs on a copy of the record, and legality: a move is played there and its checks judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.core.ops import BOOL, Block, Sandbox, Type
from interpreter.engines.native.memory import (
    ARGS,
    BUNDLES,
    CHECK_ARGS,
    CHECK_KIND,
    CHECK_OUTER,
    CHECKS,
    KIND,
    OUTSIDE,
    RNG,
)
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks


class Copying(Family):
    """Writes copies of the record, and what is given back after one."""

    @contextmanager
    def on_copy(self) -> Iterator[None]:
        """Inside, the state is a copy; what is outside the record is as before afterwards."""
        kept = self.take_down()
        outer, copy = self.scope.state, self.new_state()
        self.copy_state(outer, copy)
        self.scope.state = copy
        yield
        self.scope.state = outer
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


class Trying(Copying):
    """Writes what plays a move to see what comes of it."""

    def __init__(self, scope: Scope, stacks: Stacks) -> None:
        super().__init__(scope)
        self.stacks = stacks

    def arguments(self, place: str, types: list[Type]) -> list[tuple[str, str]]:
        """Arguments out of a bundle or check."""
        f, offset, result = self.f, 0, []
        for type_ in types:
            where = f.at(place, offset)
            if type_ is BOOL:
                value = f.op(f"trunc i64 {f.load('i64', where)} to i1")
            else:
                value = f.load(self.type_of(type_), where, 8)
            result.append((self.type_of(type_), value))
            offset += 8 * self.memory.slots_of(type_)
        return result

    def switch(self, value: str, names: list[str]) -> list[str]:
        """Labels for the values 0, 1, ...; what is none of them goes to the last."""
        f = self.f
        labels = [f.name_of("case") for _ in names]
        cases = " ".join(f"i32 {i}, label %{label}" for i, label in enumerate(labels))
        f.end(f"switch i32 {value}, label %{labels[-1]} [ {cases} ]")
        return labels

    def write_play(self) -> None:
        """The effects of a move of a bundle."""
        f, kinds = self.f, self.program.kinds
        labels = self.switch(f.load("i32", f.at("%B", KIND)), [k.name for k in kinds])
        for kind, label in zip(kinds, labels, strict=True):
            f.label(label)
            args = self.arguments(f.at("%B", ARGS), [p.type for p in kind.params[:-1]])
            name = self.module.function(kind.play)
            f.call("void", name, [*self.context(), *args, ("i64", "%site")])
            f.end("ret void")

    def write_holds(self) -> None:
        """Whether checks hold in the present state; the innermost is judged first."""
        f = self.f
        start, head, look, body, good = f.block, "head", "look", "onward", "good"
        f.label(head)
        f.do(f"%now = phi i64 [ %check, %{start} ], [ %outer, %{body} ]")
        f.branch(f.op("icmp eq i64 %now, %upto"), good, look)
        f.label(look)
        place = f.at(self.stacks.read(CHECKS, "ptr"), "%now")
        which = f.load("i32", f.at(place, CHECK_KIND))
        f.do(f"%outer = sext i32 {f.load('i32', f.at(place, CHECK_OUTER))} to i64")
        verdicts = []
        for name, label in zip(self.memory.checks, self.switch(which, self.memory.checks), strict=True):
            f.label(label)
            args = self.arguments(f.at(place, CHECK_ARGS), [p.type for p in self.module.procs[name].params])
            verdict = f.call("i1", self.module.function(name), [*self.context(), *args])
            verdicts.append((verdict, f.block))
            f.jump("verdict")
        f.label("verdict")
        phi = f.op("phi i1 " + ", ".join(f"[ {v}, %{b} ]" for v, b in verdicts))
        f.branch(phi, body, "bad")
        f.label(body)
        f.jump(head)
        f.label("bad")
        f.end("ret i1 false")
        f.label(good)
        f.end("ret i1 true")

    @contextmanager
    def what_if(self, offset: str, site: str) -> Iterator[None]:
        """Inside, the state is the one after a move; what is outside the record is as before afterwards."""
        with self.on_copy():
            bundle = self.f.at(self.stacks.read(BUNDLES, "ptr"), offset)
            play = self.module.helper("play")
            self.f.call("void", play, [*self.context(), ("ptr", bundle), ("i64", site)])
            yield

    def holds(self, check: str, upto: str) -> str:
        """Whether checks hold now; true where the program has none."""
        if not self.memory.checks:
            return "true"
        args = [*self.context(), ("i64", check), ("i64", upto)]
        return self.f.call("i1", self.module.helper("holds"), args)

    def write_legal(self) -> None:
        """Whether the checks of a move hold after it."""
        f = self.f
        judge, free = f.name_of("judge"), f.name_of("free")
        f.branch(f.op("icmp eq i64 %check, %upto"), free, judge)
        f.label(free)
        f.end("ret i1 true")
        f.label(judge)
        with self.what_if("%offset", "%site"):
            result = self.holds("%check", "%upto")
        f.end(f"ret i1 {result}")


class Sandboxes(Copying):
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
