"""The parts that movement ludemes are made of: from, between, to, piece, player, then, apply, range."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.lower.places import sites_in
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Ints, Moves, Region
from gdl.ludeme.registry import ludeme
from gdl.words.words import SiteType


@ludeme("apply")
class Apply(Ludeme):
    """What a move does to the site it is written in, before the piece itself moves; or a condition on it.

    Example: `(to if:(is Enemy (who at:(to))) (apply (remove (to))))`.
    """

    condition: BoolExpr | None = named("if", None)
    effect: Moves | None = arg(None)


@ludeme("from")
class From(Ludeme):
    """The sites that a move may start from; without sites, the current one.

    Example: `(from (sites Occupied by:Mover) if:(= (state at:(from)) 0))`.
    """

    type: SiteType | None = arg(None)
    where: Region | IntExpr | None = arg(None)
    level: IntExpr | None = named("level", None)
    condition: BoolExpr | None = named("if", None)

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
