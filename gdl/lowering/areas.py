"""Regions by their owner or name, as the equipment declares them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.boards.direction import Relation
from gdl.core import make as k
from gdl.core.builder import Builder
from gdl.core.ops import Expr
from gdl.lowering.errors import MeaningError, unsupported
from gdl.lowering.numbers import constant
from gdl.lowering.sites import site_of
from gdl.lowering.statics import kind_of, mask_of
from gdl.ludeme import IntExpr, Region
from gdl.source import Span
from gdl.suggest import nearest
from gdl.types import SiteType, StaticRegion

if TYPE_CHECKING:
    from gdl.ludemes.equipment import Regions


def parts_of(b: Builder, regions: Regions) -> list[Expr]:
    """The parts that an item of equipment declares, each a region by itself; its numbers are one part."""
    given = regions.where if isinstance(regions.where, tuple) else (regions.where,)
    result: list[Expr] = []
    single: list[Expr] = []
    for part in given:
        if isinstance(part, Region):
            result.append(part.lower(b))
        elif isinstance(part, IntExpr):
            single.append(k.one(site_of(b, part)))
        else:
            result.extend(static_regions(b, part, None, regions.span))
    return [*result, k.union(*single)] if single else result


def static_regions(b: Builder, which: StaticRegion, type_: SiteType | None, span: Span) -> list[Expr]:
    """The regions that a word such as `Sides` stands for."""
    kind, topology = kind_of(b, type_), b.facts.topology
    if which in (StaticRegion.SIDES, StaticRegion.SIDES_NO_CORNERS):
        corners = set(topology.corners(kind)) if which is StaticRegion.SIDES_NO_CORNERS else set()
        groups = [tuple(s for s in side if s not in corners) for side in topology.sides(kind).values()]
    elif which is StaticRegion.CORNERS:
        groups = [(site,) for site in topology.corners(kind)]
    elif which is StaticRegion.ROWS:
        groups = list(topology.rows(kind))
    elif which is StaticRegion.COLUMNS:
        groups = list(topology.columns(kind))
    elif which is StaticRegion.LAYERS:
        groups = list(topology.layers(kind))
    elif which is StaticRegion.ALL_SITES:
        groups = [topology.board(kind)]
    elif which is StaticRegion.TOUCHING:
        near = topology.neighbours(kind, Relation.ADJACENT)
        groups = [(site, other) for site, others in enumerate(near) for other in others if other > site]
    elif which is StaticRegion.REGIONS:
        return [part for each in b.facts.regions.values() for item in each for part in parts_of(b, item)]
    else:
        raise unsupported(f"the regions {which.value}", span)
    return [k.sites_(mask_of(b, group, kind)) for group in groups if group]


def named_region(b: Builder, name: str, type_: SiteType | None, span: Span) -> Expr:
    """The region, colour, hand or board that a name stands for."""
    facts = b.facts
    if name in facts.coloured:
        return k.sites_(facts.coloured[name])
    found = facts.regions.get(name)
    if found:
        return k.union(*(part for item in found for part in parts_of(b, item)))
    for container in facts.containers:
        if container.name.lower() == name.lower():
            return k.sites_(sum(1 << site for site in container.sites))
    if name == "Board":
        return k.sites_(facts.sites_of(type_))
    names = sorted({*facts.coloured, *facts.regions, *(c.name for c in facts.containers)} - {""})
    near = nearest(name, names)
    listed = ", ".join(f'"{each}"' for each in names)
    advice = f'did you mean "{near[0]}"?' if near else f"the regions are {listed}"
    if not names:
        advice = 'declare one: (regions "Home" P1 (sites Bottom))'
    raise MeaningError(
        "E0412", f'there is no region called "{name}"', span, "unknown region", advice, subject=name
    )


def region_of(b: Builder, owner: Expr, name: str | None, span: Span) -> Expr:
    """The region (of that name) that belongs to a player; the empty set where it has none."""

    def owned(number: int) -> Expr:
        items = [r for r in b.facts.regions_of.get(number, []) if name is None or r.name == name]
        return k.union(*(part for item in items for part in parts_of(b, item)))

    known = {r.name for each in b.facts.regions_of.values() for r in each if name is None or r.name == name}
    if not known:
        owned_names = sorted({r.name for each in b.facts.regions_of.values() for r in each if r.name})
        named_too = "" if name is None else f' called "{name}"'
        near = nearest(name or "", owned_names)
        listed = "the players' regions are " + ", ".join(f'"{each}"' for each in owned_names)
        advice = listed if owned_names else 'declare one: (regions "Home" P1 (sites Bottom))'
        if near:
            advice = f'did you mean "{near[0]}"?'
        raise MeaningError(
            "E0412", f"no player has a region{named_too}", span, "unknown region", advice, subject=name
        )
    number = constant(owner)
    if number is not None:
        return owned(number)
    sets = [owned(p) for p in range(b.facts.players + 2)]
    masks = [constant(each) for each in sets]
    if None not in masks:
        from gdl.lowering.statics import set_by_number

        return set_by_number(b, [m for m in masks if m is not None], owner, "region_of")
    result = sets[0]
    for p in range(1, len(sets)):
        result = k.select(k.eq(owner, k.int_(p)), sets[p], result)
    return result


def parts_owned(b: Builder, number: int) -> list[Expr]:
    """All parts of all regions of a player."""
    return [part for item in b.facts.regions_of.get(number, []) for part in parts_of(b, item)]
