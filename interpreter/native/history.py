"""Remembered positions in emitted code: hashing one, keeping it, counting how often it was there."""

from __future__ import annotations

from interpreter.native.chance import GOLDEN, MIX_1, MIX_2, Chance
from interpreter.native.memory import (
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_TURN,
)
from interpreter.native.writer import signed
from interpreter.python_engine.random import scramble

#: Positions of more words are hashed in a loop.
UNROLLED = 64


class History(Chance):
    """Writes what works on the history."""

    def _hash(self) -> None:
        """Of the position without who is to move: words by twos, each pair multiplied beside the others."""
        f, words = self.f, self.memory.position_words
        total, done = "0", 0
        if words > UNROLLED:
            total, done = self._hash_loop(words // 2), words // 2 * 2
        for number in range(done, words, 2):
            pair = []
            for each in (number, number + 1):
                word = f.load("i64", f.at("%S", 8 * each)) if each < words else "0"
                pair.append((word, str(signed(scramble(each), 64))))
            total = f.op(f"add i128 {total}, {self._product(pair)}")
        low = f.op(f"trunc i128 {total} to i64")
        high = f.op(f"trunc i128 {f.op(f'lshr i128 {total}, 64')} to i64")
        mixed = f.op(f"xor i64 {f.op(f'mul i64 {low}, {MIX_1}')}, {f.op(f'mul i64 {high}, {MIX_2}')}")
        f.end(f"ret i64 {mixed}")

    def _product(self, pair: list[tuple[str, str]]) -> str:
        """The product of two words, each with its key added."""
        f = self.f
        wide = [f.op(f"zext i64 {f.op(f'add i64 {word}, {key}')} to i128") for word, key in pair]
        return f.op(f"mul i128 {wide[0]}, {wide[1]}")

    def _hash_loop(self, pairs: int) -> str:
        """The sum of so many products."""
        f = self.f
        start, head, done = f.block, "head", "done"
        f.label(head)
        f.do(f"%i = phi i64 [ 0, %{start} ], [ %i.next, %{head} ]")
        f.do(f"%sum = phi i128 [ 0, %{start} ], [ %sum.next, %{head} ]")
        place = f.at("%S", f.op("shl i64 %i, 4"))
        f.do("%i.next = add i64 %i, 1")
        keys = [f.op(f"mul i64 %i.next, {factor}") for factor in (GOLDEN, MIX_1)]
        words = [f.load("i64", f.at(place, offset)) for offset in (0, 8)]
        f.do(f"%sum.next = add i128 %sum, {self._product(list(zip(words, keys, strict=True)))}")
        f.branch(f.op(f"icmp ult i64 %i.next, {pairs}"), head, done)
        f.label(done)
        return "%sum.next"

    def _remember(self) -> None:
        f = self.f
        full, good = f.name_of("full"), f.name_of("room")
        f.branch(f.op(f"icmp sgt i64 {self.read(HISTORY_LENGTH)}, {self.read(HISTORY_ROOM)}"), full, good)
        f.label(full)
        f.call("void", self.module.helper("grow_history"), [("ptr", "%C")])
        f.label(good)
        length = self.read(HISTORY_LENGTH)
        first = f.op(f"select i1 %irreversible, i64 {length}, i64 {self.read(HISTORY_FIRST)}")
        turn = f.op(f"add i64 {self.read(HISTORY_TURN)}, {f.op('zext i1 %turn to i64')}")
        hashed = f.call("i64", self.module.helper("hash"), [("ptr", "%S"), ("ptr", "%C")])
        place = f.at(self.read(HISTORY, "ptr"), length)
        f.store("i64", hashed, place)
        mover = self.scalar(self.module.field("mover"))
        f.store("i32", f.op(f"trunc i64 {mover} to i32"), f.at(place, 8))
        f.store("i32", f.op(f"trunc i64 {turn} to i32"), f.at(place, 12))
        self.give(HISTORY_FIRST, first)
        self.give(HISTORY_LENGTH, f.op(f"add i64 {length}, {HISTORY_ENTRY}"))
        self.give(HISTORY_TURN, turn)
        f.end("ret void")

    def _repeats(self) -> None:
        """Back through the history, the latest first."""
        f = self.f
        hashed = f.call("i64", self.module.helper("hash"), [("ptr", "%S"), ("ptr", "%C")])
        base, first = self.read(HISTORY, "ptr"), self.read(HISTORY_FIRST)
        turn = f.op(f"trunc i64 {self.read(HISTORY_TURN)} to i32")
        wanted = f.op("trunc i64 %mover to i32")
        other_turns = f.op("xor i1 %in_turn, true")
        length = self.read(HISTORY_LENGTH)
        # mostly no hash is the same: that is looked at first, unless the turn says where to stop
        start, head, look, same, body, done = f.block, "head", "look", "same", "counting", "done"
        f.label(head)
        f.do(f"%at = phi i64 [ {length}, %{start} ], [ %before, %skip ], [ %before, %{body} ]")
        f.do(f"%n = phi i64 [ 0, %{start} ], [ %n, %skip ], [ %n.next, %{body} ]")
        f.branch(f.op(f"icmp sgt i64 %at, {first}"), look, done)
        f.label(look)
        f.do(f"%before = sub i64 %at, {HISTORY_ENTRY}")
        place = f.at(base, "%before")
        equal = f.op(f"icmp eq i64 {f.load('i64', place)}, {hashed}")
        f.branch(f.op(f"or i1 {equal}, %in_turn"), same, "skip", likely=False)
        f.label("skip")
        f.jump(head)
        f.label(same)
        same_turn = f.op(f"icmp eq i32 {f.load('i32', f.at(place, 12))}, {turn}")
        f.branch(f.op(f"or i1 {other_turns}, {same_turn}"), body, done)
        f.label(body)
        movers = f.op(f"icmp eq i32 {f.load('i32', f.at(place, 8))}, {wanted}")
        counts = f.op(f"and i1 {equal}, {f.op(f'or i1 {movers}, %any_mover')}")
        f.do(f"%n.next = add i64 %n, {f.op(f'zext i1 {counts} to i64')}")
        f.jump(head)
        f.label(done)
        f.end("ret i64 %n")
