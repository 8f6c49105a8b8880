"""Loops of pieces, found by flood fill from outside: what it does not reach is enclosed."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr, Table
from gdl.lower.directions import absolute_rows
from gdl.lower.groups import neighbours
from gdl.lower.statics import mask_of
from gdl.ludeme.categories import Direction
from gdl.words.words import AbsoluteDirection, RelationType, SiteType


def crossing_steps(b: Builder, direction: Direction | None, type_: SiteType | None) -> Table:
    """The steps that cannot pass between two sites joined in these directions (default: all adjacent ones).

    Where pieces are joined along lines only, a way out leads across corners, too: nothing but a closed line
    of them holds it up. Where they are joined across corners, it leads along lines alone. On hexagons and
    triangles both are the same.
    """
    kind = type_ or b.facts.main
    joined = b.facts.topology.neighbours(kind, RelationType.ORTHOGONAL)
    own = neighbours(b, direction, type_)
    offset = b.facts.offsets[kind]
    along = all(
        own.values[site + offset] == sum(1 << (other + offset) for other in others)
        for site, others in enumerate(joined)
    )
    if not along:
        word = AbsoluteDirection.ORTHOGONAL
    elif kind is SiteType.CELL:
        word = AbsoluteDirection.ADJACENT
    else:
        word = AbsoluteDirection.ALL
    return absolute_rows(b, word, type_).steps(b)


def enclosed(b: Builder, group: Expr, direction: Direction | None, type_: SiteType | None) -> Expr:
    """The sites inside loops of a group joined in these directions: those of no way out to the edge of the
    board, and those of the group itself that have only members of it around them."""
    kind = type_ or b.facts.main
    out = crossing_steps(b, direction, type_)
    board = k.sites_(b.facts.sites_of(type_))
    edge = k.sites_(mask_of(b, b.facts.topology.outer(kind), kind))
    others = b.assign("others", k.diff(board, group))
    outside = b.assign("outside", k.flood(out, k.inter(edge, others), others))
    filled = b.filter(
        k.diff(group, edge),
        lambda: k.not_(k.some(k.inter(k.table(out, b.context(Context.SITE)), others))),
        Context.SITE,
    )
    return k.union(k.diff(others, outside), filled)
