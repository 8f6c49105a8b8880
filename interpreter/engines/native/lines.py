"""Idiom recognition: whether a line of so many sites runs through a site, without a walk along it.

`RUN(s, T) + RUN'(s, T) > c`, where the two steps are each other's opposites, asks for c + 2 sites in a row
through s, which itself counts. Of the chain of sites along these steps only those less than c + 2 steps away
matter: a row of c + 2 among these goes through s in any case. So the members of T there are looked at as bits
side by side, all directions together: where a run ends is nothing that could be guessed. In the order of
preference:

1. Where all steps go one distance: T is turned so that s is in the middle of a word, or next to two; the bits
   that are so far from it are gathered into a lane for each direction. What is beyond an edge does not count.
2. On boards of one word: the bits are tested where they stand.
3. Else the bits of the whole chain are gathered.

To gather bits takes a processor that can (BMI2).
"""

from __future__ import annotations

from gdl.core.ops import Expr, Op, Table
from gdl.support.values import frozen
from interpreter.engines.native.constants import Axis
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.writer import signed

#: Chains of at most so many sites are gathered into a word, with room for what is shifted.
LONGEST = 40

#: On boards of more words the walk is faster.
MOST_WORDS = 6

#: Directions that are tested in one word, and the bits for each: they hold a row and as many steps as it has.
LANES, LANE = 4, 16

#: How far the bits around the site reach: in one word, or in two.
HALF, WHOLE = 31, 64


@frozen
class Line:
    """A question for `more` + 2 members in a row."""

    site: Expr
    through: Expr
    axis: Axis
    more: int


class Lines(Family):
    """Writes questions for lines."""

    def __init__(self, scope: Scope, fields: Fields, sets: Sets) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets

    def recognised(self, expr: Expr) -> str | None:
        """The answer of an OR or GT that asks for lines; None where it is something else."""
        asked = self.asked(expr)
        return self.answered(asked) if asked else None

    def asked(self, expr: Expr) -> list[Line] | None:
        """The lines that an expression asks for, all through one site; None where it is something else."""
        if expr.op is Op.OR:
            first = self.asked(expr.args[0])
            second = self.asked(expr.args[1]) if first else None
            if not first or not second:
                return None
            alike = (first[0].site, first[0].through) == (second[0].site, second[0].through)
            return [*first, *second] if alike else None
        result = self.line(expr)
        return None if result is None else [result]

    def line(self, expr: Expr) -> Line | None:
        """The line that a comparison asks for; None where it asks for something else."""
        if expr.op is not Op.GT or expr.args[0].op is not Op.ADD or expr.args[1].op is not Op.CONST:
            return None
        (one, other), more = expr.args[0].args, expr.args[1].data
        if one.op is not Op.RUN or other.op is not Op.RUN or one.args != other.args:
            return None
        assert isinstance(one.data, Table) and isinstance(other.data, Table) and isinstance(more, int)
        axis = self.constants.axis(one.data, other.data)
        if axis is None or more < 1:
            return None
        line = Line(one.args[0], one.args[1], axis, more)
        if self.in_lanes(line) or (self.words == 1 and axis.distance is not None):
            return line
        gathers = self.module.target.deposits and self.words <= MOST_WORDS
        return line if gathers and axis.longest <= LONGEST and more + 2 <= LONGEST else None

    def in_lanes(self, line: Line) -> bool:
        """Whether the sites that matter are near enough, and few enough."""
        distance, reach = line.axis.distance, line.more + 1
        if distance is None or not self.module.target.deposits:
            return False
        return distance * reach <= (HALF if self.words == 1 else WHOLE) and 3 * reach + 1 <= LANE

    def answered(self, asked: list[Line]) -> str:
        """Whether there is any of the lines."""
        f, first = self.f, asked[0]
        at = self.fields.margin(first.site, self.sites)
        lanes = [line for line in asked if self.in_lanes(line) and line.more == first.more]
        others = [line for line in asked if line not in lanes]
        if self.words == 1:
            sites = self.value(first.through)
            words = [sites]
        else:
            sites = self.sets.set_memory(first.through)
            words = [f.load("i64", f.at(sites, 8 * w)) for w in range(self.words)] if others else []
        result = "0"
        for start in range(0, len(lanes), LANES):
            row = self.side_by_side(lanes[start : start + LANES], at, sites)
            result = f.op(f"or i64 {result}, {row}")
        for line in others:
            if self.words == 1 and line.axis.distance is not None:
                row = self.near(line, at, words[0])
            else:
                row = self.gathered(line, at, words)
            result = f.op(f"or i64 {result}, {row}")
        return f.op(f"icmp ne i64 {result}, 0")

    def side_by_side(self, lines: list[Line], at: str, sites: str) -> str:
        """Not 0 where there is one of these lines of one length: each direction has a lane of a word."""
        f, reach = self.f, lines[0].more + 1
        around = self.around(at, sites)
        result = ""
        for lane, line in enumerate(lines):
            distance = line.axis.distance
            assert distance is not None
            parts = []  # of the lane: bits, how far they are shifted
            if self.words == 1:
                steps = range(-reach, reach + 1)
                parts.append((self.pext(around[0], sum(1 << 32 + distance * k for k in steps)), 0))
            else:
                before = sum(1 << 64 - distance * k for k in range(1, reach + 1))
                behind = sum(1 << distance * k - 1 for k in range(1, reach + 1))
                parts += [(self.pext(around[0], before), 0), (self.pext(around[1], behind), reach + 1)]
            for bits, shift in parts:
                shift += LANE * lane
                placed = f.op(f"shl i64 {bits}, {shift}") if shift else bits
                result = f.op(f"or i64 {result}, {placed}") if result else placed
        middle = sum(1 << LANE * lane + reach for lane in range(len(lines)))
        rows = [0] * self.sites
        for lane, line in enumerate(lines):
            for s, on in enumerate(line.axis.reached(reach)):
                rows[s] |= on << LANE * lane
        key = ("lanes", reach, *(line.axis for line in lines))
        edges = f.load("i64", f.at(self.constants.words(key, rows), self.fields.beyond(at), "i64"))
        result = f.op(f"and i64 {f.op(f'or i64 {result}, {middle}')}, {edges}")
        return self.in_a_row(result, reach + 1, 1)

    def around(self, at: str, sites: str) -> list[str]:
        """The sites around one: on one word with it as bit 32; else the 64 before it and the 64 behind it."""
        f = self.f
        self.module.declare("i64 @llvm.fshr.i64(i64, i64, i64)")

        def turned(low: str, high: str, by: str) -> str:
            return f.call("i64", "llvm.fshr.i64", [("i64", high), ("i64", low), ("i64", by)], "")

        if self.words == 1:
            return [turned(sites, sites, f.op(f"add i64 {at}, 32"))]
        inside = f.op(f"icmp ult i64 {at}, {self.sites}")
        site = f.op(f"select i1 {inside}, i64 {at}, i64 0")
        onward = f.op(f"add i64 {site}, 1")
        here, there = f.op(f"lshr i64 {site}, 6"), f.op(f"lshr i64 {onward}, 6")
        # a word beyond the set's stands for what is off the board anyway
        first = f.op(f"call i64 @llvm.usub.sat.i64(i64 {here}, i64 1)")
        last = f.op(f"add i64 {there}, 1")
        there = f.op(f"call i64 @llvm.umin.i64(i64 {there}, i64 {self.words - 1})")
        last = f.op(f"call i64 @llvm.umin.i64(i64 {last}, i64 {self.words - 1})")
        self.module.declare("i64 @llvm.usub.sat.i64(i64, i64)")
        self.module.declare("i64 @llvm.umin.i64(i64, i64)")
        low, middle, high, top = (f.load("i64", f.at(sites, w, "i64")) for w in (first, here, there, last))
        return [turned(low, middle, self.sets.low(site)), turned(high, top, self.sets.low(onward))]

    def pext(self, word: str, mask: int | str) -> str:
        """The bits of a word where a mask has bits, side by side."""
        self.module.declare("i64 @llvm.x86.bmi.pext.64(i64, i64)")
        shown = str(signed(mask, 64)) if isinstance(mask, int) else mask
        return self.f.call("i64", "llvm.x86.bmi.pext.64", [("i64", word), ("i64", shown)], "")

    def near(self, line: Line, at: str, sites: str) -> str:
        """Not 0 where there is the line, by the members near the site, where they stand."""
        f, axis = self.f, line.axis
        assert axis.distance is not None
        name = self.constants.sets(("near", axis, line.more), axis.near(line.more + 1))
        near = f.load("i64", f.at(name, self.fields.beyond(at), "i64"))
        here = f.op(f"or i64 {sites}, {self.sets.bit(at)}")
        return self.in_a_row(f.op(f"and i64 {here}, {near}"), line.more + 2, axis.distance)

    def gathered(self, line: Line, at: str, words: list[str]) -> str:
        """Not 0 where there is the line, by the members of the site's chain, side by side."""
        f, axis = self.f, line.axis
        chain = self.number(("chain", axis), axis.chain, len(axis.sets), at)
        masks = self.constants.sets(("chains", axis), axis.sets)
        row = f.at(masks, self.fields.beyond(chain), f"[{self.words} x i64]")
        place = self.number(("place", axis), axis.place, 0, at)
        result = f.op(f"shl i64 1, {place}")
        for w, word in enumerate(words):
            mask = f.load("i64", f.at(row, 8 * w))
            bits = self.pext(word, mask)
            if w:
                before = [(those & ((1 << 64 * w) - 1)).bit_count() for those in axis.sets]
                bits = f.op(f"shl i64 {bits}, {self.number(('before', axis, w), before, 0, chain)}")
            result = f.op(f"or i64 {result}, {bits}")
        # of the rows those that begin at the site or less than their length before
        length = line.more + 2
        starts = f.op(f"lshr i64 {f.op(f'shl i64 {(1 << length) - 1}, {place}')}, {length - 1}")
        return f.op(f"and i64 {self.in_a_row(result, length, 1)}, {starts}")

    def number(self, key: object, values: list[int], outside: int, at: str) -> str:
        """A number of a table with margins."""
        name, type_, is_signed = self.constants.numbers(key, values, outside)
        raw = self.f.load(type_, self.f.at(name, self.fields.beyond(at), type_))
        return self.fields.widen(raw, type_, is_signed)

    def in_a_row(self, row: str, length: int, distance: int) -> str:
        """The bits behind which so many, themselves included, stand one distance apart."""
        f, done = self.f, 1
        while done < length:
            step = min(done, length - done)
            row = f.op(f"and i64 {row}, {f.op(f'lshr i64 {row}, {step * distance}')}")
            done += step
        return row
