"""Remembered positions in emitted code: hashing one, keeping it, counting how often it was there.

A hash (NH, of Black et al., *UMAC*, 1999: sums of products of words, each with a key of its own added) finds
what may be equal. What is equal is said by the positions themselves, which are kept beside the hashes and
compared where these agree: no rule hangs on a hash.
"""

from __future__ import annotations

from interpreter.engines.native.chance import GOLDEN, MIX_1, MIX_2
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.hashing import UNROLLED
from interpreter.engines.native.memory import (
    HISTORY,
    HISTORY_CHUNK,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_SLACK,
    HISTORY_TURN,
    POSITIONS,
)
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.writer import signed
from interpreter.engines.python.random import scramble


class History(Family):
    """Writes what works on the history."""

    def __init__(self, scope: Scope, fields: Fields, stacks: Stacks) -> None:
        super().__init__(scope)
        self.fields = fields
        self.stacks = stacks

    def write_hash(self) -> None:
        """Of the position without who is to move."""
        live = self.memory.live_words
        if len(live) <= UNROLLED:
            total, first = "0", 0
        else:
            kept = self.memory.kept_words
            total, first = self._hash_loop(kept[0], len(kept) // 2), len(kept) // 2 * 2
            live = list(kept[first:])
        self.f.end(f"ret i64 {self.hash_words(live, {}, total, first)}")

    def hash_words(self, live: list[int], masks: dict[int, int], total: str = "0", first: int = 0) -> str:
        """Of these words, by twos, each pair multiplied beside the others; of some only a part.

        `first` words are in the `total` already.
        """
        f = self.f
        for number in range(0, len(live), 2):
            pair = []
            for place, each in enumerate(live[number : number + 2], first + number):
                word = f.load("i64", f.at("%S", 8 * each))
                if each in masks:
                    word = f.op(f"and i64 {word}, {signed(masks[each], 64)}")
                pair.append((word, str(key_of(place))))
            if len(pair) == 1:
                pair.append(("0", str(key_of(first + len(live)))))
            total = f.op(f"add i128 {total}, {self._product(pair)}")
        low = f.op(f"trunc i128 {total} to i64")
        high = f.op(f"trunc i128 {f.op(f'lshr i128 {total}, 64')} to i64")
        return f.op(f"xor i64 {f.op(f'mul i64 {low}, {MIX_1}')}, {f.op(f'mul i64 {high}, {MIX_2}')}")

    def _product(self, pair: list[tuple[str, str]]) -> str:
        """The product of two words, each with its key added."""
        f = self.f
        wide = [f.op(f"zext i64 {f.op(f'add i64 {word}, {key}')} to i128") for word, key in pair]
        return f.op(f"mul i128 {wide[0]}, {wide[1]}")

    def _hash_loop(self, word: int, pairs: int) -> str:
        """The sum of so many products, from a word on. The keys are a table: what follows a rule, as the
        multiples of a number do, makes words that change by opposite steps change nothing in the sum."""
        f = self.f
        keys = self.module.constants.words(("keys of hashes",), [key_of(place) for place in range(2 * pairs)])
        start, head, done = f.block, "head", "done"
        f.label(head)
        f.do(f"%i = phi i64 [ 0, %{start} ], [ %i.next, %{head} ]")
        f.do(f"%sum = phi i128 [ 0, %{start} ], [ %sum.next, %{head} ]")
        behind = f.op("shl i64 %i, 4")
        place, key = f.at(f.at("%S", 8 * word), behind), f.at(f.at(keys, 8), behind)
        f.do("%i.next = add i64 %i, 1")
        pair = [(f.load("i64", f.at(place, at)), f.load("i64", f.at(key, at))) for at in (0, 8)]
        f.do(f"%sum.next = add i128 %sum, {self._product(pair)}")
        f.branch(f.op(f"icmp ult i64 %i.next, {pairs}"), head, done)
        f.label(done)
        return "%sum.next"

    def write_remember(self) -> None:
        """Keep the present position: its hash, its words, and who is to move."""
        f = self.f
        full, lost, good = (f.name_of(n) for n in ("full", "lost", "room"))
        f.branch(self._is_full(), full, good, likely=False)
        f.label(full)
        f.call("void", self.module.helper("grow_history"), [("ptr", "%C")])
        f.branch(self._is_full(), lost, good, likely=False)
        f.label(lost)
        f.end("ret void")
        f.label(good)
        length = self.stacks.read(HISTORY_LENGTH)
        for flag, part in (("%irreversible", HISTORY_FIRST), ("%turn", HISTORY_TURN)):
            self.stacks.give(part, f.op(f"select i1 {flag}, i64 {length}, i64 {self.stacks.read(part)}"))
        mover = self.fields.scalar(self.module.field("mover"))
        f.store("i64", self.with_mover(self.hashed(), mover), f.at(self.stacks.read(HISTORY, "ptr"), length))
        position = self.position_at(length)
        size = 8 * len(self.memory.kept_words)
        if size:
            parts = [("ptr align 8", position), ("ptr align 8", self.kept())]
            f.call("void", "llvm.memcpy.p0.p0.i64", [*parts, ("i64", str(size)), ("i1", "false")], "")
        f.store("i64", mover, f.at(position, size))
        self.stacks.give(HISTORY_LENGTH, f.op(f"add i64 {length}, {HISTORY_ENTRY}"))
        f.end("ret void")

    def write_drop_history(self) -> None:
        """Move what is still remembered to the beginning, where what is forgotten takes as much room.

        Only between moves: what is tried returns to places in the history as it was.
        """
        f = self.f
        first, length = self.stacks.read(HISTORY_FIRST), self.stacks.read(HISTORY_LENGTH)
        left = f.op(f"sub i64 {length}, {first}")
        much = f.op(f"icmp sge i64 {first}, {HISTORY_SLACK}")
        more = f.op(f"icmp sge i64 {first}, {left}")
        f.branch(f.op(f"and i1 {much}, {more}"), "drop", "keep", likely=False)
        f.label("keep")
        f.end("ret void")
        f.label("drop")
        hashes, positions = self.stacks.read(HISTORY, "ptr"), self.stacks.read(POSITIONS, "ptr")
        each = self.memory.position_size // HISTORY_ENTRY
        for base, source, size in (
            (hashes, f.at(hashes, first), left),
            (positions, self.position_at(first), f.op(f"mul i64 {left}, {each}")),
        ):
            parts = [("ptr", base), ("ptr", source), ("i64", size), ("i1", "false")]
            f.call("void", "llvm.memmove.p0.p0.i64", parts, "")
        turn = f.op(f"sub i64 {self.stacks.read(HISTORY_TURN)}, {first}")
        self.stacks.give(HISTORY_TURN, f.call("i64", "llvm.smax.i64", [("i64", turn), ("i64", "0")], ""))
        self.stacks.give(HISTORY_LENGTH, left)
        self.stacks.give(HISTORY_FIRST, "0")
        f.end("ret void")

    def _is_full(self) -> str:
        return self.f.op(f"icmp sgt i64 {self.stacks.read(HISTORY_LENGTH)}, {self.stacks.read(HISTORY_ROOM)}")

    def kept(self) -> str:
        """Where the record has what is remembered of it."""
        kept = self.memory.kept_words
        return self.f.at("%S", 8 * kept[0] if kept else 0)

    def position_at(self, place: str) -> str:
        """Where the position is whose hash is so many bytes behind the first."""
        each = self.memory.position_size // HISTORY_ENTRY
        return self.f.at(self.stacks.read(POSITIONS, "ptr"), self.f.op(f"mul i64 {place}, {each}"))

    def hashed(self) -> str:
        """The hash of the present position without who is to move."""
        return self.f.call("i64", self.module.helper("hash"), self.context())

    def with_mover(self, hashed: str, mover: str) -> str:
        """The hash of a position with who is to move: another for each."""
        return self.f.op(f"xor i64 {hashed}, {self.f.op(f'mul i64 {mover}, {GOLDEN}')}")

    def write_repeats(self) -> None:
        """How often the present position is remembered, with this mover or with any."""
        f = self.f
        first, turn = self.stacks.read(HISTORY_FIRST), self.stacks.read(HISTORY_TURN)
        later = f.call("i64", "llvm.smax.i64", [("i64", first), ("i64", turn)], "")
        start = f.op(f"select i1 %in_turn, i64 {later}, i64 {first}")
        hashed = self.hashed()

        def times(helper: str, mover: str, wanted: str) -> str:
            args = [("i64", wanted), ("i64", mover), ("i64", start)]
            return f.call("i64", self.module.helper(helper), [*self.context(), *args])

        anybody, one = f.name_of("anybody"), f.name_of("one")
        f.branch("%any_mover", anybody, one)
        f.label(anybody)
        f.end(f"ret i64 {times('remembered_by_any', '0', hashed)}")
        f.label(one)
        f.end(f"ret i64 {times('remembered', '%mover', self.with_mover(hashed, '%mover'))}")

    def write_remembered(self, by_any: bool = False) -> None:
        """How many of the positions from `start` on are the present one: first by their hashes.

        `by_any`: with whichever mover, of which each makes another hash of the wanted one.
        """
        f, lanes = self.f, HISTORY_CHUNK
        movers = range(1, self.program.players + 1)
        hashes = [self.with_mover("%wanted", str(mover)) for mover in movers] if by_any else ["%wanted"]
        type_ = f"<{lanes} x i64>"
        base, length = self.stacks.read(HISTORY, "ptr"), self.stacks.read(HISTORY_LENGTH)
        wanted, end = [self.spread(each) for each in hashes], self.spread(length)
        steps = ", ".join(f"i64 {HISTORY_ENTRY * lane}" for lane in range(lanes))
        begin, head, body, done = f.here(), "head", "look", "done"
        f.label(head)
        f.do(f"%at = phi i64 [ %start, %{begin} ], [ %at.next, %{body} ]")
        f.do(f"%found = phi {type_} [ zeroinitializer, %{begin} ], [ %found.next, %{body} ]")
        f.branch(f.op(f"icmp slt i64 %at, {length}"), body, done)
        f.label(body)
        those = f.load(type_, f.at(base, "%at"), HISTORY_ENTRY)
        places = f.op(f"add {type_} {self.spread('%at')}, <{steps}>")
        equal = self._any(f"<{lanes} x i1>", [f.op(f"icmp eq {type_} {those}, {each}") for each in wanted])
        inside = f.op(f"icmp slt {type_} {places}, {end}")
        both = f.op(f"and <{lanes} x i1> {equal}, {inside}")
        f.do(f"%found.next = add {type_} %found, {f.op(f'zext <{lanes} x i1> {both} to {type_}')}")
        f.do(f"%at.next = add i64 %at, {HISTORY_SLACK}")
        f.jump(head)
        f.label(done)
        some, none = "some", "none"
        result = f.call("i64", "llvm.vector.reduce.add.v8i64", [(type_, "%found")], "")
        f.branch(f.op(f"icmp eq i64 {result}, 0"), none, some)
        f.label(none)
        f.end("ret i64 0")
        f.label(some)
        self._compare(hashes, by_any)

    def _any(self, type_: str, truths: list[str]) -> str:
        """Whether one of some truths holds."""
        result = truths[0]
        for other in truths[1:]:
            result = self.f.op(f"or {type_} {result}, {other}")
        return result

    def _compare(self, hashes: list[str], by_any: bool) -> None:
        """Count the positions whose hash is the wanted one, that are equal, and that have this mover."""
        f, size = self.f, 8 * len(self.memory.kept_words)
        begin, head, body, alike, step, done = f.here(), "each", "compare", "alike", "onward", "counted"
        f.label(head)
        f.do(f"%place = phi i64 [ %start, %{begin} ], [ %place.next, %{step} ]")
        f.do(f"%times = phi i64 [ 0, %{begin} ], [ %times.next, %{step} ]")
        f.branch(f.op(f"icmp slt i64 %place, {self.stacks.read(HISTORY_LENGTH)}"), body, done)
        f.label(body)
        hashed = f.load("i64", f.at(self.stacks.read(HISTORY, "ptr"), "%place"))
        f.branch(self._any("i1", [f.op(f"icmp eq i64 {hashed}, {each}") for each in hashes]), alike, step)
        f.label(alike)
        position = self.position_at("%place")
        same = "true" if by_any else f.op(f"icmp eq i64 {f.load('i64', f.at(position, size))}, %mover")
        if size:
            self.module.declare("i32 @memcmp(ptr, ptr, i64)")
            parts = [("ptr", position), ("ptr", self.kept()), ("i64", str(size))]
            equal = f.op(f"icmp eq i32 {f.call('i32', 'memcmp', parts, '')}, 0")
            same = f.op(f"and i1 {same}, {equal}")
        counted = f.op(f"zext i1 {same} to i64")
        f.label(step)
        f.do(f"%one = phi i64 [ 0, %{body} ], [ {counted}, %{alike} ]")
        f.do("%times.next = add i64 %times, %one")
        f.do(f"%place.next = add i64 %place, {HISTORY_ENTRY}")
        f.jump(head)
        f.label(done)
        f.end("ret i64 %times")

    def spread(self, number: str) -> str:
        """A number in all lanes."""
        type_ = f"<{HISTORY_CHUNK} x i64>"
        one = self.f.op(f"insertelement {type_} poison, i64 {number}, i64 0")
        lanes = f"<{HISTORY_CHUNK} x i32> zeroinitializer"
        return self.f.op(f"shufflevector {type_} {one}, {type_} poison, {lanes}")


def key_of(place: int) -> int:
    """What is added to the word at a place before it is multiplied: for each place another, of no order."""
    return signed(scramble(place), 64)
