"""Arithmetic on whole numbers and numbers with a fraction; that on sizes of boards is in sizes.py.

Each kind of number has one class of operations, which says how operands are joined; what an operation is, the
core's `op` says. An operation takes two operands or a list (`...Several`), two (`...Pair`), or one.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, ClassVar

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.evaluate import evaluate
from gdl.core.ops import FLOAT, Expr, Op
from gdl.english.grammar import number_word
from gdl.lower.numbers import arithmetic, fold_items
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, FloatExpr, IntExpr, Ints
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme, unwritten

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

# --- Whole numbers --------------------------------------------------------------------------------------


@unwritten
class IntSeveral(IntExpr):
    """An operation on two numbers, or on all in an array."""

    op: ClassVar[Op]
    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        if self.values is not None:
            return fold_items(b, self.values, self.op)
        assert self.first is not None and self.second is not None
        return arithmetic(self.op, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("+")
class Plus(IntSeveral):
    """The sum of two numbers, or of all in an array.

    Example: `(+ (count Moves) 1)`.
    """

    op = Op.ADD

    def written(self) -> int | None:
        both = _written(self.first, self.second)
        return None if both is None else both[0] + both[1]

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.values is not None:
            return f"the sum of {s.say(self.values)}"
        first, second = self.first, self.second
        known = self.written()
        if known is not None:
            return IntLiteral(value=known).says(s)
        if isinstance(first, IntLiteral) and not isinstance(second, IntLiteral):
            first, second = second, first
        if isinstance(second, IntLiteral) and second.value < 0:
            return f"{s.say(first)} less {number_word(-second.value)}"
        return f"{s.say(first)} plus {s.say(second)}"


@ludeme("*", "mul")
class Times(IntSeveral):
    """The product of two numbers, or of all in an array.

    Example: `(* 2 (count Rows))`.
    """

    op = Op.MUL

    def written(self) -> int | None:
        both = _written(self.first, self.second)
        return None if both is None else both[0] * both[1]

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.values is not None:
            return f"the product of {s.say(self.values)}"
        known = self.written()
        if known is not None:
            return IntLiteral(value=known).says(s)
        factors = [each for each in (self.first, self.second) if each is not None and each.written() != 1]
        return " times ".join(s.say(each) for each in factors)


@ludeme("max")
class Greatest(IntSeveral):
    """The greater of two numbers, or the greatest in an array.

    Example: `(max (score P1) (score P2))`.
    """

    english = "the greatest of [{values}][{first} and ][{second}]"
    op = Op.MAX


@ludeme("min")
class Least(IntSeveral):
    """The smaller of two numbers, or the smallest in an array.

    Example: `(min (score P1) (score P2))`.
    """

    english = "the smallest of [{values}][{first} and ][{second}]"
    op = Op.MIN


def _written(first: IntExpr | None, second: IntExpr | None) -> tuple[int, int] | None:
    """Two numbers, if both are written out."""
    one = None if first is None else first.written()
    other = None if second is None else second.written()
    return None if one is None or other is None else (one, other)


@ludeme("-")
class Minus(IntExpr):
    """The difference of two numbers, or the negative of one.

    Example: `(- (count Pieces Mover) 1)`.
    """

    first: IntExpr | None = arg(None)
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        first = k.int_(0) if self.first is None else self.first.lower(b)
        return arithmetic(Op.SUB, first, self.second.lower(b), span=self.span)

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.first is None or (isinstance(self.first, IntLiteral) and self.first.value == 0):
            return f"minus {s.say(self.second)}"
        return f"{s.say(self.first)} minus {s.say(self.second)}"


@unwritten
class IntPair(IntExpr):
    """An operation on two numbers."""

    op: ClassVar[Op]
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(self.op, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("/")
class Divide(IntPair):
    """The whole part of a quotient, toward zero; by zero: 0.

    Example: `(/ (count Sites in:(sites Empty)) 2)`.
    """

    english = "{first} divided by {second}, rounded toward zero"
    op = Op.DIV


@ludeme("%")
class Remainder(IntPair):
    """What a division leaves over, with the sign of the first number.

    Example: `(% (count Moves) 4)`.
    """

    english = "the remainder of {first} divided by {second}"
    op = Op.MOD


@ludeme("^", "pow")
class Power(IntPair):
    """A power.

    Example: `(^ 2 (count Turns))`.
    """

    english = "{first} to the power {second}"
    op = Op.POW


@ludeme("abs")
class Absolute(IntExpr):
    """A number without its sign.

    Example: `(abs (- (row of:(from)) (row of:(to))))`.
    """

    english = "the size of {value}, whatever its sign"
    value: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.ABS, self.value.lower(b), span=self.span)


@ludeme("toInt")
class ToInt(IntExpr):
    """A condition as 1 or 0, or a number without its fraction.

    Example: `(toInt (is Mover P1))`.
    """

    english = "the whole number of {value}"
    value: BoolExpr | FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.to_int(self.value.lower(b))


# --- Numbers with a fraction ----------------------------------------------------------------------------


class FloatOperation(FloatExpr):
    """An operation on numbers, the same for a rule and for a size known before the game starts."""

    op: ClassVar[Op]

    def operands(self) -> tuple[FloatExpr, ...]:
        """What the operation is applied to, from left to right."""
        raise NotImplementedError

    def lower(self, b: Builder) -> Expr:
        return self.join([each.lower(b) for each in self.operands()])

    def fixed(self) -> float:
        return float(evaluate(self.join([k.float_(each.fixed()) for each in self.operands()]), {}, 0))

    def join(self, operands: list[Expr]) -> Expr:
        """The operation on these; of none zero."""
        if not operands:
            return k.float_(0.0)
        return reduce(lambda left, right: Expr(self.op, FLOAT, (left, right)), operands)


@unwritten
class FloatSeveral(FloatOperation):
    """An operation on two numbers, or a list of them."""

    several: tuple[FloatExpr, ...] | None = arg(None)
    first: FloatExpr | None = arg(None)
    second: FloatExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def operands(self) -> tuple[FloatExpr, ...]:
        given = self.several if self.several is not None else (self.first, self.second)
        return tuple(each for each in given if each is not None)


@ludeme("+")
class FloatSum(FloatSeveral):
    """The sum of numbers with fractions: `(+ 0.5 1.5)`."""

    english = "[the sum of {several}][{first} plus ][{second}]"
    op = Op.ADD


@ludeme("*", "mul")
class FloatProduct(FloatSeveral):
    """The product of numbers with fractions: `(* 0.5 1.5)`."""

    english = "[the product of {several}][{first} times ][{second}]"
    op = Op.MUL


@ludeme("max")
class FloatMax(FloatSeveral):
    """The greatest of numbers with fractions: `(max 0.5 1.5)`."""

    english = "the greatest of [{several}][{first} and ][{second}]"
    op = Op.MAX


@ludeme("min")
class FloatMin(FloatSeveral):
    """The smallest of numbers with fractions: `(min 0.5 1.5)`."""

    english = "the smallest of [{several}][{first} and ][{second}]"
    op = Op.MIN


@unwritten
class FloatPair(FloatOperation):
    """An operation on two numbers."""

    first: FloatExpr = arg()
    second: FloatExpr = arg()

    def operands(self) -> tuple[FloatExpr, ...]:
        return (self.first, self.second)


@ludeme("-")
class FloatDifference(FloatPair):
    """The difference of two numbers with fractions: `(- 1.5 0.5)`."""

    english = "{first} minus {second}"
    op = Op.SUB


@ludeme("/")
class FloatQuotient(FloatPair):
    """The quotient of two numbers with fractions: `(/ 1.5 0.5)`."""

    english = "{first} divided by {second}"
    op = Op.DIV


@ludeme("^")
class FloatPower(FloatPair):
    """A power of a number with a fraction: `(^ 1.5 2.0)`."""

    english = "{first} to the power {second}"
    op = Op.POW


@unwritten
class FloatFunction(FloatOperation):
    """A function of one number."""

    value: FloatExpr = arg()

    def operands(self) -> tuple[FloatExpr, ...]:
        return (self.value,)

    def join(self, operands: list[Expr]) -> Expr:
        return k.unary(self.op, operands[0])


@ludeme("abs")
class FloatAbsolute(FloatFunction):
    """A number with a fraction without its sign: `(abs 1.5)`."""

    english = "the size of {value}, whatever its sign"
    op = Op.ABS


@ludeme("sin")
class FloatSine(FloatFunction):
    """The sine of an angle in radians: `(sin 1.5)`."""

    english = "the sine of {value}"
    op = Op.SIN


@ludeme("cos")
class FloatCosine(FloatFunction):
    """The cosine of an angle in radians: `(cos 1.5)`."""

    english = "the cosine of {value}"
    op = Op.COS


@ludeme("tan")
class FloatTangent(FloatFunction):
    """The tangent of an angle in radians: `(tan 1.5)`."""

    english = "the tangent of {value}"
    op = Op.TAN


@ludeme("exp")
class FloatExponential(FloatFunction):
    """The exponential of a number: `(exp 1.5)`."""

    english = "the exponential of {value}"
    op = Op.EXP


@ludeme("log")
class FloatLogarithm(FloatFunction):
    """The natural logarithm of a number: `(log 1.5)`."""

    english = "the natural logarithm of {value}"
    op = Op.LOG


@ludeme("log10")
class FloatCommonLogarithm(FloatFunction):
    """The logarithm of a number to base ten: `(log10 1.5)`."""

    english = "the common logarithm of {value}"
    op = Op.LOG10


@ludeme("sqrt")
class FloatSquareRoot(FloatFunction):
    """The square root of a number: `(sqrt 1.5)`."""

    english = "the square root of {value}"
    op = Op.SQRT


@ludeme("toFloat")
class ToFloat(FloatExpr):
    """A whole number, or a condition as 1 or 0, as a number with a fraction: `(toFloat (count Moves))`."""

    value: BoolExpr | IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.to_float(self.value.lower(b))

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.say(self.value)
