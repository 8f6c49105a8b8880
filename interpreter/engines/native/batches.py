"""Many states side by side in emitted code: each row of an array is a record; see interpreter/game/batch.py.

What stands outside the record, the generator and the history, is kept beside it for each row. It is lent to
the context while the row is worked on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.engines.native.chance import Chance
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import (
    BUNDLES_TOP,
    COUNT,
    ERROR,
    HISTORY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_TURN,
    POSITIONS,
    RNG,
)
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.stacks import Stacks

#: What is kept beside each row, in this order, each a word.
BESIDE = (RNG, HISTORY, HISTORY_ROOM, HISTORY_FIRST, HISTORY_LENGTH, HISTORY_TURN, POSITIONS)

BESIDE_BYTES = 8 * len(BESIDE)

#: The summary of each row: how many moves it has, who moves, and how many moves were made; then the ranks.
MOVES, MOVER, PLIES, RANKS = 0, 8, 16, 24


class Batches(Family):
    """Writes what works on all rows."""

    def __init__(
        self,
        scope: Scope,
        fields: Fields,
        sets: Sets,
        stacks: Stacks,
        chance: Chance,
        looking: Looking,
        playing: Playing,
    ) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets
        self.stacks = stacks
        self.chance = chance
        self.looking = looking
        self.playing = playing

    @contextmanager
    def rows(self) -> Iterator[tuple[str, str]]:
        """A loop over the rows: (number, its summary). Inside, the row is the state."""
        f = self.f
        summary_bytes = RANKS + 8 * self.program.players
        sizes = (("%rows", self.memory.size), ("%beside", BESIDE_BYTES), ("%summary", summary_bytes))
        for pointer, size in sizes:
            f.know(pointer, f.op(f"mul i64 %n, {size}"), f"the array {pointer[1:]}")
        counter = f.alloca("i64")
        f.store("i64", "0", counter)
        own = [self.stacks.read(part) for part in BESIDE]
        # a row that is left in the middle of its ply is what it was before
        kept: list[tuple[str, str, int]] = []  # where it stands, a copy, bytes
        head, body, done = f.name_of("rows"), f.name_of("row"), f.name_of("done")
        f.label(head)
        i = f.load("i64", counter)
        f.branch(f.op(f"icmp slt i64 {i}, %n"), body, done)
        f.label(body)
        places = [f.at(pointer, f.op(f"mul i64 {i}, {size}")) for pointer, size in sizes]
        self.stacks.stop_at(done)
        outer, self.scope.state = self.scope.state, places[0]
        for word, part in enumerate(BESIDE):
            self.stacks.give(part, f.load("i64", f.at(places[1], 8 * word)))
        self.playing.clear_stacks()
        if self.module.pace.endless:
            for place, size in ((places[0], self.memory.size), (places[2], summary_bytes)):
                kept.append((place, f.alloca(f"[{size} x i8]", 16), size))
        for place, copy, size in kept:
            self.copy_bytes(place, copy, size)
        yield i, places[2]
        if kept:
            left, whole = f.name_of("left"), f.name_of("whole")
            f.branch(f.op(f"icmp ne i64 {self.stacks.read(ERROR)}, 0"), left, whole, likely=False)
            f.label(left)
            for place, copy, size in kept:
                self.copy_bytes(copy, place, size)
            for part in (HISTORY, HISTORY_ROOM, POSITIONS):  # they may have moved
                f.store("i64", self.stacks.read(part), f.at(places[1], 8 * BESIDE.index(part)))
            f.jump(done)
            f.label(whole)
        if self.module.remembers:
            f.call("void", self.module.helper("drop_history"), [("ptr", "%C")])
        for word, part in enumerate(BESIDE):
            f.store("i64", self.stacks.read(part), f.at(places[1], 8 * word))
        self.scope.state = outer
        f.store("i64", f.op(f"add i64 {i}, 1"), counter)
        f.jump(head)
        f.label(done)
        for part, value in zip(BESIDE, own, strict=True):
            self.stacks.give(part, value)

    def copy_bytes(self, source: str, to: str, size: int) -> None:
        """Copy so many bytes."""
        args = [("ptr align 8", to), ("ptr align 8", source), ("i64", str(size)), ("i1", "false")]
        self.f.call("void", "llvm.memcpy.p0.p0.i64", args, "")

    def tell(self, summary: str, plies: str) -> None:
        """Note what there is to know of the row."""
        f = self.f
        f.store("i64", self.playing.entry("moves", self.context()), f.at(summary, MOVES))
        self.scope.forget_state()
        f.store("i64", plies, f.at(summary, PLIES))
        self.tell_players(summary)

    def tell_players(self, summary: str) -> None:
        """Note who is to move, and who has won."""
        f = self.f
        f.store("i64", self.fields.scalar(self.module.field("mover")), f.at(summary, MOVER))
        rank = self.module.field("rank")
        for player in range(1, self.program.players + 1):
            value = self.fields.element_at(rank, str(player))
            f.store("double", value, f.at(summary, RANKS + 8 * (player - 1)))

    def plies_after(self, summary: str) -> str:
        """How many moves the row has had after one more."""
        return self.f.op(f"add i64 {self.f.load('i64', self.f.at(summary, PLIES))}, 1")

    def enter_batch_start(self) -> None:
        """Begin the games of which nothing is to come, those that have ended among them; how many."""
        f = self.f
        begun = f.alloca("i64")
        f.store("i64", "0", begun)
        with self.rows() as (_, summary):
            ended, after = f.name_of("ended"), f.name_of("after")
            f.branch(f.op(f"icmp eq i64 {f.load('i64', f.at(summary, MOVES))}, 0"), ended, after)
            f.label(ended)
            number = f.op(f"add i64 %first, {f.load('i64', begun)}")
            self.playing.entry("begin", [*self.context(), ("i64", self.chance.generator_of("%seed", number))])
            self.tell(summary, "0")
            f.store("i64", f.op(f"add i64 {f.load('i64', begun)}, 1"), begun)
            f.label(after)
        f.end(f"ret i64 {f.load('i64', begun)}")

    def enter_batch_wrong(self) -> None:
        """The first row for which there is no such move; -1: there is none. The move -1 is no move."""
        f = self.f
        f.know("%moves", f.op("mul i64 %n, 8"), "the moves")
        answer = f.alloca("i64")
        f.store("i64", "-1", answer)
        with self.rows() as (i, summary):
            move = f.load("i64", f.at("%moves", i, "i64"))
            below = f.op(f"icmp slt i64 {move}, {f.load('i64', f.at(summary, MOVES))}")
            good = f.op(f"and i1 {below}, {f.op(f'icmp sge i64 {move}, -1')}")
            none = f.op(f"icmp sge i64 {f.load('i64', answer)}, 0")
            kept = f.op(f"select i1 {f.op(f'or i1 {good}, {none}')}, i64 {f.load('i64', answer)}, i64 {i}")
            f.store("i64", kept, answer)
        f.end(f"ret i64 {f.load('i64', answer)}")

    def enter_batch_step(self) -> None:
        """Play the move of each row's number; -1 leaves the row."""
        f = self.f
        f.know("%moves", f.op("mul i64 %n, 8"), "the moves")
        with self.rows() as (i, summary):
            move = f.load("i64", f.at("%moves", i, "i64"))
            play, after = f.name_of("play"), f.name_of("after")
            f.branch(f.op(f"icmp sge i64 {move}, 0"), play, after)
            f.label(play)
            plies = self.plies_after(summary)
            self.playing.entry("choose", [*self.context(), ("i64", move)])
            self.tell(summary, plies)
            f.label(after)
        f.end("ret void")

    def enter_batch_random(self) -> None:
        """Play a random move in each row whose game goes on."""
        f = self.f
        with self.rows() as (_, summary):
            play, after = f.name_of("play"), f.name_of("after")
            f.branch(f.op(f"icmp ne i64 {f.load('i64', f.at(summary, MOVES))}, 0"), play, after)
            f.label(play)
            plies = self.plies_after(summary)
            self.playing.entry("ply", self.context())
            self.tell(summary, plies)
            f.label(after)
        f.end("ret void")

    def enter_batch_tell(self) -> None:
        """Note what there is to know of each row, which has come from elsewhere."""
        with self.rows() as (_, summary):
            self.tell(summary, self.f.load("i64", self.f.at(summary, PLIES)))
        self.f.end("ret void")

    def enter_moves(self) -> None:
        """How many different moves there are, the forced pass among them."""
        f = self.f
        ended, on = f.name_of("ended"), f.name_of("on")
        f.branch(self.playing.over(), ended, on)
        f.label(ended)
        f.end("ret i64 0")
        f.label(on)
        self.playing.list_moves()
        result = self.looking.total("0")
        none = f.op(f"icmp eq i64 {result}, 0")
        f.end(f"ret i64 {f.op(f'select i1 {none}, i64 1, i64 {result}')}")

    def enter_choose(self) -> None:
        """Play the k-th of the different moves."""
        f = self.f
        self.playing.list_moves()
        some, none = f.name_of("some"), f.name_of("none")
        f.branch(f.op(f"icmp eq i64 {self.stacks.read(BUNDLES_TOP)}, 0"), none, some, likely=False)
        f.label(none)
        self.playing.entry("pass", self.context())
        f.end("ret void")
        f.label(some)
        left = f.alloca("i64")
        f.store("i64", "%k", left)
        with self.looking.bundles("0") as (offset, onward, _):
            place = self.looking.bundle(offset)
            k, count = f.load("i64", left), f.load("i64", f.at(place, COUNT))
            here, beyond = f.name_of("here"), f.name_of("beyond")
            f.branch(f.op(f"icmp ult i64 {k}, {count}"), here, beyond)
            f.label(here)
            site = self.sets.nth(self.looking.sites_of(offset), k, sure=True)
            self.playing.entry("advance", [*self.context(), ("ptr", place), ("i64", site)])
            f.end("ret void")
            f.label(beyond)
            f.store("i64", f.op(f"sub i64 {k}, {count}"), left)
            f.jump(onward)
        f.end("ret void")
