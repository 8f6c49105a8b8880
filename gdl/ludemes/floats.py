"""Numbers with a fraction."""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.builder import Builder
from gdl.core.ops import Expr, Op
from gdl.ludeme import BoolExpr, FloatExpr, IntExpr, arg, ludeme


class FloatSeveral(FloatExpr):
    """An operation on two numbers, or a list of them."""

    several: tuple[FloatExpr, ...] | None
    first: FloatExpr | None
    second: FloatExpr | None

    def joined(self, b: Builder, op: Op) -> Expr:
        given = self.several if self.several is not None else (self.first, self.second)
        parts = [each.lower(b) for each in given if each is not None]
        result = parts[0] if parts else k.float_(0.0)
        for part in parts[1:]:
            result = Expr(op, result.type, (result, part))
        return result


class FloatPair(FloatExpr):
    """An operation on two numbers."""

    first: FloatExpr
    second: FloatExpr

    def joined(self, b: Builder, op: Op) -> Expr:
        first = self.first.lower(b)
        return Expr(op, first.type, (first, self.second.lower(b)))


class FloatFunction(FloatExpr):
    """A function of one number."""

    value: FloatExpr

    def of(self, b: Builder, op: Op) -> Expr:
        return k.unary(op, self.value.lower(b))


@ludeme("+")
class FloatSum(FloatSeveral):
    """The sum of numbers with fractions: `(+ 0.5 1.5)`."""

    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower(self, b: Builder) -> Expr:
        return self.joined(b, Op.ADD)


@ludeme("*")
class FloatProduct(FloatSeveral):
    """The product of numbers with fractions: `(* 0.5 1.5)`."""

    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower(self, b: Builder) -> Expr:
        return self.joined(b, Op.MUL)


@ludeme("max")
class FloatMax(FloatSeveral):
    """The greatest of numbers with fractions: `(max 0.5 1.5)`."""

    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower(self, b: Builder) -> Expr:
        return self.joined(b, Op.MAX)


@ludeme("min")
class FloatMin(FloatSeveral):
    """The smallest of numbers with fractions: `(min 0.5 1.5)`."""

    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower(self, b: Builder) -> Expr:
        return self.joined(b, Op.MIN)


@ludeme("-")
class FloatDifference(FloatPair):
    """The difference of two numbers with fractions: `(- 1.5 0.5)`."""

    first: FloatExpr = arg()
    second: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.joined(b, Op.SUB)


@ludeme("/")
class FloatQuotient(FloatPair):
    """The quotient of two numbers with fractions: `(/ 1.5 0.5)`."""

    first: FloatExpr = arg()
    second: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.joined(b, Op.DIV)


@ludeme("^")
class FloatPower(FloatPair):
    """A power of a number with a fraction: `(^ 1.5 2.0)`."""

    first: FloatExpr = arg()
    second: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.joined(b, Op.POW)


@ludeme("abs")
class FloatAbsolute(FloatFunction):
    """A number with a fraction without its sign: `(abs 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.ABS)


@ludeme("sin")
class FloatSine(FloatFunction):
    """The sine of an angle in radians: `(sin 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.SIN)


@ludeme("cos")
class FloatCosine(FloatFunction):
    """The cosine of an angle in radians: `(cos 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.COS)


@ludeme("tan")
class FloatTangent(FloatFunction):
    """The tangent of an angle in radians: `(tan 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.TAN)


@ludeme("exp")
class FloatExponential(FloatFunction):
    """The exponential of a number: `(exp 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.EXP)


@ludeme("log")
class FloatLogarithm(FloatFunction):
    """The natural logarithm of a number: `(log 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.LOG)


@ludeme("log10")
class FloatCommonLogarithm(FloatFunction):
    """The logarithm of a number to base ten: `(log10 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.LOG10)


@ludeme("sqrt")
class FloatSquareRoot(FloatFunction):
    """The square root of a number: `(sqrt 1.5)`."""

    value: FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of(b, Op.SQRT)


@ludeme("toFloat")
class ToFloat(FloatExpr):
    """A whole number, or a condition as 1 or 0, as a number with a fraction: `(toFloat (count Moves))`."""

    value: BoolExpr | IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.to_float(self.value.lower(b))
