"""Expressions of the core as Python expressions.

What needs a loop is written as statements before the one that uses it; expressions are pure and total, so
that is always allowed. Conditions are made by `cond` (any Python value that is true or false), values by
`value` (a Bool is then True, False, 1 or 0).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Field, Op, Rays, Table
from gdl.core.ranges import Ranges, fits
from gdl.core.walk import CONSUMERS
from interpreter.python_engine import runtime
from interpreter.python_engine.constants import Constants, shifts_of
from interpreter.python_engine.writer import Names, Writer

_ATOM = re.compile(r"[A-Za-z_][\w.]*|-?\d+|0x[0-9a-f]+")
_INFIX = {
    Op.ADD: "+", Op.SUB: "-", Op.MUL: "*",
    Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">=", Op.EQ: "==", Op.NE: "!=", Op.XOR: "!=",
    Op.UNION: "|", Op.INTER: "&",
}  # fmt: skip
_FUNCTIONS: dict[Op, Callable[[float], float]] = {
    Op.SIN: math.sin, Op.COS: math.cos, Op.TAN: math.tan, Op.EXP: math.exp,
    Op.LOG: math.log, Op.LOG10: math.log10, Op.SQRT: math.sqrt,
}  # fmt: skip
_HELPERS = {
    (Op.DIV, INT): runtime.div, (Op.MOD, INT): runtime.mod, (Op.POW, INT): runtime.power,
    (Op.DIV, FLOAT): runtime.fdiv, (Op.MOD, FLOAT): runtime.fmod, (Op.POW, FLOAT): runtime.fpower,
}  # fmt: skip


def number(value: object) -> str:
    """A constant in Python."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"float({str(value)!r})"
    if isinstance(value, int) and not isinstance(value, bool) and value > 9999:
        return hex(value)
    return repr(value)


class Expressions:
    """Writes the expressions of one function."""

    def __init__(self, proc: str, ranges: Ranges, constants: Constants, names: Names, writer: Writer) -> None:
        self.proc = proc
        self.ranges = ranges
        self.constants = constants
        self.names = names
        self.writer = writer
        self.sites = ranges.program.sites
        self.full = (1 << self.sites) - 1
        #: Python names of the core's variables; of loop variables also that of the set of the member alone
        self.locals: dict[str, str] = {}
        self.bits: dict[str, str] = {}
        #: fields that are in a Python local while the function runs
        self.cached: dict[Field, str] = {}
        self.used: set[str] = set()
        self.slots: dict[Field, str] = {}

    # --- places ---------------------------------------------------------------------------------------

    def call(self, name: str, sink: str) -> str:
        """The Python name of a procedure compiled for a sink ("" for one that is no generator)."""
        raise NotImplementedError

    def local(self, name: str) -> str:
        """The Python name of a local variable."""
        if name not in self.locals:
            self.locals[name] = self.names.fresh(name)
        self.used.add(self.locals[name])
        return self.locals[name]

    def temp(self, stem: str = "t") -> str:
        return self.names.fresh("_" + stem)

    def helper(self, function: Callable[..., Any]) -> str:
        """The name of a function of the runtime."""
        return self.constants.helper(function)

    def slot(self, field: Field) -> str:
        return self.cached.get(field) or f"S.{self.slots[field]}"

    def atom(self, text: str) -> str:
        """A name or number for a value that is used more than once."""
        if _ATOM.fullmatch(text):
            return text
        name = self.temp()
        self.writer.emit(f"{name} = {text}")
        return name

    def range(self, expr: Expr) -> tuple[int, int]:
        found = self.ranges.of(expr, self.proc)
        return found if fits(found) else (-(1 << 63), (1 << 63) - 1)

    def within(self, expr: Expr, low: int, high: int) -> bool:
        found = self.range(expr)
        return low <= found[0] and found[1] <= high

    def indexed(self, array: str, length: int, index: Expr, outside: str) -> str:
        """An element; one behind the end there stands what is outside, so -1 is an index too."""
        text = self.value(index)
        if self.within(index, -1, length):
            return f"{array}[{text}]"
        i = self.temp("i")
        return f"({array}[{i}] if -1 <= ({i} := {text}) < {length} else {outside})"

    # --- truth ----------------------------------------------------------------------------------------

    def cond(self, expr: Expr) -> str:
        """Python that is true where the expression is."""
        op, args = expr.op, expr.args
        match op:
            case Op.NOT:
                return f"(not {self.cond(args[0])})"
            case Op.AND | Op.OR:
                return self.lazily("and" if op is Op.AND else "or", args, self.cond)
            case Op.SOME:
                return self.value(args[0])
            case Op.HAS:
                return self.has(args[0], args[1], "{} & {}")
        return self.value(expr)

    def lazily(self, word: str, args: tuple[Expr, ...], make: Callable[[Expr], str]) -> str:
        """`and` or `or`; the second is only worked out where it counts."""
        first = make(args[0])
        with self.writer.capture() as lines:
            second = make(args[1])
        if not lines:
            return f"({first} {word} {second})"
        name = self.temp("b")
        self.writer.emit(f"{name} = {first}")
        self.writer.emit(f"if {name}:" if word == "and" else f"if not {name}:")
        self.writer.add(lines, 1)
        with self.writer.indent():
            self.writer.emit(f"{name} = {second}")
        return name

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

    def bit_of(self, site: Expr) -> str | None:
        """The name that holds the set of a loop's member alone."""
        if site.op is not Op.VAR:
            return None
        name = self.bits.get(str(site.data))
        if name is not None:
            self.used.add(name)
        return name

    # --- values ---------------------------------------------------------------------------------------

    def value(self, expr: Expr) -> str:
        """Python that has the expression's value."""
        op, args, data = expr.op, expr.args, expr.data
        match op:
            case Op.CONST:
                return number(data)
            case Op.VAR:
                return self.local(str(data))
            case Op.FIELD:
                assert isinstance(data, Field)
                return self.slot(data)
            case Op.ELEM:
                assert isinstance(data, Field) and data.length is not None
                return self.indexed(self.slot(data), data.length, args[0], number(_zero(data)))
            case Op.OLD_ELEM:
                assert isinstance(data, tuple)
                kept: Field = data[1]
                assert kept.length is not None
                return self.indexed(self.local(data[0]), kept.length, args[0], number(_zero(kept)))
            case Op.TABLE:
                assert isinstance(data, Table)
                name = self.constants.table(data)
                return self.indexed(name, len(data.values), args[0], number(data.outside))
            case Op.NOT | Op.AND | Op.OR | Op.SOME | Op.HAS | Op.SELECT:
                return self.truth(expr)
            case Op.EQ | Op.NE | Op.LT | Op.LE | Op.GT | Op.GE | Op.XOR | Op.UNION | Op.INTER:
                return f"({self.value(args[0])} {_INFIX[op]} {self.value(args[1])})"
            case Op.CALL:
                values = "".join(f", {self.value(a)}" for a in args)
                return f"{self.call(str(data), '')}(S{values})"
        if op in CONSUMERS:
            return self.consumer(expr)
        if op.name in _SET_METHODS:
            return str(getattr(self, _SET_METHODS[op.name])(expr))
        return self.arithmetic(expr)

    def truth(self, expr: Expr) -> str:
        op, args = expr.op, expr.args
        match op:
            case Op.NOT:
                return f"(not {self.cond(args[0])})"
            case Op.SOME:
                return f"({self.value(args[0])} != 0)"
            case Op.HAS:
                return self.has(args[0], args[1], "({} & {}) != 0")
            case Op.SELECT:
                return self.select(expr)
        return self.lazily("and" if op is Op.AND else "or", args, self.value)

    def select(self, expr: Expr) -> str:
        condition = self.cond(expr.args[0])
        with self.writer.capture() as first_lines:
            first = self.value(expr.args[1])
        with self.writer.capture() as second_lines:
            second = self.value(expr.args[2])
        if not first_lines and not second_lines:
            return f"({first} if {condition} else {second})"
        name = self.temp()
        for head, lines, text in ((f"if {condition}:", first_lines, first), ("else:", second_lines, second)):
            self.writer.emit(head)
            self.writer.add(lines, 1)
            with self.writer.indent():
                self.writer.emit(f"{name} = {text}")
        return name

    def arithmetic(self, expr: Expr) -> str:
        """Numbers; what might not fit in 64 bits is wrapped."""
        op, args = expr.op, expr.args
        texts = [self.value(a) for a in args]
        if op in _INFIX:
            text = f"({texts[0]} {_INFIX[op]} {texts[1]})"
        elif op in (Op.DIV, Op.MOD) and expr.type is INT and self._plain(args):
            return f"({texts[0]} {'//' if op is Op.DIV else '%'} {texts[1]})"
        elif (op, expr.type) in _HELPERS:
            return f"{self.helper(_HELPERS[op, expr.type])}({', '.join(texts)})"
        elif op in _FUNCTIONS:
            fcall = self.helper(runtime.fcall)
            return f"{fcall}({self.helper(_FUNCTIONS[op])}, {texts[0]})"
        elif op is Op.NEG:
            text = f"(-{texts[0]})"
        elif op is Op.ABS:
            text = f"abs({texts[0]})"
        elif op in (Op.MIN, Op.MAX):
            a, b = self.atom(texts[0]), self.atom(texts[1])
            return f"({a} if {a} {'<=' if op is Op.MIN else '>='} {b} else {b})"
        elif op is Op.TO_FLOAT:
            return f"float({texts[0]})"
        elif op is Op.TO_INT:
            if args[0].type is FLOAT:
                return f"{self.helper(runtime.truncated)}({texts[0]})"
            return f"(1 if {texts[0]} else 0)"
        else:
            raise NotImplementedError(op)
        if expr.type is INT and not fits(self.ranges.of(expr, self.proc)):
            return f"{self.helper(runtime.wrap)}({text})"
        return text

    def _plain(self, args: tuple[Expr, ...]) -> bool:
        """Whether Python's own division has the core's meaning."""
        return self.range(args[0])[0] >= 0 and self.range(args[1])[0] > 0

    # --- sets -----------------------------------------------------------------------------------------

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

    def _loop(self, expr: Expr) -> str:
        """FILTER, EXISTS, SUM and GATHER: a loop that fills a local."""
        result = self.temp("r")
        self.writer.emit(f"{result} = {'False' if expr.op is Op.EXISTS else '0'}")

        def body() -> None:
            member = str(expr.data)
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
        rising = all(list(p) == sorted(set(p)) for p in rays.paths)
        falling = all(list(p) == sorted(set(p), reverse=True) for p in rays.paths)
        site, blockers = expr.args
        if not rising and not falling:
            paths = self.indexed(self.constants.ray_paths(rays), count, site, "()")
            return f"{self.helper(runtime.walk)}({paths}, {self.value(blockers)})"
        mask, hit = self.temp("ray"), self.temp("hit")
        first = f"({mask} := {self.indexed(masks, count, site, '0')})"
        stop = self.value(blockers)
        if rising:  # up to the lowest blocker; without one, all
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

    # --- generators and history -----------------------------------------------------------------------

    def consumer(self, expr: Expr) -> str:
        """A run of a generator with a sink."""
        op, data = expr.op, expr.data
        texts = [self.value(a) for a in expr.args]
        given = "".join(f", {t}" for t in texts)
        if op is Op.MOST:
            assert isinstance(data, tuple)
            out = self.temp("out")
            self.writer.emit(f"{out} = []")
            self.writer.emit(f"{self.call(data[0], 'all')}(S, {out}, None{given})")
            return f"OFFERS.most(S, {out}, {self.call(data[1], '')})"
        return f"{self.call(str(data), _SINKS[op])}(S{given})"

    def _repeats(self, expr: Expr) -> str:
        kind = self.constants.name(expr.data, f"KIND_{getattr(expr.data, 'name', '')}", expr.data)
        mover = self.value(expr.args[0]) if expr.args else "S.mover"
        return f"{self.helper(runtime.repeats)}(S, {kind}, {mover})"


_SINKS = {Op.ANY_MOVE: "any", Op.ANY_MOVE_TO: "any_to", Op.MOVES_TO: "to", Op.COUNT_MOVES: "count"}
_SET_METHODS = {
    "DIFF": "_diff", "ONE": "_one", "SUBSET": "_subset", "SIZE": "_size", "NTH": "_nth", "LAST": "_last",
    "FILTER": "_loop", "EXISTS": "_loop", "SUM": "_loop", "GATHER": "_loop",
    "IMAGE": "_image", "RAY": "_ray", "FILL": "_fill", "RUN": "_run", "FLOOD": "_flood",
    "REPEATS": "_repeats",
}  # fmt: skip


def _zero(field: Field) -> int | float | bool:
    """What stands outside an array."""
    if field.type is FLOAT:
        return 0.0
    return False if field.type is BOOL else 0


__all__ = ["SITES", "Expressions", "number"]
