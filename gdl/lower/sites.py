"""From what a rule names to sites and players of the core."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.ludeme.categories import IntExpr, Region
from gdl.words.words import SiteType


def shifted(b: Builder, site: Expr, type_: SiteType | None) -> Expr:
    """A site number that an author wrote for a kind of site, in the game's one numbering.

    Sites of other kinds than the main one come last in that numbering; a number that is already there (it
    came out of a region of that kind) stays.
    """
    kind = type_ or b.facts.main
    offset = b.facts.offsets.get(kind, 0)
    if offset == 0:
        return site
    # Numbers beyond the sites of the kind are there already: of such a region, or of a hand.
    count = b.facts.topology.count(kind)
    if site.op is Op.CONST:
        assert isinstance(site.data, int)
        return k.int_(site.data + offset) if 0 <= site.data < count else site
    inside = k.or_(k.lt(site, k.int_(0)), k.ge(site, k.int_(count)))
    return k.select(inside, site, k.add(site, k.int_(offset)))


def site_of(b: Builder, site: IntExpr, type_: SiteType | None = None) -> Expr:
    """The site that a number means."""
    return shifted(b, site.lower(b), type_)


def sites_in(b: Builder, where: Region | IntExpr, type_: SiteType | None = None) -> Expr:
    """The set of sites that a region, or a single number, means."""
    if isinstance(where, Region):
        return where.lower(b)
    return k.one(site_of(b, where, type_))


def context_or(b: Builder, site: IntExpr | None, default: Context, type_: SiteType | None = None) -> Expr:
    """The site that a number means, or else that of the context."""
    return b.context(default) if site is None else site_of(b, site, type_)


def last_to(b: Builder) -> Expr:
    """Where the last move ended."""
    return b.register("last_to")


def last_from(b: Builder) -> Expr:
    """Where the last move started."""
    return b.register("last_from")
