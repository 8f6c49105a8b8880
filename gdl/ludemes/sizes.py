"""Arithmetic on sizes of boards, which are known before the game.

As in arithmetic.py one class says how operands are joined; what an operation is, the core's `op` says.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import ClassVar

from gdl.builder.meaning_error import MeaningError
from gdl.core import arithmetic as integers
from gdl.core.ops import Op
from gdl.ludeme.base import arg
from gdl.ludeme.categories import Dim
from gdl.ludeme.registry import ludeme, unwritten

#: No size, and no number on the way to one, is greater: products and powers of powers grow without bounds.
MOST = 1 << 62

#: What an operation of the core comes to for two numbers, whatever their size.
_EXACTLY: Mapping[Op, Callable[[int, int], int]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: integers.div,
    Op.MOD: integers.mod,
    Op.POW: lambda base, exponent: 0 if exponent < 0 else int(base ** min(exponent, 64)),
    Op.MAX: max,
    Op.MIN: min,
}
_GROWING = (Op.ADD, Op.SUB, Op.MUL, Op.POW)


class DimOperation(Dim):
    """An operation on sizes."""

    op: ClassVar[Op]

    def operands(self) -> tuple[Dim, ...]:
        """What the operation is applied to, from left to right."""
        raise NotImplementedError

    def number(self) -> int:
        numbers = [each.number() for each in self.operands()] or [int(self.op is Op.MUL)]
        return reduce(self._joined, numbers)

    def _joined(self, first: int, second: int) -> int:
        result = _EXACTLY[self.op](first, second)
        if self.op in _GROWING and abs(result) > MOST:
            raise MeaningError("E0409", "no board has this size", self.span, "this number is too large")
        return result


@unwritten
class DimSeveral(DimOperation):
    """An operation on two sizes, or a list of them."""

    several: tuple[Dim, ...] | None = arg(None)
    first: Dim | None = arg(None)
    second: Dim | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def operands(self) -> tuple[Dim, ...]:
        given = self.several if self.several is not None else (self.first, self.second)
        return tuple(each for each in given if each is not None)


@ludeme("+")
class DimPlus(DimSeveral):
    """The sum of sizes: `(+ 3 4)`, `(+ {1 2 3})`."""

    op = Op.ADD


@ludeme("*", "mul")
class DimTimes(DimSeveral):
    """The product of sizes: `(* 3 4)`, `(* {1 2 3})`."""

    op = Op.MUL


@unwritten
class DimPair(DimOperation):
    """An operation on two sizes."""

    first: Dim = arg()
    second: Dim = arg()

    def operands(self) -> tuple[Dim, ...]:
        return (self.first, self.second)


@ludeme("-")
class DimMinus(DimPair):
    """The difference of two sizes: `(- 8 3)`."""

    op = Op.SUB


@ludeme("/")
class DimDivide(DimPair):
    """The whole part of a quotient of two sizes: `(/ 9 2)` is 4."""

    op = Op.DIV


@ludeme("%")
class DimRemainder(DimPair):
    """What a division of two sizes leaves over: `(% 9 2)` is 1."""

    op = Op.MOD


@ludeme("^")
class DimPower(DimPair):
    """A power of a size: `(^ 2 3)` is 8."""

    op = Op.POW


@ludeme("max")
class DimMax(DimPair):
    """The greater of two sizes."""

    op = Op.MAX


@ludeme("min")
class DimMin(DimPair):
    """The smaller of two sizes."""

    op = Op.MIN


@ludeme("abs")
class DimAbsolute(Dim):
    """A size without its sign: `(abs -3)` is 3."""

    value: Dim = arg()

    def number(self) -> int:
        return abs(self.value.number())
