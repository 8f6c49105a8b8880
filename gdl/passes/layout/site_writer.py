"""What stands on one site, written to the fields that carry it: for writes of pieces and for stacks."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core import make as k
from gdl.core.ops import Expr, Field, Include, Stmt, Store
from gdl.passes.layout.plan import Plan
from gdl.passes.layout.reads import Reader
from gdl.source.text import Span

#: Of so many sets a site is taken without a look at which one it is in.
SURE = 2


class SiteWriter:
    """Pieces of code that put a site into the sets, or take it out of them."""

    def __init__(self, plan: Plan, reader: Reader) -> None:
        self.plan = plan
        self.reader = reader

    def leave(
        self, site: Expr, span: Span, held: frozenset[int] | None = None, gone: bool = True
    ) -> Iterator[Stmt]:
        """The site is in none of the sets any more (what stands in `what` is left for the caller).

        `held` are the components that can be there. Where it is not `gone`, another piece comes at once.
        """
        plan, spot = self.plan, k.one(site)
        whats = frozenset(plan.whats if held is None else held) - {0}
        if not whats:
            return
        for field, owners in ((plan.owned, True), (plan.kinds, False)):
            if field is None:
                continue
            indices = plan.own(whats) if owners else sorted(whats)
            if plan.what is None or len(indices) <= SURE:
                for index in indices:
                    yield Include(field, k.int_(index), spot, False, span=span)
            else:
                old = k.elem(plan.what, site)
                yield Include(field, self.reader.owner(old) if owners else old, spot, False, span=span)
        if plan.occupied is not None and gone:
            yield Include(plan.occupied, None, spot, False, span=span)

    def enter(self, site: Expr, what: Expr, values: dict[str, Expr], span: Span) -> Iterator[Stmt]:
        """The site, which is in no set, has this piece on top, with these values."""
        plan, spot = self.plan, k.one(site)
        if plan.owned is not None:
            yield Include(plan.owned, self.reader.owner(what), spot, True, span=span)
        if plan.kinds is not None:
            yield Include(plan.kinds, what, spot, True, span=span)
        if plan.occupied is not None:
            yield Include(plan.occupied, None, spot, True, span=span)
        if plan.what is not None:
            yield Store(plan.what, site, what, span=span)
        for name, field in plan.values.items():
            yield Store(field, site, values.get(name, _default(name)), span=span)

    def change(self, site: Expr, owner: Expr, present: bool, span: Span) -> Iterator[Stmt]:
        """The site has a piece of this owner, or no longer."""
        yield Include(field_or_fail(self.plan.owned), owner, k.one(site), present, span=span)
        if self.plan.occupied is not None:
            yield Include(self.plan.occupied, None, k.one(site), present, span=span)

    def clear(self, site: Expr, span: Span) -> Iterator[Stmt]:
        """What stands by site is as on an empty site; `leave` comes before."""
        if self.plan.what is not None:
            yield Store(self.plan.what, site, k.int_(0), span=span)
        for field in self.plan.values.values():
            yield Store(field, site, k.int_(0), span=span)

    def inside(self, site: Expr) -> Expr:
        """Whether a number is a site."""
        return k.has(k.sites_((1 << self.plan.sites) - 1), site)


def _default(name: str) -> Expr:
    return k.int_(1 if name == "count" else 0)


def field_or_fail(field: Field | None) -> Field:
    """A field that the plan must have."""
    assert field is not None
    return field
