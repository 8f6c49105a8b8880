"""Sets of sites and the procedures of the board, as Python on whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.analyses.worst_case_steps import Pace
from gdl.core.ops import Expr, Op, Rays, Stmt, Table
from interpreter.engines.python import runtime
from interpreter.engines.python.constants import shifts_of
from interpreter.engines.python.places import Places, number


class Sets(Places):
    """Writes what is about sets."""

    #: which loops look whether to stop
    pace: Pace

    def has(self, sites: Expr, site: Expr, test: str) -> str:
        """Whether a set has a member; `test` says how to look at one bit."""
        where = self.value(sites)
        bit = self.bit_of(site)
        if bit is not None:
            return "(" + test.format(where, bit) + ")"
        text = self.value(site)
        low, high = self.range(site)
        if low >= 0:
            return f"({where} >> {text} & 1)"
        if low >= -1 and high <= self.sites:
            return "(" + test.format(where, f"{self.constants.bits()}[{text}]") + ")"
        i = self.temp("i")
        return f"(({i} := {text}) >= 0 and {where} >> {i} & 1)"

    def _diff(self, expr: Expr) -> str:
        a, b = expr.args
        if b.op is Op.CONST and isinstance(b.data, int):
            return f"({self.value(a)} & {number(self.full & ~b.data)})"
        return f"({self.value(a)} & ~{self.value(b)})"

    def _one(self, expr: Expr) -> str:
        site = expr.args[0]
        bit = self.bit_of(site)
        if bit is not None:
            return bit
        if self.within(site, 0, self.sites - 1):
            return f"(1 << {self.value(site)})"
        return self.indexed(self.constants.bits(), self.sites, site, "0")

    def _subset(self, expr: Expr) -> str:
        return f"(not {self.value(expr.args[0])} & ~{self.value(expr.args[1])})"

    def _size(self, expr: Expr) -> str:
        return f"({self.value(expr.args[0])}).bit_count()"

    def _nth(self, expr: Expr) -> str:
        sites, k = expr.args
        if k.op is Op.CONST and k.data == 0:
            t = self.temp()
            return f"((({t} := {self.value(sites)}) & -{t}).bit_length() - 1)"
        return f"{self.helper(runtime.nth)}({self.value(sites)}, {self.value(k)})"

    def _last(self, expr: Expr) -> str:
        return f"(({self.value(expr.args[0])}).bit_length() - 1)"

    def look_in(self, loop: Stmt | Expr) -> None:
        """In each round of a loop that may take long: whether to stop."""
        if self.pace.polls(loop):
            self.writer.emit("HEED()")

    def _loop(self, expr: Expr) -> str:
        """FILTER, EXISTS, SUM, GATHER and GREATEST: a loop that fills a local."""
        result, most = self.temp("r"), self.temp("most")
        self.writer.emit(f"{result} = {'False' if expr.op is Op.EXISTS else '0'}")

        def body() -> None:
            member = str(expr.data)
            self.look_in(expr)
            if expr.op is Op.FILTER:
                self.writer.emit(f"if {self.cond(expr.args[1])}:")
                with self.writer.indent():
                    bit = self.bits[member]
                    self.used.add(bit)
                    self.writer.emit(f"{result} |= {bit}")
            elif expr.op is Op.EXISTS:
                self.writer.emit(f"if {self.cond(expr.args[1])}:")
                with self.writer.indent():
                    self.writer.emit(f"{result} = True")
                    self.writer.emit("break")
            elif expr.op is Op.GREATEST:
                value, bit = self.temp("v"), self.bits[member]
                self.used.add(bit)
                self.writer.emit(f"{value} = {self.value(expr.args[1])}")
                self.writer.emit(f"if not {result} or {value} > {most}:")
                with self.writer.indent():
                    self.writer.emit(f"{result}, {most} = {bit}, {value}")
                self.writer.emit(f"elif {value} == {most}:")
                with self.writer.indent():
                    self.writer.emit(f"{result} |= {bit}")
            else:
                sign = "+=" if expr.op is Op.SUM else "|="
                self.writer.emit(f"{result} {sign} {self.value(expr.args[1])}")

        self.each_member(str(expr.data), expr.args[0], body, own_bit=True)
        if expr.op is Op.SUM:
            low, high = self.range(expr.args[1])
            if min(low, 0) * self.sites < -(1 << 63) or max(high, 0) * self.sites >= 1 << 63:
                return f"{self.helper(runtime.wrap)}({result})"
        return result

    def each_member(self, name: str, sites: Expr, body: Callable[[], None], own_bit: bool) -> None:
        """A loop over the members of a set. `own_bit`: the variable is not assigned in the body."""
        text = self.value(sites)
        outer = self.locals.get(name), self.bits.get(name)
        member, bit = self.locals[name], self.bits[name] = self.names.fresh(name), self.temp("bit")
        if not own_bit:
            del self.bits[name]
        with self.writer.capture() as lines:
            body()
        with self._members(text, sites, member, bit):
            self.writer.add(lines, 1)
        for table, old in zip((self.locals, self.bits), outer, strict=True):
            if old is None:
                table.pop(name, None)
            else:
                table[name] = old

    @contextmanager
    def _members(self, text: str, sites: Expr, member: str, bit: str) -> Iterator[None]:
        """The head of such a loop; its body is written inside."""
        emit, left = self.writer.emit, self.temp("left")
        if sites.op is Op.CONST and isinstance(sites.data, int):
            emit(f"for {member}, {bit} in {self.constants.members(sites.data)}:")
        else:
            emit(f"{left} = {text}")
            emit(f"while {left}:")
        before = len(self.writer.lines)
        with self.writer.indent():
            if sites.op is not Op.CONST:
                emit(f"{bit} = {left} & -{left}")
                if member in self.used:
                    emit(f"{member} = {bit}.bit_length() - 1")
                emit(f"{left} ^= {bit}")
            self.writer.depth -= 1
            yield
            self.writer.depth += 1
        assert len(self.writer.lines) > before

    # --- board procedures -----------------------------------------------------------------------------

    def step(self, table: Table, sites: str) -> str:
        """The image of a set (a name) under a table of steps."""
        images = [1 << int(v) if 0 <= v < self.sites else 0 for v in table.values]
        shifts = shifts_of(images, self.sites)
        if shifts is None:
            return f"{self.helper(runtime.image)}({self.constants.steps(table)}, {sites})"
        return self.shifted(shifts, sites)

    def shifted(self, shifts: list[tuple[int, int]], sites: str) -> str:
        """An image by shifts: each distance with the mask of the sites that go so far."""
        parts = []
        for distance, those in shifts:
            masked = sites if those == self.full else f"({sites} & {number(those)})"
            sign = "<<" if distance > 0 else ">>"
            parts.append(masked if distance == 0 else f"{masked} {sign} {abs(distance)}")
        return "(" + " | ".join(parts) + ")" if parts else "0"

    def _image(self, expr: Expr) -> str:
        assert isinstance(expr.data, Table)
        return self.step(expr.data, self.atom(self.value(expr.args[0])))

    def _ray(self, expr: Expr) -> str:
        rays = expr.data
        assert isinstance(rays, Rays)
        masks, count = self.constants.ray_masks(rays), len(rays.paths)
        sense = self.constants.sense(rays)
        site, blockers = expr.args
        if not sense:
            paths = self.indexed(self.constants.ray_paths(rays), count, site, "()")
            return f"{self.helper(runtime.walk)}({paths}, {self.value(blockers)})"
        mask, hit = self.temp("ray"), self.temp("hit")
        first = f"({mask} := {self.indexed(masks, count, site, '0')})"
        stop = self.value(blockers)
        if sense > 0:  # up to the lowest blocker; without one, all
            return f"({first} & (({hit} := {mask} & {stop}) ^ ({hit} - 1)))"
        return f"({first} & (-1 << ({mask} & {stop}).bit_length() >> 1))"

    def _fill(self, expr: Expr) -> str:
        assert isinstance(expr.data, Table)
        start, through = self.atom(self.value(expr.args[0])), self.atom(self.value(expr.args[1]))
        front, result = self.temp("front"), self.temp("r")
        emit = self.writer.emit
        emit(f"{result} = {front} = {self.step(expr.data, start)} & {through}")
        emit(f"while {front}:")
        with self.writer.indent():
            emit(f"{front} = {self.step(expr.data, front)} & {through} & ~{result}")
            emit(f"{result} |= {front}")
        return result

    def _run(self, expr: Expr) -> str:
        table = expr.data
        assert isinstance(table, Table)
        name, count, at = self.constants.table(table), self.temp("run"), self.temp("at")
        through = self.atom(self.value(expr.args[1]))
        first = self.indexed(name, len(table.values), expr.args[0], number(table.outside))
        ends = all(v > s or v < 0 for s, v in enumerate(table.values))
        ends = ends or all(v < s for s, v in enumerate(table.values))
        bound = "" if ends else f" and {count} < {self.sites}"
        emit = self.writer.emit
        emit(f"{count} = 0")
        emit(f"{at} = {first}")
        emit(f"while {at} >= 0 and {through} >> {at} & 1{bound}:")
        with self.writer.indent():
            emit(f"{count} += 1")
            emit(f"{at} = {name}[{at}]")
        return count

    def _flood(self, expr: Expr) -> str:
        table = expr.data
        assert isinstance(table, Table)
        start, through = self.value(expr.args[0]), self.atom(self.value(expr.args[1]))
        front, result = self.temp("front"), self.temp("r")
        shifts = shifts_of([int(v) & self.full for v in table.values], self.sites)
        if shifts is not None:
            step = self.shifted(shifts, front)
        else:
            step = f"{self.helper(runtime.image)}({self.constants.neighbours(table)}, {front})"
        emit = self.writer.emit
        emit(f"{result} = {front} = {start} & {through}")
        emit(f"while {front}:")
        with self.writer.indent():
            emit(f"{front} = {step} & {through} & ~{result}")
            emit(f"{result} |= {front}")
        return result


#: What writes each operation of sets.
WRITERS: dict[Op, Callable[[Sets, Expr], str]] = {
    Op.DIFF: Sets._diff, Op.ONE: Sets._one, Op.SUBSET: Sets._subset,
    Op.SIZE: Sets._size, Op.NTH: Sets._nth, Op.LAST: Sets._last,
    Op.FILTER: Sets._loop, Op.EXISTS: Sets._loop, Op.SUM: Sets._loop,
    Op.GATHER: Sets._loop, Op.GREATEST: Sets._loop,
    Op.IMAGE: Sets._image, Op.RAY: Sets._ray, Op.FILL: Sets._fill,
    Op.RUN: Sets._run, Op.FLOOD: Sets._flood,
}  # fmt: skip
