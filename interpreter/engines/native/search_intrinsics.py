"""Intrinsics of searches: pools of words, moves as words, playing on request; see gdl/core/intrinsics.py."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.intrinsics import (
    ListMoves,
    PlayMove,
    PlayOut,
    Poke,
    Pool,
    Reseed,
    SaveRecord,
    Tally,
    move_words,
)
from gdl.core.ops import INT, Expr, Op
from interpreter.engines.native.memory import COUNT, POOL_ROOM, POOL_SIZE, POOL_WORDS, POOL_ZERO, RNG, STOP
from interpreter.engines.native.scope import Family


class SearchIntrinsics(Family):
    """Writes what only searches ask for."""

    def pool_room(self, pool: Pool) -> str:
        """How many words a pool has."""
        return self.f.load("i64", self.f.at("%C", POOL_ROOM + POOL_SIZE * pool.number))

    def pool_word(self, pool: Pool, index: str, count: int) -> tuple[str, str]:
        """The place of a word of a pool, and whether so many from there on are inside."""
        f = self.f
        base = f.load("ptr", f.at("%C", POOL_WORDS + POOL_SIZE * pool.number))
        room = self.pool_room(pool)
        inside = f.op(f"icmp ult i64 {index}, {room}")
        if count > 1:
            last = f.op(f"add i64 {index}, {count - 1}")
            inside = f.op(f"and i1 {inside}, {f.op(f'icmp ult i64 {last}, {room}')}")
        return f.at(base, index, "i64"), inside

    def room(self, expr: Expr) -> str:
        """ROOM."""
        assert isinstance(expr.data, Pool)
        return self.pool_room(expr.data)

    def peek(self, expr: Expr) -> str:
        """A word of a pool, 0 outside."""
        assert isinstance(expr.data, Pool)
        f, type_ = self.f, self.type_of(expr.data.type)
        place, inside = self.pool_word(expr.data, self.value(expr.args[0]), 1)
        zero = f.at("%C", POOL_ZERO)
        return f.load(type_, f.op(f"select i1 {inside}, ptr {place}, ptr {zero}"))

    def stopped(self) -> str:
        """Whether whoever runs the search wants it to end."""
        flag = self.f.load("ptr", self.f.at("%C", STOP))
        return self.f.op(f"icmp ne i64 {self.f.op(f'load volatile i64, ptr {flag}, align 8')}, 0")

    def fingerprint(self, expr: Expr) -> str:
        """A number for all that decides what follows."""
        passed = [*self.context(), ("i1", self.value(expr.args[0]))]
        return self.f.call("i64", self.module.helper("fingerprint"), passed)

    # --- statements -----------------------------------------------------------------------------------

    def poke(self, stmt: Poke) -> None:
        """Write a word of a pool, if it is there."""
        f = self.f
        value = self.value(stmt.value)
        place, inside = self.pool_word(stmt.pool, self.value(stmt.index), 1)
        write, done = f.name_of("poke"), f.name_of("poked")
        f.branch(inside, write, done, likely=True)
        f.label(write)
        f.store(self.type_of(stmt.pool.type), value, place)
        f.label(done)

    def tally(self, stmt: Tally) -> None:
        """One more in a word of a pool, if it is there."""
        f = self.f
        place, inside = self.pool_word(stmt.pool, self.value(stmt.index), 1)
        count, done = f.name_of("tally"), f.name_of("tallied")
        f.branch(inside, count, done, likely=True)
        f.label(count)
        f.store("i64", f.op(f"add i64 {f.load('i64', place)}, 1"), place)
        f.label(done)

    def list_moves(self, stmt: ListMoves) -> None:
        """The legal moves as words; how many there are becomes a local."""
        f = self.f
        index = self.value(stmt.index)
        place, inside = self.pool_word(stmt.pool, index, 1)
        left = f.op(f"sub i64 {self.pool_room(stmt.pool)}, {index}")
        room = f.op(f"select i1 {inside}, i64 {left}, i64 0")
        args = [*self.context(), ("ptr", place), ("i64", room)]
        result = f.call("i64", self.module.helper("list_moves"), args)
        if self.module.pace.endless:
            self.scope.leave_on_error()
        self.scope.set(stmt.name, INT, result)

    def play_move(self, stmt: PlayMove) -> None:
        """A move that was listed, with all that comes before the next one."""
        f, words = self.f, move_words(self.program)
        place, inside = self.pool_word(stmt.pool, self.value(stmt.index), words)
        play, done = f.name_of("play"), f.name_of("played")
        f.branch(inside, play, done, likely=True)
        f.label(play)
        site = f.load("i64", f.at(place, COUNT))
        args = [*self.context(), ("ptr", place), ("i64", site)]
        f.call("void", self.module.entry("advance"), args)
        f.label(done)
        self.scope.forget_state()
        if self.module.pace.endless:
            self.scope.leave_on_error()

    def save_record(self, stmt: SaveRecord) -> None:
        """The record of the state into a pool, if there is room."""
        f, size = self.f, self.memory.size
        place, inside = self.pool_word(stmt.pool, self.value(stmt.index), size // 8)
        save, done = f.name_of("save"), f.name_of("saved")
        f.branch(inside, save, done, likely=True)
        f.label(save)
        args = [("ptr", place), ("ptr", "%S"), ("i64", str(size)), ("i1", "false")]
        f.call("void", "llvm.memcpy.p0.p0.i64", args, "")
        f.label(done)

    def play_out(self, stmt: PlayOut) -> None:
        """Random moves to the end."""
        args = [*self.context(), ("i64", self.value(stmt.limit))]
        plies = self.f.call("i64", self.module.helper("play_out"), args)
        self.scope.forget_state()
        self.scope.leave_on_error()
        self.scope.set(stmt.name, INT, plies)

    def begin(self) -> None:
        """Another game in this state."""
        self.f.call("void", self.module.entry("begin_another"), self.context())
        self.scope.forget_state()
        if self.module.pace.endless:
            self.scope.leave_on_error()

    def reseed(self, stmt: Reseed) -> None:
        """The generator starts where a game of a seed starts."""
        f = self.f
        args = [("i64", self.value(stmt.seed)), ("i64", self.value(stmt.number))]
        f.store("i64", f.call("i64", self.module.helper("generator_of"), args), f.at("%C", RNG))


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[SearchIntrinsics, Expr], str]] = {
    Op.PEEK: SearchIntrinsics.peek,
    Op.ROOM: SearchIntrinsics.room,
    Op.STOPPED: lambda to, _: to.stopped(),
    Op.FINGERPRINT: SearchIntrinsics.fingerprint,
}
