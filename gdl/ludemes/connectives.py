"""Connectives: conditions made of conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.english.grammar import listed
from gdl.english.phrases import IT
from gdl.ludeme.literals import BoolLiteral

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import from_state
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.lower.closeness import all_of, any_of, negated
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, FloatExpr, IntExpr
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType


class SeveralConditions(BoolExpr):
    """Two conditions, or a list of them."""

    composed = True
    several: tuple[BoolExpr, ...] | None
    first: BoolExpr | None
    second: BoolExpr | None

    def parts(self, b: Builder) -> list[Expr]:
        """The conditions, each lowered."""
        return [each.lower(b) for each in self.operands()]

    def parts_close(self, b: Builder) -> list[Expr | None]:
        """How near each is to holding."""
        return [each.closeness(b) for each in self.operands()]

    def operands(self) -> list[BoolExpr]:
        given = self.several if self.several is not None else (self.first, self.second)
        return [each for each in given if each is not None]

    def achieved_by(self) -> RoleType | None:
        roles = {each.achieved_by() for each in self.operands() if not each.asks_for_turn()}
        return roles.pop() if len(roles) == 1 else None

    def says(self, s: Speaker, no: bool = False) -> str:
        """Clauses, with `either` before an `or` and `both` before an `and` that stand inside the other."""
        word = self.connective(no) or ""
        texts = []
        fixed = [part.value != no for part in self.operands() if isinstance(part, BoolLiteral)]
        if word == "or" and True in fixed:
            return "always"
        if word == "and" and False in fixed:
            return "never"
        for part in self.operands():
            if isinstance(part, BoolLiteral):
                continue
            text = s.clause(part, no)
            inner = part.connective(no)
            if inner is not None and inner != word and f" {inner} " in text:
                text = f"{'either' if inner == 'or' else 'both'} {text}"
            texts.append(text)
        if not texts:
            return "always" if word == "and" else "never"
        if len(texts) > 1 and all(_of_one(text) for text in texts):
            return f"{IT} {listed([text.removeprefix(f'{IT} ') for text in texts], word)}"
        return listed(texts, word)


def _of_one(text: str) -> bool:
    """Does a clause say one thing of what the condition is about?"""
    return text.startswith(f"{IT} ") and " or " not in text and " and " not in text


@ludeme("and")
class AllHold(SeveralConditions):
    """Do all of these hold?

    Example: `(and (is Empty (to)) (is In (to) (sites Top)))`.
    """

    several: tuple[BoolExpr, ...] | None = arg(None)
    first: BoolExpr | None = arg(None)
    second: BoolExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower(self, b: Builder) -> Expr:
        parts = self.parts(b)
        if k.FALSE in parts:
            return k.FALSE
        return k.and_(*(part for part in parts if part != k.TRUE))

    def closeness(self, b: Builder) -> Expr | None:
        return all_of(self.parts_close(b))

    def connective(self, no: bool = False) -> str:
        return "or" if no else "and"

    def asks_empty(self) -> bool:
        return any(part.asks_empty() for part in self.operands())

    def asks_occupied(self, site: Context) -> bool:
        return any(part.asks_occupied(site) for part in self.operands())


@ludeme("or")
class AnyHolds(SeveralConditions):
    """Does any of these hold?

    Example: `(or (no Pieces Next) (is Full))`.
    """

    several: tuple[BoolExpr, ...] | None = arg(None)
    first: BoolExpr | None = arg(None)
    second: BoolExpr | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower(self, b: Builder) -> Expr:
        parts = self.parts(b)
        if k.TRUE in parts:
            return k.TRUE
        return k.or_(*(part for part in parts if part != k.FALSE))

    def closeness(self, b: Builder) -> Expr | None:
        return any_of(self.parts_close(b))

    def connective(self, no: bool = False) -> str:
        return "and" if no else "or"

    def asks_occupied(self, site: Context) -> bool:
        return all(part.asks_occupied(site) for part in self.operands())


@ludeme("xor")
class OneHolds(BoolExpr):
    """Does exactly one of these hold?

    Example: `(xor (is In (from) (sites Top)) (is In (to) (sites Top)))`.
    """

    composed = True
    first: BoolExpr = arg()
    second: BoolExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.xor(self.first.lower(b), self.second.lower(b))

    def says(self, s: Speaker, no: bool = False) -> str:
        both = f"{s.clause(self.first)} or {s.clause(self.second)}"
        return f"both or neither of these hold: {both}" if no else f"either {both}, but not both"


@ludeme("not")
class Not(BoolExpr):
    """Does this not hold?

    Example: `(not (is Friend (who at:(to))))`.
    """

    composed = True
    condition: BoolExpr = arg()

    def denied(self) -> BoolExpr:
        return self.condition

    def lower(self, b: Builder) -> Expr:
        condition = self.condition.lower(b)
        if condition.op is Op.CONST:
            return k.bool_(not condition.data)
        return k.not_(condition)

    def closeness(self, b: Builder) -> Expr | None:
        return negated(self.condition.closeness(b))

    def connective(self, no: bool = False) -> str | None:
        return self.condition.connective(not no)

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.clause(self.condition, not no)


@ludeme("if")
class BoolIf(BoolExpr):
    """The second condition where the first holds, else the third (without one: no).

    Example: `(if (is Mover P1) (is In (to) (sites Top)) (is In (to) (sites Bottom)))`.
    """

    composed = True
    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: BoolExpr = arg()
    second: BoolExpr | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        otherwise = k.FALSE if self.second is None else self.second.lower(b)
        return k.select(self.condition.lower(b), self.first.lower(b), otherwise)

    def closeness(self, b: Builder) -> Expr | None:
        condition = from_state(b, self.condition.lower(b))
        first = self.first.closeness(b)
        second = k.float_(0.0) if self.second is None else self.second.closeness(b)
        if condition is None or first is None or second is None:
            return any_of([first, second])
        return k.select(condition, first, second)

    def says(self, s: Speaker, no: bool = False) -> str:
        condition, first = s.clause(self.condition), s.clause(self.first, no)
        if self.second is None:
            return f"{s.clause(self.condition, True)} or {first}" if no else f"{condition} and {first}"
        if isinstance(self.second, BoolLiteral) and self.second.value:
            return f"{condition} and {first}" if no else f"{s.clause(self.condition, True)} or {first}"
        return f"{first} (if {condition}) or {s.clause(self.second, no)} (if not)"


@ludeme("toBool")
class ToBool(BoolExpr):
    """Is the number another than 0?

    Example: `(toBool (count Sites in:(sites Empty)))`.
    """

    english = "{value} <is not zero|is zero>"
    composed = True
    value: IntExpr | FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        value = self.value.lower(b)
        zero = k.int_(0) if isinstance(self.value, IntExpr) else k.float_(0.0)
        return k.ne(value, zero)
