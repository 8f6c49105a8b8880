"""Arithmetic on sizes of boards, known before the game starts."""

from __future__ import annotations

import math

from gdl.builder.meaning_error import MeaningError
from gdl.ludeme.base import arg
from gdl.ludeme.categories import Dim
from gdl.ludeme.registry import ludeme

#: No size, and no number on the way to one, is greater: products and powers of powers grow without bounds.
MOST = 1 << 62


class DimPair(Dim):
    """An operation on two sizes."""

    first: Dim
    second: Dim


@ludeme("-")
class DimMinus(DimPair):
    """The difference of two sizes: `(- 8 3)`."""

    first: Dim = arg()
    second: Dim = arg()

    def number(self) -> int:
        return _bounded(self, self.first.number() - self.second.number())


@ludeme("/")
class DimDivide(DimPair):
    """The whole part of a quotient of two sizes: `(/ 9 2)` is 4."""

    first: Dim = arg()
    second: Dim = arg()

    def number(self) -> int:
        divisor = self.second.number()
        return 0 if divisor == 0 else int(self.first.number() / divisor)


@ludeme("%")
class DimRemainder(DimPair):
    """What a division of two sizes leaves over: `(% 9 2)` is 1."""

    first: Dim = arg()
    second: Dim = arg()

    def number(self) -> int:
        divisor = self.second.number()
        return 0 if divisor == 0 else int(math.fmod(self.first.number(), divisor))


@ludeme("^")
class DimPower(DimPair):
    """A power of a size: `(^ 2 3)` is 8."""

    first: Dim = arg()
    second: Dim = arg()

    def number(self) -> int:
        exponent = self.second.number()
        return _bounded(self, int(self.first.number() ** min(exponent, 64))) if exponent >= 0 else 0


@ludeme("max")
class DimMax(DimPair):
    """The greater of two sizes."""

    first: Dim = arg()
    second: Dim = arg()

    def number(self) -> int:
        return max(self.first.number(), self.second.number())


@ludeme("min")
class DimMin(DimPair):
    """The smaller of two sizes."""

    first: Dim = arg()
    second: Dim = arg()

    def number(self) -> int:
        return min(self.first.number(), self.second.number())


@ludeme("abs")
class DimAbsolute(Dim):
    """A size without its sign: `(abs -3)` is 3."""

    value: Dim = arg()

    def number(self) -> int:
        return abs(self.value.number())


class DimSeveral(Dim):
    """An operation on two sizes, or a list of them."""

    several: tuple[Dim, ...] | None
    first: Dim | None
    second: Dim | None

    def numbers(self) -> list[int]:
        """The values of the sizes."""
        given = self.several if self.several is not None else (self.first, self.second)
        return [each.number() for each in given if each is not None]


@ludeme("+")
class DimPlus(DimSeveral):
    """The sum of sizes: `(+ 3 4)`, `(+ {1 2 3})`."""

    several: tuple[Dim, ...] | None = arg(None)
    first: Dim | None = arg(None)
    second: Dim | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def number(self) -> int:
        return _bounded(self, sum(self.numbers()))


@ludeme("*")
class DimTimes(DimSeveral):
    """The product of sizes: `(* 3 4)`, `(* {1 2 3})`."""

    several: tuple[Dim, ...] | None = arg(None)
    first: Dim | None = arg(None)
    second: Dim | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def number(self) -> int:
        product = 1
        for number in self.numbers():
            product = _bounded(self, product * number)
        return product


def _bounded(dim: Dim, number: int) -> int:
    """The number, if anything can be of that size."""
    if abs(number) > MOST:
        raise MeaningError("E0409", "no board has this size", dim.span, "this number is too large")
    return number
