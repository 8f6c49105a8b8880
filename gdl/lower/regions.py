"""Regions that the equipment or the board names."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.equip.facts import DeclaredRegions
from gdl.lower.statics import kind_of, mask_of
from gdl.ludeme.categories import IntExpr, Region
from gdl.source.text import Span
from gdl.words.words import SiteType, StaticRegion


def region_parts(b: Builder, declared: DeclaredRegions) -> list[Expr]:
    """The sets that an item `(regions ...)` declares."""
    with b.lowering(declared) as possible:
        if not possible:
            what = "this region" if declared.name is None else f'the region "{declared.name}"'
            raise MeaningError(
                "E0431",
                f"{what} is made of itself",
                declared.span,
                "named again by what it is made of",
                "say which sites it is: (sites Bottom), (sites {0 1 2})",
            )
        return _parts_of(b, declared)


def _parts_of(b: Builder, declared: DeclaredRegions) -> list[Expr]:
    where: tuple[object, ...] = declared.where if isinstance(declared.where, tuple) else (declared.where,)
    numbers = [part for part in where if isinstance(part, IntExpr)]
    parts: list[Expr] = []
    if numbers:
        parts.append(k.union(*(k.one(number.lower(b)) for number in numbers)))
    for part in where:
        if isinstance(part, Region):
            parts.append(part.lower(b))
        elif isinstance(part, StaticRegion):
            parts.extend(k.sites_(mask) for mask in static_regions(b, part, None, declared.span))
    return parts


def regions_of_player(b: Builder, player: int, name: str | None = None) -> list[Expr]:
    """The regions that belong to a player (of a name, which may be followed by the player: `HomeP1`)."""
    return [
        part
        for declared in b.facts.regions_of.get(player, [])
        if name is None or declared.name in (name, f"{name}P{player}")
        for part in region_parts(b, declared)
    ]


def static_regions(b: Builder, what: StaticRegion, type_: SiteType | None, span: Span) -> list[int]:
    """The sets of sites that a word such as `Sides` or `Rows` stands for, as bit masks."""
    topology, kind = b.facts.topology, kind_of(b, type_)
    match what:
        case StaticRegion.ROWS:
            return [mask_of(b, row, kind) for row in topology.rows(kind)]
        case StaticRegion.COLUMNS:
            return [mask_of(b, column, kind) for column in topology.columns(kind)]
        case StaticRegion.CORNERS:
            return [mask_of(b, (corner,), kind) for corner in topology.corners(kind)]
        case StaticRegion.SIDES:
            return [mask_of(b, side, kind) for side in topology.sides(kind).values()]
        case StaticRegion.SIDES_NO_CORNERS:
            corners = set(topology.corners(kind))
            return [
                mask_of(b, (site for site in side if site not in corners), kind)
                for side in topology.sides(kind).values()
            ]
        case StaticRegion.ALL_SITES:
            return [b.facts.sites_of(kind)]
        case StaticRegion.REGIONS:
            return []
    raise unsupported(
        f"the regions {what.value}",
        span,
        'declare a region of your own: `(regions "Home" P1 (sites Bottom))`',
    )
