"""Which sites see something along a line: a condition with a ray from each member as algebra on whole sets.

The sites of a ray from x, up to the first that blocks, meet Z where steps from x lead to Z over sites that do
not block. From Z, the same steps backwards lead to all such x at once: one more step after a FILL.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import Assign, Block, Expr, Op, Rays, Return, Table
from gdl.core.simplify.rewrite import Context
from gdl.core.walk import bound_vars, free_vars, substitute, with_args

#: A procedure that grows larger than this when its locals are put in stays a call.
MOST_NODES = 4000


def called(call: Expr, c: Context) -> Expr | None:
    """What a procedure without branches returns, in place of its call."""
    proc = c.made.procs.get(str(call.data))
    if proc is None:
        return None
    values = {p.name: a for p, a in zip(proc.params, call.args, strict=True)}
    outside = frozenset[str]().union(*(free_vars(a) for a in call.args))
    return _returned(proc.body, values, outside)


def _returned(body: Block, values: dict[str, Expr], outside: frozenset[str]) -> Expr | None:
    """The value of the Return that ends a body of Assigns, over nothing but what is outside."""
    for stmt in body:
        if isinstance(stmt, Assign | Return) and stmt.value is not None:
            if not outside.isdisjoint(bound_vars(stmt.value)):
                return None
            value = substitute(stmt.value, values)
            if _nodes(value) > MOST_NODES:
                return None
            if isinstance(stmt, Return):
                return value
            values[stmt.name] = value
        else:
            return None
    return None


def _nodes(expr: Expr) -> int:
    return 1 + sum(_nodes(a) for a in expr.args)


def line(sites: Expr, name: str, c: Context) -> Expr | None:
    """All x for which a ray from x, met with other sets, has a member; None where that takes a loop."""
    parts, gone = _parts(sites)
    rays = [p for p in parts if p.op is Op.RAY]
    if len(rays) != 1:
        return None
    data = rays[0].data
    start, blockers = rays[0].args
    assert isinstance(data, Rays)
    offset = _offset(start, name)
    if offset is None:
        return None
    back = c.made.towards(data, offset)
    if back is None:
        return None
    reach = [sum(1 << s for s in path) for path in data.paths[offset : offset + c.sites]]
    aimed: Expr = k.sites_(c.full)
    for part in parts:
        if part is not rays[0]:
            aimed = k.inter(aimed, _upon(part, reach, name, c))
    for part in gone:
        aimed = k.diff(aimed, _upon(part, reach, name, c))
    blockers = _upon(blockers, reach, name, c)
    if name in free_vars(aimed) or name in free_vars(blockers):
        return None
    through = k.diff(k.sites_(c.full), blockers)
    return k.image(back, k.union(aimed, k.fill(back, aimed, through)))


def _parts(sites: Expr) -> tuple[list[Expr], list[Expr]]:
    """The sets that are met, and those that are taken away."""
    if sites.op is Op.INTER:
        (a, without_a), (b, without_b) = _parts(sites.args[0]), _parts(sites.args[1])
        return a + b, without_a + without_b
    if sites.op is Op.DIFF:
        a, without_a = _parts(sites.args[0])
        return a, [*without_a, sites.args[1]]
    return [sites], []


def _offset(start: Expr, name: str) -> int | None:
    """How far the row of a ray is from its site; None where that is not constant."""
    if start.op is Op.VAR and start.data == name:
        return 0
    if start.op is Op.ADD:
        for a, b in (start.args, start.args[::-1]):
            if a.op is Op.CONST and isinstance(a.data, int) and b.op is Op.VAR and b.data == name:
                return a.data
    return None


def _upon(sites: Expr, reach: list[int], name: str, c: Context) -> Expr:
    """A set that is the same on the ray: what has all of each ray, is everything there."""
    if name not in free_vars(sites):
        return sites
    data = sites.data
    if sites.op is Op.TABLE and isinstance(data, Table):
        offset = _offset(sites.args[0], name)
        if offset is not None and 0 <= offset <= len(data.values) - c.sites:
            rows = data.values[offset : offset + c.sites]
            if all(ray & ~int(row) == 0 for ray, row in zip(reach, rows, strict=True)):
                return k.sites_(c.full)
    if sites.op in (Op.UNION, Op.INTER, Op.DIFF):
        return with_args(sites, tuple(_upon(a, reach, name, c) for a in sites.args))
    if sites.op is Op.SELECT:
        condition, a, b = sites.args
        return with_args(sites, (condition, _upon(a, reach, name, c), _upon(b, reach, name, c)))
    return sites
