"""Regions that depend on where the pieces are: occupied, around, in a direction, in sight, groups."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import BOOL, SITES, Expr, If, Op, Provided, Return
from gdl.english.grammar import listed, plural
from gdl.english.phrases import IT, Noun
from gdl.english.words import direction_word
from gdl.lower.directions import absolute_rows, at_distance, between_sites, rows_of, within_distance
from gdl.lower.groups import group_at
from gdl.lower.memory import started_field
from gdl.lower.numbers import constant, function_with, once
from gdl.lower.offer import Judging
from gdl.lower.pieces import components_named
from gdl.lower.places import container_sites, last_from, site_of
from gdl.lower.players import is_owned_by, owned_by
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import origins_only, unfollowed
from gdl.ludeme.arguments import PieceArgument, PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Moves, Region
from gdl.ludeme.kinds import Kind, Quantity
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


@ludeme("sites Occupied")
class SitesOccupied(Region):
    """The sites with a piece of a player, on the board or in a container; of a component, if one is named.
    Of a stack the top counts, with `top:False` any piece of it. Where pieces stack hands count as well, if no
    container is named; on a board of points or edges only if it is said by `top:` which pieces count.

    Example: `(sites Occupied by:Mover component:"King")`.
    """

    by: PlayerArgument | RoleType = named("by")
    container: IntExpr | str | None = named("container", None, names=Kind.CONTAINER)
    component: IntExpr | str | None = named("component", None, names=Kind.PIECE)
    components: tuple[str, ...] | None = named("components", None, names=Kind.PIECE)
    top: bool | None = named("top", None)
    on: SiteType | None = named("on", None)
    at_most_one = (("component", "components"),)

    def lower(self, b: Builder) -> Expr:
        sites = (
            owned_by(b, self.by, self.span)
            if self.top is not False or not b.facts.stacks
            else self._at_any_level(b)
        )
        if isinstance(self.component, IntExpr):
            sites = k.inter(sites, k.of_kind(self.component.lower(b)))
        else:
            names = self.components or ((self.component,) if self.component is not None else ())
            if names:
                kinds = [
                    k.of_kind(k.int_(c.index)) for name in names for c in components_named(b, name, self.span)
                ]
                sites = k.inter(sites, k.union(*kinds))
        if self.container is None and self.on is None:
            if not b.facts.containers:
                return sites
            if b.facts.stacks and (self.top is not None or b.facts.main is SiteType.CELL):
                cast = [site for each in b.facts.containers if each.dice is not None for site in each.sites]
                return k.diff(sites, k.sites_(as_bits(cast))) if cast else sites
        return k.inter(sites, container_sites(b, self.container, self.on, self.span))

    def _at_any_level(self, b: Builder) -> Expr:
        """The sites where some piece of a stack is the player's, or the players'."""

        def held(site: Expr) -> Expr:
            with b.count_up(k.int_(0), k.sub(k.at(Op.HEIGHT, site), k.int_(1))) as level:
                ours = is_owned_by(b, k.at_level(Op.WHO_LEVEL, site, level), self.by, self.span)
                b.emit(If(ours, (Return(k.TRUE),), span=b.span))
            return k.FALSE

        def any_level() -> Expr:
            return function_with(b, "held", BOOL, (b.context(Context.SITE),), held)

        return b.filter(k.OCCUPIED, any_level, Context.SITE)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        who = self.by
        named = self.components if self.components is not None else self.component
        if named is None:
            many, one = s.owned(who, "pieces"), s.one_owned(who)
        elif isinstance(named, IntExpr):
            one = s.of_index(named)
            many = one
        else:
            names = named if isinstance(named, tuple) else (named,)
            bases = list(dict.fromkeys(s.base(name)[0] for name in names))
            many = s.owned(who, listed([plural(base) for base in bases], "or"))
            one = listed([s.one_owned(who, base) for base in bases], "or")
        verb = f"<holds|does not hold> {one}"
        if many == "pieces":
            return Noun(f"the occupied {s.cells}", f"an occupied {s.cell}", "<is|is not> occupied")
        return Noun(f"the {s.cells} with {many}", f"a {s.cell} with {one}", verb)


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


@ludeme("sites Group")
class SitesGroup(Region):
    """The group of a site, or of those of a region: connected sites with pieces of the same owner, or for
    which a condition on `(to)` holds.

    Example: `(sites Group at:(last To) Orthogonal)`.
    """

    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    origin: Region | None = named("from", None)
    direction: Direction | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    visible: bool = named("isVisible", False)
    one_of = (("at", "origin"),)

    def lower(self, b: Builder) -> Expr:
        if self.visible:
            raise unsupported("hidden information", self.span, "every player sees everything here")
        if self.at is not None:
            site = site_of(b, self.at, self.type)
            return group_at(b, site, self.direction, self.type, self.condition)
        assert self.origin is not None
        return b.gather(
            self.origin.lower(b),
            lambda: group_at(b, b.context(Context.SITE), self.direction, self.type, self.condition),
            Context.SITE,
        )

    def says(self, s: Speaker, no: bool = False) -> Noun:
        of = (
            s.site(self.at)
            if self.at is not None
            else s.noun(self.origin).plural
            if self.origin is not None
            else "it"
        )
        how = "" if self.direction is None else f" (connected {s.say(self.direction)})"
        such = "" if self.condition is None else f" of {s.such(s.cells, self.condition, 'to', 'site')}"
        text = f"the group{such} of {of}{how}"
        return Noun(text, f"a {s.cell} of {text}", f"<belongs|does not belong> to {text}")


@ludeme("sites Start")
class SitesStart(Region):
    """The sites on which pieces of a kind stood at the start.

    Example: `(is In (from) (sites Start (piece (what at:(from)))))`: the piece is where one began.
    """

    english = (
        "the {cells} on which {piece} started",
        "a {cell} on which {piece} started",
        "<was|was not> where {piece} started",
    )
    piece: PieceArgument = arg()

    def lower(self, b: Builder) -> Expr:
        given = self.piece.which if isinstance(self.piece.which, tuple) else (self.piece.which,)
        began = started_field(b)
        parts: list[Expr] = []
        for which in given:
            if isinstance(which, IntExpr):
                parts.append(k.elem(began, which.lower(b)))
            else:
                components = components_named(b, which, self.piece.span)
                parts += [k.elem(began, k.int_(c.index)) for c in components]
        return k.union(*parts)


class MoveEnds(WordEnum):
    """Which sites of moves."""

    BETWEEN = "Between"
    FROM = "From"
    TO = "To"


@ludeme("sites")
class SitesOfMoves(Region):
    """Where some moves could start or end: `(sites To (forEach Piece))`."""

    what: MoveEnds = arg()
    moves: Moves = arg()

    def lower(self, b: Builder) -> Expr:
        if self.what is MoveEnds.BETWEEN:
            raise unsupported(
                "(sites Between ...) of moves",
                self.span,
                "name two sites: `(sites Between from:(from) to:(to))`",
            )
        starts = self.what is MoveEnds.FROM
        with origins_only(b) if starts else unfollowed(b):
            stem = "moves_from" if starts else "moves_to"
            call = b.generator(stem, lambda: self.moves.lower(b), key=(stem, structural_key(b, self.moves)))
        ends = k.moves_to(call.name, *call.args)
        if starts and b.side_table(Judging).found:
            # Each is tried: does any legal move start there?
            return b.filter(ends, lambda: self._starts_at(b), Context.ORIGIN)
        return ends

    def _starts_at(self, b: Builder) -> Expr:
        """Does a legal move start at the site?"""

        def make() -> None:
            check = b.function("starts_there", BOOL, lambda: k.eq(last_from(b), b.context(Context.ORIGIN)))
            assert isinstance(check.data, str)
            b.emit(Provided(b.body(lambda: self.moves.lower(b)), check.data, check.args, span=b.span))

        with unfollowed(b):
            call = b.generator("moves_from_there", make)
        return k.any_move(call.name, *call.args)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        verb = {"From": "start", "To": "end", "Between": "pass"}[self.what.value]
        text = f"where you could {verb} if you were to {s.inline(self.moves)}"
        return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}")
