"""The functions that Python calls: starting, offering, playing, whole random games, perft."""

from __future__ import annotations

from gdl.core.ops import BOOL, Expr, Kind, Proc
from interpreter.native.chance import GOLDEN
from interpreter.native.helpers import Helpers
from interpreter.native.memory import (
    ARGS,
    BUNDLES_TOP,
    CHECKS_TOP,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_TURN,
    KIND,
    OUTSIDE,
    RNG,
    STACK_END,
)

#: What calls may use of the thread's stack: bytes.
STACK_BUDGET = 1 << 20
#: Offsets in the summary of playouts; wins of player 1 follow.
GAMES, PLIES, DRAWS, WINS = 0, 8, 16, 24

_MOVE = "ptr %S, ptr %C, ptr %B, i64 %site"
#: name -> (result, parameters, whether Python calls it)
ENTRIES: dict[str, tuple[str, str, bool]] = {
    "start": ("void", "ptr %S, ptr %C, i64 %generator", True),
    "set_up": ("void", "ptr %S, ptr %C, i64 %generator", True),
    "play": ("void", _MOVE, True),
    "settle": ("void", _MOVE, True),
    "chance": ("void", "ptr %S, ptr %C", True),
    "effects": ("void", _MOVE, True),
    "offers": ("i64", "ptr %S, ptr %C", True),
    "legal": ("i64", "ptr %S, ptr %C", True),
    "random": ("i64", "ptr %S, ptr %C, ptr %chosen", True),
    "count": ("i64", "ptr %S, ptr %C", True),
    "seen": ("void", "ptr %S, ptr %C, ptr %B, i64 %site, ptr %out", True),
    "playout": ("i64", "ptr %S, ptr %C, i64 %most", True),
    "playouts": (
        "void",
        "ptr %C, i64 %seed, i64 %first, i64 %games, i64 %most, ptr %results, ptr %summary",
        True,
    ),
    "perft": ("void", "ptr %S, ptr %C, i64 %depth, i1 %bulk, ptr %nodes, ptr %ended", True),
    "fresh": ("void", "ptr %S, ptr %C, i64 %generator", False),
    "begin": ("void", "ptr %S, ptr %C, i64 %generator", False),
    "advance": ("void", _MOVE, False),
    "pass": ("void", "ptr %S, ptr %C", False),
    "turn": ("i64", "ptr %S, ptr %C, ptr %chosen", False),
    "finish": ("void", "ptr %S, ptr %C", False),
    "ply": ("void", "ptr %S, ptr %C", False),
    "game": ("i64", "ptr %S, ptr %C, i64 %most", False),
    "visit": (
        "void",
        "ptr %S, ptr %C, i64 %ply, i64 %depth, i1 %bulk, ptr %nodes, ptr %ended",
        False,
    ),
}


class Entries(Helpers):
    """Writes these functions."""

    def write(self, name: str) -> None:
        if name.startswith("entry."):
            name = name.removeprefix("entry.")
            if ENTRIES[name][2]:
                self.mark_stack()
            getattr(self, f"_enter_{name}")()
        else:
            super().write(name)

    def mark_stack(self) -> None:
        """How far down calls may go."""
        f = self.f
        frame = f.call("ptr", "llvm.frameaddress.p0", [("i32", "0")], "")
        end = f.op(f"sub i64 {f.op(f'ptrtoint ptr {frame} to i64')}, {STACK_BUDGET}")
        self.give(STACK_END, end)

    def entry(self, name: str, args: list[tuple[str, str]]) -> str:
        """Call another of these functions."""
        return self.f.call(ENTRIES[name][0], self.module.helper(f"entry.{name}"), args)

    def over(self) -> str:
        self.forget_state()
        return self.scalar(self.module.field("over"))

    def clear_stacks(self) -> None:
        self.give(BUNDLES_TOP, "0")
        self.give(CHECKS_TOP, "0")

    # --- a game ---------------------------------------------------------------------------------------

    def _enter_start(self) -> None:
        self.entry("begin", [*self.context(), ("i64", "%generator")])
        self.f.end("ret void")

    def _enter_begin(self) -> None:
        """The first state."""
        self.entry("fresh", [*self.context(), ("i64", "%generator")])
        self.take_turn()

    def _enter_set_up(self) -> None:
        self.entry("fresh", [*self.context(), ("i64", "%generator")])
        self.f.end("ret void")

    def _enter_fresh(self) -> None:
        """The starting position, before chance has its say in the first turn."""
        f = self.f
        size = ("i64", str(self.memory.size))
        fresh = [("ptr align 8", "%S"), ("ptr align 8", "@fresh"), size, ("i1", "false")]
        f.call("void", "llvm.memcpy.p0.p0.i64", fresh, "")
        self.give(RNG, "%generator")
        for part in (HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN):
            self.give(part, "0")
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

    def _enter_play(self) -> None:
        self.clear_stacks()
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.entry("advance", args)
        self.f.end("ret void")

    def _enter_advance(self) -> None:
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.f.call("void", self.module.helper("play"), args)
        self.entry("finish", self.context())
        self.f.end("ret void")

    def _enter_finish(self) -> None:
        """What comes after a move's own effects."""
        self.f.call("void", self.module.function("after"), self.context())
        self.take_turn()

    def _enter_settle(self) -> None:
        """A move and what comes after it, before chance has its say in the next turn."""
        self.clear_stacks()
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.f.call("void", self.module.helper("play"), args)
        self.f.call("void", self.module.function("after"), self.context())
        self.f.end("ret void")

    def _enter_chance(self) -> None:
        self.clear_stacks()
        self.take_turn()

    def _enter_effects(self) -> None:
        self.clear_stacks()
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.f.call("void", self.module.helper("play"), args)
        self.f.end("ret void")

    def _enter_pass(self) -> None:
        kind = self.module.pass_kind
        self.f.call("void", self.module.function(kind.play), [*self.context(), ("i64", "0")])
        self.entry("finish", self.context())
        self.f.end("ret void")

    # --- moves ----------------------------------------------------------------------------------------

    def generate(self) -> None:
        """Put what `moves` offers on the stack of bundles."""
        self.f.call("void", self.module.function("moves", "all"), [*self.context(), ("i64", "-1")])

    def unless_over(self) -> None:
        """Of a game that has ended there are no moves."""
        f = self.f
        self.clear_stacks()
        ended, on = f.name_of("ended"), f.name_of("on")
        f.branch(self.over(), ended, on)
        f.label(ended)
        f.end("ret i64 0")
        f.label(on)
        self.generate()

    def _enter_offers(self) -> None:
        self.unless_over()
        self.f.end(f"ret i64 {self.read(BUNDLES_TOP)}")

    def _enter_legal(self) -> None:
        self.unless_over()
        self._judge_bundles("0")
        self.f.end(f"ret i64 {self.read(BUNDLES_TOP)}")

    def _judge_bundles(self, start: str) -> None:
        if self.memory.checks:
            args = [*self.context(), ("i64", start), ("i64", "-1")]
            self.f.call("void", self.module.helper("judge"), args)

    def _enter_count(self) -> None:
        self.unless_over()
        self.f.end(f"ret i64 {self.count_from('0')}")

    def count_from(self, start: str) -> str:
        """How many legal moves the bundles have; none is the forced pass."""
        f = self.f
        found = f.call("i64", self.module.helper("count"), [*self.context(), ("i64", start)])
        none = f.op(f"icmp eq i64 {found}, 0")
        return f.op(f"select i1 {none}, i64 1, i64 {found}")

    def _enter_random(self) -> None:
        self.clear_stacks()
        args = [*self.context(), ("ptr", "%chosen")]
        self.f.end(f"ret i64 {self.entry('turn', args)}")

    def _enter_turn(self) -> None:
        """Offers, and one of them drawn."""
        self.generate()
        args = [*self.context(), ("ptr", "%chosen")]
        self.f.end(f"ret i64 {self.f.call('i64', self.module.helper('pick'), args)}")

    def _enter_seen(self) -> None:
        """The expressions of a move's kind."""
        f, kinds = self.f, self.program.kinds
        labels = self.switch(f.load("i32", f.at("%B", KIND)), [k.name for k in kinds])
        for kind, label in zip(kinds, labels, strict=True):
            f.label(label)
            self._show(kind)
            f.end("ret void")

    def _show(self, kind: Kind) -> None:
        f = self.f
        args = self.arguments(f.at("%B", ARGS), [p.type for p in kind.params[:-1]])
        shown: tuple[Expr | None, ...] = (kind.origin, kind.target, kind.level_from, kind.level_to)
        self.proc = kind.play  # whose parameters these are
        self.forget_state()
        names = [v for _, v in args] + ["%site"]
        for param, value in zip(kind.params, names, strict=True):
            self.fixed[param.name] = value
        with self.conditional():
            for number, expr in enumerate(shown):
                if expr is not None:
                    f.store("i64", self.value(expr), f.at("%out", 8 * number))
        self.fixed.clear()

    # --- random games ---------------------------------------------------------------------------------

    def _enter_playout(self) -> None:
        self.clear_stacks()
        found = self.entry("game", [*self.context(), ("i64", "%most")])
        self.f.end(f"ret i64 {found}")

    def _enter_ply(self) -> None:
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
        self.entry("advance", [*self.context(), ("ptr", self.bundle(offset)), ("i64", site)])
        f.end("ret void")

    def _enter_game(self) -> None:
        """Random moves to the end; how many."""
        f = self.f
        start, head, test, step, done = f.block, "head", "test", "step", "done"
        f.label(head)
        f.do(f"%plies = phi i64 [ 0, %{start} ], [ %plies.next, %{step} ]")
        f.branch(self.over(), done, test)
        f.label(test)
        f.branch(f.op("icmp slt i64 %plies, %most"), step, done)
        f.label(step)
        self.entry("ply", self.context())
        f.do("%plies.next = add i64 %plies, 1")
        f.jump(head)
        f.label(done)
        f.end("ret i64 %plies")

    def _enter_playouts(self) -> None:
        """Games by their numbers. Results: plies, over, ranks; summary: see above."""
        f, players = self.f, self.program.players
        state = f.alloca(f"[{self.memory.size} x i8]", 64)
        stride = 16 + 8 * players
        start, head, body, tell, tally, done = f.block, "head", "game", "tell", "tally", "done"
        base = self.scramble(f.op(f"add i64 %seed, {GOLDEN}"))
        f.label(head)
        f.do(f"%i = phi i64 [ 0, %{start} ], [ %i.next, %counted ]")
        f.branch(f.op("icmp slt i64 %i, %games"), body, done)
        f.label(body)
        number = f.op("add i64 %first, %i")
        mixed = f.op(f"add i64 {f.op(f'add i64 {base}, {number}')}, {GOLDEN}")
        self.state = state
        self.entry("begin", [*self.context(), ("i64", self.scramble(mixed))])
        plies = self.entry("game", [*self.context(), ("i64", "%most")])
        over = f.op(f"zext i1 {self.over()} to i64")
        rank = self.module.field("rank")
        ranks = [self.fetch(self.spot(state, rank, str(p)), self.slot(rank)) for p in range(1, players + 1)]
        f.branch(f.op("icmp ne ptr %results, null"), tell, tally)
        f.label(tell)
        row = f.at("%results", f.op(f"mul i64 %i, {stride}"))
        f.store("i64", plies, row)
        f.store("i64", over, f.at(row, 8))
        for p, value in enumerate(ranks):
            f.store("double", value, f.at(row, 16 + 8 * p))
        f.label(tally)
        firsts = [f.op(f"zext i1 {f.op(f'fcmp oeq double {r}, 1.0')} to i64") for r in ranks]
        together = firsts[0]
        for each in firsts[1:]:
            together = f.op(f"add i64 {together}, {each}")
        single = f.op(f"icmp eq i64 {together}, 1")
        self._add("%summary", GAMES, "1")
        self._add("%summary", PLIES, plies)
        self._add("%summary", DRAWS, f.op(f"zext i1 {f.op(f'xor i1 {single}, true')} to i64"))
        for p, each in enumerate(firsts):
            self._add("%summary", WINS + 8 * p, f.op(f"select i1 {single}, i64 {each}, i64 0"))
        f.label("counted")
        f.do("%i.next = add i64 %i, 1")
        f.jump(head)
        f.label(done)
        f.end("ret void")

    def _add(self, base: str, offset: int | str, value: str) -> None:
        f = self.f
        place = f.at(base, offset)
        f.store("i64", f.op(f"add i64 {f.load('i64', place)}, {value}"), place)

    # --- perft ----------------------------------------------------------------------------------------

    def _enter_perft(self) -> None:
        self.clear_stacks()
        args = [("i64", "0"), ("i64", "%depth"), ("i1", "%bulk"), ("ptr", "%nodes"), ("ptr", "%ended")]
        self.entry("visit", [*self.context(), *args])
        self.f.end("ret void")

    def _tally(self, base: str, index: str) -> None:
        self._add(self.f.at(base, index, "i64"), 0, "1")

    def _enter_visit(self) -> None:
        """Count a position and what follows it."""
        f = self.f
        self._tally("%nodes", "%ply")
        ended, on, deeper, look = "is_over", "on", "deeper", "look"
        f.branch(self.over(), ended, on)
        f.label(ended)
        self._tally("%ended", "%ply")
        f.end("ret void")
        f.label(on)
        f.branch(f.op("icmp eq i64 %ply, %depth"), "leaf", deeper)
        f.label("leaf")
        f.end("ret void")
        f.label(deeper)
        start, checks = self.read(BUNDLES_TOP), self.read(CHECKS_TOP)
        self.generate()
        last = f.op(f"icmp eq i64 {f.op('add i64 %ply, 1')}, %depth")
        f.branch(f.op(f"and i1 {last}, %bulk"), "counted", look)
        f.label("counted")
        self._add(f.at("%nodes", "%depth", "i64"), 0, self.count_from(start))
        self.give(BUNDLES_TOP, start)
        self.give(CHECKS_TOP, checks)
        f.end("ret void")
        f.label(look)
        self._judge_bundles(start)
        some, none, done = "some", "none", "done"
        f.branch(f.op(f"icmp eq i64 {self.read(BUNDLES_TOP)}, {start}"), none, some, likely=False)
        f.label(none)
        self._visit_next(None, "0")
        f.jump(done)
        f.label(some)
        with self.bundles(start) as (offset, _, _):
            with self.members(self.sites_of(offset)) as (site, _, _):
                self._visit_next(offset, site)
        f.label(done)
        self.give(BUNDLES_TOP, start)
        self.give(CHECKS_TOP, checks)
        f.end("ret void")

    def _visit_next(self, offset: str | None, site: str) -> None:
        """Visit the position after a move; what is outside the record is as before afterwards."""
        f = self.f
        kept = [(part, self.read(part)) for part in OUTSIDE]
        copy = f.alloca(f"[{self.memory.size} x i8]", 16)
        size = ("i64", str(self.memory.size))
        args = [("ptr align 8", copy), ("ptr align 8", self.state), size, ("i1", "false")]
        f.call("void", "llvm.memcpy.p0.p0.i64", args, "")
        outer, self.state = self.state, copy
        if offset is None:
            self.entry("pass", self.context())
        else:
            self.entry("advance", [*self.context(), ("ptr", self.bundle(offset)), ("i64", site)])
        after = f.op("add i64 %ply, 1")
        rest = [("i64", after), ("i64", "%depth"), ("i1", "%bulk"), ("ptr", "%nodes"), ("ptr", "%ended")]
        self.entry("visit", [*self.context(), *rest])
        self.state = outer
        for part, value in kept:
            self.give(part, value)

    # --- for tests ------------------------------------------------------------------------------------

    def export(self, proc: Proc) -> None:
        """Call a procedure with arguments out of memory; its result goes there too."""
        f = self.f
        args = self.arguments("%args", [p.type for p in proc.params])
        result = "void" if proc.result is None else self.type_of(proc.result)
        found = f.call(result, self.module.function(proc.name), [*self.context(), *args])
        if proc.result is BOOL:
            f.store("i64", f.op(f"zext i1 {found} to i64"), "%result")
        elif proc.result is not None:
            f.store(result, found, "%result", 8)
        f.end("ret void")
