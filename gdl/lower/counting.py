"""Which pieces a condition or count means, and how many they are."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import INT, Assign, Expr, Op
from gdl.equip.facts import Component
from gdl.lower.pieces import components_named
from gdl.lower.players import is_owned_by, owned_by
from gdl.ludeme.categories import BoolExpr, IntExpr, Region
from gdl.source.text import Span
from gdl.words.words import RoleType

Owner = RoleType | IntExpr | None


def pieces_meant(
    b: Builder,
    who: Owner,
    name: str | None,
    within: Region | None,
    span: Span,
    condition: BoolExpr | None = None,
) -> Expr:
    """The sites with a piece (on top) of that owner and name, in those sites; by default any piece."""
    owner = RoleType.ALL if who is None else who
    sites = owned_by(b, owner, span)
    if name is not None:
        kinds = k.union(*(k.of_kind(k.int_(c.index)) for c in components_named(b, name, span)))
        sites = kinds if owner is RoleType.ALL else k.inter(kinds, sites)
    if within is not None:
        sites = k.inter(sites, within.lower(b))
    if condition is not None:
        test = condition
        sites = b.filter(sites, lambda: test.lower(b), Context.TO, Context.SITE)
    return sites


def count_pieces(
    b: Builder, who: Owner, name: str | None, within: Region | None, condition: BoolExpr | None, span: Span
) -> Expr:
    """How many pieces there are of that owner and name, in those sites."""
    facts = b.facts
    if facts.stacks:
        return _count_levels(b, who, name, within, condition, span)
    sites = pieces_meant(b, who, name, within, span, condition)
    if facts.counts:
        member = b.local("held")
        return k.sum_(member, sites, k.at(Op.COUNT_AT, k.var(member, INT)))
    return k.size(sites)


def _count_levels(
    b: Builder, who: Owner, name: str | None, within: Region | None, condition: BoolExpr | None, span: Span
) -> Expr:
    """On stacks, level by level."""
    named_components = None if name is None else components_named(b, name, span)

    def run() -> Expr:
        sites = k.OCCUPIED if within is None else k.inter(k.OCCUPIED, within.lower(b))
        if condition is not None:
            sites = b.filter(sites, lambda: condition.lower(b), Context.TO, Context.SITE)
        total = b.local("total")
        b.emit(Assign(total, k.int_(0), span=b.span))
        so_far = k.var(total, INT)
        with b.each(sites) as site:
            top = k.sub(k.at(Op.HEIGHT, site), k.int_(1))
            with b.count_up(k.int_(0), top) as level:
                fits = k.and_(
                    is_owned_by(b, k.at_level(Op.WHO_LEVEL, site, level), who, span),
                    _is_any(k.at_level(Op.WHAT_LEVEL, site, level), named_components),
                )
                with b.if_(fits):
                    b.emit(Assign(total, k.add(so_far, k.int_(1)), span=b.span))
        return so_far

    return b.function("pieces", INT, run)


def _is_any(what: Expr, components: list[Component] | None) -> Expr:
    if components is None:
        return k.TRUE
    return k.or_(*(k.eq(what, k.int_(c.index)) for c in components))
