"""Random numbers (splitmix64, Lemire's bounded draws) in emitted code, and small functions of numbers."""

from __future__ import annotations

from interpreter.engines.native.memory import RNG
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.writer import signed

GOLDEN = signed(0x9E3779B97F4A7C15, 64)

MIX_1 = signed(0xBF58476D1CE4E5B9, 64)

MIX_2 = signed(0x94D049BB133111EB, 64)


class Chance(Family):
    """Writes drawing, and what chooses a member of a set by its number."""

    def __init__(self, scope: Scope, stacks: Stacks, sets: Sets) -> None:
        super().__init__(scope)
        self.stacks = stacks
        self.sets = sets

    def scramble(self, x: str) -> str:
        """splitmix64's output of a generator that has stepped."""
        f = self.f
        for shift, factor in ((30, MIX_1), (27, MIX_2)):
            high = f.op(f"lshr i64 {x}, {shift}")
            x = f.op(f"mul i64 {f.op(f'xor i64 {x}, {high}')}, {factor}")
        return f.op(f"xor i64 {x}, {f.op(f'lshr i64 {x}, 31')}")

    def write_draw(self) -> None:
        """Lemire's bounded draw; see gdl/core/ops.py."""
        f = self.f
        head, draw, judge, done, zero = (f.name_of(n) for n in ("many", "draw", "judge", "done", "zero"))
        f.branch(f.op("icmp sgt i64 %bound, 1"), head, zero)
        f.label(head)
        large = f.op("icmp ugt i64 %bound, 4294967295")
        bound = f.op(f"select i1 {large}, i64 4294967295, i64 %bound")
        x = self.stacks.read(RNG)
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
        self.stacks.give(RNG, again)
        f.end(f"ret i64 {f.op(f'lshr i64 {product}, 32')}")
        f.label(zero)
        f.end("ret i64 0")

    def write_power(self) -> None:
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

    def write_choose(self) -> None:
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
            count = self.sets.popcount(part)
            onward = f.op(f"icmp uge i64 {k}, {count}")
            k = f.op(f"sub i64 {k}, {f.op(f'select i1 {onward}, i64 {count}, i64 0')}")
            shift = f.op(f"select i1 {onward}, i64 {width}, i64 0")
            word = f.op(f"lshr i64 {word}, {shift}")
            base = f.op(f"add i64 {base}, {shift}")
        f.end(f"ret i64 {base}")

    def call_trailing(self, word: str) -> str:
        """The number of the lowest bit; 64 where there is none."""
        return self.f.call("i64", "llvm.cttz.i64", [("i64", word), ("i1", "false")], "")

    def generator_of(self, seed: str, number: str) -> str:
        """What the game of a number of a seed begins with."""
        f = self.f
        base = self.scramble(f.op(f"add i64 {seed}, {GOLDEN}"))
        return self.scramble(f.op(f"add i64 {f.op(f'add i64 {base}, {number}')}, {GOLDEN}"))
