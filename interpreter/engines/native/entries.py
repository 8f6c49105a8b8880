"""The functions that Python calls to play move by move: starting, offering, playing."""

from __future__ import annotations

from gdl.core.ops import BOOL, Expr, Kind, Proc
from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import ARGS, BUNDLES_TOP, KIND
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.trying import Trying


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
        found = f.call("i64", self.module.helper("count"), [*self.context(), ("i64", start)])
        none = f.op(f"icmp eq i64 {found}, 0")
        return f.op(f"select i1 {none}, i64 1, i64 {found}")

    def enter_random(self) -> None:
        """A move drawn."""
        self.playing.clear_stacks()
        args = [*self.context(), ("ptr", "%chosen")]
        self.f.end(f"ret i64 {self.playing.entry('turn', args)}")

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
        found = f.call(result, self.module.function(proc.name), [*self.context(), *args])
        if proc.result is BOOL:
            f.store("i64", f.op(f"zext i1 {found} to i64"), "%result")
        elif proc.result is not None:
            f.store(result, found, "%result", 8)
        f.end("ret void")
