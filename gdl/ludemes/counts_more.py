"""Counting what fewer games count: steps, spans, territory, stacks, large pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.boards.direction import RelationType
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.ops import INT, Assign, Expr, Op, Table
from gdl.lower.groups import biggest_group, each_group, members_where
from gdl.lower.numbers import function_with, once
from gdl.lower.places import site_of, sites_in
from gdl.lower.players import owned_by
from gdl.lower.reachability import count_steps
from gdl.lower.statics import balls, kind_of
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Region
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.registry import ludeme
from gdl.ludemes.directions import DirectionWord
from gdl.ludemes.stepping import Step
from gdl.source.budget import spend
from gdl.words.words import AbsoluteDirection, RoleType, SiteType, StackDirection, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


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

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"the number of empty {s.cells} that only {s.owned(self.who, 'pieces')} surround"


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

    def says(self, s: Speaker, no: bool = False) -> str:
        where = f" {s.on(self.at if self.at is not None else self.to)}" if self.at or self.to else ""
        if self.condition is None:
            return f"the number of pieces in the stack{where}"
        from_ = "from the top" if self.direction.value == "FromTop" else "from the bottom"
        until = "" if self.stop is None else f", counted {from_} until {s.clause(self.stop)}"
        with s.about(level="its level"):
            return f"the number of pieces in the stack{where} for which {s.clause(self.condition)}{until}"


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


class _Distances(Memo[tuple[RelationType, SiteType], Table]):
    """Side table: by relation and type of site how many steps it is from each site to each other one."""


@ludeme("count Steps")
class CountSteps(IntExpr):
    """How many steps the shortest way between two sites (or to a region) takes over the bare board; or by
    steps of a certain kind, Infinity if there is no such way. To a region without sites it is -1.

    Example: `(count Steps (from) (to))`, `(count Steps Orthogonal (step (to if:(is Empty (to)))) (from) 0)`.
    """

    type: SiteType | None = arg(None)
    relation: RelationType = arg(RelationType.ADJACENT)
    step: Step | None = arg(None)
    origin: IntExpr = arg()
    target: IntExpr | Region = arg()

    def lower(self, b: Builder) -> Expr:
        if self.step is not None:
            origin, goal = site_of(b, self.origin, self.type), sites_in(b, self.target, self.type)
            return count_steps(b, self.step, self.relation, self.type, origin, goal)
        size = b.facts.size
        key = (self.relation, kind_of(b, self.type))
        table = b.side_table(_Distances).get_or_make(key, lambda: self._distances(b))
        origin = site_of(b, self.origin, self.type)
        if isinstance(self.target, IntExpr):
            return k.table(table, k.add(k.mul(origin, k.int_(size)), site_of(b, self.target, self.type)))
        target = self.target

        def nearest(start: Expr) -> Expr:
            least = b.variable("least", k.int_(-1))
            assert isinstance(least.data, str)
            with b.each(target.lower(b)) as site:
                here = k.table(table, k.add(k.mul(start, k.int_(size)), site))
                closer = k.or_(k.lt(least, k.int_(0)), k.lt(here, least))
                with b.if_(k.and_(k.ge(here, k.int_(0)), closer)):
                    b.emit(Assign(least.data, here, span=b.span))
            return least

        return function_with(b, "nearest", INT, (origin,), nearest)

    def _distances(self, b: Builder) -> Table:
        """How many steps from each site to each other one."""
        size = b.facts.size
        spend(size * size, f"the distances between {size:,} sites", self.span)
        distances = [-1] * (size * size)
        offset = b.facts.offsets[kind_of(b, self.type)]
        for site, rings in enumerate(balls(b, self.relation, self.type)):
            inner = 0
            for distance, mask in enumerate(rings):
                for other in members(mask & ~inner):
                    distances[(site + offset) * size + other] = distance
                inner = mask
        return b.constant_table(tuple(distances), stem="steps")

    def says(self, s: Speaker, no: bool = False) -> str:
        how = {RelationType.ORTHOGONAL: "orthogonal ", RelationType.DIAGONAL: "diagonal "}.get(
            self.relation, ""
        )
        way = f", each as to {s.inline(self.step)}" if self.step is not None else ""
        return f"the number of {how}steps from {s.site(self.origin)} to {s.site(self.target)}{way}"


class Lines(WordEnum):
    """Rows or columns."""

    ROWS = "Rows"
    COLUMNS = "Columns"


@ludeme("span")
class Span(IntExpr):
    """How many rows or columns the smallest box around some sites has. Ludwright's own.

    Example: `(<= (span Rows (sites Occupied by:All)) 4)`.
    """

    english = "the number of {lines:word} that {region} span"
    lines: Lines = arg()
    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        topology, main = b.facts.topology, b.facts.main
        groups = topology.rows(main) if self.lines is Lines.ROWS else topology.columns(main)
        sets = [sum(1 << site for site in group) for group in groups]

        def box(region: Expr) -> Expr:
            # The first and the last line that has a member; without any: 0.
            first, last = k.int_(len(sets)), k.int_(-1)
            for number in range(len(sets) - 1, -1, -1):
                met = k.some(k.inter(region, k.sites_(sets[number])))
                first = k.select(met, k.int_(number), first)
            for number in range(len(sets)):
                met = k.some(k.inter(region, k.sites_(sets[number])))
                last = k.select(met, k.int_(number), last)
            return k.max_(k.int_(0), k.add(k.sub(last, first), k.int_(1)))

        return once(b, "span", INT, (self.region.lower(b),), box)
