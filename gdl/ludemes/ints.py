"""Whole numbers: arithmetic, and what the context of a rule calls by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.english.grammar import number_word
from gdl.lower.numbers import arithmetic, fold_items
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, FloatExpr, IntExpr, Ints
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.source.text import Span

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

# --- Arithmetic -----------------------------------------------------------------------------------------


@ludeme("+")
class Plus(IntExpr):
    """The sum of two numbers, or of all in an array.

    Example: `(+ (count Moves) 1)`.
    """

    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.ADD, self.values, self.first, self.second, self.span)

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


@ludeme("*")
class Times(IntExpr):
    """The product of two numbers, or of all in an array.

    Example: `(* 2 (count Rows))`.
    """

    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.MUL, self.values, self.first, self.second, self.span)

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
class Greatest(IntExpr):
    """The greater of two numbers, or the greatest in an array.

    Example: `(max (score P1) (score P2))`.
    """

    english = "the greatest of [{values}][{first} and ][{second}]"
    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.MAX, self.values, self.first, self.second, self.span)


@ludeme("min")
class Least(IntExpr):
    """The smaller of two numbers, or the smallest in an array.

    Example: `(min (score P1) (score P2))`.
    """

    english = "the smallest of [{values}][{first} and ][{second}]"
    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.MIN, self.values, self.first, self.second, self.span)


def _written(first: IntExpr | None, second: IntExpr | None) -> tuple[int, int] | None:
    """Two numbers, if both are written out."""
    one = None if first is None else first.written()
    other = None if second is None else second.written()
    return None if one is None or other is None else (one, other)


def _several(
    b: Builder, op: Op, values: Ints | None, first: IntExpr | None, second: IntExpr | None, span: Span
) -> Expr:
    if values is not None:
        return fold_items(b, values, op)
    assert first is not None and second is not None
    return arithmetic(op, first.lower(b), second.lower(b), span=span)


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


@ludeme("/")
class Divide(IntExpr):
    """The whole part of a quotient, toward zero; by zero: 0.

    Example: `(/ (count Sites in:(sites Empty)) 2)`.
    """

    english = "{first} divided by {second}, rounded toward zero"
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.DIV, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("%")
class Remainder(IntExpr):
    """What a division leaves over, with the sign of the first number.

    Example: `(% (count Moves) 4)`.
    """

    english = "the remainder of {first} divided by {second}"
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.MOD, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("^", "pow")
class Power(IntExpr):
    """A power.

    Example: `(^ 2 (count Turns))`.
    """

    english = "{first} to the power {second}"
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.POW, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("abs")
class Absolute(IntExpr):
    """A number without its sign.

    Example: `(abs (- (row of:(from)) (row of:(to))))`.
    """

    english = "the size of {value}, whatever its sign"
    value: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.ABS, self.value.lower(b), span=self.span)


@ludeme("if")
class IntIf(IntExpr):
    """One number or another, by a condition.

    Example: `(if (is Mover P1) 1 -1)`.
    """

    english = "{first} if {condition}, otherwise {second}"
    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.select(self.condition.lower(b), self.first.lower(b), self.second.lower(b))


@ludeme("toInt")
class ToInt(IntExpr):
    """A condition as 1 or 0, or a number without its fraction.

    Example: `(toInt (is Mover P1))`.
    """

    english = "the whole number of {value}"
    value: BoolExpr | FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.to_int(self.value.lower(b))


# --- What the context calls by name ---------------------------------------------------------------------
