"""Which sites see something along a line: a condition with a ray from each member as algebra on whole sets.

The sites of a ray from x, up to the first that blocks, meet Z where steps from x lead to Z over sites that do
not block. From Z, the same steps backwards lead to all such x at once: one more step after a FILL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gdl.core import make as k
from gdl.core.ops import Assign, Block, Expr, Op, Rays, Return, Table
from gdl.core.walk import bound_vars, free_vars, substitute, with_args
from gdl.passes.simplify.rewrite import Context, Rule

#: A procedure that grows larger than this when its locals are put in stays a call.
MOST_NODES = 4000


def called(call: Expr, c: Context) -> Expr | None:
    """What a procedure without branches returns, in place of its call."""
    proc = c.pool.procs.get(str(call.data))
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
            if value.size > MOST_NODES:
                return None
            if isinstance(stmt, Return):
                return value
            values[stmt.name] = value
        else:
            return None
    return None


def line(sites: Expr, name: str, c: Context) -> Expr | None:
    """All x for which a ray from x, met with other sets, has a member; None where that takes a loop."""
    parts, gone = _parts(sites)
    rays = [p for p in parts if p.op is Op.RAY]
    if len(rays) != 1:
        return None
    data = rays[0].data
    start, blocking = rays[0].args
    assert isinstance(data, Rays)
    offset = _offset(start, name)
    if offset is None:
        return None
    back = c.pool.towards(data, offset)
    if back is None:
        return None
    reach = c.pool.reach(data)[offset : offset + c.sites]
    aimed: Expr = k.sites_(c.full)
    for part in parts:
        if part is not rays[0]:
            aimed = k.inter(aimed, _upon(part, reach, name, c))
    for part in gone:
        aimed = k.diff(aimed, _upon(part, reach, name, c))
    blocking = _upon(blocking, reach, name, c)
    if name in free_vars(aimed) or name in free_vars(blocking):
        return None
    through = k.diff(k.sites_(c.full), blocking)
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


def _upon(sites: Expr, reach: Sequence[int], name: str, c: Context) -> Expr:
    """A set that is the same on the rays from `name`: what has all of each ray, is everything there."""
    if name not in free_vars(sites):
        return sites

    def covers(table: Expr) -> bool:
        assert isinstance(table.data, Table)
        offset = _offset(table.args[0], name)
        if offset is None or not 0 <= offset <= len(table.data.values) - c.sites:
            return False
        rows = table.data.values[offset : offset + c.sites]
        return all(ray & ~int(row) == 0 for ray, row in zip(reach, rows, strict=True))

    return _there(sites, covers, c)


def _there(sites: Expr, covers: Callable[[Expr], bool], c: Context) -> Expr:
    """With everything in place of the tables' sets that cover what is looked at."""
    if sites.op is Op.TABLE:
        return k.sites_(c.full) if covers(sites) else sites
    if sites.op in (Op.UNION, Op.INTER, Op.DIFF):
        return with_args(sites, tuple(_there(a, covers, c) for a in sites.args))
    if sites.op is Op.SELECT:
        condition, a, b = sites.args
        return with_args(sites, (condition, _there(a, covers, c), _there(b, covers, c)))
    return sites


def blockers(e: Expr, c: Context) -> Expr | None:
    """What blocks a ray matters on the ray only."""
    assert isinstance(e.data, Rays)
    row, blocking = e.args
    result = _there(blocking, _covering(row, c.pool.reach(e.data)), c)
    return None if result is blocking else with_args(e, (row, result))


def met(e: Expr, c: Context) -> Expr | None:
    """What is met with rays, or taken from them, matters on the rays only."""
    for a, b in (e.args, e.args[::-1]) if e.op is Op.INTER else (e.args,):
        rays = _rays(a, c)
        if rays is not None:
            result = _there(b, _covering(*rays), c)
            if result is not b:
                return Expr(e.op, e.type, (a, result))
    return None


def _covering(row: Expr, reach: Sequence[int]) -> Callable[[Expr], bool]:
    """Whether a table's set has, in the same row, all that is reached."""

    def covers(table: Expr) -> bool:
        assert isinstance(table.data, Table)
        values = table.data.values
        if table.args[0] != row or len(values) < len(reach):
            return False
        return all(ray & ~int(values[i]) == 0 for i, ray in enumerate(reach))

    return covers


def _rays(sites: Expr, c: Context) -> tuple[Expr, Sequence[int]] | None:
    """The row that rays start in, and what they reach from each, of a set that is within them."""
    match sites.op:
        case Op.RAY:
            assert isinstance(sites.data, Rays)
            return sites.args[0], c.pool.reach(sites.data)
        case Op.INTER:
            return _rays(sites.args[0], c) or _rays(sites.args[1], c)
        case Op.DIFF:
            return _rays(sites.args[0], c)
        case Op.UNION:
            a, b = _rays(sites.args[0], c), _rays(sites.args[1], c)
            if a is not None and b is not None and a[0] == b[0] and len(a[1]) == len(b[1]):
                return a[0], [x | y for x, y in zip(a[1], b[1], strict=True)]
    return None


RULES: dict[Op, tuple[Rule, ...]] = {Op.RAY: (blockers,), Op.INTER: (met,), Op.DIFF: (met,)}
