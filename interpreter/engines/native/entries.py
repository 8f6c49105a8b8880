"""The functions that Python calls: starting, offering, playing, whole random games."""

from __future__ import annotations

from gdl.core.ops import BOOL, Expr, Kind, Proc
from interpreter.engines.interface import MAX_PLIES
from interpreter.engines.native.calls import ENTRIES, TOO_LONG
from interpreter.engines.native.memory import ARGS, BUNDLES_TOP, KIND
from interpreter.engines.native.searching import Searching

#: Offsets in the summary of playouts; wins of player 1 follow.
GAMES, PLIES, DRAWS, WINS = 0, 8, 16, 24
#: So many plies of a random game are played between two looks.
STRETCH = 256
#: Games of so many steps at most (see gdl/analyses/worst_case_steps.py) end before anybody could wait.
LONG_GAME = 5 * 10**8


class Entries(Searching):
    """Writes these functions."""

    def write(self, name: str) -> None:
        if name.startswith("entry."):
            name = name.removeprefix("entry.")
            if ENTRIES[name].part:
                self.mark_stack()
            getattr(self, f"_enter_{name}")()
        else:
            super().write(name)

    # --- a game ---------------------------------------------------------------------------------------

    def _enter_start(self) -> None:
        self.entry("begin", [*self.context(), ("i64", "%generator")])
        self.f.end("ret void")

    def _enter_set_up(self) -> None:
        self.entry("fresh", [*self.context(), ("i64", "%generator")])
        self.f.end("ret void")

    def _enter_play(self) -> None:
        self.clear_stacks()
        args = [*self.context(), ("ptr", "%B"), ("i64", "%site")]
        self.entry("advance", args)
        self.f.end("ret void")

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

    # --- moves ----------------------------------------------------------------------------------------

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
        self.judge_from("0")
        self.f.end(f"ret i64 {self.read(BUNDLES_TOP)}")

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
        self._playout(self._usual_game())

    def _enter_long_playout(self) -> None:
        self._playout("long_game")

    def _playout(self, game: str) -> None:
        self.clear_stacks()
        found = self.entry(game, [*self.context(), ("i64", "%most")])
        self.f.end(f"ret i64 {found}")

    def _usual_game(self) -> str:
        """The loop for games that end in time whatever happens; a longer one is told to be TOO_LONG."""
        f, short = self.f, LONG_GAME // self.module.pace.ply
        if short < MAX_PLIES:
            return "long_game"
        long, on = f.name_of("long"), f.name_of("on")
        f.branch(f.op(f"icmp sgt i64 %most, {short}"), long, on, likely=False)
        f.label(long)
        f.end(f"ret i64 {TOO_LONG}")
        f.label(on)
        return "game"

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

    def _enter_long_game(self) -> None:
        """The same; now and then it is looked whether to stop, which costs some percent."""
        f = self.f
        start, again, head, test, step, done = f.block, "again", "head", "test", "step", "done"
        f.label(again)
        f.do(f"%before = phi i64 [ 0, %{start} ], [ %plies, %look ]")
        f.do(f"%more = add i64 %before, {STRETCH}")
        f.do("%least = icmp slt i64 %more, %most")
        f.do("%upto = select i1 %least, i64 %more, i64 %most")
        f.label(head)
        f.do(f"%plies = phi i64 [ %before, %{again} ], [ %plies.next, %{step} ]")
        f.branch(self.over(), done, test)
        f.label(test)
        f.branch(f.op("icmp slt i64 %plies, %upto"), step, "rest")
        f.label(step)
        self.entry("ply", self.context())
        f.do("%plies.next = add i64 %plies, 1")
        f.jump(head)
        f.label("rest")
        f.branch(f.op("icmp slt i64 %plies, %most"), "longer", done)
        f.label("longer")
        self.stop_at(done)
        f.label("look")
        f.jump(again)
        f.label(done)
        f.end("ret i64 %plies")

    def _enter_playouts(self) -> None:
        self._playouts(self._usual_game())

    def _enter_long_playouts(self) -> None:
        self._playouts("long_game")

    def _playouts(self, game: str) -> None:
        """Games by their numbers. Results: plies, over, ranks; summary: see above."""
        f, players = self.f, self.program.players
        state = f.alloca(f"[{self.memory.size} x i8]", 64)
        stride = 16 + 8 * players
        start, head, body, tell, tally, done = f.block, "head", "begin", "tell", "tally", "done"
        f.label(head)
        f.do(f"%i = phi i64 [ 0, %{start} ], [ %i.next, %counted ]")
        f.branch(f.op("icmp slt i64 %i, %games"), body, done)
        f.label(body)
        number = f.op("add i64 %first, %i")
        self.state = state
        self.entry("begin", [*self.context(), ("i64", self.generator_of("%seed", number))])
        plies = self.entry(game, [*self.context(), ("i64", "%most")])
        self.stop_at(done)
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
        self.add(f.at("%summary", GAMES), "1")
        self.add(f.at("%summary", PLIES), plies)
        self.add(f.at("%summary", DRAWS), f.op(f"zext i1 {f.op(f'xor i1 {single}, true')} to i64"))
        for p, each in enumerate(firsts):
            self.add(f.at("%summary", WINS + 8 * p), f.op(f"select i1 {single}, i64 {each}, i64 0"))
        f.label("counted")
        f.do("%i.next = add i64 %i, 1")
        f.jump(head)
        f.label(done)
        f.end("ret i64 0")

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
