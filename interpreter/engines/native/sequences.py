"""Perft in emitted code: sequences of moves are counted as interpreter/engines/perft.py defines it."""

from __future__ import annotations

from gdl.core.programs import TRIALS
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import (
    ARGS,
    BUNDLES_TOP,
    CHECKS_TOP,
    COUNT,
    ERROR,
    KIND,
    STACK_END,
    TOO_DEEP,
)
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.trying import Trying


class Sequences(Family):
    """Writes what visits every sequence of moves."""

    def __init__(
        self,
        scope: Scope,
        fields: Fields,
        sets: Sets,
        stacks: Stacks,
        trying: Trying,
        looking: Looking,
        playing: Playing,
    ) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets
        self.stacks = stacks
        self.trying = trying
        self.looking = looking
        self.playing = playing

    def enter_perft(self) -> None:
        """Count from a state on."""
        self.playing.clear_stacks()
        args = [("i64", "%ply"), ("i64", "%depth"), ("i1", "%turns"), ("i1", "false")]
        self.playing.entry("sequences", [*self.context(), *args, ("ptr", "%nodes"), ("ptr", "%ended")])
        self.f.end("ret void")

    def enter_sequences(self) -> None:
        """Visit a state whose game goes on: its moves make sequences of length `ply`.

        `replying`: a move led here, which was the last of its game if there is no reply.
        """
        f = self.f
        stop, on, some = "stop", "on", "some"
        self.stop_if_deep()
        self.stacks.stop_at(stop)
        f.jump(on)
        f.label(stop)
        f.end("ret void")
        f.label(on)
        start, checks = self.stacks.read(BUNDLES_TOP), self.stacks.read(CHECKS_TOP)
        turn = self.turn()
        self.playing.generate()
        self.looking.judge_from(start)
        self.playing.entry("distinct", [*self.context(), ("i64", start)])
        f.branch(f.op(f"icmp eq i64 {self.stacks.read(BUNDLES_TOP)}, {start}"), "none", some, likely=False)
        f.label("none")
        self.no_move(turn)
        f.jump("done")
        f.label(some)
        with self.looking.bundles(start) as (offset, _, _):
            with self.sets.members(self.looking.sites_of(offset)) as (site, _, _):
                with self.trying.on_copy():
                    move = [("ptr", self.looking.bundle(offset)), ("i64", site)]
                    self.playing.entry("advance", [*self.context(), *move])
                    self.visit_next(turn)
        f.label("done")
        self.stacks.give(BUNDLES_TOP, start)
        self.stacks.give(CHECKS_TOP, checks)
        f.end("ret void")

    def turn(self) -> list[str]:
        """What stays while it is the same player's turn: who moves, and in a match which game it is."""
        fields = [f for f in self.program.fields if f.name in ("mover", TRIALS)]
        return [self.fields.scalar(f) for f in fields]

    def stop_if_deep(self) -> None:
        """Go no further where the thread's stack is nearly full."""
        f = self.f
        frame = f.call("ptr", "llvm.frameaddress.p0", [("i32", "0")], "")
        deep = f.op(f"icmp ult i64 {f.op(f'ptrtoint ptr {frame} to i64')}, {self.stacks.read(STACK_END)}")
        f.branch(deep, "deep", "room", likely=False)
        f.label("deep")
        self.stacks.give(ERROR, str(TOO_DEEP))
        f.label("room")

    def no_move(self, turn: list[str]) -> None:
        """The player must pass. If that only leads to the end, the last move has ended the game."""
        f = self.f
        f.branch("%replying", "replied", "passing")
        f.label("replied")
        f.branch(self.playing.entry("stuck", self.context()), "was_last", "passing")
        f.label("was_last")
        self.tally("%ended", f.op("sub i64 %ply, 1"))
        f.jump("done")
        f.label("passing")
        with self.trying.on_copy():
            self.playing.entry("pass", self.context())
            self.visit_next(turn)

    def visit_next(self, turn: list[str]) -> None:
        """Count the move that led to the present state, and visit what follows it."""
        f = self.f
        ended, on, same, counted, last, leaf, deeper, after = (
            f.name_of(n) for n in ("ended", "on", "same", "counted", "last", "leaf", "deeper", "after")
        )
        f.branch(self.playing.over(), ended, on)
        f.label(ended)
        self.tally("%nodes", "%ply")
        self.tally("%ended", "%ply")
        f.jump(after)
        f.label(on)
        again = "%turns"
        for now, before in zip(self.turn(), turn, strict=True):
            again = f.op(f"and i1 {again}, {f.op(f'icmp eq i64 {now}, {before}')}")
        f.branch(again, same, counted)
        f.label(same)
        rest = [("i64", "%depth"), ("i1", "%turns")]
        places = [("ptr", "%nodes"), ("ptr", "%ended")]
        args = [*self.context(), ("i64", "%ply"), *rest, ("i1", "false"), *places]
        self.playing.entry("sequences", args)
        f.jump(after)
        f.label(counted)
        self.tally("%nodes", "%ply")
        f.branch(f.op("icmp eq i64 %ply, %depth"), leaf, deeper)
        f.label(leaf)
        reply = f.call("i1", self.module.function("moves", "any"), self.context())
        f.branch(reply, after, last)
        f.label(last)
        stuck = self.playing.entry("stuck", self.context())
        self.stacks.add(f.at("%ended", "%ply", "i64"), f.op(f"zext i1 {stuck} to i64"))
        f.jump(after)
        f.label(deeper)
        onward = f.op("add i64 %ply, 1")
        args = [*self.context(), ("i64", onward), *rest, ("i1", "true"), *places]
        self.playing.entry("sequences", args)
        f.label(after)

    def tally(self, base: str, index: str) -> None:
        """One more of a length."""
        self.stacks.add(self.f.at(base, index, "i64"), "1")

    def enter_stuck(self) -> None:
        """Do only forced passes come before the end?"""
        f = self.f
        answer = f.alloca("i1")
        with self.trying.on_copy():
            f.store("i1", "false", answer)
            for _ in range(2 * self.program.players):
                self.scope.forget_state()
                moving, passing, going = f.name_of("moving"), f.name_of("passing"), f.name_of("going")
                reply = f.call("i1", self.module.function("moves", "any"), self.context())
                f.branch(reply, "done", passing)
                f.label(passing)
                self.playing.entry("pass", self.context())
                f.branch(self.playing.over(), moving, going)
                f.label(moving)
                f.store("i1", "true", answer)
                f.jump("done")
                f.label(going)
            f.label("done")
        f.end(f"ret i1 {f.load('i1', answer)}")

    def enter_distinct(self) -> None:
        """A move that is offered twice stays where it was offered first."""
        f = self.f
        with self.looking.bundles("%start") as (offset, _, _):
            if self.module.pace.many:
                self.scope.look()
            rest = f.alloca(self.set_type, 8)
            f.store(self.set_type, self.looking.sites_of(offset), rest, 8)
            first, again = f.name_of("first"), f.name_of("again")
            with self.looking.bundles("%start") as (earlier, step, done):
                f.branch(f.op(f"icmp eq i64 {earlier}, {offset}"), done, first)
                f.label(first)
                self.same_move(earlier, offset, again, step)
                f.label(again)
                left = self.sets.without(f.load(self.set_type, rest, 8), self.looking.sites_of(earlier))
                f.store(self.set_type, left, rest, 8)
            here = self.looking.bundle(offset)
            left = f.load(self.set_type, rest, 8)
            f.store(self.set_type, left, f.at(here, self.memory.sites_offset), 8)
            f.store("i64", self.sets.size(left), f.at(here, COUNT))
        f.end("ret void")

    def same_move(self, a: str, b: str, yes: str, no: str) -> None:
        """Go on at a label, by whether two bundles have the same kind and arguments."""
        f = self.f
        kind = f.load("i32", f.at(self.looking.bundle(a), KIND))
        alike = f.name_of("alike")
        f.branch(f.op(f"icmp eq i32 {kind}, {f.load('i32', f.at(self.looking.bundle(b), KIND))}"), alike, no)
        f.label(alike)
        words = [sum(self.memory.slots_of(p.type) for p in k.params[:-1]) for k in self.program.kinds]
        cases = {n: f.name_of("words") for n in set(words) if n}
        shown = " ".join(f"i32 {i}, label %{cases[n]}" for i, n in enumerate(words) if n)
        f.end(f"switch i32 {kind}, label %{yes} [ {shown} ]")
        for count, label in cases.items():
            f.label(label)
            differs = "0"
            for word in range(count):
                pair = [f.load("i64", f.at(self.looking.bundle(each), ARGS + 8 * word)) for each in (a, b)]
                differs = f.op(f"or i64 {differs}, {f.op(f'xor i64 {pair[0]}, {pair[1]}')}")
            f.branch(f.op(f"icmp eq i64 {differs}, 0"), yes, no)
