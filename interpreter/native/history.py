"""Remembered positions in emitted code: hashing one, keeping it, counting how often it was there."""

from __future__ import annotations

from interpreter.native.chance import GOLDEN, MIX_1, MIX_2, Chance
from interpreter.native.memory import (
    HISTORY,
    HISTORY_CHUNK,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_SLACK,
    HISTORY_TURN,
)
from interpreter.native.writer import signed
from interpreter.python_engine.random import scramble

#: Positions of more words are hashed in a loop.
UNROLLED = 64


class History(Chance):
    """Writes what works on the history."""

    def _hash(self) -> None:
        """Of the position without who is to move."""
        words, live = self.memory.position_words, self.memory.live_words
        if len(live) > UNROLLED:
            total, live = self._hash_loop(words // 2), list(range(words // 2 * 2, words))
        else:
            total = "0"
        self.f.end(f"ret i64 {self.hash_words(live, {}, total)}")

    def hash_words(self, live: list[int], masks: dict[int, int], total: str = "0") -> str:
        """Of these words, by twos, each pair multiplied beside the others; of some only a part."""
        f = self.f
        for number in range(0, len(live), 2):
            pair = []
            for place, each in enumerate(live[number : number + 2], number):
                word = f.load("i64", f.at("%S", 8 * each))
                if each in masks:
                    word = f.op(f"and i64 {word}, {signed(masks[each], 64)}")
                pair.append((word, str(signed(scramble(place), 64))))
            if len(pair) == 1:
                pair.append(("0", str(signed(scramble(len(live)), 64))))
            total = f.op(f"add i128 {total}, {self._product(pair)}")
        low = f.op(f"trunc i128 {total} to i64")
        high = f.op(f"trunc i128 {f.op(f'lshr i128 {total}, 64')} to i64")
        return f.op(f"xor i64 {f.op(f'mul i64 {low}, {MIX_1}')}, {f.op(f'mul i64 {high}, {MIX_2}')}")

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
        for flag, part in (("%irreversible", HISTORY_FIRST), ("%turn", HISTORY_TURN)):
            self.give(part, f.op(f"select i1 {flag}, i64 {length}, i64 {self.read(part)}"))
        hashed = self.with_mover(self.hashed(), self.scalar(self.module.field("mover")))
        f.store("i64", hashed, f.at(self.read(HISTORY, "ptr"), length))
        self.give(HISTORY_LENGTH, f.op(f"add i64 {length}, {HISTORY_ENTRY}"))
        f.end("ret void")

    def hashed(self) -> str:
        """The hash of the present position without who is to move."""
        return self.f.call("i64", self.module.helper("hash"), self.context())

    def with_mover(self, hashed: str, mover: str) -> str:
        """The hash of a position with who is to move: another for each."""
        return self.f.op(f"xor i64 {hashed}, {self.f.op(f'mul i64 {mover}, {GOLDEN}')}")

    def _repeats(self) -> None:
        """How often the present position is remembered, with this mover or with any."""
        f = self.f
        first, turn = self.read(HISTORY_FIRST), self.read(HISTORY_TURN)
        later = f.call("i64", "llvm.smax.i64", [("i64", first), ("i64", turn)], "")
        start = f.op(f"select i1 %in_turn, i64 {later}, i64 {first}")
        hashed = self.hashed()
        found = self.module.helper("remembered")

        def times(mover: str) -> str:
            args = [("ptr", "%C"), ("i64", self.with_mover(hashed, mover)), ("i64", start)]
            return f.call("i64", found, args)

        anybody, one = f.name_of("anybody"), f.name_of("one")
        f.branch("%any_mover", anybody, one)
        f.label(anybody)
        total = times("1")
        for player in range(2, self.program.players + 1):
            total = f.op(f"add i64 {total}, {times(str(player))}")
        f.end(f"ret i64 {total}")
        f.label(one)
        f.end(f"ret i64 {times('%mover')}")

    def _remembered(self) -> None:
        """How many of the hashes from `start` on are this one: so many at once, none behind the last."""
        f, lanes = self.f, HISTORY_CHUNK
        type_ = f"<{lanes} x i64>"
        base, length = self.read(HISTORY, "ptr"), self.read(HISTORY_LENGTH)
        wanted, end = self.spread("%wanted"), self.spread(length)
        steps = ", ".join(f"i64 {HISTORY_ENTRY * lane}" for lane in range(lanes))
        begin, head, body, done = f.here(), "head", "look", "done"
        f.label(head)
        f.do(f"%at = phi i64 [ %start, %{begin} ], [ %at.next, %{body} ]")
        f.do(f"%found = phi {type_} [ zeroinitializer, %{begin} ], [ %found.next, %{body} ]")
        f.branch(f.op(f"icmp slt i64 %at, {length}"), body, done)
        f.label(body)
        those = f.load(type_, f.at(base, "%at"), HISTORY_ENTRY)
        places = f.op(f"add {type_} {self.spread('%at')}, <{steps}>")
        equal = f.op(f"icmp eq {type_} {those}, {wanted}")
        inside = f.op(f"icmp slt {type_} {places}, {end}")
        both = f.op(f"and <{lanes} x i1> {equal}, {inside}")
        f.do(f"%found.next = add {type_} %found, {f.op(f'zext <{lanes} x i1> {both} to {type_}')}")
        f.do(f"%at.next = add i64 %at, {HISTORY_SLACK}")
        f.jump(head)
        f.label(done)
        f.end(f"ret i64 {f.call('i64', 'llvm.vector.reduce.add.v8i64', [(type_, '%found')], '')}")

    def spread(self, number: str) -> str:
        """A number in all lanes."""
        type_ = f"<{HISTORY_CHUNK} x i64>"
        one = self.f.op(f"insertelement {type_} poison, i64 {number}, i64 0")
        lanes = f"<{HISTORY_CHUNK} x i32> zeroinitializer"
        return self.f.op(f"shufflevector {type_} {one}, {type_} poison, {lanes}")
