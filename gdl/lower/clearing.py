"""Pieces that are captured but stay where they are until the turn ends."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.field_names import TO_CLEAR
from gdl.core.ops import INT, SITES, Adjust, Expr, Field, Include, Store, Take


def to_clear_field(b: Builder) -> Field:
    """The sites whose pieces go at the end of the turn."""
    return b.declare(TO_CLEAR, SITES, called="what goes when the turn ends")


def to_clear(b: Builder) -> Expr:
    """The same, for reading."""
    return k.field(to_clear_field(b))


def _levels_field(b: Builder) -> Field:
    """How many levels go from each of these sites, where pieces stack."""
    return b.declare("levels_to_clear", INT, b.facts.size, called=None)


def mark_to_clear(b: Builder, sites: Expr, count: Expr | None) -> None:
    """The pieces on these sites (of a stack `count` from the top, else one) go when the turn ends."""
    b.emit(Include(to_clear_field(b), None, sites, True, span=b.span))
    if b.facts.stacks:
        with b.each(sites) as site:
            number = k.int_(1) if count is None else count
            b.emit(Adjust(_levels_field(b), site, number, span=b.span))


def clear(b: Builder) -> None:
    """The turn ends: they go now."""
    with b.if_(k.some(to_clear(b))):
        if not b.facts.stacks:
            b.emit(Take(to_clear(b), all_levels=False))
        elif "levels_to_clear" in b.fields:
            with b.each(to_clear(b)) as site:
                with b.count_up(k.int_(1), k.elem(_levels_field(b), site)):
                    b.emit(Take(k.one(site), all_levels=False))
                b.emit(Store(_levels_field(b), site, k.int_(0)))
        b.emit(Store(to_clear_field(b), None, k.EMPTY_SET))
