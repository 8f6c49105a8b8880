"""A game's turns in emitted code: beginning, offering, playing a move and what comes after it; and the
functions that Python calls to play move by move."""

from __future__ import annotations

from gdl.core.intrinsics import SEARCHES
from gdl.core.ops import BOOL, Expr, Kind, Proc
from interpreter.engines.native.calls import ENTRIES
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import (
    ARGS,
    BUNDLES_TOP,
    CHECKS_TOP,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_TURN,
    KIND,
    POOL_ROOM,
    POOL_SIZE,
    POOL_WORDS,
    RNG,
    STACK_END,
)
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.trying import Trying

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
        self.stacks.give(RNG, "%generator")
        for part in (HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN):
            self.stacks.give(part, "0")
        self.clear_stacks()
        self.entry("anew", self.context())
        self.f.end("ret void")

    def enter_anew(self) -> None:
        """The record as it is at first, and the start."""
        size = ("i64", str(self.memory.size))
        fresh = [("ptr align 8", "%S"), ("ptr align 8", "@fresh"), size, ("i1", "false")]
        self.f.call("void", "llvm.memcpy.p0.p0.i64", fresh, "")
        self.f.call("void", self.module.function("start"), self.context())
        self.f.end("ret void")

    def enter_begin_another(self) -> None:
        """Another game in this state: what is remembered stays where it is, for whoever goes back to it."""
        if self.module.remembers:
            for part in (HISTORY_FIRST, HISTORY_TURN):
                self.stacks.give(part, self.stacks.read(HISTORY_LENGTH))
        self.entry("anew", self.context())
        self.take_turn()

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


class Entries(Family):
    """Writes these functions."""

    def __init__(
        self, scope: Scope, stacks: Stacks, trying: Trying, looking: Looking, playing: Playing
    ) -> None:
        super().__init__(scope)
        self.stacks = stacks
        self.trying = trying
        self.looking = looking
        self.playing = playing

    def enter_start(self) -> None:
        """The first position, chance included."""
        self.playing.entry("begin", [*self.context(), ("i64", "%generator")])
        self.f.end("ret void")

    def enter_set_up(self) -> None:
        """The first position, before chance."""
        self.playing.entry("fresh", [*self.context(), ("i64", "%generator")])
        self.f.end("ret void")

    def enter_play(self) -> None:
        """A move, what comes after it, and chance."""
        self.playing.clear_stacks()
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.playing.entry("advance", args)
        self.f.end("ret void")

    def enter_settle(self) -> None:
        """A move and what comes after it, before chance has its say in the next turn."""
        self.playing.clear_stacks()
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.f.call("void", self.module.helper("play"), args)
        self.f.call("void", self.module.function("after"), self.context())
        self.f.end("ret void")

    def enter_chance(self) -> None:
        """Chance at the start of a turn."""
        self.playing.clear_stacks()
        self.playing.take_turn()

    def enter_effects(self) -> None:
        """A move's own effects only."""
        self.playing.clear_stacks()
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.f.call("void", self.module.helper("play"), args)
        self.f.end("ret void")

    def unless_over(self) -> None:
        """Of a game that has ended there are no moves."""
        f = self.f
        self.playing.clear_stacks()
        ended, on = f.name_of("ended"), f.name_of("on")
        f.branch(self.playing.over(), ended, on)
        f.label(ended)
        f.end("ret i64 0")
        f.label(on)
        self.playing.generate()

    def enter_offers(self) -> None:
        """The bundles offered, not judged yet."""
        self.unless_over()
        self.f.end(f"ret i64 {self.stacks.read(BUNDLES_TOP)}")

    def enter_legal(self) -> None:
        """The bundles of legal moves."""
        self.unless_over()
        self.looking.judge_from("0")
        self.f.end(f"ret i64 {self.stacks.read(BUNDLES_TOP)}")

    def enter_count(self) -> None:
        """How many legal moves there are."""
        self.unless_over()
        self.f.end(f"ret i64 {self.count_from('0')}")

    def count_from(self, start: str) -> str:
        """How many legal moves the bundles have; none is the forced pass."""
        f = self.f
        result = f.call("i64", self.module.helper("count"), [*self.context(), ("i64", start)])
        none = f.op(f"icmp eq i64 {result}, 0")
        return f.op(f"select i1 {none}, i64 1, i64 {result}")

    def enter_random(self) -> None:
        """A move drawn."""
        self.playing.clear_stacks()
        args = [*self.context(), ("ptr", "%chosen")]
        self.f.end(f"ret i64 {self.playing.entry('turn', args)}")

    def enter_procedure(self, name: str) -> None:
        """A procedure of random games: with its pools, and a note where it was stopped."""
        passed = list(self.f.params[2:])
        for pool in range(sum(each.startswith("%pool") for _, each in passed)):
            (_, words), (_, room) = passed.pop(0), passed.pop(0)
            self.stacks.give(POOL_WORDS + POOL_SIZE * pool, words, "ptr")
            self.stacks.give(POOL_ROOM + POOL_SIZE * pool, room)
        self.f.call("void", self.module.function(SEARCHES + name), [*self.context(), *passed])
        self.stacks.stop_at("done")
        self.f.jump("done")
        self.f.label("done")
        self.f.end("ret void")

    def enter_seen(self) -> None:
        """The expressions of a move's kind."""
        f, kinds = self.f, self.program.kinds
        labels = self.trying.switch(f.load("i32", f.at("%B", KIND)), [k.name for k in kinds])
        for kind, label in zip(kinds, labels, strict=True):
            f.label(label)
            self._show(kind)
            f.end("ret void")

    def _show(self, kind: Kind) -> None:
        f = self.f
        args = self.trying.arguments(f.at("%B", ARGS), [p.type for p in kind.params[:-1]])
        shown: tuple[Expr | None, ...] = (kind.origin, kind.target, kind.level_from, kind.level_to)
        self.scope.proc = kind.play  # whose parameters these are
        self.scope.forget_state()
        names = [v for _, v in args] + ["%site"]
        for param, value in zip(kind.params, names, strict=True):
            self.scope.fixed[param.name] = value
        with self.scope.conditional():
            for number, expr in enumerate(shown):
                if expr is not None:
                    f.store("i64", self.value(expr), f.at("%out", 8 * number))
        self.scope.fixed.clear()

    def export(self, proc: Proc) -> None:
        """Call a procedure with arguments out of memory; its result goes there too."""
        f = self.f
        args = self.trying.arguments("%args", [p.type for p in proc.params])
        result = "void" if proc.result is None else self.type_of(proc.result)
        answer = f.call(result, self.module.function(proc.name), [*self.context(), *args])
        if proc.result is BOOL:
            f.store("i64", f.op(f"zext i1 {answer} to i64"), "%result")
        elif proc.result is not None:
            f.store(result, answer, "%result", 8)
        f.end("ret void")
