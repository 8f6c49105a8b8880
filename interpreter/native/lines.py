"""Whether a line of so many sites runs through a site, without a walk along it.

`RUN(s, T) + RUN'(s, T) > c`, where the two steps are each other's opposites, asks for c + 2 sites in a row
through s, which itself counts. Of the chain of sites along these steps only those less than c + 2 steps away
matter: a row of c + 2 among these goes through s in any case. So the members of T there are looked at as bits
side by side: where the steps are always one distance that is a matter of shifts, else the processor gathers
the bits of the chain. All directions are tested together: where a run ends is nothing that could be guessed.
"""

from __future__ import annotations

from attrs import frozen

from gdl.core.ops import Expr, Op, Table
from interpreter.native.boards import Boards
from interpreter.native.constants import Axis

#: Chains of at most so many sites are gathered into a word, with room for what is shifted.
LONGEST = 40
#: On boards of more words the walk is faster.
MOST_WORDS = 6


@frozen
class Line:
    """A question for `more` + 2 members in a row."""

    site: Expr
    through: Expr
    axis: Axis
    more: int


class Lines(Boards):
    """Writes questions for lines."""

    def value(self, expr: Expr) -> str:
        if expr.op in (Op.OR, Op.GT):
            asked = self.asked(expr)
            if asked:
                return self.answered(asked)
        return super().value(expr)

    def asked(self, expr: Expr) -> list[Line] | None:
        """The lines that an expression asks for, all through one site; None where it is something else."""
        if expr.op is Op.OR:
            first = self.asked(expr.args[0])
            second = self.asked(expr.args[1]) if first else None
            if not first or not second:
                return None
            alike = (first[0].site, first[0].through) == (second[0].site, second[0].through)
            return [*first, *second] if alike else None
        found = self.line(expr)
        return None if found is None else [found]

    def line(self, expr: Expr) -> Line | None:
        if expr.op is not Op.GT or expr.args[0].op is not Op.ADD or expr.args[1].op is not Op.CONST:
            return None
        (one, other), more = expr.args[0].args, expr.args[1].data
        if one.op is not Op.RUN or other.op is not Op.RUN or one.args != other.args:
            return None
        assert isinstance(one.data, Table) and isinstance(other.data, Table) and isinstance(more, int)
        axis = self.constants.axis(one.data, other.data)
        if axis is None or more < 1:
            return None
        if axis.distance is None or self.words > 1:
            if not self.module.target.deposits or axis.longest > LONGEST or self.words > MOST_WORDS:
                return None
        if more + 2 > LONGEST:
            return None
        return Line(one.args[0], one.args[1], axis, more)

    def answered(self, asked: list[Line]) -> str:
        """Whether there is any of the lines."""
        f, first = self.f, asked[0]
        at = self.margin(first.site, self.sites)
        if self.words == 1:
            words = [self.value(first.through)]
        else:
            place = self.set_memory(first.through)
            words = [f.load("i64", f.at(place, 8 * w)) for w in range(self.words)]
        found = "0"
        for line in asked:
            if self.words == 1 and line.axis.distance is not None:
                row = self.near(line, at, words[0])
            else:
                row = self.gathered(line, at, words)
            found = f.op(f"or i64 {found}, {row}")
        return f.op(f"icmp ne i64 {found}, 0")

    def near(self, line: Line, at: str, sites: str) -> str:
        """Not 0 where there is the line, by the members near the site, where they stand."""
        f, axis = self.f, line.axis
        assert axis.distance is not None
        name = self.constants.sets(("near", axis, line.more), axis.near(line.more + 1))
        near = f.load("i64", f.at(name, self.beyond(at), "i64"))
        here = f.op(f"or i64 {sites}, {self.bit(at)}")
        return self.in_a_row(f.op(f"and i64 {here}, {near}"), line.more + 2, axis.distance)

    def gathered(self, line: Line, at: str, words: list[str]) -> str:
        """Not 0 where there is the line, by the members of the site's chain, side by side."""
        f, axis = self.f, line.axis
        self.module.declare("i64 @llvm.x86.bmi.pext.64(i64, i64)")
        chain = self.number(("chain", axis), axis.chain, len(axis.sets), at)
        masks = self.constants.sets(("chains", axis), axis.sets)
        row = f.at(masks, self.beyond(chain), f"[{self.words} x i64]")
        place = self.number(("place", axis), axis.place, 0, at)
        found = f.op(f"shl i64 1, {place}")
        for w, word in enumerate(words):
            mask = f.load("i64", f.at(row, 8 * w))
            bits = f.call("i64", "llvm.x86.bmi.pext.64", [("i64", word), ("i64", mask)], "")
            if w:
                before = [(those & ((1 << 64 * w) - 1)).bit_count() for those in axis.sets]
                bits = f.op(f"shl i64 {bits}, {self.number(('before', axis, w), before, 0, chain)}")
            found = f.op(f"or i64 {found}, {bits}")
        # of the rows those that begin at the site or less than their length before
        length = line.more + 2
        starts = f.op(f"lshr i64 {f.op(f'shl i64 {(1 << length) - 1}, {place}')}, {length - 1}")
        return f.op(f"and i64 {self.in_a_row(found, length, 1)}, {starts}")

    def number(self, key: object, values: list[int], outside: int, at: str) -> str:
        """A number of a table with margins."""
        name, type_, is_signed = self.constants.numbers(key, values, outside)
        return self.widen(self.f.load(type_, self.f.at(name, self.beyond(at), type_)), type_, is_signed)

    def in_a_row(self, row: str, length: int, distance: int) -> str:
        """The bits behind which so many, themselves included, stand one distance apart."""
        f, done = self.f, 1
        while done < length:
            step = min(done, length - done)
            row = f.op(f"and i64 {row}, {f.op(f'lshr i64 {row}, {step * distance}')}")
            done += step
        return row
