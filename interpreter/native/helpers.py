"""Functions that emitted code calls: drawing, remembering, growing the stacks, judging offers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core.ops import BOOL, Type
from interpreter.native.memory import (
    ARGS,
    BUNDLES,
    BUNDLES_ROOM,
    BUNDLES_TOP,
    CHECK,
    CHECK_ARGS,
    CHECK_KIND,
    CHECK_OUTER,
    CHECKS,
    CHECKS_ROOM,
    CHECKS_TOP,
    COUNT,
    ERROR,
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_ROOM,
    HISTORY_TURN,
    KIND,
    NO_MEMORY,
    OUTSIDE,
    RNG,
)
from interpreter.native.predicates import Predicates
from interpreter.native.writer import signed
from interpreter.python_engine.random import scramble

GOLDEN = signed(0x9E3779B97F4A7C15, 64)
MIX_1 = signed(0xBF58476D1CE4E5B9, 64)
MIX_2 = signed(0x94D049BB133111EB, 64)

#: Positions of more words are hashed in a loop.
UNROLLED = 64

#: name -> (result, parameters beside S and C, whether it takes S, attributes)
SIGNATURES: dict[str, tuple[str, str, bool, str]] = {
    "power": ("i64", "i64 %a, i64 %b", False, ""),
    "choose": ("i64", "i64 %word, i64 %k", False, "alwaysinline"),
    "draw": ("i64", "ptr %C, i64 %bound", False, "alwaysinline"),
    "hash": ("i64", "ptr %S", False, "noinline"),
    "remember": ("void", "ptr %S, ptr %C, i1 %irreversible, i1 %turn", True, "noinline"),
    "repeats": ("i64", "ptr %S, ptr %C, i64 %mover, i1 %any_mover, i1 %in_turn", True, "noinline"),
    "grow_bundles": ("void", "ptr %C", False, "noinline cold"),
    "grow_checks": ("void", "ptr %C", False, "noinline cold"),
    "grow_history": ("void", "ptr %C", False, "noinline cold"),
    "play": ("void", "ptr %S, ptr %C, ptr %B, i64 %site", True, ""),
    "holds": ("i1", "ptr %S, ptr %C, i64 %check, i64 %upto", True, "noinline"),
    "legal": ("i1", "ptr %S, ptr %C, i64 %offset, i64 %site, i64 %check, i64 %upto", True, "noinline"),
    "any": ("i1", "ptr %S, ptr %C, i64 %start, i64 %upto", True, "noinline"),
    "any_to": ("i1", "ptr %S, ptr %C, i64 %start, SET %targets", True, "noinline"),
    "judge": ("void", "ptr %S, ptr %C, i64 %start, i64 %upto", True, "noinline"),
    "to": ("SET", "ptr %S, ptr %C, i64 %start", True, "noinline"),
    "count": ("i64", "ptr %S, ptr %C, i64 %start", True, "noinline"),
    "pick": ("i64", "ptr %S, ptr %C, ptr %chosen", True, ""),
}


class Helpers(Predicates):
    """Writes these functions, each when it is first called for."""

    def write(self, name: str) -> None:
        getattr(self, f"_{name}")()

    # --- the context ----------------------------------------------------------------------------------

    def read(self, offset: int, type_: str = "i64") -> str:
        return self.f.load(type_, self.f.at("%C", offset))

    def give(self, offset: int, value: str, type_: str = "i64") -> None:
        self.f.store(type_, value, self.f.at("%C", offset))

    def _grow_bundles(self) -> None:
        self._grow_stack(BUNDLES, BUNDLES_ROOM, BUNDLES_TOP, self.memory.bundle_size)

    def _grow_checks(self) -> None:
        self._grow_stack(CHECKS, CHECKS_ROOM, CHECKS_TOP, self.memory.check_size)

    def _grow_history(self) -> None:
        self._grow_stack(HISTORY, HISTORY_ROOM, HISTORY_LENGTH, HISTORY_ENTRY)

    def _grow_stack(self, base: int, room: int, top: int, entry: int) -> None:
        """Twice the memory. Where there is none, the stack is emptied and the caller told at the end."""
        f = self.f
        half = f.op(f"add i64 {self.read(room)}, {entry}")
        size = f.op(f"shl i64 {half}, 1")
        new = f.call("ptr", "realloc", [("ptr", self.read(base, "ptr")), ("i64", size)], "")
        self.module.declare("ptr @realloc(ptr, i64)")
        good, bad = f.name_of("good"), f.name_of("bad")
        f.branch(f.op(f"icmp ne ptr {new}, null"), good, bad)
        f.label(bad)
        self.give(ERROR, str(NO_MEMORY))
        self.give(top, "0")
        f.end("ret void")
        f.label(good)
        self.give(base, new, "ptr")
        self.give(room, f.op(f"sub i64 {size}, {entry}"))
        f.end("ret void")

    def scramble(self, x: str) -> str:
        """splitmix64's output of a generator that has stepped."""
        f = self.f
        for shift, factor in ((30, MIX_1), (27, MIX_2)):
            high = f.op(f"lshr i64 {x}, {shift}")
            x = f.op(f"mul i64 {f.op(f'xor i64 {x}, {high}')}, {factor}")
        return f.op(f"xor i64 {x}, {f.op(f'lshr i64 {x}, 31')}")

    def _draw(self) -> None:
        f = self.f
        head, draw, judge, done, zero = (f.name_of(n) for n in ("many", "draw", "judge", "done", "zero"))
        f.branch(f.op("icmp sgt i64 %bound, 1"), head, zero)
        f.label(head)
        large = f.op("icmp ugt i64 %bound, 4294967295")
        bound = f.op(f"select i1 {large}, i64 4294967295, i64 %bound")
        x = self.read(RNG)
        f.label(draw)
        again = "%again"
        now = "%" + f.name_of("now")
        f.do(f"{now} = phi i64 [ {x}, %{head} ], [ {again}, %{judge} ]")
        f.do(f"{again} = add i64 {now}, {GOLDEN}")
        high = f.op(f"lshr i64 {self.scramble(again)}, 32")
        product = f.op(f"mul i64 {high}, {bound}")
        low = f.op(f"and i64 {product}, 4294967295")
        f.branch(f.op(f"icmp uge i64 {low}, {bound}"), done, judge, likely=True)
        f.label(judge)
        threshold = f.op(f"urem i64 4294967296, {bound}")
        f.branch(f.op(f"icmp uge i64 {low}, {threshold}"), done, draw, likely=True)
        f.label(done)
        self.give(RNG, again)
        f.end(f"ret i64 {f.op(f'lshr i64 {product}, 32')}")
        f.label(zero)
        f.end("ret i64 0")

    # --- numbers and words ----------------------------------------------------------------------------

    def _power(self) -> None:
        """By squaring, wrapping around; 0 for a negative power."""
        f = self.f
        start, head, body, done = f.block, "head", "square", "done"
        f.label(head)
        result, base, left = "%result", "%base", "%left"
        f.do(f"{result} = phi i64 [ 1, %{start} ], [ %result.next, %{body} ]")
        f.do(f"{base} = phi i64 [ %a, %{start} ], [ %base.next, %{body} ]")
        f.do(f"{left} = phi i64 [ %b, %{start} ], [ %left.next, %{body} ]")
        f.branch(f.op(f"icmp sgt i64 {left}, 0"), body, done)
        f.label(body)
        odd = f.op(f"trunc i64 {left} to i1")
        f.do(f"%result.next = mul i64 {result}, {f.op(f'select i1 {odd}, i64 {base}, i64 1')}")
        f.do(f"%base.next = mul i64 {base}, {base}")
        f.do(f"%left.next = lshr i64 {left}, 1")
        f.jump(head)
        f.label(done)
        negative = f.op("icmp slt i64 %b, 0")
        f.end(f"ret i64 {f.op(f'select i1 {negative}, i64 0, i64 {result}')}")

    def _choose(self) -> None:
        """The number of the k-th bit of a word that has so many."""
        f = self.f
        if self.module.target.deposits:
            low = f.op("and i64 %k, 63")
            self.module.declare("i64 @llvm.x86.bmi.pdep.64(i64, i64)")
            bit = f.call("i64", "llvm.x86.bmi.pdep.64",
                         [("i64", f.op(f"shl i64 1, {low}")), ("i64", "%word")], "")  # fmt: skip
            f.end(f"ret i64 {self.call_trailing(bit)}")
            return
        k, word, base = "%k", "%word", "0"
        for width in (32, 16, 8, 4, 2, 1):
            part = f.op(f"and i64 {word}, {(1 << width) - 1}")
            count = self.popcount(part)
            onward = f.op(f"icmp uge i64 {k}, {count}")
            k = f.op(f"sub i64 {k}, {f.op(f'select i1 {onward}, i64 {count}, i64 0')}")
            shift = f.op(f"select i1 {onward}, i64 {width}, i64 0")
            word = f.op(f"lshr i64 {word}, {shift}")
            base = f.op(f"add i64 {base}, {shift}")
        f.end(f"ret i64 {base}")

    def call_trailing(self, word: str) -> str:
        return self.f.call("i64", "llvm.cttz.i64", [("i64", word), ("i1", "false")], "")

    # --- history --------------------------------------------------------------------------------------

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
        hashed = f.call("i64", self.module.helper("hash"), [("ptr", "%S")])
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
        hashed = f.call("i64", self.module.helper("hash"), [("ptr", "%S")])
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

    # --- moves ----------------------------------------------------------------------------------------

    def arguments(self, place: str, types: list[Type]) -> list[tuple[str, str]]:
        """Arguments out of a bundle or check."""
        f, offset, found = self.f, 0, []
        for type_ in types:
            where = f.at(place, offset)
            if type_ is BOOL:
                value = f.op(f"trunc i64 {f.load('i64', where)} to i1")
            else:
                value = f.load(self.type_of(type_), where, 8)
            found.append((self.type_of(type_), value))
            offset += 8 * self.memory.slots_of(type_)
        return found

    def switch(self, value: str, names: list[str]) -> list[str]:
        """Labels for the values 0, 1, ...; what is none of them goes to the last."""
        f = self.f
        labels = [f.name_of("case") for _ in names]
        cases = " ".join(f"i32 {i}, label %{label}" for i, label in enumerate(labels))
        f.end(f"switch i32 {value}, label %{labels[-1]} [ {cases} ]")
        return labels

    def _play(self) -> None:
        """The effects of a move of a bundle."""
        f, kinds = self.f, self.program.kinds
        labels = self.switch(f.load("i32", f.at("%B", KIND)), [k.name for k in kinds])
        for kind, label in zip(kinds, labels, strict=True):
            f.label(label)
            args = self.arguments(f.at("%B", ARGS), [p.type for p in kind.params[:-1]])
            name = self.module.function(kind.play)
            f.call("void", name, [*self.context(), *args, ("i64", "%site")])
            f.end("ret void")

    def _holds(self) -> None:
        """Whether checks hold in the present state; the innermost is judged first."""
        f = self.f
        start, head, look, body, good = f.block, "head", "look", "onward", "good"
        f.label(head)
        f.do(f"%now = phi i64 [ %check, %{start} ], [ %outer, %{body} ]")
        f.branch(f.op("icmp eq i64 %now, %upto"), good, look)
        f.label(look)
        place = f.at(self.read(CHECKS, "ptr"), "%now")
        which = f.load("i32", f.at(place, CHECK_KIND))
        f.do(f"%outer = sext i32 {f.load('i32', f.at(place, CHECK_OUTER))} to i64")
        verdicts = []
        for name, label in zip(self.memory.checks, self.switch(which, self.memory.checks), strict=True):
            f.label(label)
            args = self.arguments(f.at(place, CHECK_ARGS), [p.type for p in self.module.procs[name].params])
            verdict = f.call("i1", self.module.function(name), [*self.context(), *args])
            verdicts.append((verdict, f.block))
            f.jump("verdict")
        f.label("verdict")
        phi = f.op("phi i1 " + ", ".join(f"[ {v}, %{b} ]" for v, b in verdicts))
        f.branch(phi, body, "bad")
        f.label(body)
        f.jump(head)
        f.label("bad")
        f.end("ret i1 false")
        f.label(good)
        f.end("ret i1 true")

    @contextmanager
    def what_if(self, offset: str, site: str) -> Iterator[None]:
        """Inside, the state is the one after a move; what is outside the record is as before afterwards."""
        f = self.f
        parts = OUTSIDE if self.module.remembers else (RNG,)
        kept = [(part, self.read(part)) for part in parts]
        copy = f.alloca(f"[{self.memory.size} x i8]", 16)
        size = ("i64", str(self.memory.size))
        args = [("ptr align 8", copy), ("ptr align 8", self.state), size, ("i1", "false")]
        f.call("void", "llvm.memcpy.p0.p0.i64", args, "")
        outer, self.state = self.state, copy
        bundle = f.at(self.read(BUNDLES, "ptr"), offset)
        play = self.module.helper("play")
        f.call("void", play, [*self.context(), ("ptr", bundle), ("i64", site)])
        yield
        self.state = outer
        for part, value in kept:
            self.give(part, value)

    def context(self) -> list[tuple[str, str]]:
        return [("ptr", self.state), ("ptr", "%C")]

    def holds(self, check: str, upto: str) -> str:
        if not self.memory.checks:
            return "true"
        args = [*self.context(), ("i64", check), ("i64", upto)]
        return self.f.call("i1", self.module.helper("holds"), args)

    def _legal(self) -> None:
        f = self.f
        judge, free = f.name_of("judge"), f.name_of("free")
        f.branch(f.op("icmp eq i64 %check, %upto"), free, judge)
        f.label(free)
        f.end("ret i1 true")
        f.label(judge)
        with self.what_if("%offset", "%site"):
            found = self.holds("%check", "%upto")
        f.end(f"ret i1 {found}")

    # --- looking through bundles ----------------------------------------------------------------------

    @contextmanager
    def bundles(self, start: str) -> Iterator[tuple[str, str, str]]:
        """A loop over the bundles from `start` up: (offset, label to go on, label to leave)."""
        f = self.f
        counter = f.alloca("i64")
        f.store("i64", start, counter)
        end = self.read(BUNDLES_TOP)
        head, body, step, done = (f.name_of(n) for n in ("bundle", "look", "next", "done"))
        f.label(head)
        offset = f.load("i64", counter)
        f.branch(f.op(f"icmp slt i64 {offset}, {end}"), body, done)
        f.label(body)
        yield offset, step, done
        f.label(step)
        f.store("i64", f.op(f"add i64 {offset}, {self.memory.bundle_size}"), counter)
        f.jump(head)
        f.label(done)

    def bundle(self, offset: str) -> str:
        return self.f.at(self.read(BUNDLES, "ptr"), offset)

    def check_of(self, offset: str) -> str:
        return self.f.op(f"sext i32 {self.f.load('i32', self.f.at(self.bundle(offset), CHECK))} to i64")

    def sites_of(self, offset: str) -> str:
        place = self.f.at(self.bundle(offset), self.memory.sites_offset)
        return self.f.load(self.set_type, place, 8)

    def _any(self) -> None:
        self._look("%upto", None)

    def _any_to(self) -> None:
        self._look("-1", "%targets")

    def _look(self, upto: str, targets: str | None) -> None:
        f = self.f
        with self.bundles("%start") as (offset, step, _):
            check = self.check_of(offset)
            sites = self.sites_of(offset)
            if targets is not None:
                sites = f.op(f"and {self.set_type} {sites}, {targets}")
                some, body = f.name_of("some"), f.op(f"icmp ne {self.set_type} {sites}, 0")
                f.branch(body, some, step)
                f.label(some)
            free, test, found = f.name_of("free"), f.name_of("test"), f.name_of("found")
            f.branch(f.op(f"icmp eq i64 {check}, {upto}"), free, test)
            f.label(free)
            f.end("ret i1 true")
            f.label(test)
            with self.members(sites) as (site, go_on, _):
                good = self.judged(offset, site, check, upto)
                f.branch(good, found, go_on)
                f.label(found)
                f.end("ret i1 true")
        f.end("ret i1 false")

    def judged(self, offset: str, site: str, check: str, upto: str) -> str:
        args = [*self.context(), ("i64", offset), ("i64", site), ("i64", check), ("i64", upto)]
        return self.f.call("i1", self.module.helper("legal"), args)

    def _judge(self) -> None:
        """Only the moves whose checks hold stay, and these checks are dropped."""
        f = self.f
        target = f.alloca("i64")
        kept = f.alloca(self.set_type, 8)
        f.store("i64", "%start", target)
        with self.bundles("%start") as (offset, _, _):
            check = self.check_of(offset)
            sites = self.sites_of(offset)
            test, done = f.name_of("test"), f.name_of("judged")
            f.store(self.set_type, sites, kept, 8)
            f.branch(f.op(f"icmp eq i64 {check}, %upto"), done, test)
            f.label(test)
            f.store(self.set_type, "0", kept, 8)
            with self.members(sites) as (site, _, _):
                self._keep(self.judged(offset, site, check, "%upto"), site, kept)
            f.label(done)
            self.move_bundle(offset, target, f.load(self.set_type, kept, 8))
        self.give(BUNDLES_TOP, f.load("i64", target))
        f.end("ret void")

    def move_bundle(self, offset: str, target: str, sites: str) -> None:
        """A bundle goes down to where the next is kept, with these sites; if there are none it goes."""
        f, size = self.f, self.memory.bundle_size
        there = f.load("i64", target)
        place = self.bundle(there)
        head = [("ptr", place), ("ptr", self.bundle(offset))]
        f.call("void", "llvm.memmove.p0.p0.i64", [*head, ("i64", str(size)), ("i1", "false")], "")
        f.store("i32", f.op("trunc i64 %upto to i32"), f.at(place, CHECK))
        count = self.size(sites)
        f.store("i64", count, f.at(place, COUNT))
        f.store(self.set_type, sites, f.at(place, self.memory.sites_offset), 8)
        step = f.op(f"select i1 {f.op(f'icmp ne i64 {count}, 0')}, i64 {size}, i64 0")
        f.store("i64", f.op(f"add i64 {there}, {step}"), target)

    def judge_all(self) -> None:
        """Judge what is there from `start` up."""
        if self.memory.checks:
            args = [*self.context(), ("i64", "%start"), ("i64", "-1")]
            self.f.call("void", self.module.helper("judge"), args)

    def _to(self) -> None:
        self.judge_all()
        f = self.f
        result = f.alloca(self.set_type, 8)
        f.store(self.set_type, "0", result, 8)
        with self.bundles("%start") as (offset, _, _):
            old = f.load(self.set_type, result, 8)
            f.store(self.set_type, f.op(f"or {self.set_type} {old}, {self.sites_of(offset)}"), result, 8)
        f.end(f"ret {self.set_type} {f.load(self.set_type, result, 8)}")

    def _count(self) -> None:
        self.judge_all()
        self.f.end(f"ret i64 {self.total('%start')}")

    def total(self, start: str) -> str:
        """How many moves the bundles from `start` up have."""
        f = self.f
        result = f.alloca("i64")
        f.store("i64", "0", result)
        with self.bundles(start) as (offset, _, _):
            count = f.load("i64", f.at(self.bundle(offset), COUNT))
            f.store("i64", f.op(f"add i64 {f.load('i64', result)}, {count}"), result)
        return f.load("i64", result)

    def valued(self, value: str, most: bool) -> None:
        """The greatest value of the moves from `start` up: of `most` the number; else what has it stays."""
        f, set_type = self.f, self.set_type
        greatest, any_yet, target = f.alloca("i64"), f.alloca("i1"), f.alloca("i64")
        kept = f.alloca(set_type, 8)
        f.store("i64", "0", greatest)
        f.store("i1", "false", any_yet)
        f.store("i64", "%start", target)
        upto = "-1" if most else "%upto"
        params = self.module.procs[value].params
        args = [(self.type_of(p.type), f"%p{i}") for i, p in enumerate(params)]
        with self.bundles("%start") as (offset, _, _):
            check = self.check_of(offset)
            f.store(set_type, "0", kept, 8)
            with self.members(self.sites_of(offset)) as (site, _, _):
                legal, worthy, better = f.name_of("legal"), f.name_of("worthy"), f.name_of("better")
                same, bad = f.name_of("same"), f.name_of("bad")
                with self.what_if(offset, site):
                    f.branch(self.holds(check, upto), legal, bad)
                    f.label(legal)
                    worth = f.call("i64", self.module.function(value), [*self.context(), *args])
                    f.jump(worthy)
                    f.label(bad)
                    f.jump(worthy)
                    f.label(worthy)
                    good = f.op(f"phi i1 [ true, %{legal} ], [ false, %{bad} ]")
                    number = f.op(f"phi i64 [ {worth}, %{legal} ], [ 0, %{bad} ]")
                first = f.op(f"xor i1 {f.load('i1', any_yet)}, true")
                more = f.op(f"icmp sgt i64 {number}, {f.load('i64', greatest)}")
                as_much = f.op(f"icmp eq i64 {number}, {f.load('i64', greatest)}")
                new = f.op(f"and i1 {good}, {f.op(f'or i1 {first}, {more}')}")
                f.branch(new, better, same)
                f.label(better)
                f.store("i64", number, greatest)
                f.store("i1", "true", any_yet)
                f.store(set_type, "0", kept, 8)
                f.store("i64", "%start", target)
                f.label(same)
                stays = f.op(f"or i1 {new}, {f.op(f'and i1 {good}, {as_much}')}")
                self._keep(stays, site, kept)
            if not most:
                self.move_bundle(offset, target, f.load(set_type, kept, 8))
        if most:
            f.end(f"ret i64 {f.load('i64', greatest)}")
        else:
            self.give(BUNDLES_TOP, f.load("i64", target))
            f.end("ret void")

    # --- the random player ----------------------------------------------------------------------------

    def _pick(self) -> None:
        """Draws a move: its site, and in `chosen` the offset of its bundle, -1 for the forced pass."""
        f = self.f
        left = f.alloca("i64")
        f.store("i64", self.total("0"), left)
        again, some, none = f.name_of("again"), f.name_of("some"), f.name_of("none")
        f.label(again)
        count = f.load("i64", left)
        f.branch(f.op(f"icmp ne i64 {count}, 0"), some, none)
        f.label(none)
        f.store("i64", "-1", "%chosen")
        f.end("ret i64 0")
        f.label(some)
        k = f.call("i64", self.module.helper("draw"), [("ptr", "%C"), ("i64", count)])
        start, head, onward, here = f.block, f.name_of("find"), f.name_of("onward"), f.name_of("here")
        base = self.read(BUNDLES, "ptr")
        f.label(head)
        f.do(f"%at = phi i64 [ 0, %{start} ], [ %at.next, %{onward} ]")
        f.do(f"%k = phi i64 [ {k}, %{start} ], [ %k.next, %{onward} ]")
        place = f.at(base, "%at")
        size = f.load("i64", f.at(place, COUNT))
        f.branch(f.op(f"icmp ult i64 %k, {size}"), here, onward)
        f.label(onward)
        f.do(f"%k.next = sub i64 %k, {size}")
        f.do(f"%at.next = add i64 %at, {self.memory.bundle_size}")
        f.jump(head)
        f.label(here)
        sites = f.load(self.set_type, f.at(place, self.memory.sites_offset), 8)
        site = self.nth(sites, "%k", sure=True)
        if self.memory.checks:
            self._judge_pick(place, site, size, left, again, sites)
        f.store("i64", "%at", "%chosen")
        f.end(f"ret i64 {site}")

    def _judge_pick(self, place: str, site: str, size: str, left: str, again: str, sites: str) -> None:
        """Draw again if the drawn move's checks fail, without it."""
        f = self.f
        good, bad = f.name_of("good"), f.name_of("bad")
        check = f.op(f"sext i32 {f.load('i32', f.at(place, CHECK))} to i64")
        f.branch(self.judged("%at", site, check, "-1"), good, bad)
        f.label(bad)
        there = self.bundle("%at")
        rest = self.without(sites, self.lone(site, None))
        f.store(self.set_type, rest, f.at(there, self.memory.sites_offset), 8)
        f.store("i64", f.op(f"sub i64 {size}, 1"), f.at(there, COUNT))
        f.store("i64", f.op(f"sub i64 {f.load('i64', left)}, 1"), left)
        f.jump(again)
        f.label(good)
