"""Regions of the board that never change: by name, by coordinates, rows, sides, hands."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.boards.direction import Heading
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import SITES, Assign, Expr, Op
from gdl.lower.directions import absolute_rows
from gdl.lower.numbers import constant
from gdl.lower.places import container_sites, coordinate, last_from, last_to, shifted, site_of
from gdl.lower.players import is_several, owned_by, owner, player, players_of
from gdl.lower.regions import region_parts, regions_of_player
from gdl.lower.statics import balls, constant_sites, kind_of, mask_of, set_by_number, sets_by_site, side_sites
from gdl.lower.tiles import coloured
from gdl.lower.walking import sites_within
from gdl.lower.walks import walk_rows
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import IntExpr, Ints, Region
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.needs import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Range
from gdl.ludemes.stepping import Step
from gdl.source.suggest import nearest
from gdl.words.words import (
    AbsoluteDirection,
    CompassDirection,
    RelationType,
    RoleType,
    SiteType,
    StepType,
    WordEnum,
)


class SimpleSites(WordEnum):
    """Parts of the board that have a word of their own."""

    BOARD = "Board"
    BOTTOM = "Bottom"
    CENTRE = "Centre"
    CONCAVE_CORNERS = "ConcaveCorners"
    CONVEX_CORNERS = "ConvexCorners"
    CORNERS = "Corners"
    HINT = "Hint"
    INNER = "Inner"
    LAST_FROM = "LastFrom"
    LAST_TO = "LastTo"
    LEFT = "Left"
    LINE_OF_PLAY = "LineOfPlay"
    MAJOR = "Major"
    MINOR = "Minor"
    OUTER = "Outer"
    PENDING = "Pending"
    PERIMETER = "Perimeter"
    PLAYABLE = "Playable"
    RIGHT = "Right"
    TO_CLEAR = "ToClear"
    TOP = "Top"


_STATIC = {
    SimpleSites.BOARD: "board",
    SimpleSites.BOTTOM: "bottom",
    SimpleSites.CENTRE: "centre",
    SimpleSites.CONCAVE_CORNERS: "concave_corners",
    SimpleSites.CONVEX_CORNERS: "convex_corners",
    SimpleSites.CORNERS: "corners",
    SimpleSites.INNER: "inner",
    SimpleSites.LEFT: "left",
    SimpleSites.MAJOR: "major",
    SimpleSites.MINOR: "minor",
    SimpleSites.OUTER: "outer",
    SimpleSites.PERIMETER: "perimeter",
    SimpleSites.RIGHT: "right",
    SimpleSites.TOP: "top",
}


class _Masks(dict[tuple[SimpleSites, SiteType], Expr]):
    """Side table: the parts of the board that were asked for; thousands of rules may ask for the same."""


@ludeme("sites")
class Sites(Region):
    """A part of the board: `(sites Top)`, `(sites Corners)`; or the sites of the last move, those pending,
    those to be cleared at the end of the turn; without a board's edge, those `Playable`, next to a piece.

    Example: `(sites Bottom)`.
    """

    what: SimpleSites = arg()
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        kind = kind_of(b, self.type)
        if self.what in _STATIC:
            masks = b.side_table(_Masks)
            if (self.what, kind) not in masks:
                region = getattr(b.facts.topology, _STATIC[self.what])(kind)
                masks[self.what, kind] = constant_sites(b, region, kind)
            return masks[self.what, kind]
        match self.what:
            case SimpleSites.LAST_FROM:
                return k.one(last_from(b))
            case SimpleSites.LAST_TO:
                return k.one(last_to(b))
            case SimpleSites.PENDING:
                from gdl.lower.offer import pending_field

                return k.field(pending_field(b))
            case SimpleSites.PLAYABLE if b.facts.boardless:
                around = absolute_rows(b, AbsoluteDirection.ADJACENT, kind).steps(b)
                near = b.gather(k.OCCUPIED, lambda: k.table(around, b.context(Context.SITE)), Context.SITE)
                return k.diff(near, k.OCCUPIED)
            case SimpleSites.TO_CLEAR:
                from gdl.lower.moving import to_clear

                return to_clear(b)
        message = "(sites Playable) on a board with edges"
        raise unsupported(message, self.span, "name the sites: `(sites Empty)`, `(sites Around ...)`")


class EdgeSites(WordEnum):
    """Edges by how they run."""

    ANGLED = "Angled"
    AXIAL = "Axial"
    HORIZONTAL = "Horizontal"
    SLASH = "Slash"
    SLOSH = "Slosh"
    VERTICAL = "Vertical"


@ludeme("sites")
class SitesOfEdges(Region):
    """The edges that run so: `(sites Horizontal)`."""

    what: EdgeSites = arg()

    def needs(self) -> Needs:
        return Needs(site_types=frozenset({SiteType.EDGE}))

    def lower(self, b: Builder) -> Expr:
        return constant_sites(b, b.facts.topology.edges(self.what.value), SiteType.EDGE)


@ludeme("sites")
class SitesByCoordinates(Region):
    """Sites by their coordinates: `(sites {"a1" "h8"})`."""

    type: SiteType | None = arg(None)
    names: tuple[str, ...] = arg()

    def lower(self, b: Builder) -> Expr:
        return k.sites_(as_bits(coordinate(b, name, self.type, self.span) for name in self.names))


class IndexedSites(WordEnum):
    """Regions that a number selects from."""

    CELL = "Cell"
    COLUMN = "Column"
    EDGE = "Edge"
    EMPTY = "Empty"
    LAYER = "Layer"
    PHASE = "Phase"
    ROW = "Row"
    STATE = "State"


@ludeme("sites")
class SitesIndexed(Region):
    """A row, column, layer or phase by number; the empty sites (of the board, or of the container of that
    number, the first hand being 1); those with a state.

    Example: `(sites Row 2)`, `(sites Phase 0)`, `(sites Empty)`.
    """

    what: IndexedSites = arg()
    type: SiteType | None = arg(None)
    index: IntExpr | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        topology, kind = b.facts.topology, kind_of(b, self.type)
        if self.what is IndexedSites.EMPTY:
            return k.diff(container_sites(b, self.index, self.type, self.span), k.OCCUPIED)
        everywhere = k.sites_(b.facts.sites_of(kind))
        number = k.int_(0) if self.index is None else self.index.lower(b)
        match self.what:
            case IndexedSites.ROW:
                groups = topology.rows(kind)
            case IndexedSites.COLUMN:
                groups = topology.columns(kind)
            case IndexedSites.LAYER:
                groups = topology.layers(kind)
            case IndexedSites.PHASE:
                phases = topology.phases(kind)
                groups = tuple(topology.phase(kind, n) for n in range(max(phases, default=0) + 1))
            case IndexedSites.STATE:
                return b.filter(
                    everywhere, lambda: k.eq(k.at(Op.STATE_AT, b.context(Context.SITE)), number), Context.SITE
                )
            case _:
                raise self.refused("name the sites by their numbers: `(sites {0 1 2})`")
        fixed = constant(number)
        if fixed is not None:  # the others need not be made
            return constant_sites(b, groups[fixed] if 0 <= fixed < len(groups) else (), kind)
        return set_by_number(b, [mask_of(b, group, kind) for group in groups], number, "group")


@ludeme("sites")
class SitesByNumber(Region):
    """Sites by their numbers: `(sites {0 1 2})`."""

    numbers: tuple[IntExpr, ...] | Ints = arg()

    def lower(self, b: Builder) -> Expr:
        if isinstance(self.numbers, tuple):
            return k.union(*(k.one(shifted(b, number.lower(b), None)) for number in self.numbers))
        array = self.numbers

        def run() -> Expr:
            sites = b.variable("sites", k.EMPTY_SET)
            array.lower_each(
                b, lambda n: b.emit(Assign(str(sites.data), k.union(sites, k.one(n)), span=b.span))
            )
            return sites

        return b.function("sites_of", SITES, run)


@ludeme("sites Side")
class SitesSide(Region):
    """A side of the board, by the way it faces: `(sites Side NE)`; or a player's side."""

    type: SiteType | None = arg(None)
    which: PlayerArgument | RoleType | CompassDirection | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        if isinstance(self.which, CompassDirection):
            return k.sites_(side_sites(b, Heading(self.which.value), self.type))
        facings = [b.facts.default_facing(p) for p in range(b.facts.players + 1)]
        sets = [0 if f is None else side_sites(b, Heading(f), self.type) for f in facings]
        return set_by_number(b, sets, player(b, self.which, self.span), "side")


@ludeme("sites Hand")
class SitesHand(Region):
    """The sites of a player's hand: `(sites Hand Mover)`."""

    type: SiteType | None = arg(None)
    who: PlayerArgument | RoleType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        sets = [0] * (b.facts.players + 2)
        for container in b.facts.containers:
            if container.dice is None:
                for site in container.sites:
                    sets[container.owner] |= 1 << site
        if isinstance(self.who, RoleType) and self.who in (RoleType.ALL, RoleType.EACH):
            return k.sites_(sum(sets))
        return set_by_number(b, sets, owner(b, self.who, self.span), "hand")


@ludeme("sites")
class SitesNamed(Region):
    """A region that the equipment declares, by its name, its owner or both; alone: the region of the context.

    Example: `(sites "Red")`, `(sites Mover "Home")`.
    """

    who: PlayerArgument | RoleType | None = arg(None)
    type: SiteType | None = arg(None)
    name: str | None = arg(None, names=Kind.REGION)

    def lower(self, b: Builder) -> Expr:
        if self.who is None and self.name is None:
            return b.context(Context.REGION)
        if self.who is None:
            return self._by_name(b, self.name or "")
        sets = [k.union(*regions_of_player(b, p, self.name)) for p in range(b.facts.players + 2)]
        if all(part == k.EMPTY_SET for part in sets):
            self._unknown(b)
        if isinstance(self.who, RoleType) and self.who is not RoleType.SHARED and is_several(b, self.who):
            meant = players_of(b, self.who, self.span)
            return k.union(*(k.select(included, sets[p], k.EMPTY_SET) for p, included in meant))
        who = owner(b, self.who, self.span)
        fixed = constant(who)
        if fixed is not None:
            return sets[fixed] if 0 <= fixed < len(sets) else k.EMPTY_SET
        result = sets[1]
        for p in range(2, b.facts.players + 1):
            result = k.select(k.eq(who, k.int_(p)), sets[p], result)
        return result

    def _by_name(self, b: Builder, name: str) -> Expr:
        if name in b.facts.coloured:
            return coloured(b, name)
        found = b.facts.regions.get(name)
        if found:
            return k.union(*(part for declared in found for part in region_parts(b, declared)))
        for container in b.facts.containers:
            if container.name == name:
                return k.sites_(sum(1 << site for site in container.sites))
        self._unknown(b)
        raise AssertionError

    def _unknown(self, b: Builder) -> None:
        names = [*b.facts.coloured, *(n for n in b.facts.regions if n)]
        near: list[str] = []
        if self.name is None:
            what, advice = "this player has no region", "declare one: (regions P1 (sites Bottom))"
        else:
            what = f'there is no region called "{self.name}"'
            near = nearest(self.name, names)
            listed = ", ".join(f'"{name}"' for name in names)
            declare = 'declare one: (regions "Home" P1 (sites Bottom))'
            advice = f"the regions are {listed}" if names else declare
            if near:
                advice = f'did you mean "{near[0]}"?'
        raise MeaningError(
            "E0412", what, self.span, "unknown region", advice, subject=self.name, suggested=near
        )


@ludeme("sites")
class SitesWalk(Region):
    """Where walks of steps and turns from a site (default: `(from)`) end.

    Example: `(sites (to) {{F F R F} {F F L F}})`, the sites a knight's leap away.
    """

    type: SiteType | None = arg(None)
    site: IntExpr | None = arg(None)
    walk: tuple[tuple[StepType, ...], ...] = arg()
    rotations: bool = named("rotations", True)

    def lower(self, b: Builder) -> Expr:
        rows = walk_rows(b, self.walk, self.type, False, self.rotations)
        site = b.context(Context.FROM) if self.site is None else site_of(b, self.site, self.type)
        return k.table(rows.steps(b), rows.row(site))


@ludeme("sites Incident")
class SitesIncident(Region):
    """The sites of one type that touch a site of another: `(sites Incident Cell of:Vertex at:(to))`."""

    result: SiteType = arg()
    of: SiteType = named("of")
    at: IntExpr = named("at", takes=Quantity.SITE)
    owner: PlayerArgument | RoleType | None = named("owner", None)

    def lower(self, b: Builder) -> Expr:
        touching = b.facts.topology.incident(self.of, self.result)
        masks = [mask_of(b, sites, self.result) for sites in touching]
        table = sets_by_site(b, masks, self.of, "incident")
        sites = k.table(table, site_of(b, self.at, self.of))
        if self.owner is None:
            return sites
        return k.inter(sites, owned_by(b, self.owner, self.span))


@ludeme("sites Distance")
class SitesDistance(Region):
    """The sites at a distance from a site, in steps over the bare board or steps of a certain kind.

    Example: `(sites Distance from:(last To) (range 1 2))`.
    """

    type: SiteType | None = arg(None)
    relation: RelationType = arg(RelationType.ADJACENT)
    step: Step | None = arg(None)
    origin: IntExpr = named("from")
    range: Range = arg()

    def lower(self, b: Builder) -> Expr:
        if self.step is not None:
            origin = site_of(b, self.origin, self.type)
            return sites_within(b, self.step, self.relation, self.type, origin, self.range.bounds(b))
        low, high = self.range.bounds(b)
        least, most = constant(low), constant(high)
        discs = balls(b, self.relation, self.type)
        if least is None or most is None:
            return self._changing(b, discs, low, high)
        masks = []
        for rings in discs:
            outer = rings[min(most, len(rings) - 1)] if most >= 0 else 0
            inner = rings[min(least - 1, len(rings) - 1)] if least > 0 else 0
            masks.append(outer & ~inner)
        table = sets_by_site(b, masks, self.type, "distance")
        return k.table(table, site_of(b, self.origin, self.type))

    def _changing(self, b: Builder, discs: Sequence[Sequence[int]], low: Expr, high: Expr) -> Expr:
        """A range that is not known before the game starts."""
        farthest = max(map(len, discs), default=1) - 1
        offset = b.facts.offsets[kind_of(b, self.type)] * (farthest + 1)
        masks = [0] * offset
        for rings in discs:
            masks += [rings[min(d, len(rings) - 1)] for d in range(farthest + 1)]
        table = b.table(tuple(masks), SITES, 0, "disc")
        first = k.mul(site_of(b, self.origin, self.type), k.int_(farthest + 1))

        def upto(distance: Expr) -> Expr:
            near = k.table(table, k.add(first, k.min_(distance, k.int_(farthest))))
            return k.select(k.ge(distance, k.int_(0)), near, k.EMPTY_SET)

        return k.diff(upto(high), upto(k.sub(low, k.int_(1))))
