"""Three ludemes of general use: pieces that change sides, the sites opposite to others, and moving there."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr, Put
from gdl.lower.offer import run_then
from gdl.lower.pieces import by_owner
from gdl.lower.players import player
from gdl.ludeme import Handling, Moves, Region, Then, arg, ludeme
from gdl.ludemes.arguments import From, To
from gdl.ludemes.piece_moves import PieceMove, Take, origins
from gdl.words.words import RoleType


@ludeme("convert")
class Convert(Moves):
    """The pieces in a region change sides: each becomes a player's (default: the mover's) of the same name.

    Example: `(convert (sites Around (last To)))`.
    """

    english = "the pieces {region:on} go over to {to:player}"
    handling = Handling.STAYS
    region: Region = arg()
    to: RoleType = arg(RoleType.MOVER)
    then: Then | None = arg(None)

    def effect(self, b: Builder) -> None:
        with b.at(self):
            region = self.region.lower(b)
            for base in dict.fromkeys(c.base for c in b.facts.components[1:]):
                alike = b.facts.named(base)
                standing = k.union(*(k.of_kind(k.int_(c.index)) for c in alike))
                with b.each(k.inter(region, standing)) as site:
                    b.emit(Put(site, by_owner(b, alike, player(b, self.to, self.span)), span=b.span))
            run_then(b, self.then)


@ludeme("sites Opposite")
class SitesOpposite(Region):
    """The sites opposite to those of a region, seen through the centre of the board.

    Example: `(sites Opposite (sites Occupied by:Mover))`.
    """

    english = (
        "the {cells} opposite to {region}",
        "a {cell} opposite to {region:one}",
        "<is|is not> opposite to {region:one}",
    )
    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        return k.image(b.table(opposite_sites(b), stem="opposite"), self.region.lower(b))


@ludeme("move Cross", "cross")
class Cross(PieceMove):
    """Move a piece to the site opposite to its own, seen through the centre of the board, if `to` allows it.

    Example: `(move Cross (to if:(is Empty (to))))`.
    """

    english = "move across the centre of the board to {to}"
    origin: From | None = arg(None)
    to: To = arg()
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        opposite = b.table(opposite_sites(b), stem="opposite")
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            take(self.to.sites(b, k.image(opposite, k.one(origin))), None)

    def within_reach(self) -> bool:
        return self.from_its_site()

    def reach(self, b: Builder) -> tuple[int, ...]:
        return tuple(1 << site if site >= 0 else 0 for site in opposite_sites(b))


def opposite_sites(b: Builder) -> tuple[int, ...]:
    """For each site the one opposite; -1 for sites without one, such as those of a hand."""
    places = [(x, y) for x, y, *_ in b.facts.topology.positions(b.facts.main)]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    width, height = min(xs) + max(xs), min(ys) + max(ys)
    number = {(round(x, 3), round(y, 3)): site for site, (x, y) in enumerate(places)}
    found = [number.get((round(width - x, 3), round(height - y, 3)), -1) for x, y in places]
    return (*found, *[-1] * (b.facts.size - len(found)))
