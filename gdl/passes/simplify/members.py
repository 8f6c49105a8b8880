"""A condition on each member, looked at for one site."""

from __future__ import annotations

from gdl.core.ops import LEAVES, Expr
from gdl.core.walk import bound_vars, free_vars, substitute
from gdl.passes.simplify.rewrite import Context


def _replace(body: Expr, name: str, value: Expr) -> Expr | None:
    """The body with a simple value in place of the variable; None where names would clash."""
    if value.op not in LEAVES or not free_vars(value).isdisjoint(bound_vars(body)):
        return None
    return substitute(body, {name: value})


def at_member(binder: Expr, site: Expr, c: Context) -> Expr | None:
    """The second argument of a binder for one certain site."""
    return _replace(binder.args[1], str(binder.data), site) if c.is_site(site) else None
