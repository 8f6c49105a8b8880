"""Steps of many games in emitted code: each row plays the move of its number, and is looked at again.

What a step reads and writes beside the states it finds by way of a desk, a record of addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.engines.native.batches import MOVES, PLIES, Batches
from interpreter.engines.native.chance import Chance
from interpreter.engines.native.memory import ERROR
from interpreter.engines.native.numbered import TABLE, Numbered
from interpreter.engines.native.observing import Observing
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks

#: Offsets in a desk; the first three are in numbered.py.
#: By row: the numbers to be played (64 bits), truths by number, the legal numbers in order (32 bits; may be
#: null), the planes (may be null), results by player (float, may be null), whether it is over (bytes, may be
#: null), and the number of its game among those of the seed.
PLAYED, MASK, LISTED, PLANES, REWARDS, OVER, GAMES = 24, 32, 40, 48, 56, 64, 72
#: What games begin with, whether one begins where another is over, and how many games further the next is.
SEED, RESTART, STRIDE = 80, 88, 96
#: Who sees the planes, 0 for who is to move.
VIEWER = 104
#: Whether the planes are where they were written before, and nothing else was since.
KEPT = 112
DESK_SIZE = 120


class Steps(Family):
    """Writes what works on the rows of a desk."""

    def __init__(
        self,
        scope: Scope,
        stacks: Stacks,
        chance: Chance,
        playing: Playing,
        batches: Batches,
        observing: Observing,
        numbered: Numbered,
    ) -> None:
        super().__init__(scope)
        self.stacks = stacks
        self.chance = chance
        self.playing = playing
        self.batches = batches
        self.observing = observing
        self.numbered = numbered

    def enter_rows_wrong(self) -> None:
        """The first row whose number is not legal; -1 where there is none. The number -1 is no move."""
        f, count = self.f, self.numbered.numbering.count
        played, mask = self.numbered.from_desk(PLAYED), self.numbered.from_desk(MASK)
        begin = f.here()
        f.label("head")
        f.do(f"%i = phi i64 [ 0, %{begin} ], [ %i.next, %good ]")
        f.branch(f.op("icmp slt i64 %i, %n"), "look", "done")
        f.label("look")
        number = f.load("i64", f.at(played, "%i", "i64"))
        f.branch(f.op(f"icmp eq i64 {number}, -1"), "good", "some")
        f.label("some")
        f.branch(f.op(f"icmp ult i64 {number}, {count}"), "inside", "bad")
        f.label("inside")
        truth = f.load("i8", f.at(mask, f.op(f"add i64 {f.op(f'mul i64 %i, {count}')}, {number}")))
        f.branch(f.op(f"icmp ne i8 {truth}, 0"), "good", "bad")
        f.label("good")
        f.do("%i.next = add i64 %i, 1")
        f.jump("head")
        f.label("bad")
        f.end("ret i64 %i")
        f.label("done")
        f.end("ret i64 -1")

    @contextmanager
    def counted(self) -> Iterator[tuple[str, str]]:
        """A loop over the rows, as `rows` has it: (number of the row, its summary). It ends the function,
        which returns how many rows are done; or, less than 0, what is wrong with the moves of one."""
        f = self.f
        done, strange = f.alloca("i64"), f.alloca("i64")
        f.store("i64", "0", done)
        f.store("i64", "0", strange)
        self.strange = strange
        with self.batches.rows() as (i, summary):
            yield f.op(f"add i64 {i}, %first"), summary
            fine, after = f.name_of("fine"), f.name_of("after")
            f.branch(f.op(f"icmp eq i64 {self.stacks.read(ERROR)}, 0"), fine, after)
            f.label(fine)
            f.store("i64", f.op(f"add i64 {i}, 1"), done)
            f.label(after)
        what = f.load("i64", strange)
        wrong = f.op(f"icmp ne i64 {what}, 0")
        rows = f.load("i64", done)
        f.end(f"ret i64 {f.op(f'select i1 {wrong}, i64 {what}, i64 {rows}')}")

    def enter_rows_look(self) -> None:
        """The legal moves of each row, and its planes."""
        with self.counted() as (row, summary):
            self.batches.tell_players(summary)
            self.look(row, summary)

    def enter_rows_planes(self) -> None:
        """The planes of each row."""
        with self.counted() as (row, _):
            self.observe(row)

    def look(self, row: str, summary: str) -> None:
        """Set the truths of a row, list its numbers, and write its planes."""
        f, count = self.f, self.numbered.numbering.count
        mask = f.at(self.numbered.from_desk(MASK), f.op(f"mul i64 {row}, {count}"))
        listed = self.numbered.from_desk(LISTED)
        its = f.at(listed, f.op(f"mul i64 {row}, {count}"), "i32")
        its = f.op(f"select i1 {f.op(f'icmp eq ptr {listed}, null')}, ptr null, ptr {its}")
        args = [*self.context(), ("ptr", self.numbered.from_desk(TABLE)), ("ptr", mask), ("ptr", its)]
        moves = self.playing.entry("number", args)
        f.store("i64", moves, f.at(summary, MOVES))
        bad, good = f.name_of("bad"), f.name_of("good")
        f.branch(f.op(f"icmp slt i64 {moves}, 0"), bad, good, likely=False)
        f.label(bad)
        f.store("i64", moves, self.strange)
        f.label(good)
        self.observe(row)

    def observe(self, row: str) -> None:
        """Write the planes of a row, where they are wanted."""
        f = self.f
        planes = self.numbered.from_desk(PLANES)
        write, on = f.name_of("see"), f.name_of("seen")
        f.branch(f.op(f"icmp ne ptr {planes}, null"), write, on)
        f.label(write)
        its = f.at(planes, f.op(f"mul i64 {row}, {4 * self.observing.size}"))
        args = [*self.context(), ("ptr", its), ("i64", self.numbered.from_desk(VIEWER, "i64"))]
        args.append(("i64", self.numbered.from_desk(KEPT, "i64")))
        self.playing.entry("planes", args)
        f.label(on)

    def enter_rows_step(self) -> None:
        """Play the move of each row's number, begin another game where one is over and that is wanted, and
        look at what there is then; -1 leaves the row as it is."""
        f = self.f
        with self.counted() as (row, summary):
            number = f.load("i64", f.at(self.numbered.from_desk(PLAYED), row, "i64"))
            play, leave, after = f.name_of("play"), f.name_of("leave"), f.name_of("after")
            f.branch(f.op(f"icmp sge i64 {number}, 0"), play, leave)
            f.label(leave)
            self.result(row, None)
            f.jump(after)
            f.label(play)
            plies = self.batches.plies_after(summary)
            f.store("i64", plies, f.at(summary, PLIES))
            f.call(
                "void", self.module.helper("play_number"), [*self.context(), ("ptr", "%D"), ("i64", number)]
            )
            self.scope.forget_state()
            over = self.playing.over()
            self.result(row, over)
            again, look = f.name_of("again"), f.name_of("look")
            wanted = f.op(f"icmp ne i64 {self.numbered.from_desk(RESTART, 'i64')}, 0")
            f.branch(f.op(f"and i1 {over}, {wanted}"), again, look)
            f.label(again)
            self.begin_next(row, summary)
            f.label(look)
            self.scope.forget_state()
            self.batches.tell_players(summary)
            self.look(row, summary)
            f.label(after)

    def result(self, row: str, over: str | None) -> None:
        """Note whether a row's game is over now, and what that is to the players: where it has just ended, 1
        for who is first, -1 for who is last, and what is between for others; else 0."""
        f, players = self.f, self.program.players
        rewards, overs = self.numbered.from_desk(REWARDS), self.numbered.from_desk(OVER)
        write, on = f.name_of("result"), f.name_of("on")
        f.branch(f.op(f"icmp ne ptr {overs}, null"), write, on)
        f.label(write)
        now = self.playing.over() if over is None else over
        f.store("i8", f.op(f"zext i1 {now} to i8"), f.at(overs, row))
        its = f.at(rewards, f.op(f"mul i64 {row}, {4 * players}"))
        rank = self.module.field("rank")
        for player in range(1, players + 1):
            value = "0.0"
            if over is not None:
                value = self.reward(self.batches.fields.element_at(rank, str(player)))
                value = f.op(f"select i1 {over}, float {value}, float 0.0")
            f.store("float", value, f.at(its, 4 * (player - 1)))
        f.label(on)

    def reward(self, rank: str) -> str:
        """From 1 for who is first to -1 for who is last."""
        f, players = self.f, self.program.players
        if players == 1:
            return f.op(f"select i1 {f.op(f'fcmp oeq double {rank}, 1.0')}, float 1.0, float -1.0")
        behind = f.op(f"fmul double {f.op(f'fsub double {rank}, 1.0')}, 2.0")
        loss = f.op(f"fdiv double {behind}, {float(players - 1)}")
        return f.op(f"fptrunc double {f.op(f'fsub double 1.0, {loss}')} to float")

    def enter_rows_begin(self) -> None:
        """Begin the game of each row's number, and look at what there is then."""
        f = self.f
        with self.counted() as (row, summary):
            self.begin(f.load("i64", f.at(self.numbered.from_desk(GAMES), row, "i64")), summary)
            self.result(row, None)
            self.batches.tell_players(summary)
            self.look(row, summary)

    def begin_next(self, row: str, summary: str) -> None:
        """The row's next game of the seed."""
        f = self.f
        place = f.at(self.numbered.from_desk(GAMES), row, "i64")
        number = f.op(f"add i64 {f.load('i64', place)}, {self.numbered.from_desk(STRIDE, 'i64')}")
        f.store("i64", number, place)
        self.begin(number, summary)

    def begin(self, number: str, summary: str) -> None:
        """The game of a number of the seed."""
        f = self.f
        generator = self.chance.generator_of(self.numbered.from_desk(SEED, "i64"), number)
        self.playing.entry("begin", [*self.context(), ("i64", generator)])
        self.scope.forget_state()
        f.store("i64", "0", f.at(summary, PLIES))
