"""Partial evaluation over the sites: what only depends on the site is worked out beforehand, into tables.

    ray[east](s, {1})                            =>      reach[s]
    select(has({0}, s), wide[s], tight[s])       =>      steps[s]

Rays that stop at fixed sites, and tables or rays chosen by the site (as a piece whose movement depends on the
ground it stands on).
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.evaluate import NotConstant, everywhere
from gdl.core.ops import FIELD_READS, PIECE_SETS, SITES, Expr, Op, Rays, Table
from gdl.core.walk import bits, free_vars, subexprs, with_args
from gdl.passes.simplify.rewrite import Context, Rule
from gdl.support.values import frozen

#: What looks at the state.
_STATE = bits(*FIELD_READS, *PIECE_SETS)

Path = tuple[int, ...]


def stops(e: Expr, c: Context) -> Expr | None:
    """A ray blocked by constant sites is a shorter ray; constants that leave none of its sites out go."""
    rays = e.data
    assert isinstance(rays, Rays)
    row, blocking = e.args
    span = c.pool.span(rays)
    blocking = without_span(blocking, span)
    fixed = 0
    if blocking.op is Op.CONST and isinstance(blocking.data, int):
        fixed, blocking = blocking.data, k.EMPTY_SET
    elif blocking.op is Op.UNION:
        for a, b in (blocking.args, blocking.args[::-1]):
            if b.op is Op.CONST and isinstance(b.data, int):
                fixed, blocking = b.data, a
                break
    if fixed & span:
        return k.ray(c.pool.rays(tuple(_cut(path, fixed) for path in rays.paths), "rays"), row, blocking)
    if blocking == k.EMPTY_SET:
        return k.table(c.pool.table(tuple(as_bits(path) for path in rays.paths), SITES, 0, "reach"), row)
    return None if blocking is e.args[1] else with_args(e, (row, blocking))


def _cut(path: Path, stops: int) -> Path:
    """Up to and including the first that stops it."""
    for number, site in enumerate(path):
        if stops >> site & 1:
            return path[: number + 1]
    return path


def without_span(sites: Expr, span: int) -> Expr:
    """A set of which only the members in `span` matter, without constants that leave none of those out."""
    match sites.op:
        case Op.INTER:
            for a, b in (sites.args, sites.args[::-1]):
                if b.op is Op.CONST and isinstance(b.data, int) and not span & ~b.data:
                    return without_span(a, span)
        case Op.UNION:
            for a, b in (sites.args, sites.args[::-1]):
                if b.op is Op.CONST and isinstance(b.data, int) and not span & b.data:
                    return without_span(a, span)
        case _:
            return sites
    return with_args(sites, tuple(without_span(a, span) for a in sites.args))


@frozen
class _Ways:
    """A union of one table's set and of rays, all looked up by one site."""

    table: tuple[int, ...]
    rays: tuple[tuple[Expr, tuple[Path, ...]], ...]


def chosen(e: Expr, c: Context) -> Expr | None:
    """A choice that only depends on the site, between sets told by that site, is made in the tables."""
    condition, a, b = e.args
    names = free_vars(condition)
    if e.type is not SITES or len(names) != 1:
        return None
    name = next(iter(names))
    holds = _holds(condition, name, c.sites)
    if holds is None:
        return None
    first, second = _ways(a, name, c.sites), _ways(b, name, c.sites)
    if first is None or second is None:
        return None
    site = next(v for v in subexprs(condition, Op.VAR.bit) if v.data == name)
    table = tuple(x if there else y for x, y, there in zip(first.table, second.table, holds, strict=True))
    pairs = _paired(first, second, holds)
    if len(pairs) > max(len(first.rays), len(second.rays)):
        return None
    parts: list[Expr] = [k.ray(c.pool.rays(paths, "rays"), site, blocking) for blocking, paths in pairs]
    if any(table):
        parts.append(k.table(c.pool.table(table, SITES, 0, "steps"), site))
    return k.union(*parts)


def _holds(condition: Expr, name: str, sites: int) -> list[bool] | None:
    """For which sites it holds, where nothing but the site matters."""
    if condition.op_mask & _STATE:
        return None
    try:
        return [bool(holds) for holds in everywhere(condition, name, sites)]
    except NotConstant:
        return None


def _ways(expr: Expr, name: str, sites: int) -> _Ways | None:
    if expr == k.EMPTY_SET:
        return _Ways((0,) * sites, ())
    if expr.op is Op.UNION:
        a, b = _ways(expr.args[0], name, sites), _ways(expr.args[1], name, sites)
        if a is None or b is None:
            return None
        return _Ways(tuple(x | y for x, y in zip(a.table, b.table, strict=True)), a.rays + b.rays)
    if expr.op not in (Op.TABLE, Op.RAY) or expr.args[0].op is not Op.VAR or expr.args[0].data != name:
        return None
    if isinstance(expr.data, Table) and len(expr.data.values) >= sites:
        return _Ways(tuple(int(v) for v in expr.data.values[:sites]), ())
    if isinstance(expr.data, Rays) and len(expr.data.paths) >= sites and name not in free_vars(expr.args[1]):
        return _Ways((0,) * sites, ((expr.args[1], expr.data.paths[:sites]),))
    return None


def _paired(first: _Ways, second: _Ways, holds: Sequence[bool]) -> list[tuple[Expr, tuple[Path, ...]]]:
    """The rays of both: those that are blocked alike, and go up or down alike, share a table."""
    left = list(second.rays)
    nothing: tuple[Path, ...] = ((),) * len(holds)
    pairs = []
    for blocking, paths in first.rays:
        match = next((r for r in left if r[0] == blocking and _slope(r[1]) == _slope(paths)), None)
        if match is not None:
            left.remove(match)
        others = nothing if match is None else match[1]
        pairs.append((blocking, _either(paths, others, holds)))
    return pairs + [(blocking, _either(nothing, paths, holds)) for blocking, paths in left]


def _either(a: Sequence[Path], b: Sequence[Path], holds: Sequence[bool]) -> tuple[Path, ...]:
    return tuple(x if there else y for x, y, there in zip(a, b, holds, strict=True))


def _slope(paths: Sequence[Path]) -> int:
    """1 where all rays go up in site numbers, -1 where all go down: what engines have quick ways for."""
    if all(list(path) == sorted(path) for path in paths):
        return 1
    return -1 if all(list(path) == sorted(path, reverse=True) for path in paths) else 0


RULES: dict[Op, tuple[Rule, ...]] = {Op.RAY: (stops,), Op.SELECT: (chosen,)}
