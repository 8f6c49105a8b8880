"""Bitboards: sets of sites as words of 64 bits.

One layout, two views: the algebra of whole sets on an integer of 64 bits for each word, work with a single
site on one word. A wide integer is never shifted by what is not known: that takes dozens of instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.core.ops import FIELD_READS, Expr, Field, Op
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.writer import signed

#: Up to so many words the word of a site is chosen by selects, beyond that in memory.
FEW_WORDS = 4


def lowest(sites: int) -> int:
    """The least member of a set, 0 of the empty one."""
    return max((sites & -sites).bit_length() - 1, 0)


class Sets(Family):
    """Writes the algebra of sets, and what asks for single members."""

    def __init__(self, scope: Scope, fields: Fields) -> None:
        super().__init__(scope)
        self.fields = fields

    def algebra(self, expr: Expr) -> str:
        """UNION, INTER and DIFF."""
        a, b = (self.value(arg) for arg in expr.args)
        if expr.op is Op.DIFF:
            return self.without(a, b)
        return self.f.op(f"{'or' if expr.op is Op.UNION else 'and'} {self.set_type} {a}, {b}")

    def subset(self, expr: Expr) -> str:
        """Whether all members of a set are in another."""
        rest = self.without(self.value(expr.args[0]), self.value(expr.args[1]))
        return self.f.op(f"icmp eq {self.set_type} {rest}, 0")

    def some(self, expr: Expr) -> str:
        """Whether there is any member."""
        return self.f.op(f"icmp ne {self.set_type} {self.value(expr.args[0])}, 0")

    def chosen(self, expr: Expr) -> str:
        """NTH."""
        sites, k = expr.args
        if k.op is Op.CONST and k.data == 0:
            return self.first(self.value(sites))
        return self.nth(self.value(sites), self.value(k))

    def split(self, value: str) -> list[str]:
        """The words of a set."""
        if self.words == 1:
            return [value]
        result = []
        for w in range(self.words):
            part = self.f.op(f"lshr {self.set_type} {value}, {64 * w}") if w else value
            result.append(self.f.op(f"trunc {self.set_type} {part} to i64"))
        return result

    def join(self, words: list[str]) -> str:
        """The set of words."""
        if self.words == 1:
            return words[0]
        result = ""
        for w, word in enumerate(words):
            wide = self.f.op(f"zext i64 {word} to {self.set_type}")
            if w:
                wide = self.f.op(f"shl {self.set_type} {wide}, {64 * w}")
                result = self.f.op(f"or {self.set_type} {result}, {wide}")
            else:
                result = wide
        return result

    def without(self, a: str, b: str) -> str:
        """The members of one set that are not in another."""
        return self.f.op(f"and {self.set_type} {a}, {self.complement(b)}")

    def complement(self, value: str) -> str:
        """All bits that are not in a set."""
        if value.lstrip("-").isdigit():
            return str(~signed(int(value), self.bits))
        return self.f.op(f"xor {self.set_type} {value}, -1")

    def bit(self, site: str) -> str:
        """The bit of a site in its word."""
        return self.f.op(f"shl i64 1, {self.low(site)}")

    def low(self, site: str) -> str:
        """The number of a site within its word."""
        return self.f.op(f"and i64 {site}, 63")

    def one(self, site: Expr) -> str:
        """The set of a site, empty for none."""
        value = self.value(site)
        return self.lone(value, self.fields.guard(site, value, self.sites))

    def lone(self, value: str, guard: str | None) -> str:
        """The set of a site; empty where the guard does not hold."""
        f = self.f
        bit = f.op(f"shl i64 1, {self.low(value)}")
        if guard is not None:
            bit = f.op(f"select i1 {guard}, i64 {bit}, i64 0")
        if self.words == 1:
            return bit
        number = f.op(f"lshr i64 {value}, 6")
        words = []
        for w in range(self.words):
            here = f.op(f"icmp eq i64 {number}, {w}")
            words.append(f.op(f"select i1 {here}, i64 {bit}, i64 0"))
        return self.join(words)

    def has(self, sites: Expr, site: Expr) -> str:
        """Whether a set has a member."""
        f = self.f
        value = self.value(site)
        if sites.op is Op.CONST and isinstance(sites.data, int):
            first, size = lowest(sites.data), sites.data.bit_count()
            if sites.data >> first == (1 << size) - 1:  # a span of sites
                return f.op(f"icmp ult i64 {f.op(f'sub i64 {value}, {first}')}, {size}")
        guard = self.fields.guard(site, value, self.bits)
        if self.words == 1:
            word = self.value(sites)
        else:
            number = f.op(f"lshr i64 {value}, 6")
            if guard is not None:
                number = f.op(f"select i1 {guard}, i64 {number}, i64 0")
            word = self.word(sites, number)
        result = f.op(f"trunc i64 {f.op(f'lshr i64 {word}, {self.low(value)}')} to i1")
        return result if guard is None else f.op(f"and i1 {result}, {guard}")

    def word(self, sites: Expr, number: str) -> str:
        """One word of a set; of a compound one only that word is worked out."""
        f, op, data = self.f, sites.op, sites.data
        if op in (Op.UNION, Op.INTER, Op.DIFF):
            a, b = (self.word(s, number) for s in sites.args)
            if op is Op.DIFF:
                b = f.op(f"xor i64 {b}, -1")
            return f.op(f"{'or' if op is Op.UNION else 'and'} i64 {a}, {b}")
        if op in FIELD_READS:
            assert isinstance(data, Field)
            at = "" if op is Op.FIELD else self.fields.margin(sites.args[0], data.length or 0)
            key = (self.scope.state, data, at, number)
            known = self.scope.known(key)
            if known is not None:
                return known
            pointer = (
                f.at(self.scope.state, self.fields.slot(data).offset)
                if not at
                else self.fields.spot(self.scope.state, data, at)
            )
            return self.scope.remember(key, f.load("i64", f.at(pointer, number, "i64")))
        if op is Op.CONST:
            assert isinstance(data, int)
            return f.load("i64", f.at(self.constants.set_(data), number, "i64"))
        return self.pick(self.value(sites), number)

    def set_memory(self, sites: Expr) -> str:
        """Where the words of a set stand in memory, until the state changes."""
        f, data = self.f, sites.data
        if sites.op is Op.CONST:
            assert isinstance(data, int)
            return self.constants.set_(data)
        if sites.op is Op.FIELD:
            assert isinstance(data, Field)
            return f.at(self.scope.state, self.fields.slot(data).offset)
        if sites.op is Op.ELEM:
            assert isinstance(data, Field)
            return self.fields.spot(
                self.scope.state, data, self.fields.margin(sites.args[0], data.length or 0)
            )
        if sites.op is Op.VAR and sites.data in self.scope.same:
            return self.scope.same[str(sites.data)]
        memory = f.alloca(f"[{self.words} x i64]", 8)
        f.store(self.set_type, self.value(sites), memory, 8)
        return memory

    def pick(self, value: str, number: str) -> str:
        """One word of a set in registers."""
        f = self.f
        if self.words > FEW_WORDS:
            memory = f.alloca(f"[{self.words} x i64]", 8)
            f.store(self.set_type, value, memory, 8)
            return f.load("i64", f.at(memory, number, "i64"))
        words = self.split(value)
        result = words[0]
        for w in range(1, self.words):
            here = f.op(f"icmp eq i64 {number}, {w}")
            result = f.op(f"select i1 {here}, i64 {words[w]}, i64 {result}")
        return result

    def popcount(self, word: str) -> str:
        """How many bits a word has."""
        return self.f.call("i64", "llvm.ctpop.i64", [("i64", word)], "")

    def trailing(self, word: str) -> str:
        """The number of the lowest bit of a word that is not 0."""
        return self.f.call("i64", "llvm.cttz.i64", [("i64", word), ("i1", "true")], "")

    def highest(self, word: str) -> str:
        """The number of the highest bit of a word that is not 0."""
        zeros = self.f.call("i64", "llvm.ctlz.i64", [("i64", word), ("i1", "true")], "")
        return self.f.op(f"xor i64 {zeros}, 63")

    def size(self, value: str) -> str:
        """How many members there are."""
        counts = [self.popcount(w) for w in self.split(value)]
        total = counts[0]
        for count in counts[1:]:
            total = self.f.op(f"add i64 {total}, {count}")
        return total

    def first(self, value: str) -> str:
        """The least member, -1 where there is none."""
        return self._outermost(value, self.trailing, reversed(range(self.words)))

    def last(self, value: str) -> str:
        """The greatest member, -1 where there is none."""
        return self._outermost(value, self.highest, iter(range(self.words)))

    def _outermost(self, value: str, find: Callable[[str], str], order: Iterator[int]) -> str:
        f, words, result = self.f, self.split(value), "-1"
        for w in order:
            some = f.op(f"icmp ne i64 {words[w]}, 0")
            site = find(words[w])
            if w:
                site = f.op(f"add i64 {site}, {64 * w}")
            result = f.op(f"select i1 {some}, i64 {site}, i64 {result}")
        return result

    def nth(self, value: str, k: str, sure: bool = False) -> str:
        """The k-th member, -1 where there is none. `sure`: there is one."""
        f, words = self.f, self.split(value)
        word, base, before, total = words[0], "0", "0", ""
        if self.words > 1 or not sure:
            total = self.popcount(word)
        # how many there are before each word does not wait for k, which may have just been drawn
        for w in range(1, self.words):
            onward = f.op(f"icmp uge i64 {k}, {total}")
            word = f.op(f"select i1 {onward}, i64 {words[w]}, i64 {word}")
            base = f.op(f"select i1 {onward}, i64 {64 * w}, i64 {base}")
            before = f.op(f"select i1 {onward}, i64 {total}, i64 {before}")
            if w < self.words - 1 or not sure:
                total = f.op(f"add i64 {total}, {self.popcount(words[w])}")
        rest = k if self.words == 1 else f.op(f"sub i64 {k}, {before}")
        site = f.call("i64", self.module.helper("choose"), [("i64", word), ("i64", rest)])
        if self.words > 1:
            site = f.op(f"add i64 {site}, {base}")
        if sure:
            return f.claim(site, 0, self.sites - 1, f"a drawn site in {self.scope.proc}")
        good = f.op(f"icmp ult i64 {k}, {total}")
        return f.op(f"select i1 {good}, i64 {site}, i64 -1")

    @contextmanager
    def members(self, value: str) -> Iterator[tuple[str, str, str]]:
        """The body of a loop over the members in ascending order: (site, label to go on, label to leave).

        The body ends by falling through; what is written afterwards stands behind the loop.
        """
        f = self.f
        go_on, done = f.name_of("next"), f.name_of("done")
        if self.words == 1:
            with self._bits(value, "", go_on, done) as site:
                yield site, go_on, done
            f.label(done)
            return
        memory = f.alloca(f"[{self.words} x i64]", 8)
        counter = f.alloca("i64")
        f.store(self.set_type, value, memory, 8)
        f.store("i64", "0", counter)
        head, body, step = f.name_of("word"), f.name_of("bits"), f.name_of("onward")
        f.label(head)
        number = f.load("i64", counter)
        f.branch(f.op(f"icmp ult i64 {number}, {self.words}"), body, done)
        f.label(body)
        word = f.load("i64", f.at(memory, number, "i64"))
        with self._bits(word, f.op(f"shl i64 {number}, 6"), go_on, step) as site:
            yield site, go_on, done
        f.label(step)
        f.store("i64", f.op(f"add i64 {number}, 1"), counter)
        f.jump(head)
        f.label(done)

    @contextmanager
    def _bits(self, word: str, base: str, go_on: str, done: str) -> Iterator[str]:
        """A loop over the bits of a word, without its last label."""
        f = self.f
        start, head, body = f.here(), f.name_of("each"), f.name_of("member")
        f.label(head)
        left = "%" + f.name_of("left")
        rest = "%" + f.name_of("rest")
        f.do(f"{left} = phi i64 [ {word}, %{start} ], [ {rest}, %{go_on} ]")
        f.branch(f.op(f"icmp ne i64 {left}, 0"), body, done)
        f.label(body)
        site = self.trailing(left)
        if base:
            site = f.op(f"or i64 {site}, {base}")
        with self.scope.conditional():
            yield site
        f.label(go_on)
        less = f.op(f"sub i64 {left}, 1")
        f.do(f"{rest} = and i64 {left}, {less}")
        f.jump(head)

    def keep_if(self, condition: str, site: str, result: str) -> None:
        """Put a site into the set in memory if the condition holds."""
        f = self.f
        bit = f.op(f"shl i64 {f.op(f'zext i1 {condition} to i64')}, {self.low(site)}")
        place = result
        if self.words > 1:
            place = f.at(result, f.op(f"lshr i64 {site}, 6"), "i64")
        f.store("i64", f.op(f"or i64 {f.load('i64', place, 8)}, {bit}"), place, 8)


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[Sets, Expr], str]] = {
    Op.ONE: lambda to, e: to.one(e.args[0]),
    Op.UNION: Sets.algebra,
    Op.INTER: Sets.algebra,
    Op.DIFF: Sets.algebra,
    Op.HAS: lambda to, e: to.has(e.args[0], e.args[1]),
    Op.SUBSET: Sets.subset,
    Op.SOME: Sets.some,
    Op.SIZE: lambda to, e: to.size(to.value(e.args[0])),
    Op.NTH: Sets.chosen,
    Op.LAST: lambda to, e: to.last(to.value(e.args[0])),
}
