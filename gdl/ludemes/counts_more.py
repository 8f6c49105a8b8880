"""Counting what few games count: territory, stacks, large pieces."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import INT, Assign, Expr, Op
from gdl.lower.groups import biggest_group, each_group, members_where
from gdl.lower.places import site_of
from gdl.lower.players import owned_by
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Region
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.registry import ludeme
from gdl.ludemes.directions import DirectionWord
from gdl.words.words import AbsoluteDirection, RoleType, SiteType, StackDirection


@ludeme("size Territory")
class SizeTerritory(IntExpr):
    """How many empty sites are fenced in by pieces of one player alone.

    Example: `(size Territory Mover Orthogonal)`.
    """

    type: SiteType | None = arg(None)
    who: RoleType | PlayerArgument = arg()
    direction: AbsoluteDirection = arg(AbsoluteDirection.ADJACENT)

    def lower(self, b: Builder) -> Expr:
        return b.function("territory", INT, lambda: self._total(b))

    def _total(self, b: Builder) -> Expr:
        direction = DirectionWord(word=self.direction)
        near = direction.rows(b, self.type).steps(b)
        total = b.variable("total", k.int_(0))
        own = b.assign("own", owned_by(b, self.who, self.span))

        def add(group: Expr) -> None:
            around = b.gather(group, lambda: k.table(near, b.context(Context.SITE)), Context.SITE)
            fence = b.assign("fence", k.inter(around, k.OCCUPIED))
            with b.if_(k.and_(k.some(fence), k.subset(fence, own))):
                b.emit(Assign(str(total.data), k.add(total, k.size(group)), span=b.span))

        empty = k.diff(k.sites_(b.facts.sites_of(self.type)), k.OCCUPIED)
        each_group(b, empty, direction, self.type, add)
        return total


@ludeme("size LargePiece")
class SizeLargePiece(IntExpr):
    """How many sites a large piece covers."""

    english = "the size of the large piece[ {at:on}]"
    instead = "a piece stands on one site: build large ones of several pieces, which `(count Groups)` counts"

    type: SiteType | None = arg(None)
    within: Region | None = named("in", None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    one_of = (("within", "at"),)


@ludeme("countSizeBiggestGroup")
class CountSizeBiggestGroup(IntExpr):
    """How many sites the biggest group has: of pieces, or of sites for which the condition on
    `(to)` holds.

    Example: `(countSizeBiggestGroup if:(is Mover (who at:(to))))`.
    """

    english = "the size of the biggest group[ (connected {direction})]"
    type: SiteType | None = arg(None)
    direction: Direction | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    visible: bool = named("isVisible", False)

    def lower(self, b: Builder) -> Expr:
        if self.visible:
            raise unsupported("hidden information", self.span, "every player sees everything here")
        return biggest_group(
            b, lambda: members_where(b, self.condition, self.type), self.direction, self.type
        )


@ludeme("count Stack")
class CountStack(IntExpr):
    """How many pieces of a stack fulfil a condition on `(level)`, as far as `stop` does not hold.

    Example: `(count Stack FromTop at:(to) if:(is Mover (who at:(to) level:(level))))`.
    """

    direction: StackDirection = arg(StackDirection.FROM_BOTTOM)
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    to: Region | None = named("to", None)
    condition: BoolExpr | None = named("if", None)
    stop: BoolExpr | None = named("stop", None)
    one_of = (("at", "to"),)

    def lower(self, b: Builder) -> Expr:
        if not b.facts.stacks:
            raise unsupported(
                "counting a stack in a game without stacks",
                self.span,
                "count pieces on a site: `(count at:(to))`",
            )
        return b.function("count_stack", INT, lambda: self._total(b))

    def _total(self, b: Builder) -> Expr:
        total = b.variable("total", k.int_(0))
        if self.to is not None:
            with b.each(self.to.lower(b), Context.SITE, Context.TO) as site:
                self._add(b, site, total)
        else:
            assert self.at is not None
            # One stack, which the author names: `(to)` and `(site)` are still those of the rule around.
            self._add(b, b.assign("stack", site_of(b, self.at, self.type)), total)
        return total

    def _add(self, b: Builder, site: Expr, total: Expr) -> None:
        top = b.assign("top", k.sub(k.at(Op.HEIGHT, site), k.int_(1)))
        going = b.variable("going", k.TRUE)
        with b.count_up(k.int_(0), top) as number:
            level = number if self.direction is StackDirection.FROM_BOTTOM else k.sub(top, number)
            with b.bind({Context.LEVEL: level}):
                if self.stop is not None:
                    onward = k.and_(going, k.not_(self.stop.lower(b)))
                    b.emit(Assign(str(going.data), onward, span=b.span))
                counts = k.TRUE if self.condition is None else self.condition.lower(b)
                with b.if_(k.and_(going, counts)):
                    b.emit(Assign(str(total.data), k.add(total, k.int_(1)), span=b.span))


@ludeme("count SizeBiggestLine")
class CountSizeBiggestLine(IntExpr):
    """How many pieces the longest line has."""

    english = "the length of the longest line of pieces[ {direction:word}]"
    instead = "ask for lines of a length: `(is Line 4)`"

    type: SiteType | None = arg(None)
    direction: AbsoluteDirection | None = arg(None)
    condition: BoolExpr | None = named("if", None)


@ludeme("count SitesPlatformBelow")
class CountSitesPlatformBelow(IntExpr):
    """How many of the sites right below a site hold a player's pieces."""

    english = "the number of {cells} right below {site:site?the @cell} with {role:pieces}"
    instead = "name the sites below in a `(map ...)`, and count those that hold a piece"

    type: SiteType | None = arg(None)
    site: IntExpr | None = arg(None)
    role: RoleType = arg()
