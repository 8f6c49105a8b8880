"""Conditions: comparison of numbers and of regions."""

from __future__ import annotations

from typing import ClassVar

from gdl.builder.builder import Builder
from gdl.builder.goals import fixed
from gdl.core import make as k
from gdl.core.ops import FLOAT, MIRRORED, Expr, Op
from gdl.lower.closeness import HALF, above, nearly, risen
from gdl.lower.numbers import constant
from gdl.lower.players import owner
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, IntExpr, Region
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType


def _compared(op: Op, first: Expr, second: Expr) -> Expr:
    a, b = constant(first), constant(second)
    if a is None or b is None:
        return k.compare(op, first, second)
    holds = {Op.EQ: a == b, Op.NE: a != b, Op.LT: a < b, Op.LE: a <= b, Op.GT: a > b, Op.GE: a >= b}
    return k.bool_(holds[op])


#: The comparison of two numbers the other way round.


def _nearly(b: Builder, op: Op, first: IntExpr, second: IntExpr) -> Expr | None:
    """How near a comparison is to holding: by what one number lacks."""
    a, c = first.graded(b), second.graded(b)
    if a is None or c is None:
        return None
    if fixed(b, a) is not None:
        a, c, op = c, a, MIRRORED.get(op, op)
    first_number, second_number = _float(a), _float(c)
    target = fixed(b, c)
    match op:
        case Op.EQ if target is not None and target > 0:
            return k.min_(risen(first_number, target), nearly(above(first_number, second_number)))
        case Op.EQ:
            return nearly(k.abs_(k.sub(first_number, second_number)))
        case Op.GE | Op.GT if target is not None and target > 0:
            return risen(first_number, target + (op is Op.GT))
        case Op.GE | Op.GT:
            missing = above(second_number, first_number, op is Op.GT)
        case _:
            missing = above(first_number, second_number, op is Op.LT)
    return nearly(missing, HALF if target is None else max(HALF, abs(target) / 2))


def _grown(op: Op, first: IntExpr, second: IntExpr) -> RoleType | None:
    """Whose number has come up to a number greater than none, or to another one."""
    if op is Op.EQ and not isinstance(first, IntLiteral) and not isinstance(second, IntLiteral):
        roles = {each.belongs_to() for each in (first, second)} - {None}
        return roles.pop() if len(roles) == 1 else None
    if isinstance(first, IntLiteral):
        first, second, op = second, first, MIRRORED.get(op, op)
    enough = isinstance(second, IntLiteral) and second.value + (op is Op.GT) > 0
    return first.belongs_to() if enough and op in (Op.EQ, Op.GE, Op.GT) else None


def _float(number: Expr) -> Expr:
    return number if number.type is FLOAT else k.to_float(number)


class CompareNumbers(BoolExpr):
    """A comparison of two numbers."""

    compares = True
    op: ClassVar[Op]
    first: IntExpr
    second: IntExpr

    def lower(self, b: Builder) -> Expr:
        return _compared(self.op, self.first.lower(b), self.second.lower(b))

    def closeness(self, b: Builder) -> Expr | None:
        return _nearly(b, self.op, self.first, self.second)

    def achieved_by(self) -> RoleType | None:
        return _grown(self.op, self.first, self.second)


@ludeme("=")
class Equal(BoolExpr):
    """Are the numbers equal? In place of the second a role can stand, for the player.

    Example: `(= (count Pieces Mover) 3)`.
    """

    compares = True
    first: IntExpr = arg()
    second: IntExpr | RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        return _compared(Op.EQ, self.first.lower(b), owner(b, self.second, self.span))

    def closeness(self, b: Builder) -> Expr | None:
        if isinstance(self.second, RoleType):
            return super().closeness(b)
        return _nearly(b, Op.EQ, self.first, self.second)

    def owner_asked(self) -> RoleType | None:
        if self.first.stands_for() is not Quantity.PLAYER or isinstance(self.second, RoleType):
            return self.second if isinstance(self.second, RoleType) else None
        return self.second.player_role()

    def achieved_by(self) -> RoleType | None:
        return None if isinstance(self.second, RoleType) else _grown(Op.EQ, self.first, self.second)


@ludeme("!=")
class NotEqual(BoolExpr):
    """Are the numbers different? In place of the second a role can stand, for the player.

    Example: `(!= (who at:(to)) Mover)`.
    """

    compares = True
    first: IntExpr = arg()
    second: IntExpr | RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        return _compared(Op.NE, self.first.lower(b), owner(b, self.second, self.span))


@ludeme("=")
class SameSites(BoolExpr):
    """Are the regions the same?

    Example: `(= (sites Occupied by:Mover) (sites Mover "Goal"))`.
    """

    english = "{first} <are|are not> the same as {second}"
    compares = True
    first: Region = arg()
    second: Region = arg()

    def lower(self, b: Builder) -> Expr:
        return k.eq(self.first.lower(b), self.second.lower(b))


@ludeme("!=")
class OtherSites(BoolExpr):
    """Are the regions different?

    Example: `(!= (sites Occupied by:Mover) (sites Mover "Goal"))`.
    """

    english = "{first} <are not|are> the same as {second}"
    compares = True
    first: Region = arg()
    second: Region = arg()

    def lower(self, b: Builder) -> Expr:
        return k.ne(self.first.lower(b), self.second.lower(b))


@ludeme("<")
class Less(CompareNumbers):
    """Is the first number less than the second?

    Example: `(< (count Pieces Next) 3)`.
    """

    op = Op.LT
    first: IntExpr = arg()
    second: IntExpr = arg()


@ludeme("<=")
class AtMostEqual(CompareNumbers):
    """Is the first number at most the second?

    Example: `(<= (count Pieces Next) 2)`.
    """

    op = Op.LE
    first: IntExpr = arg()
    second: IntExpr = arg()


@ludeme(">")
class Greater(CompareNumbers):
    """Is the first number greater than the second?

    Example: `(> (score Mover) (score Next))`.
    """

    op = Op.GT
    first: IntExpr = arg()
    second: IntExpr = arg()


@ludeme(">=")
class AtLeastEqual(CompareNumbers):
    """Is the first number at least the second?

    Example: `(>= (score Mover) 10)`.
    """

    op = Op.GE
    first: IntExpr = arg()
    second: IntExpr = arg()
