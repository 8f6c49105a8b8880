"""Conditions: comparison of numbers and of regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from gdl.builder.builder import Builder
from gdl.builder.goals import fixed
from gdl.core import make as k
from gdl.core.ops import FLOAT, MIRRORED, NEGATED, Expr, Op
from gdl.english.grammar import amount, number_word
from gdl.lower.closeness import HALF, above, nearly, risen
from gdl.lower.numbers import constant
from gdl.lower.players import owner
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, IntExpr, Region
from gdl.ludeme.kinds import Kept, Quantity
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.counts import Count
from gdl.ludemes.ints_state import MatchScore
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

#: Up to this number the counter is asked to know the first moves of a game from the others.
FIRST_MOVES = 2
_SAID = {Op.LT: "less than", Op.LE: "at most", Op.GT: "more than", Op.GE: "at least"}
#: What somebody has, compared with what somebody else has.
_AS_MANY = {
    Op.LT: "fewer {} than",
    Op.LE: "at most as many {} as",
    Op.GT: "more {} than",
    Op.GE: "at least as many {} as",
}


def _compared(op: Op, first: Expr, second: Expr) -> Expr:
    a, b = constant(first), constant(second)
    if a is None or b is None:
        return k.compare(op, first, second)
    holds = {Op.EQ: a == b, Op.NE: a != b, Op.LT: a < b, Op.LE: a <= b, Op.GT: a > b, Op.GE: a >= b}
    return k.bool_(holds[op])


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


def _counter(first: IntExpr, second: IntExpr | RoleType) -> Sequence[tuple[Kept, str]]:
    """The counter, if it is compared; but not to know the first moves from others: it begins by itself."""
    number = next((each.value for each in (first, second) if isinstance(each, IntLiteral)), None)
    asked = any(isinstance(each, IntExpr) and each.kept is Kept.COUNTER for each in (first, second))
    return ((Kept.COUNTER, ""),) if asked and (number is None or number > FIRST_MOVES) else ()


class CompareNumbers(BoolExpr):
    """A comparison of two numbers."""

    compares = True
    op: ClassVar[Op]
    first: IntExpr
    second: IntExpr

    def compared(self) -> tuple[IntExpr, IntExpr]:
        return self.first, self.second

    def lower(self, b: Builder) -> Expr:
        return _compared(self.op, self.first.lower(b), self.second.lower(b))

    def closeness(self, b: Builder) -> Expr | None:
        return _nearly(b, self.op, self.first, self.second)

    def achieved_by(self) -> RoleType | None:
        return _grown(self.op, self.first, self.second)

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return _counter(self.first, self.second)

    def says(self, s: Speaker, no: bool = False) -> str:
        op = NEGATED[self.op] if no else self.op
        first, second = self.first, self.second
        if isinstance(first, IntLiteral) and not isinstance(second, IntLiteral):
            op, first, second = MIRRORED[op], second, first
        number = second.written()
        if number is not None:
            return _with_number(s, op, first, number)
        held = _held(s, first)
        if held is not None:
            return f"{held[0]} {_AS_MANY[op].format(held[1])} {_than(s, second, held[1])}"
        return f"{s.say(first)} is {_SAID[op]} {s.say(second)}"


@ludeme("=")
class Equal(BoolExpr):
    """Are the numbers equal? In place of the second a role can stand, for the player.

    Example: `(= (count Pieces Mover) 3)`.
    """

    compares = True
    first: IntExpr = arg()
    second: IntExpr | RoleType = arg()

    def compared(self) -> tuple[IntExpr, IntExpr | RoleType]:
        return self.first, self.second

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

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return _counter(self.first, self.second)

    def says(self, s: Speaker, no: bool = False) -> str:
        return _same(s, self.first, self.second, no)


@ludeme("!=")
class NotEqual(BoolExpr):
    """Are the numbers different? In place of the second a role can stand, for the player.

    Example: `(!= (who at:(to)) Mover)`.
    """

    compares = True
    first: IntExpr = arg()
    second: IntExpr | RoleType = arg()

    def compared(self) -> tuple[IntExpr, IntExpr | RoleType]:
        return self.first, self.second

    def lower(self, b: Builder) -> Expr:
        return _compared(Op.NE, self.first.lower(b), owner(b, self.second, self.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        return _same(s, self.first, self.second, not no)


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


# --- In English -------------------------------------------------------------------------------------------


def _with_number(s: Speaker, op: Op, what: IntExpr, number: int) -> str:
    """A number compared with one that is written."""
    if op is Op.GT:
        op, number = Op.GE, number + 1
    if op is Op.LE:
        op, number = (Op.LT, number + 1) if number == 0 else (op, number)
    if op is Op.LT and number == 1 and what.counts(s):
        return _amount(s, what, "no", "is zero")
    word = number_word(number) if number >= 0 else f"minus {number_word(-number)}"
    many, single = {
        Op.LT: (f"fewer than {word}", f"is less than {word}"),
        Op.GE: (f"at least {word}", f"is {word} or more"),
        Op.LE: (f"at most {word}", f"is at most {word}"),
    }[op]
    return _amount(s, what, many, single, number)


def _amount(s: Speaker, what: IntExpr, many: str, single: str, number: int = 2) -> str:
    """How many there are of something, as a clause; of a number that counts nothing, what it is."""
    own = None if s.words_of(what) is not None else what.amount(s, many, number)
    return amount(s.say(what), many, single, number, what.counts(s)) if own is None else own


def _held(s: Speaker, what: IntExpr) -> tuple[str, str, str] | None:
    return None if s.words_of(what) is not None else what.held(s)


def _than(s: Speaker, other: IntExpr, noun: str) -> str:
    """The other side of a comparison: of the same things only who has them."""
    held = _held(s, other)
    return held[2] if held is not None and held[1] == noun and held[2] else s.say(other)


def _same(s: Speaker, first: IntExpr, second: IntExpr | RoleType, no: bool) -> str:
    """That two numbers are the same; denied if `no`."""
    other = second if isinstance(second, IntExpr) else None
    if other is not None and (isinstance(first, IntLiteral) or (other.reads_state and not first.reads_state)):
        first, second, other = other, first, first
    if not first.reads_state:
        said = first.equals(s, second, no)
        if said is None and other is not None:
            said = other.equals(s, first, no)
        if said is not None:
            return said
    if isinstance(second, IntLiteral):
        word, not_ = number_word(second.value), " not" if no else ""
        many = f"{'not ' if no else ''}exactly {word}"
        if first.counts(s) and second.value == 0:
            return _amount(s, first, "at least one" if no else "no", f"is{not_} zero", 1 if no else 2)
        if first.counts(s) and second.value > 0:
            return _amount(s, first, many, "", second.value)
        if isinstance(first, Count):
            return _amount(s, first, many, f"is{not_} {word}", second.value)
    held = _held(s, first)
    if held is not None and other is not None:
        than = _held(s, other)
        if (than is not None and than[1] == held[1]) or isinstance(first, MatchScore):
            many = f"{'not exactly ' if no else ''}as many {held[1]} as"
            return f"{held[0]} {many} {_than(s, other, held[1])}"
    left = s.say(first)
    if other is None or first.stands_for() is Quantity.PLAYER:
        right = s.player(second)
    else:
        right = s.site(other) if first.stands_for() is Quantity.SITE else s.say(other)
    return f"{left} {'are' if left == 'you' else 'is'}{' not' if no else ''} {right}"
