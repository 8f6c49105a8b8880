"""Expressions of the core as Python expressions.

What needs a loop is written as statements before the one that uses it; expressions are pure and total, so
that is always allowed. Conditions are made by `cond` (any Python value that is true or false), values by
`value` (a Bool is then True, False, 1 or 0).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from gdl.analyses.ranges import fits
from gdl.core.intrinsics import Pool
from gdl.core.ops import CONSUMERS, FLOAT, INT, Expr, Field, Op, Table
from interpreter.engines.python import runtime
from interpreter.engines.python.places import number, zero
from interpreter.engines.python.sets import WRITERS as SETS
from interpreter.engines.python.sets import Sets
from interpreter.engines.python.writer import Line

#: Brackets within brackets beyond which a part gets a line of its own.
DEEP = 40
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


def chain(expr: Expr) -> list[Expr]:
    """The parts of nested expressions of one associative operation, in order."""
    parts: list[Expr] = []
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        if here.op is expr.op:
            waiting.extend(reversed(here.args))
        else:
            parts.append(here)
    return parts


def _depth(text: str) -> int:
    """How deep the brackets of a text are nested."""
    depth = deepest = 0
    for char in text:
        if char == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif char == ")":
            depth -= 1
    return deepest


class Expressions(Sets):
    """Writes the expressions of one function."""

    def call(self, name: str, sink: str) -> str:
        """The Python name of a procedure compiled for a sink ("" for one that is no generator)."""
        raise NotImplementedError

    # --- truth ----------------------------------------------------------------------------------------

    def cond(self, expr: Expr) -> str:
        """Python that is true where the expression is."""
        op, args = expr.op, expr.args
        match op:
            case Op.NOT:
                return f"(not {self.cond(args[0])})"
            case Op.AND | Op.OR:
                return self.lazily(expr, self.cond)
            case Op.SOME:
                return self.value(args[0])
            case Op.HAS:
                return self.has(args[0], args[1], "{} & {}")
        return self.value(expr)

    def lazily(self, expr: Expr, make: Callable[[Expr], str]) -> str:
        """`and` or `or`; what comes later is only worked out where it counts."""
        word = " and " if expr.op is Op.AND else " or "
        texts: list[str] = []
        for part in chain(expr):
            with self.writer.capture() as lines:
                text = make(part)
            if lines and texts:
                name = self.temp("b")
                self.writer.emit(f"{name} = {word.join(texts)}")
                self.writer.emit(f"if {name}:" if expr.op is Op.AND else f"if not {name}:")
                self.writer.add(lines, 1)
                with self.writer.indent():
                    self.writer.emit(f"{name} = {text}")
                texts = [name]
            else:
                self.writer.add(lines)
                texts.append(text)
        return "(" + word.join(texts) + ")"

    # --- values ---------------------------------------------------------------------------------------

    def value(self, expr: Expr) -> str:
        """Python that has the expression's value; Python itself does not take what is nested too deep."""
        text = self._value(expr)
        return self.atom(text) if text.count("(") > DEEP and _depth(text) > DEEP else text

    def _value(self, expr: Expr) -> str:
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
                return self.indexed(self.slot(data), data.length, args[0], number(zero(data)))
            case Op.OLD_ELEM:
                assert isinstance(data, tuple)
                kept: Field = data[1]
                assert kept.length is not None
                return self.indexed(self.local(data[0]), kept.length, args[0], number(zero(kept)))
            case Op.TABLE:
                assert isinstance(data, Table)
                name = self.constants.table(data)
                return self.indexed(name, len(data.values), args[0], number(data.outside))
            case Op.NOT | Op.AND | Op.OR | Op.SOME | Op.HAS | Op.SELECT:
                return self.truth(expr)
            case Op.UNION | Op.INTER:
                return "(" + f" {_INFIX[op]} ".join(self.value(a) for a in chain(expr)) + ")"
            case Op.EQ | Op.NE | Op.LT | Op.LE | Op.GT | Op.GE | Op.XOR:
                return f"({self.value(args[0])} {_INFIX[op]} {self.value(args[1])})"
            case Op.CALL:
                values = "".join(f", {self.value(a)}" for a in args)
                return f"{self.call(str(data), '')}(S{values})"
            case Op.PEEK:
                assert isinstance(data, Pool)
                name = "peek_int" if data.type is INT else "peek_float"
                return f"SEARCH.{name}({data.number}, {self.value(args[0])})"
            case Op.ROOM:
                assert isinstance(data, Pool)
                return f"SEARCH.room[{data.number}]"
            case Op.STOPPED:
                return "SEARCH.stopped"
            case Op.FINGERPRINT:
                return f"SEARCH.fingerprint(S, {self.value(args[0])})"
        if op in CONSUMERS:
            return self.consumer(expr)
        if op in _OTHERS:
            return _OTHERS[op](self, expr)
        return self.arithmetic(expr)

    def truth(self, expr: Expr) -> str:
        """Python that has the value of a Bool operation."""
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
        return self.lazily(expr, self.value)

    def select(self, expr: Expr) -> str:
        """A choice, or one after the other where the second branch is a choice again."""
        parts: list[tuple[list[Line], str, list[Line], str]] = []
        rest = expr
        while rest.op is Op.SELECT:
            with self.writer.capture() as condition_lines:
                condition = self.cond(rest.args[0])
            with self.writer.capture() as lines:
                text = self.value(rest.args[1])
            parts.append((condition_lines, condition, lines, text))
            rest = rest.args[2]
        with self.writer.capture() as last_lines:
            last = self.value(rest)
        if not last_lines and not any(first or lines for first, _, lines, _ in parts):
            return "(" + " else ".join([*(f"{text} if {test}" for _, test, _, text in parts), last]) + ")"
        name, emit, depth = self.temp(), self.writer.emit, self.writer.depth
        for condition_lines, condition, lines, text in parts:
            self.writer.add(condition_lines, self.writer.depth - depth)
            emit(f"if {condition}:")
            self.writer.add(lines, self.writer.depth - depth + 1)
            with self.writer.indent():
                emit(f"{name} = {text}")
            emit("else:")
            self.writer.depth += 1
        self.writer.add(last_lines, self.writer.depth - depth)
        emit(f"{name} = {last}")
        self.writer.depth = depth
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
#: What writes the operations that `_value` and `arithmetic` do not.
_OTHERS: dict[Op, Callable[[Expressions, Expr], str]] = {**SETS, Op.REPEATS: Expressions._repeats}
