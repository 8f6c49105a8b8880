"""Ludemes of another package: a movement, regions, a number, an effect, a start: each all of its class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr, Put
from gdl.lower.directions import rows_of
from gdl.lower.offer import run_then
from gdl.lower.players import player
from gdl.ludeme import Direction, Handling, IntExpr, Moves, Region, Then, arg, ludeme
from gdl.ludeme.categories import StartRule
from gdl.ludeme.kinds import Kind, Quantity, Setwise
from gdl.ludemes.arguments import From, To, ending_on, starting
from gdl.ludemes.ints_context import FromSite
from gdl.ludemes.piece_moves import PieceMove, Take, origins
from gdl.ludemes.sites_along import LineOfSightType, SitesLineOfSight
from gdl.words.words import RoleType, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("move Rush", "rush")
class Rush(PieceMove):
    """Move a piece as far as it goes: to the last empty site before the first piece, or before the edge.

    Example: `(move Rush Orthogonal)`.
    """

    origin: From | None = arg(None)
    directions: Direction | None = arg(None)
    to: To | None = arg(None)
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        ends = SitesLineOfSight(kind=LineOfSightType.FARTHEST, at=FromSite(), direction=self.directions)
        with b.each(origins(b, self.origin), Context.FROM):
            sites = ends.lower(b)
            take(sites if self.to is None else self.to.sites(b, sites), None)

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "in any direction" if self.directions is None else s.say(self.directions)
        end = ending_on(s, self.to, noun=f"the last empty {s.cell}")
        return f"rush {way}{starting(s, self.origin)} to {end}"

    def within_reach(self) -> bool:
        return self.from_its_site()

    def reach(self, b: Builder) -> tuple[int, ...]:
        return rows_of(b, self.directions, None).sites(b, slice(None))


@ludeme("sites Mirrored")
class SitesMirrored(Region):
    """The sites of a region seen in a mirror that stands upright in the middle of the board.

    Example: `(sites Mirrored (sites Left))`.
    """

    english = (
        "the mirror image of {region}",
        "a {cell} of the mirror image of {region}",
        "<is|is not> in the mirror image of {region}",
    )
    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        return mirrored(b, self.region.lower(b))


@ludeme("sites Matched")
class SitesMatched(Region):
    """The sites of a region that the mirror image of another one has, too.

    Example: `(sites Matched (sites Left) (sites Right))`.
    """

    english = "the sites of {first} in the mirror image of {second}"
    setwise = Setwise.INTERSECTION
    first: Region = arg()
    second: Region = arg()

    def operands(self) -> Sequence[Region]:
        return self.first, self.second

    def alike(self) -> Sequence[Region]:
        return self.operands()

    def lower(self, b: Builder) -> Expr:
        return k.inter(self.first.lower(b), mirrored(b, self.second.lower(b)))


@ludeme("place Mirrored")
class PlaceMirrored(StartRule):
    """Place a piece on each empty site of the mirror image of a region.

    Example: `(place Mirrored "Disc1" (sites Left))`.
    """

    english = "{piece} on the mirror image of {region}"
    piece: str = arg(names=Kind.PIECE)
    region: Region = arg()

    def places(self) -> tuple[str, SiteType | None]:
        return self.piece, None

    def lower(self, b: Builder) -> None:
        with b.at(self):
            component = next(c for c in b.facts.components[1:] if c.name == self.piece)
            with b.each(mirrored(b, self.region.lower(b))) as site:
                with b.if_(k.not_(k.has(k.OCCUPIED, site))):
                    b.emit(Put(site, k.int_(component.index), fresh=True, span=b.span))


@ludeme("count Twins")
class CountTwins(IntExpr):
    """How many pieces of a player have another of that player's on the site that mirrors theirs.

    Example: `(count Twins Mover)`.
    """

    english = "the number of {who:whose} twins"
    quantity = Quantity.COUNT
    below_zero = False
    who: RoleType = arg(RoleType.MOVER)

    def lower(self, b: Builder) -> Expr:
        own = k.owned(player(b, self.who, self.span))
        return k.size(k.inter(own, mirrored(b, own)))

    def belongs_to(self) -> RoleType | None:
        return self.who

    def counts(self, s: Speaker) -> bool:
        return True


@ludeme("twin")
class Twin(Moves):
    """Each piece in a region gets a twin: one of the same kind and owner on the site that mirrors its own, if
    that is empty.

    Example: `(twin (sites Occupied by:Mover))`.
    """

    english = "each piece {region:on} gets a twin"
    handling = Handling.PLACES
    region: Region = arg()
    then: Then | None = arg(None)

    def effect(self, b: Builder) -> None:
        with b.at(self):
            free = mirrored(b, k.diff(mirrored(b, self.region.lower(b)), k.OCCUPIED))
            for component in b.facts.components[1:]:
                with b.each(mirrored(b, k.inter(free, k.of_kind(k.int_(component.index))))) as site:
                    b.emit(Put(site, k.int_(component.index), span=b.span))
            run_then(b, self.then)


def mirrored(b: Builder, sites: Expr) -> Expr:
    """The sites that mirror others; none for those of a hand."""
    places = [(x, y) for x, y, *_ in b.facts.topology.positions(b.facts.main)]
    width = min(x for x, _ in places) + max(x for x, _ in places)
    number = {(round(x, 3), round(y, 3)): site for site, (x, y) in enumerate(places)}
    table = [number.get((round(width - x, 3), round(y, 3)), -1) for x, y in places]
    return k.image(b.table((*table, *[-1] * (b.facts.size - len(table))), stem="mirror"), sites)
