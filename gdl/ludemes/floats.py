"""Numbers with a fraction."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.evaluate import evaluate
from gdl.core.ops import FLOAT, Expr, Op
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, FloatExpr, IntExpr
from gdl.ludeme.registry import ludeme

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class FloatOperation(FloatExpr):
    """An operation on numbers, the same for a rule and for a size known before the game starts."""

    op: ClassVar[Op]

    def parts(self) -> tuple[FloatExpr, ...]:
        """What the operation is applied to, from left to right."""
        raise NotImplementedError

    def lower(self, b: Builder) -> Expr:
        return self._joined([part.lower(b) for part in self.parts()])

    def fixed(self) -> float:
        value = evaluate(self._joined([k.float_(part.fixed()) for part in self.parts()]), {}, 0)
        return float(value)

    def _joined(self, values: list[Expr]) -> Expr:
        result = values[0] if values else k.float_(0.0)
        for value in values[1:]:
            result = Expr(self.op, FLOAT, (result, value))
        return result


class FloatSeveral(FloatOperation):
    """An operation on two numbers, or a list of them."""

    several: tuple[FloatExpr, ...] | None
    first: FloatExpr | None
    second: FloatExpr | None

    def parts(self) -> tuple[FloatExpr, ...]:
        given = self.several if self.several is not None else (self.first, self.second)
        return tuple(each for each in given if each is not None)


class FloatPair(FloatOperation):
    """An operation on two numbers."""

    first: FloatExpr
    second: FloatExpr

    def parts(self) -> tuple[FloatExpr, ...]:
        return (self.first, self.second)


class FloatFunction(FloatOperation):
    """A function of one number."""

    value: FloatExpr

    def parts(self) -> tuple[FloatExpr, ...]:
        return (self.value,)

    def _joined(self, values: list[Expr]) -> Expr:
        return k.unary(self.op, values[0])


@ludeme("+")
class FloatSum(FloatSeveral):
    """The sum of numbers with fractions: `(+ 0.5 1.5)`."""

    english = "[the sum of {several}][{first} plus ][{second}]"
    op = Op.ADD
    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))


@ludeme("*")
class FloatProduct(FloatSeveral):
    """The product of numbers with fractions: `(* 0.5 1.5)`."""

    english = "[the product of {several}][{first} times ][{second}]"
    op = Op.MUL
    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))


@ludeme("max")
class FloatMax(FloatSeveral):
    """The greatest of numbers with fractions: `(max 0.5 1.5)`."""

    english = "the greatest of [{several}][{first} and ][{second}]"
    op = Op.MAX
    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))


@ludeme("min")
class FloatMin(FloatSeveral):
    """The smallest of numbers with fractions: `(min 0.5 1.5)`."""

    english = "the smallest of [{several}][{first} and ][{second}]"
    op = Op.MIN
    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))


@ludeme("-")
class FloatDifference(FloatPair):
    """The difference of two numbers with fractions: `(- 1.5 0.5)`."""

    english = "{first} minus {second}"
    op = Op.SUB
    first: FloatExpr = arg()
    second: FloatExpr = arg()


@ludeme("/")
class FloatQuotient(FloatPair):
    """The quotient of two numbers with fractions: `(/ 1.5 0.5)`."""

    english = "{first} divided by {second}"
    op = Op.DIV
    first: FloatExpr = arg()
    second: FloatExpr = arg()


@ludeme("^")
class FloatPower(FloatPair):
    """A power of a number with a fraction: `(^ 1.5 2.0)`."""

    english = "{first} to the power {second}"
    op = Op.POW
    first: FloatExpr = arg()
    second: FloatExpr = arg()


@ludeme("abs")
class FloatAbsolute(FloatFunction):
    """A number with a fraction without its sign: `(abs 1.5)`."""

    english = "the size of {value}, whatever its sign"
    op = Op.ABS
    value: FloatExpr = arg()


@ludeme("sin")
class FloatSine(FloatFunction):
    """The sine of an angle in radians: `(sin 1.5)`."""

    english = "the sine of {value}"
    op = Op.SIN
    value: FloatExpr = arg()


@ludeme("cos")
class FloatCosine(FloatFunction):
    """The cosine of an angle in radians: `(cos 1.5)`."""

    english = "the cosine of {value}"
    op = Op.COS
    value: FloatExpr = arg()


@ludeme("tan")
class FloatTangent(FloatFunction):
    """The tangent of an angle in radians: `(tan 1.5)`."""

    english = "the tangent of {value}"
    op = Op.TAN
    value: FloatExpr = arg()


@ludeme("exp")
class FloatExponential(FloatFunction):
    """The exponential of a number: `(exp 1.5)`."""

    english = "the exponential of {value}"
    op = Op.EXP
    value: FloatExpr = arg()


@ludeme("log")
class FloatLogarithm(FloatFunction):
    """The natural logarithm of a number: `(log 1.5)`."""

    english = "the natural logarithm of {value}"
    op = Op.LOG
    value: FloatExpr = arg()


@ludeme("log10")
class FloatCommonLogarithm(FloatFunction):
    """The logarithm of a number to base ten: `(log10 1.5)`."""

    english = "the common logarithm of {value}"
    op = Op.LOG10
    value: FloatExpr = arg()


@ludeme("sqrt")
class FloatSquareRoot(FloatFunction):
    """The square root of a number: `(sqrt 1.5)`."""

    english = "the square root of {value}"
    op = Op.SQRT
    value: FloatExpr = arg()


@ludeme("toFloat")
class ToFloat(FloatExpr):
    """A whole number, or a condition as 1 or 0, as a number with a fraction: `(toFloat (count Moves))`."""

    value: BoolExpr | IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.to_float(self.value.lower(b))

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.say(self.value)
