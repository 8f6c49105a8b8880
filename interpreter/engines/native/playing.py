"""A game's turns in emitted code: beginning, offering, playing a move and what comes after it."""

from __future__ import annotations

from interpreter.engines.native.calls import ENTRIES
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import (
    BUNDLES_TOP,
    CHECKS_TOP,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_TURN,
    RNG,
    STACK_END,
)
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks

#: What calls may use of the thread's stack: bytes.
STACK_BUDGET = 1 << 20


class Playing(Family):
    """Writes what takes a state from one turn to the next."""

    def __init__(self, scope: Scope, fields: Fields, stacks: Stacks, looking: Looking) -> None:
        super().__init__(scope)
        self.fields = fields
        self.stacks = stacks
        self.looking = looking

    def mark_stack(self) -> None:
        """How far down calls may go."""
        f = self.f
        frame = f.call("ptr", "llvm.frameaddress.p0", [("i32", "0")], "")
        end = f.op(f"sub i64 {f.op(f'ptrtoint ptr {frame} to i64')}, {STACK_BUDGET}")
        self.stacks.give(STACK_END, end)

    def entry(self, name: str, args: list[tuple[str, str]]) -> str:
        """Call another of these functions."""
        return self.f.call(ENTRIES[name].result, self.module.entry(name), args)

    def over(self) -> str:
        """Whether the game has ended."""
        self.scope.forget_state()
        return self.fields.scalar(self.module.field("over"))

    def clear_stacks(self) -> None:
        """No bundles and no checks."""
        self.stacks.give(BUNDLES_TOP, "0")
        self.stacks.give(CHECKS_TOP, "0")

    def enter_begin(self) -> None:
        """The first state."""
        self.entry("fresh", [*self.context(), ("i64", "%generator")])
        self.take_turn()

    def enter_fresh(self) -> None:
        """The starting position, before chance has its say in the first turn."""
        f = self.f
        size = ("i64", str(self.memory.size))
        fresh = [("ptr align 8", "%S"), ("ptr align 8", "@fresh"), size, ("i1", "false")]
        f.call("void", "llvm.memcpy.p0.p0.i64", fresh, "")
        self.stacks.give(RNG, "%generator")
        for part in (HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN):
            self.stacks.give(part, "0")
        self.clear_stacks()
        f.call("void", self.module.function("start"), self.context())
        f.end("ret void")

    def take_turn(self) -> None:
        """Chance at the start of a turn, if the game goes on; the end of a function."""
        f = self.f
        on, done = f.name_of("on"), f.name_of("done")
        f.branch(self.over(), done, on)
        f.label(on)
        f.call("void", self.module.function("turn"), self.context())
        f.label(done)
        f.end("ret void")

    def enter_advance(self) -> None:
        """A move and what comes after it."""
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.f.call("void", self.module.helper("play"), args)
        self.entry("finish", self.context())
        self.f.end("ret void")

    def enter_finish(self) -> None:
        """What comes after a move's own effects."""
        self.f.call("void", self.module.function("after"), self.context())
        self.take_turn()

    def enter_pass(self) -> None:
        """The forced pass and what comes after it."""
        kind = self.module.pass_kind
        self.f.call("void", self.module.function(kind.play), [*self.context(), ("i64", "0")])
        self.entry("finish", self.context())
        self.f.end("ret void")

    def generate(self) -> None:
        """Put what `moves` offers on the stack of bundles."""
        self.f.call("void", self.module.function("moves", "all"), [*self.context(), ("i64", "-1")])

    def enter_turn(self) -> None:
        """Offers, and one of them drawn."""
        self.generate()
        args = [*self.context(), ("ptr", "%chosen")]
        self.f.end(f"ret i64 {self.f.call('i64', self.module.helper('pick'), args)}")

    def enter_ply(self) -> None:
        """One random move, played: by way of the list of bundles."""
        f = self.f
        chosen = f.alloca("i64")
        passing, playing = f.name_of("passing"), f.name_of("playing")
        self.clear_stacks()
        site = self.entry("turn", [*self.context(), ("ptr", chosen)])
        offset = f.load("i64", chosen)
        f.branch(f.op(f"icmp slt i64 {offset}, 0"), passing, playing, likely=False)
        f.label(passing)
        self.entry("pass", self.context())
        f.end("ret void")
        f.label(playing)
        self.entry("advance", [*self.context(), ("ptr", self.looking.bundle(offset)), ("i64", site)])
        f.end("ret void")

    def list_moves(self) -> None:
        """Put the legal moves on the stack of bundles, each once."""
        self.clear_stacks()
        self.generate()
        self.looking.judge_from("0")
        self.entry("distinct", [*self.context(), ("i64", "0")])
