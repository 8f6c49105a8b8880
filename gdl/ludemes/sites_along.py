"""Regions along directions from a site: around it, as far as a condition holds, in sight, between two."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import SITES, Expr
from gdl.english.phrases import IT, Noun
from gdl.english.words import direction_word
from gdl.lower.directions import absolute_rows, at_distance, between_sites, rows_of, within_distance
from gdl.lower.numbers import constant, function_with, once
from gdl.lower.places import site_of
from gdl.lower.players import owned_by
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Region
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.registry import ludeme
from gdl.ludemes.is_site import IsEmpty, SiteCondition
from gdl.words.words import AbsoluteDirection, RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

_KINDS = {
    "Empty": ("empty {cells}", "an empty {cell}"),
    "Enemy": ("{cells} with enemy pieces", "a {cell} with an enemy piece"),
    "NotEmpty": ("occupied {cells}", "an occupied {cell}"),
    "NotEnemy": ("{cells} without enemy pieces", "a {cell} without an enemy piece"),
    "NotOwn": ("{cells} without your pieces", "a {cell} without a piece of yours"),
    "Own": ("{cells} with your pieces", "a {cell} with a piece of yours"),
}


class DynamicRegion(WordEnum):
    """Sites by what is on them."""

    EMPTY = "Empty"
    ENEMY = "Enemy"
    NOT_EMPTY = "NotEmpty"
    NOT_ENEMY = "NotEnemy"
    NOT_OWN = "NotOwn"
    OWN = "Own"


@ludeme("sites Around")
class SitesAround(Region):
    """The neighbours of a site or region: all, or those with a certain kind of content; at a distance; in a
    direction; for which a condition on `(to)` holds.

    Example: `(sites Around (last To) Enemy)`.
    """

    type: SiteType | None = arg(None)
    where: IntExpr | Region = arg()
    kind: DynamicRegion | None = arg(None)
    distance: IntExpr | None = named("distance", None)
    direction: AbsoluteDirection = arg(AbsoluteDirection.ADJACENT)
    condition: BoolExpr | None = named("if", None)
    include_self: bool = named("includeSelf", False)

    def lower(self, b: Builder) -> Expr:
        rows = absolute_rows(b, self.direction, self.type)
        distance = k.int_(1) if self.distance is None else self.distance.lower(b)
        if isinstance(self.where, IntExpr):
            site = site_of(b, self.where, self.type)
            near = at_distance(b, rows, distance)
            sites = k.table(near.steps(b), near.row(site))
            if self.include_self:
                sites = k.union(sites, k.one(site))
            return self._chosen(b, sites)

        def around(region: Expr, distance: Expr) -> Expr:
            near = at_distance(b, rows, distance)
            table = near.steps(b)
            gathered = b.gather(
                region, lambda: k.table(table, near.row(b.context(Context.SITE))), Context.SITE
            )
            return k.union(gathered, region) if self.include_self else k.diff(gathered, region)

        if constant(distance) is None:
            return self._chosen(b, once(b, "around", SITES, (self.where.lower(b), distance), around))
        near_by = partial(around, distance=distance)
        return self._chosen(b, once(b, "around", SITES, (self.where.lower(b),), near_by))

    def _chosen(self, b: Builder, sites: Expr) -> Expr:
        match self.kind:
            case DynamicRegion.EMPTY:
                sites = k.diff(sites, k.OCCUPIED)
            case DynamicRegion.NOT_EMPTY:
                sites = k.inter(sites, k.OCCUPIED)
            case DynamicRegion.ENEMY:
                sites = k.inter(sites, owned_by(b, RoleType.ENEMY, self.span))
            case DynamicRegion.NOT_ENEMY:
                sites = k.diff(sites, owned_by(b, RoleType.ENEMY, self.span))
            case DynamicRegion.OWN:
                sites = k.inter(sites, owned_by(b, RoleType.MOVER, self.span))
            case DynamicRegion.NOT_OWN:
                sites = k.diff(sites, owned_by(b, RoleType.MOVER, self.span))
        condition = self.condition
        if condition is None:
            return sites
        return b.filter(sites, lambda: condition.lower(b), Context.TO)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        many, one = (
            text.format(cell=s.cell, cells=s.cells)
            for text in (_KINDS[self.kind.value] if self.kind else ("{cells}", "a {cell}"))
        )
        where = s.site(self.where) if isinstance(self.where, IntExpr) else s.noun(self.where).plural
        how = {"Orthogonal": "orthogonally next to", "Diagonal": "diagonally next to"}.get(
            self.direction.value, "next to"
        )
        if self.direction.value not in ("Adjacent", "All", "Orthogonal", "Diagonal"):
            how = f"next to (in the direction {direction_word(self.direction.value)})"
        if self.distance is not None:
            how = f"{s.say(self.distance)} steps from"
        place = f"{how} {where}" + (
            f", {'or that itself' if self.include_self else ''}" if self.include_self else ""
        )
        noun = Noun(
            f"the {many} {place}", f"{one} {place}", f"<is|is not> {one + ' ' if self.kind else ''}{place}"
        )
        if self.condition is None:
            return noun
        return Noun(
            s.such(noun.plural, self.condition, "to", "site"), s.such(noun.one, self.condition, "to", "site")
        )


@ludeme("sites Direction")
class SitesDirection(Region):
    """The sites in a direction from a site or region, up to where a condition on `(to)` stops the way (that
    site included only with `stopIncluded`), at most `distance` far.

    Example: `(sites Direction from:(to) Orthogonal stop:(is Occupied (to)) stopIncluded:True)`.
    """

    origin: IntExpr | Region = named("from")
    direction: Direction | None = arg(None)
    included: bool = named("included", False)
    stop: BoolExpr | None = named("stop", None)
    stop_included: bool = named("stopIncluded", False)
    distance: IntExpr | None = named("distance", None)
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        if isinstance(self.origin, IntExpr):
            origin = site_of(b, self.origin, self.type)
            sites = self._from(b, origin)
            return k.union(sites, k.one(origin)) if self.included else sites
        region = self.origin.lower(b)
        sites = b.gather(region, lambda: self._from(b, b.context(Context.SITE)), Context.SITE)
        return k.union(sites, region) if self.included else sites

    def _from(self, b: Builder, site: Expr) -> Expr:
        rows = rows_of(b, self.direction, self.type)
        stop = self.stop
        distance = None if self.distance is None else self.distance.lower(b)
        fixed = None if distance is None else constant(distance)
        if fixed is not None:
            rows = rows.shortened(b, fixed)

        def passed(row: Expr) -> Expr:
            reach = k.table(rows.reach(b), row)
            if stop is None:
                sites = reach
            else:
                stops = b.assign("stops", b.filter(reach, lambda: stop.lower(b), Context.TO))
                sites = k.union(*(k.ray(layer, row, stops) for layer in rows.layers(b)))
                sites = sites if self.stop_included else k.diff(sites, stops)
            if self.distance is not None and fixed is None:
                # Lowered again: this is another procedure.
                sites = k.inter(
                    sites, within_distance(b, rows, row, b.assign("distance", self.distance.lower(b)))
                )
            return sites

        if stop is None and (distance is None or fixed is not None):
            return k.table(rows.reach(b), rows.row(site))
        return function_with(b, "way", SITES, (rows.row(site),), passed)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        where = s.site(self.origin) if isinstance(self.origin, IntExpr) else s.noun(self.origin).plural
        way = "in any direction" if self.direction is None else s.say(self.direction)
        far = "" if self.distance is None else f" at most {s.say(self.distance)} steps"
        text = f"{far} {way} from {where}".strip()
        if (
            isinstance(self.stop, IsEmpty)
            and self.stop.what is SiteCondition.OCCUPIED
            and not self.included
            and not far
        ):
            first = ", or on the first occupied one" if self.stop_included else ""
            text = f"reached {way} from {where} over empty {s.cells}{first}"
            return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")
        if self.stop is not None:
            with s.about(to=IT):
                stop = s.clause(self.stop)
            such = (
                f"the first that {stop[2:].replace(IT, 'it')}"
                if stop.startswith(f"{IT} ")
                else (f"the first for which {stop.replace(IT, 'it')}")
            )
            text += f", up to {such}" + (
                ", that one included" if self.stop_included else ", that one excluded"
            )
        if self.included:
            text += ", and that itself"
        return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")


class LineOfSightType(WordEnum):
    """What is looked for along lines."""

    EMPTY = "Empty"
    FARTHEST = "Farthest"
    PIECE = "Piece"


@ludeme("sites LineOfSight")
class SitesLineOfSight(Region):
    """Along the lines from a site (default: where the last move ended): the empty sites up to the first
    piece, the farthest of these in each direction, or the first pieces.

    Example: `(sites LineOfSight Empty at:(from) Orthogonal)`.
    """

    kind: LineOfSightType = arg(LineOfSightType.PIECE)
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    direction: Direction | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        rows = rows_of(b, self.direction, self.type)
        site = b.register("last_to") if self.at is None else site_of(b, self.at, self.type)
        row = rows.row(site)
        if self.kind is LineOfSightType.FARTHEST:
            return self._farthest(b, rows.layers(b), row)
        seen = k.union(*(k.ray(layer, row, k.OCCUPIED) for layer in rows.layers(b)))
        if self.kind is LineOfSightType.EMPTY:
            return k.diff(seen, k.OCCUPIED)
        return k.inter(seen, k.OCCUPIED)

    def _farthest(self, b: Builder, layers: list, row: Expr) -> Expr:  # type: ignore[type-arg]
        """The number of free sites on a ray tells which is the last."""
        parts = []
        for layer in layers:
            longest = max(map(len, layer.paths), default=0)
            ends = tuple(
                path[i - 1] if 0 < i <= len(path) else -1 for path in layer.paths for i in range(longest + 1)
            )
            table = b.table(ends, stem="ends")
            free = k.size(k.diff(k.ray(layer, row, k.OCCUPIED), k.OCCUPIED))
            parts.append(k.one(k.table(table, k.add(k.mul(row, k.int_(longest + 1)), free))))
        return k.union(*parts)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        at = s.terms["last to"] if self.at is None else s.site(self.at)
        way = "in any direction" if self.direction is None else s.say(self.direction)
        what, one = {
            "Empty": (
                f"the empty {s.cells} up to the first piece",
                f"an empty {s.cell} before the first piece",
            ),
            "Farthest": (
                f"the farthest empty {s.cells} before the first piece",
                f"the farthest empty {s.cell}",
            ),
            "Piece": (f"the {s.cells} of the first pieces", "the first piece"),
        }[self.kind.value]
        return Noun(f"{what} {way} from {at}", f"{one} {way} from {at}")


@ludeme("sites Between")
class SitesBetween(Region):
    """The sites between two sites of one line, for which a condition on `(between)` holds.

    Example: `(sites Between from:(last From) to:(last To))`.
    """

    direction: Direction | None = arg(None)
    type: SiteType | None = arg(None)
    origin: IntExpr = named("from")
    origin_included: bool = named("fromIncluded", False)
    target: IntExpr = named("to")
    target_included: bool = named("toIncluded", False)
    condition: BoolExpr | None = named("cond", None)

    def lower(self, b: Builder) -> Expr:
        rows = None if self.direction is None else rows_of(b, self.direction, self.type)
        origin, target = site_of(b, self.origin, self.type), site_of(b, self.target, self.type)
        sites = between_sites(b, origin, target, rows)
        if self.origin_included:
            sites = k.union(sites, k.one(origin))
        if self.target_included:
            sites = k.union(sites, k.one(target))
        condition = self.condition
        if condition is None:
            return sites
        return b.filter(sites, lambda: condition.lower(b), Context.BETWEEN)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        text = f"between {s.site(self.origin)} and {s.site(self.target)}"
        noun = Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")
        if self.condition is None:
            return noun
        return Noun(
            s.such(noun.plural, self.condition, "between"), s.such(noun.one, self.condition, "between")
        )
