"""Regions that fewer games use: ways, distances, what touches, chance; and some that are not supported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.boards.direction import RelationType
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import SITES, Assign, Expr
from gdl.english.grammar import plural
from gdl.english.phrases import Noun
from gdl.english.shapes import walked
from gdl.lower.numbers import constant
from gdl.lower.places import site_of
from gdl.lower.players import owned_by
from gdl.lower.reachability import sites_within
from gdl.lower.statics import balls, kind_of, mask_of, sets_by_site
from gdl.lower.walks import walk_rows
from gdl.ludemes.arguments import Range
from gdl.ludemes.stepping import Step

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Moves, Region
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType, SiteType, StackDirection, StepType


@ludeme("sites Pattern")
class SitesPattern(Region):
    """The sites of a pattern of pieces."""

    english = "the {cells} of the pattern"
    instead = (
        "ask of each site whether it is part of one: `(forEach (sites Occupied by:Mover) if:(is "
        "Pattern {F R F} from:(site)))`"
    )

    walk: tuple[StepType, ...] = arg()
    type: SiteType | None = arg(None)
    origin: IntExpr | None = named("from", None)
    what: IntExpr | None = named("what", None)
    whats: tuple[IntExpr, ...] | None = named("whats", None)
    at_most_one = (("what", "whats"),)


@ludeme("sites Loop")
class SitesLoop(Region):
    """The sites of a loop that the last move closed, or those inside it."""

    english = "the {cells} of the loop"
    instead = (
        "no ludeme finds loops; what pieces enclose is found by `(enclose)`, and chains by `(is "
        "Connected ...)`"
    )

    inside: BoolExpr | None = named("inside", None)
    type: SiteType | None = arg(None)
    surround: RoleType | tuple[RoleType, ...] | None = named("surround", None)
    direction: Direction | None = arg(None)
    colour: IntExpr | None = arg(None)
    start: IntExpr | Region | None = arg(None)


@ludeme("sites Crossing")
class SitesCrossing(Region):
    """The edges that cross an edge."""

    english = "the edges that cross {at:site}"
    instead = "list the edges that cross each other in a `(map ...)`"

    at: IntExpr = named("at", takes=Quantity.SITE)
    who: PlayerArgument | RoleType | None = arg(None)


@ludeme("sites LargePiece")
class SitesLargePiece(Region):
    """The sites that a large piece covers."""

    english = "the {cells} under the large piece on {at:site}"
    instead = "a piece stands on one site: build large ones of several pieces"

    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)


@ludeme("sites Winning")
class SitesWinning(Region):
    """The sites where some moves would win."""

    english = "the {cells} where a move would win"
    instead = "try each move and look at what it leads to: `(do ... ifAfterwards:...)`"

    type: SiteType | None = arg(None)
    who: PlayerArgument | RoleType | None = arg(None)
    moves: Moves | None = arg(None)
    name: str | None = arg(None)


@ludeme("forEach Team")
class RegionForEachTeam(Region):
    """The union of a region taken for each team."""

    english = "{region} of every team"
    instead = "go through the players: `(forEach Player ...)`"

    region: Region = arg()


@ludeme("forEach Level")
class RegionForEachLevel(Region):
    """The levels of a stack for which a condition on `(level)` holds."""

    english = "the levels of the stack on {at:site}[ for which {condition}]"
    instead = "of a stack, `(count Stack ...)` and `(where Level ...)` look through the levels"

    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    direction: StackDirection | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    start: IntExpr | None = named("startAt", None)


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

    def says(self, s: Speaker, no: bool = False) -> Noun:
        text, one = walked(s, self.walk, s.terms["from"] if self.site is None else s.site(self.site))
        return Noun(text, one, f"<is|is not> {one}")


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

    def says(self, s: Speaker, no: bool = False) -> Noun:
        names = {"Cell": "cell", "Vertex": "point", "Edge": "edge"}
        one = names[self.result.value]
        owner = "" if self.owner is None else f"{s.whose(self.owner)} "
        at = s.site(self.at)
        many = f"{owner or 'the '}{plural(one)} that touch {at}"
        return Noun(many, f"one of {many}", f"<touches|does not touch> {at}")


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

    def says(self, s: Speaker, no: bool = False) -> Noun:
        text = f"{s.say(self.range)} steps from {s.site(self.origin)}"
        if self.step is not None:
            text += f", each as to {s.inline(self.step)}"
        return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}", f"<is|is not> {text}")


@ludeme("sites Random")
class SitesRandom(Region):
    """Sites drawn at random from a region (default: the empty sites), where a move is carried out or the game
    is set up: one, or `num` different ones, as far as there are so many.

    Example: `(place "King1" (sites Random (sites Bottom)))`.
    """

    region: Region | None = arg(None)
    number: IntExpr | None = named("num", None)

    def lower(self, b: Builder) -> Expr:
        if not b.may_draw:
            raise unsupported(
                "a site drawn at random where the state is not changed",
                self.span,
                "what chance decides before a move is a roll of dice; after it, an effect",
            )
        with b.at(self):
            free = k.diff(k.sites_(b.facts.sites_of(None)), k.OCCUPIED)
            left = b.variable("left", free if self.region is None else self.region.lower(b))
            if self.number is None:
                return k.one(k.nth(left, b.draw(k.size(left))))
            drawn = b.variable("drawn", k.EMPTY_SET)
            with b.count_up(k.int_(1), self.number.lower(b)):
                one = k.one(b.assign("site", k.nth(left, b.draw(k.size(left)))))
                b.emit(Assign(str(drawn.data), k.union(drawn, one), span=b.span))
                b.emit(Assign(str(left.data), k.diff(left, one), span=b.span))
            return drawn

    def says(self, s: Speaker, no: bool = False) -> Noun:
        number = "one" if self.number is None else s.say(self.number)
        sites = f"the empty {s.cells}" if self.region is None else s.noun(self.region).plural
        text = f"{number} of {sites}, drawn at random"
        return Noun(text, text)
