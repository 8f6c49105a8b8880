"""Connected components: groups of sites, found by flood fill."""

from __future__ import annotations

from collections.abc import Callable

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Assign, Expr, Table
from gdl.lower.directions import rows_of
from gdl.lower.numbers import once
from gdl.ludeme.categories import BoolExpr, Direction
from gdl.words.words import SiteType


def neighbours(b: Builder, direction: Direction | None, type_: SiteType | None) -> Table:
    """Each site's neighbours in some directions (default: all adjacent ones)."""
    rows = rows_of(b, direction, type_)
    if rows.selector is not None:
        raise unsupported(
            "a group in directions that depend on who looks",
            b.span,
            "name them: `Orthogonal`, `Adjacent`, `N`",
        )
    return rows.steps(b)


def members_where(b: Builder, condition: BoolExpr | None, type_: SiteType | None) -> Expr:
    """The sites of the board that can belong to groups: those where the condition holds for `(to)`; without
    one, all those with a piece."""
    everywhere = k.sites_(b.facts.sites_of(type_))
    if condition is None:
        return k.inter(everywhere, k.OCCUPIED)
    test = condition
    return b.filter(everywhere, lambda: test.lower(b), Context.TO, Context.SITE)


def group_at(
    b: Builder,
    start: Expr,
    direction: Direction | None,
    type_: SiteType | None,
    condition: BoolExpr | None = None,
) -> Expr:
    """The group of a site: what is connected to it by pieces of the same owner, or by sites where the
    condition holds."""
    step = neighbours(b, direction, type_)
    if condition is not None:
        return k.flood(step, k.one(start), members_where(b, condition, type_))
    return once(b, "group", SITES, (start,), lambda site: k.flood(step, k.one(site), k.owned(k.who(site))))


def each_group(
    b: Builder,
    members: Expr,
    direction: Direction | None,
    type_: SiteType | None,
    body: Callable[[Expr], None],
) -> None:
    """Inside a function: statements for every group that the members form, in the order of their first
    sites."""
    step = neighbours(b, direction, type_)
    left = b.local("left")
    b.emit(Assign(left, members, span=b.span))
    remaining = k.var(left, SITES)
    with b.while_(k.some(remaining)):
        group = b.assign("group", k.flood(step, k.one(k.first(remaining)), remaining))
        body(group)
        b.emit(Assign(left, k.diff(remaining, group), span=b.span))


def count_groups(
    b: Builder, members: Callable[[], Expr], direction: Direction | None, type_: SiteType | None, least: Expr
) -> Expr:
    """How many groups of at least so many sites the members form."""

    def run() -> Expr:
        number = b.local("number")
        b.emit(Assign(number, k.int_(0), span=b.span))
        so_far = k.var(number, INT)

        def count(group: Expr) -> None:
            with b.if_(k.TRUE if least == k.int_(0) else k.ge(k.size(group), least)):
                b.emit(Assign(number, k.add(so_far, k.int_(1)), span=b.span))

        each_group(b, members(), direction, type_, count)
        return so_far

    return b.function("groups", INT, run)


def biggest_group(
    b: Builder, members: Callable[[], Expr], direction: Direction | None, type_: SiteType | None
) -> Expr:
    """How many sites the biggest group has."""

    def run() -> Expr:
        most = b.local("most")
        b.emit(Assign(most, k.int_(0), span=b.span))
        so_far = k.var(most, INT)

        def compare(group: Expr) -> None:
            b.emit(Assign(most, k.max_(so_far, k.size(group)), span=b.span))

        each_group(b, members(), direction, type_, compare)
        return so_far

    return b.function("biggest_group", INT, run)
