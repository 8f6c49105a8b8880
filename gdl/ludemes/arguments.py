"""The parts that movement ludemes are made of: from, between, to, piece, player, then, apply, range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.english.phrases import IT
from gdl.lower.places import sites_in
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Ints, Moves, Region
from gdl.ludeme.kinds import Needs
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.ints_context import FromSite, ToSite
from gdl.support.values import evolve
from gdl.words.words import SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("apply")
class Apply(Ludeme):
    """What a move does to the site it is written in, before the piece itself moves; or a condition on it.

    Example: `(to if:(is Enemy (who at:(to))) (apply (remove (to))))`.
    """

    condition: BoolExpr | None = named("if", None)
    effect: Moves | None = arg(None)

    def says(self, s: Speaker, no: bool = False) -> str:
        effect = "" if self.effect is None else s.effects(self.effect).text
        return effect if self.condition is None else f"{effect} if {s.clause(self.condition)}"


@ludeme("from")
class From(Ludeme):
    """The sites that a move may start from; without sites, the current one.

    Example: `(from (sites Occupied by:Mover) if:(= (state at:(from)) 0))`.
    """

    type: SiteType | None = arg(None)
    where: Region | IntExpr | None = arg(None)
    level: IntExpr | None = named("level", None)
    condition: BoolExpr | None = named("if", None)

    def needs(self) -> Needs:
        return Needs(stacks=self.level is not None)

    def sites(self, b: Builder) -> Expr:
        """The set of sites to start from."""
        if self.where is None:
            everywhere = k.one(b.context(Context.FROM))
        else:
            everywhere = sites_in(b, self.where, self.type)
        condition = self.condition
        if condition is None:
            return everywhere
        # Where no rule around says what `(to)` is, it is the same site: a selected piece stays where it is.
        names = (Context.FROM,) if b.bound(Context.TO) is not None else (Context.FROM, Context.TO)
        return b.filter(everywhere, lambda: condition.lower(b), *names)

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.where is None:
            return s.such(s.terms["from"], self.condition, "from")
        place = s.noun(self.where).any if isinstance(self.where, Region) else s.site(self.where)
        return s.such(place, self.condition, "from", "site")


@ludeme("to")
class To(Ludeme):
    """The sites that a move may end on; without sites, whatever the move reaches.

    Example: `(to if:(is Empty (to)))`, `(to (sites Empty))`.
    """

    type: SiteType | None = arg(None)
    where: Region | IntExpr | None = arg(None)
    level: IntExpr | None = named("level", None)
    rotations: Ints | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    apply: Apply | None = arg(None)

    def sites(self, b: Builder, reached: Expr | None = None) -> Expr:
        """Of the sites reached (default: those it names) the ones that its conditions allow."""
        return self.applicable(b, self.named(b, reached))

    def named(self, b: Builder, reached: Expr | None = None) -> Expr:
        """The same, whatever the condition of its `apply`."""
        if self.where is not None:
            named_sites = sites_in(b, self.where, self.type)
            reached = named_sites if reached is None else k.inter(reached, named_sites)
        elif reached is None:
            reached = k.one(b.context(Context.TO))
        return self._fit(b, reached)

    def allowed(self, b: Builder, reached: Expr) -> Expr:
        """Of some sites those for which the conditions (its own and that of its `apply`) hold."""
        return self.applicable(b, self._fit(b, reached))

    def _fit(self, b: Builder, reached: Expr) -> Expr:
        condition = self.condition
        if condition is None:
            return reached
        return b.filter(reached, lambda: condition.lower(b), Context.TO)

    def applicable(self, b: Builder, reached: Expr) -> Expr:
        """Of some sites those for which the condition of its `apply` holds."""
        condition = self.apply.condition if self.apply is not None else None
        if condition is None:
            return reached
        return b.filter(reached, lambda: condition.lower(b), Context.TO)

    def says(self, s: Speaker, no: bool = False) -> str:
        return ending_on(s, self)


@ludeme("range")
class Range(Ludeme):
    """From a least to a greatest number (or exactly one)."""

    low: IntExpr = arg()
    high: IntExpr | None = arg(None)

    def bounds(self, b: Builder) -> tuple[Expr, Expr]:
        """The least and the greatest, both included."""
        low = self.low.lower(b)
        return low, low if self.high is None else self.high.lower(b)

    def fixed(self, b: Builder) -> tuple[int, int]:
        """The same as numbers; raises MeaningError where they are not known before the game starts."""
        low, high = self.bounds(b)
        if low.op is not Op.CONST or high.op is not Op.CONST:
            raise unsupported(
                "a range that changes during the game", self.span, "write its ends as numbers: `(range 1 3)`"
            )
        assert isinstance(low.data, int) and isinstance(high.data, int)
        return low.data, high.data

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.high is None:
            return s.say(self.low)
        return f"{s.say(self.low)} to {s.say(self.high)}"


@ludeme("exact")
class Exact(Range):
    """Exactly this number."""

    english = "exactly {low}"


@ludeme("min")
class AtLeast(Range):
    """This number or more."""

    english = "at least {low}"

    def bounds(self, b: Builder) -> tuple[Expr, Expr]:
        return self.low.lower(b), k.int_(1_000_000)


@ludeme("max")
class AtMost(Range):
    """This number or fewer, but at least one."""

    english = "at most {low}"

    def bounds(self, b: Builder) -> tuple[Expr, Expr]:
        return k.int_(1), self.low.lower(b)


@ludeme("between")
class Between(Ludeme):
    """The sites that a move passes over.

    `before` and `after` say how many empty sites may lie before and behind the hurdle of a hop; the range
    says how many hurdles; `trail` is the component that a slide leaves where it starts and on each site
    passed.

    Example: `(between if:(is Enemy (who at:(between))) (apply (remove (between))))`.
    """

    before: IntExpr | None = named("before", None)
    range: Range | None = arg(None)
    after: IntExpr | None = named("after", None)
    condition: BoolExpr | None = named("if", None)
    trail: IntExpr | None = named("trail", None)
    apply: Apply | None = arg(None)

    def allowed(self, b: Builder, sites: Expr, *also: Context) -> Expr:
        """Of some sites those that its condition allows; without one: all. `also`: further names for them."""
        condition = self.condition
        if condition is None:
            return sites
        return b.filter(sites, lambda: condition.lower(b), Context.BETWEEN, *also)

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.such(f"a {s.cell}", self.condition, "between")


def ending_on(s: Speaker, to: To | None, default: str = "", noun: str = "") -> str:
    """Where a move may end, with what it does there: `a cell with an enemy piece, capturing it`."""
    place = noun or f"a {s.cell}"
    if to is None:
        return default or place
    own = s.words_of(to)
    if own is not None:
        return own
    where = to.where
    if isinstance(where, Region):
        place = s.noun(where).any
    elif where is not None and not isinstance(where, ToSite):
        place = s.site(where)
    elif to.condition is None:
        place = default or place
    if to.level is not None:
        bottom = isinstance(to.level, IntLiteral) and to.level.value == 0
        place = f"the bottom of the stack on {place}" if bottom else f"level {s.say(to.level)} of {place}"
    place = s.such(place, to.condition, "to", "site")
    if to.apply is not None and to.apply.condition is not None and to.condition is not None:
        with s.about(to=IT, site=IT):
            if s.clause(to.apply.condition) == s.clause(to.condition):  # asked already
                return place + applied(s, evolve(to.apply, condition=None), place)
    turned = "" if to.rotations is None else f", turned {s.say(to.rotations)}"
    return place + turned + applied(s, to.apply, place)


def applied(s: Speaker, apply: Apply | None, place: str, word: str = "to") -> str:
    """What a move does to a site on its way."""
    if apply is None:
        return ""
    own = s.words_of(apply)
    if own is not None:
        return f", {own}" if own else ""
    text = (
        f", but only if {s.clause(apply.condition)}"
        if apply.condition is not None and apply.effect is None
        else ""
    )
    if apply.effect is None:
        return text
    there = "that place" if "hand" in place else f"that {s.cell}"
    with s.as_effect(), s.about(**{word: there}):
        if apply.effect.capture(Context(word)) is not None:
            if place.endswith("is not occupied") or (place.startswith("an empty") and " or " not in place):
                return ""
            holds = "enemy piece" in place and "empty" not in place
            text = "capturing it" if holds else "capturing any piece there"
        else:
            effect = s.inline(apply.effect)
            text = f"where, before it arrives: {effect}"
        if apply.condition is not None:
            text = f"{text} if {s.clause(apply.condition)}"
    return f", {text}"


def starting(s: Speaker, it: From | None) -> str:
    """` from ...`, or nothing where the move starts from the piece in question."""
    if it is None or (it.where is None and it.condition is None) or isinstance(it.where, FromSite):
        return ""
    return f" from {s.say(it)}"


def with_stack(stack: bool) -> str:
    return " with its whole stack" if stack else ""


def passed(s: Speaker, between: Between | None) -> str:
    """What a move does to the sites that it passes over."""
    if between is None or between.apply is None:
        trail = None if between is None else between.trail
        return "" if trail is None else f", leaving {s.of_index(trail)} on each {s.cell} that it passes"
    own = s.words_of(between.apply)
    if own is not None:
        return f", {own}" if own else ""
    when = None if between.apply.effect is None else between.apply.effect.capture(Context.BETWEEN)
    if when is not None:
        if between.apply.condition is None:
            return f", capturing what it passes over{when}"
        return f", capturing what it passes over if {s.clause(between.apply.condition)}"
    with s.as_effect(), s.about(between=f"the {s.cell} passed over"):
        effect = "" if between.apply.effect is None else s.inline(between.apply.effect)
        when = "" if between.apply.condition is None else f" if {s.clause(between.apply.condition)}"
    return f"; for what it passes over: {effect}{when}" if effect else ""
