"""Making regions from regions: union, intersection, difference, expansion, choice, selection."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import SITES, Assign, Expr
from gdl.lower.directions import absolute_rows
from gdl.lower.numbers import constant, function_with
from gdl.lower.places import site_of, sites_in
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Ints, Region
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import ludeme
from gdl.words.words import AbsoluteDirection, SiteType, WordEnum


class _Several(Region):
    """Two regions, or a list of them."""

    several: tuple[Region, ...] | None
    first: Region | None
    second: Region | None

    def parts(self, b: Builder) -> list[Expr]:
        return [part.lower(b) for part in self.given()]

    def given(self) -> list[Region]:
        """The regions, in order."""
        given = self.several if self.several is not None else (self.first, self.second)
        return [part for part in given if part is not None]


@ludeme("union")
class RegionUnion(_Several):
    """The sites of any of the regions.

    Example: `(union (sites Top) (sites Bottom))`.
    """

    several: tuple[Region, ...] | None = arg(None)
    first: Region | None = arg(None)
    second: Region | None = arg(None)
    one_of = (("several", "first"),)

    def lower(self, b: Builder) -> Expr:
        return k.union(*self.parts(b))


@ludeme("intersection")
class RegionIntersection(_Several):
    """The sites that are in all the regions.

    Example: `(intersection (sites Empty) (sites Top))`.
    """

    several: tuple[Region, ...] | None = arg(None)
    first: Region | None = arg(None)
    second: Region | None = arg(None)
    one_of = (("several", "first"),)

    def lower(self, b: Builder) -> Expr:
        parts = self.parts(b)
        return k.inter(*parts) if parts else k.EMPTY_SET


@ludeme("difference")
class RegionDifference(Region):
    """The sites of the first region without those of the second, or without one site.

    Example: `(difference (sites Board) (sites Centre))`.
    """

    first: Region = arg()
    second: Region | IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.diff(self.first.lower(b), sites_in(b, self.second))


@ludeme("if")
class RegionIf(Region):
    """One region or another, by a condition; without the second: none.

    Example: `(if (is Even (count Turns)) (sites Top) (sites Bottom))`.
    """

    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: Region = arg()
    second: Region | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        otherwise = k.EMPTY_SET if self.second is None else self.second.lower(b)
        return k.select(self.condition.lower(b), self.first.lower(b), otherwise)


@ludeme("expand")
class Expand(Region):
    """A region (or site) with all sites within so many steps of it (default one), in any direction or the
    given one.

    Example: `(expand (sites Bottom) steps:2)`, `(expand origin:26)`.
    """

    container: IntExpr | str | None = arg(None, names=Kind.CONTAINER)
    region: Region | None = arg(None)
    origin: IntExpr | None = named("origin", None)
    steps: IntExpr | None = named("steps", None)
    direction: AbsoluteDirection | None = arg(None)
    type: SiteType | None = arg(None)
    one_of = (("region", "origin"),)

    def lower(self, b: Builder) -> Expr:
        if self.region is not None:
            start = self.region.lower(b)
        else:
            assert self.origin is not None
            start = k.one(site_of(b, self.origin, self.type))
        rows = absolute_rows(b, self.direction or AbsoluteDirection.ADJACENT, self.type)
        near = rows.steps(b)
        steps = k.int_(1) if self.steps is None else self.steps.lower(b)

        def grown(sites: Expr) -> Expr:
            around = b.gather(sites, lambda: k.table(near, b.context(Context.SITE)), Context.SITE)
            return k.union(sites, around)

        if constant(steps) == 1:
            return grown(start)

        def run(first: Expr, times: Expr) -> Expr:
            sites = b.variable("grown", first)
            assert isinstance(sites.data, str)
            with b.count_up(k.int_(1), times):
                b.emit(Assign(sites.data, grown(sites), span=b.span))
            return sites

        return function_with(b, "expand", SITES, (start, steps), run, key=near)


@ludeme("forEach")
class SitesWhere(Region):
    """The sites of a region for which a condition on `(site)` holds.

    Example: `(forEach (sites Occupied by:Mover) if:(= (state at:(site)) 1))`.
    """

    region: Region = arg()
    condition: BoolExpr = named("if")

    def lower(self, b: Builder) -> Expr:
        return b.filter(self.region.lower(b), lambda: self.condition.lower(b), Context.SITE)


@ludeme("forEach")
class SitesOfEach(Region):
    """The union of a region taken for each `(site)` of another.

    Example: `(forEach of:(sites Occupied by:Mover) (sites Around (site)))`.
    """

    of: Region = named("of")
    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        return b.gather(self.of.lower(b), lambda: self.region.lower(b), Context.SITE)


@ludeme("forEach")
class SitesOfNumbers(Region):
    """The union of a region taken for each `(value)` of an array."""

    values: Ints = arg()
    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        def run() -> Expr:
            sites = b.variable("sites", k.EMPTY_SET)
            assert isinstance(sites.data, str)

            def add(value: Expr) -> None:
                with b.bind({Context.VALUE: value, Context.PLAYER: value}):
                    b.emit(Assign(str(sites.data), k.union(sites, self.region.lower(b)), span=b.span))

            self.values.lower_each(b, add)
            return sites

        return b.function("sites_of", SITES, run)


class BetweenWord(WordEnum):
    """A word that stands alone."""

    BETWEEN = "Between"


@ludeme("last")
class LastBetween(Region):
    """The sites that the last move passed over."""

    what: BetweenWord = arg()

    def lower(self, b: Builder) -> Expr:
        from gdl.lower.lines import between_sites

        return between_sites(b, b.register("last_from"), b.register("last_to"), None)
