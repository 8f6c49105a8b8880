"""A random game in emitted code, from a state to its end; many of them are in interpreter/subset/games.py."""

from __future__ import annotations

from gdl.analyses.worst_case_steps import Pace
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks

#: So many plies of a random game are played at least between two looks.
STRETCH = 256

#: Games of so many steps at most (see gdl/analyses/worst_case_steps.py) end before anybody could wait.
LONG_GAME = 5 * 10**8


def most_unwatched(pace: Pace) -> int:
    """Random games of more plies than this may take longer than anybody could wait."""
    return LONG_GAME // pace.ply


class Playouts(Family):
    """Writes random games."""

    def __init__(self, scope: Scope, stacks: Stacks, playing: Playing) -> None:
        super().__init__(scope)
        self.stacks = stacks
        self.playing = playing

    def enter_playout(self) -> None:
        """A random game; how many plies."""
        result = self.f.call("i64", self.module.helper("play_out"), [*self.context(), ("i64", "%most")])
        self.f.end(f"ret i64 {result}")

    def write_play_out(self) -> None:
        """Random moves to the end, in stretches: after each it is looked whether to stop. How many."""
        f = self.f
        stretch = max(STRETCH, most_unwatched(self.module.pace))
        self.playing.clear_stacks()
        # a game that ends in time whatever happens is compiled by itself: it begins with what is known
        f.branch(f.op(f"icmp sle i64 %most, {stretch}"), "short", "long")
        f.label("short")
        f.end(f"ret i64 {self.playing.entry('game', [*self.context(), ('i64', '%most')])}")
        f.label("long")
        start, again, look, done = f.block, "again", "look", "done"
        f.label(again)
        f.do(f"%left = phi i64 [ %most, %{start} ], [ %rest, %{look} ]")
        f.do(f"%part = call i64 @llvm.smin.i64(i64 %left, i64 {stretch})")
        played = self.playing.entry("game", [*self.context(), ("i64", "%part")])
        f.do(f"%rest = sub i64 %left, {played}")
        ended = f.op(f"icmp slt i64 {played}, %part")
        f.branch(f.op(f"or i1 {ended}, {f.op('icmp sle i64 %rest, 0')}"), done, "longer")
        f.label("longer")
        self.stacks.stop_at(done)
        f.label(look)
        f.jump(again)
        f.label(done)
        f.end(f"ret i64 {f.op('sub i64 %most, %rest')}")

    def enter_game(self) -> None:
        """Random moves to the end, or so many; how many."""
        f, start = self.f, self.f.block
        head, test, step, done = "head", "test", "step", "done"
        f.label(head)
        f.do(f"%plies = phi i64 [ 0, %{start} ], [ %plies.next, %{step} ]")
        f.branch(self.playing.over(), done, test)
        f.label(test)
        f.branch(f.op("icmp slt i64 %plies, %most"), step, done)
        f.label(step)
        self.playing.entry("ply", self.context())
        f.do("%plies.next = add i64 %plies, 1")
        f.jump(head)
        f.label(done)
        f.end("ret i64 %plies")
