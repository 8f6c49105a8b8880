"""Instruction selection for numbers and truths: branches only where an operand is worth one."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import BOOL, FLOAT, SITES, Expr, Op, Trait, having
from interpreter.engines.native.scope import Family
from interpreter.engines.native.writer import float_text

_INT = {Op.ADD: "add", Op.SUB: "sub", Op.MUL: "mul"}

_FLOAT = {Op.ADD: "fadd", Op.SUB: "fsub", Op.MUL: "fmul"}

_COMPARE = {
    Op.EQ: ("eq", "oeq"), Op.NE: ("ne", "une"), Op.LT: ("slt", "olt"),
    Op.LE: ("sle", "ole"), Op.GT: ("sgt", "ogt"), Op.GE: ("sge", "oge"),
}  # fmt: skip

_FUNCTIONS = having(Trait.MATHEMATICAL)

#: Operations that are worth no jump around them.
_CHEAP = frozenset(having(Trait.CHEAP))

#: How many of them are still worth none.
FEW = 6


class Scalars(Family):
    """Writes what is worked out of numbers and truths."""

    def constant(self, expr: Expr) -> str:
        """A constant."""
        data = expr.data
        if expr.type is BOOL:
            return "true" if data else "false"
        if expr.type is FLOAT:
            assert isinstance(data, float | int)
            return float_text(float(data))
        return str(data)

    def variable(self, expr: Expr) -> str:
        """The value of a local."""
        return self.scope.get(str(expr.data), expr.type)

    def negated(self, expr: Expr) -> str:
        """NOT."""
        return self.f.op(f"xor i1 {self.value(expr.args[0])}, true")

    def different(self, expr: Expr) -> str:
        """XOR."""
        return self.f.op(f"xor i1 {self.value(expr.args[0])}, {self.value(expr.args[1])}")

    def cheap(self, expr: Expr) -> bool:
        """Whether an expression may as well be worked out where its value is not asked for."""
        return self._cost(expr) <= FEW

    def _cost(self, expr: Expr) -> int:
        if expr.op not in _CHEAP:
            return FEW + 1
        own = self.words if expr.type is SITES else 1
        return own + sum(self._cost(a) for a in expr.args if a.op is not Op.CONST)

    def lazily(self, expr: Expr) -> str:
        """AND and OR."""
        first, second = expr.args
        word = "and" if expr.op is Op.AND else "or"
        a = self.value(first)
        if self.cheap(second):
            return self.f.op(f"{word} i1 {a}, {self.value(second)}")
        start, more, done = self.f.here(), self.f.name_of("more"), self.f.name_of("done")
        self.f.branch(a, *((more, done) if expr.op is Op.AND else (done, more)))
        self.f.label(more)
        with self.scope.conditional():
            b = self.value(second)
        last = self.f.block
        self.f.label(done)
        known = "false" if expr.op is Op.AND else "true"
        return self.f.op(f"phi i1 [ {known}, %{start} ], [ {b}, %{last} ]")

    def select(self, expr: Expr) -> str:
        """A choice: without a jump where both sides are cheap."""
        condition, first, second = expr.args
        type_ = self.type_of(expr.type)
        c = self.value(condition)
        if self.cheap(first) and self.cheap(second):
            a, b = self.value(first), self.value(second)
            return self.f.op(f"select i1 {c}, {type_} {a}, {type_} {b}")
        yes, no, done = self.f.name_of("yes"), self.f.name_of("no"), self.f.name_of("done")
        self.f.branch(c, yes, no)
        result = []
        for name, arm in ((yes, first), (no, second)):
            self.f.label(name)
            with self.scope.conditional():
                value = self.value(arm)
            result.append(f"[ {value}, %{self.f.block} ]")
            self.f.jump(done)
        self.f.label(done)
        return self.f.op(f"phi {type_} {', '.join(result)}")

    def compare(self, expr: Expr) -> str:
        """EQ to GE."""
        a, b = expr.args
        whole, real = _COMPARE[expr.op]
        x, y = self.value(a), self.value(b)
        if a.type is FLOAT:
            return self.f.op(f"fcmp {real} double {x}, {y}")
        return self.f.op(f"icmp {whole} {self.type_of(a.type)} {x}, {y}")

    def arithmetic(self, expr: Expr) -> str:
        """From ADD to SQRT; what is not defined is 0."""
        op, f = expr.op, self.f
        values = [self.value(a) for a in expr.args]
        real = expr.args[0].type is FLOAT
        match op:
            case Op.ADD | Op.SUB | Op.MUL:
                return f.op(f"{_FLOAT[op]} double {values[0]}, {values[1]}" if real else
                            f"{_INT[op]} i64 {values[0]}, {values[1]}")  # fmt: skip
            case Op.NEG:
                return f.op(f"fneg double {values[0]}" if real else f"sub i64 0, {values[0]}")
            case Op.ABS:
                if real:
                    return f.call("double", "llvm.fabs.f64", [("double", values[0])], "")
                return f.call("i64", "llvm.abs.i64", [("i64", values[0]), ("i1", "false")], "")
            case Op.MIN | Op.MAX:
                word = "le" if op is Op.MIN else "ge"
                test = f"fcmp o{word} double" if real else f"icmp s{word} i64"
                type_ = "double" if real else "i64"
                first = f.op(f"{test} {values[0]}, {values[1]}")
                return f.op(f"select i1 {first}, {type_} {values[0]}, {type_} {values[1]}")
            case Op.TO_FLOAT:
                sign = "u" if expr.args[0].type is BOOL else "s"
                return f.op(f"{sign}itofp {self.type_of(expr.args[0].type)} {values[0]} to double")
            case Op.TO_INT:
                if real:
                    return f.call("i64", "llvm.fptosi.sat.i64.f64", [("double", values[0])], "")
                return f.op(f"zext i1 {values[0]} to i64")
            case Op.DIV | Op.MOD if not real:
                return self.divide(expr, values)
            case Op.POW if not real:
                return f.call("i64", self.module.helper("power"), [("i64", v) for v in values])
        return self.real(op, values)

    def divide(self, expr: Expr, values: list[str]) -> str:
        """Division that truncates; by 0 it is 0, and the one that has no result wraps around."""
        a, b = values
        f, word = self.f, "sdiv" if expr.op is Op.DIV else "srem"
        low, high = self.scope.range(expr.args[1])
        if low > 0 or high < -1:
            positive = low > 0 and self.scope.range(expr.args[0])[0] >= 0
            return f.op(f"{word.replace('s', 'u', 1) if positive else word} i64 {a}, {b}")
        odd = f.op(f"add i64 {b}, 1")
        unsafe = f.op(f"icmp ult i64 {odd}, 2")  # -1 or 0
        safe = f.op(f"select i1 {unsafe}, i64 1, i64 {b}")
        result = f.op(f"{word} i64 {a}, {safe}")
        if expr.op is Op.MOD:  # by 1 it is 0, as it should be by 0 and by -1
            return result
        wrapped = f.op(f"sub i64 0, {a}")
        special = f.op(f"icmp eq i64 {b}, 0")
        other = f.op(f"select i1 {special}, i64 0, i64 {wrapped}")
        return f.op(f"select i1 {unsafe}, i64 {other}, i64 {result}")

    def real(self, op: Op, values: list[str]) -> str:
        """Functions of Floats, 0.0 where they are not defined."""
        f = self.f
        if op is Op.DIV:
            good = f.op(f"fcmp une double {values[1]}, 0.0")
            result = f.op(f"fdiv double {values[0]}, {values[1]}")
        elif op is Op.MOD:
            good = f.op(f"and i1 {f.op(f'fcmp une double {values[1]}, 0.0')}, {self.finite(values[0])}")
            result = f.op(f"frem double {values[0]}, {values[1]}")
        elif op is Op.POW:
            result = f.call("double", self.module.external("pow", 2), [("double", v) for v in values], "")
            both = f.op(f"and i1 {self.finite(values[0])}, {self.finite(values[1])}")
            wrong = f.op(f"and i1 {both}, {f.op(f'xor i1 {self.finite(result)}, true')}")
            good = f.op(f"xor i1 {wrong}, true")
        else:
            assert op in _FUNCTIONS
            result = f.call("double", self.module.external(op.name.lower(), 1), [("double", values[0])], "")
            # a mistake shows as infinity or no number from an argument that is neither
            number = f.op(f"fcmp ord double {values[0]}, {values[0]}")
            wrong = f.op(f"fcmp uno double {result}, {result}")
            odd = f.op(f"and i1 {number}, {wrong}")
            over = f.op(f"and i1 {self.finite(values[0])}, {f.op(f'xor i1 {self.finite(result)}, true')}")
            good = f.op(f"xor i1 {f.op(f'or i1 {odd}, {over}')}, true")
        return f.op(f"select i1 {good}, double {result}, double 0.0")

    def finite(self, value: str) -> str:
        """Whether it is a number that is not infinite."""
        size = self.f.call("double", "llvm.fabs.f64", [("double", value)], "")
        return self.f.op(f"fcmp one double {size}, 0x7FF0000000000000")


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[Scalars, Expr], str]] = {
    Op.CONST: Scalars.constant,
    Op.VAR: Scalars.variable,
    Op.ADD: Scalars.arithmetic, Op.SUB: Scalars.arithmetic, Op.MUL: Scalars.arithmetic,
    Op.DIV: Scalars.arithmetic, Op.MOD: Scalars.arithmetic, Op.POW: Scalars.arithmetic,
    Op.NEG: Scalars.arithmetic, Op.ABS: Scalars.arithmetic,
    Op.MIN: Scalars.arithmetic, Op.MAX: Scalars.arithmetic,
    Op.TO_FLOAT: Scalars.arithmetic, Op.TO_INT: Scalars.arithmetic,
    **dict.fromkeys(_FUNCTIONS, Scalars.arithmetic),
    **dict.fromkeys(_COMPARE, Scalars.compare),
    Op.AND: Scalars.lazily, Op.OR: Scalars.lazily, Op.XOR: Scalars.different, Op.NOT: Scalars.negated,
    Op.SELECT: Scalars.select,
}  # fmt: skip
