"""If-conversion: a condition on each member of a set, as a set, asked once for all members.

    for x in S:  if has(T, x): ...      =>      ... of (S & T)

What depends on the member by more than one step cannot be said so.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.evaluate import NotConstant, everywhere
from gdl.core.ops import FIELD_READS, INT, SITES, Expr, Op, Table
from gdl.core.walk import bits, free_vars
from gdl.passes.vectorise_loops.parts import parts_of

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
