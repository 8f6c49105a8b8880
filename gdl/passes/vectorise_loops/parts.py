"""Decomposition of step tables into one-to-one steps, and conditions on origins as sets.

A step table says where each site leads: to one site or to a set of them. A *part* of it is a one-to-one
step, so that a site it leads to tells where one came from. The parts of a movement on a regular board are
its directions.
"""

from __future__ import annotations

from functools import lru_cache

from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.evaluate import NotConstant, everywhere
from gdl.core.ops import FIELD_READS, INT, SITES, Expr, Op, Table
from gdl.core.walk import bits, free_vars
from gdl.support.values import frozen

#: With more one-to-one parts than that, site by site is as good.
MOST_PARTS = 8


@frozen(eq=False)
class Part:
    """A one-to-one step and the step back."""

    there: Table
    back: Table


@lru_cache(maxsize=4096)
def parts_of(table: Table, sites: int) -> tuple[Part, ...] | None:
    """The parts of a step table, together all of it; None where they would be too many.

    Steps over the same distance (in site numbers) belong together: on a board whose rows are numbered alike
    that is a direction, and a shift of the whole set. Distances that neither start nor end at a common site
    (as one direction has on a board with rows of changing length) share a part.
    """
    by_distance: dict[int, dict[int, int]] = {}
    for origin in range(sites):
        for target in targets(table, origin):
            by_distance.setdefault(target - origin, {})[origin] = target
    parts: list[dict[int, int]] = []
    for distance in sorted(by_distance, key=lambda d: (d > 0, abs(d))):
        step = by_distance[distance]
        for part in parts:
            if part.keys().isdisjoint(step) and not set(part.values()) & set(step.values()):
                part.update(step)
                break
        else:
            parts.append(step)
    if len(parts) > MOST_PARTS or len(by_distance) > 3 * MOST_PARTS:
        return None
    return tuple(_part(part, sites) for part in parts)


def _part(step: dict[int, int], sites: int) -> Part:
    back = {target: origin for origin, target in step.items()}
    return Part(_step_table(step, sites), _step_table(back, sites))


def _step_table(step: dict[int, int], sites: int) -> Table:
    return Table("step", INT, tuple(step.get(s, -1) for s in range(sites)), -1)


def targets(table: Table, site: int) -> list[int]:
    """The sites that one leads to."""
    value = int(table.values[site]) if site < len(table.values) else int(table.outside)
    if table.type is SITES:
        return list(members(value))
    return [value] if value >= 0 else []


_STATE = bits(*FIELD_READS)


def where(name: str, sites: Expr, condition: Expr, board: int) -> Expr | None:
    """The members of `sites` for which the condition holds, the variable `name` standing for each of them.

    None where that cannot be said with operations on whole sets. `board`: how many sites there are.
    """
    if name not in free_vars(condition):
        if condition == k.TRUE:
            return sites
        return k.EMPTY_SET if condition == k.FALSE else k.select(condition, sites, k.EMPTY_SET)
    fixed = _fixed(name, condition, board)
    if fixed is not None:
        return k.inter(sites, k.sites_(fixed))
    args = condition.args
    match condition.op:
        case Op.AND:
            first = where(name, sites, args[0], board)
            return None if first is None else where(name, first, args[1], board)
        case Op.OR:
            first, second = (where(name, sites, a, board) for a in args)
            return None if first is None or second is None else k.union(first, second)
        case Op.NOT:
            without = where(name, sites, args[0], board)
            return None if without is None else k.diff(sites, without)
        case Op.SELECT:
            return where(
                name, sites, k.or_(k.and_(args[0], args[1]), k.and_(k.not_(args[0]), args[2])), board
            )
        case Op.HAS if name not in free_vars(args[0]):
            origins = _leading_to(name, k.one(args[1]), args[0], board)
            return None if origins is None else k.inter(sites, origins)
        case Op.SOME if args[0].op is Op.INTER:
            for a, b in (args[0].args, args[0].args[::-1]):
                if name not in free_vars(b):
                    origins = _leading_to(name, a, b, board)
                    return None if origins is None else k.inter(sites, origins)
        case Op.EQ if args[0].type is INT:
            for a, b in (args, args[::-1]):
                if a == k.var(name, INT) and name not in free_vars(b):
                    return k.inter(sites, k.one(b))
    return None


def _fixed(name: str, condition: Expr, board: int) -> int | None:
    """The sites for which it holds, where nothing but the site matters."""
    if free_vars(condition) != {name} or condition.op_mask & _STATE:
        return None
    try:
        return sum(1 << s for s, holds in enumerate(everywhere(condition, name, board)) if holds)
    except NotConstant:
        return None


def _leading_to(name: str, reached: Expr, goal: Expr, board: int) -> Expr | None:
    """The sites from which a member of `goal` is among those reached."""
    site = k.var(name, INT)
    table: object = None
    if reached == k.one(site):
        return goal
    if reached.op is Op.TABLE and reached.type is SITES and reached.args == (site,):
        table = reached.data
    elif reached.op is Op.ONE and reached.args[0].op is Op.TABLE and reached.args[0].args == (site,):
        table = reached.args[0].data
    if not isinstance(table, Table):
        return None
    parts = parts_of(table, board)
    return None if parts is None else k.union(*(k.image(part.back, goal) for part in parts))
