r"""Rewrite rules for sets of sites: set algebra.

    (S & ({0-8} \ T))      =>      (S \ T)
    (size(S) == 0)         =>      not(some(S))

Constants stand second, and complements become differences: so that equal sets look alike.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import BOOL, INT, LEAVES, SITES, Expr, Op, Rays, Table
from gdl.core.walk import bound_vars, free_vars, substitute, with_args
from gdl.passes.simplify.constant_pool import injective
from gdl.passes.simplify.rewrite import Context, Rule

EMPTY = k.EMPTY_SET


def _is_full(e: Expr, c: Context) -> bool:
    return e.op is Op.CONST and e.data == c.full


def _complement_of(e: Expr, c: Context) -> Expr | None:
    """X of an expression that is all sites but X."""
    return e.args[1] if e.op is Op.DIFF and _is_full(e.args[0], c) else None


def union(e: Expr, c: Context) -> Expr | None:
    """With the empty and the full set, with itself; a constant stands second, constants join."""
    a, b = e.args
    if a == b or b == EMPTY or _is_full(a, c):
        return a
    if a == EMPTY or _is_full(b, c):
        return b
    if a.op is Op.CONST:
        return k.union(b, a)
    if a.op is Op.UNION and b in a.args:
        return a
    if b.op is Op.UNION and a in b.args:
        return b
    if b.op is Op.CONST and a.op is Op.UNION and a.args[1].op is Op.CONST:
        return k.union(a.args[0], k.union(a.args[1], b))
    if _complement_of(a, c) == b or _complement_of(b, c) == a:
        return k.sites_(c.full)
    if a.op is Op.SELECT and b.op is Op.SELECT and a.args[0] == b.args[0]:
        return k.select(a.args[0], k.union(a.args[1], b.args[1]), k.union(a.args[2], b.args[2]))
    for x, y in ((a, b), (b, a)):
        if y.op is Op.FILL and y.args[1] == x:
            return x
    if a.op is Op.IMAGE and b.op is Op.IMAGE and a.data is b.data:
        return Expr(Op.IMAGE, SITES, (k.union(a.args[0], b.args[0]),), a.data)
    return None


def inter(e: Expr, c: Context) -> Expr | None:
    """With the empty and the full set, with itself, with complements; a constant stands second."""
    a, b = e.args
    if a in (b, EMPTY) or _is_full(b, c):
        return a
    if b == EMPTY or _is_full(a, c):
        return b
    if a.op is Op.CONST:
        return k.inter(b, a)
    for x, y in ((a, b), (b, a)):
        outside = _complement_of(y, c)
        if outside is not None:
            return k.diff(x, outside)
        if y.op is Op.INTER and x in y.args:
            return y
        if y.op is Op.UNION and x in y.args:
            return x
        if y.op is Op.DIFF and x == y.args[0]:
            return y
        if y.op is Op.DIFF and x == y.args[1]:
            return EMPTY
        if y.op is Op.SELECT and EMPTY in y.args[1:]:
            return k.select(y.args[0], k.inter(x, y.args[1]), k.inter(x, y.args[2]))
        if y.op is Op.DIFF and y.args[1].op is Op.CONST and x.op is Op.CONST:
            return k.inter(y.args[0], k.diff(x, y.args[1]))
        if y.op is Op.FILL and y.args[1] == x:
            return y
        if y.op is Op.UNION:
            for part, other in (y.args, y.args[::-1]):
                if part.op is Op.DIFF and part.args[1] == x:
                    return k.inter(x, other)
    if a.op is Op.IMAGE and b.op is Op.IMAGE and a.data is b.data:
        assert isinstance(a.data, Table)
        if injective(a.data, c.sites):
            return k.image(a.data, k.inter(a.args[0], b.args[0]))
    if b.op is Op.CONST and a.op is Op.INTER and a.args[1].op is Op.CONST:
        return k.inter(a.args[0], k.inter(a.args[1], b))
    return None


def diff(e: Expr, c: Context) -> Expr | None:
    """With the empty and the full set, with itself; A \\ (A & B) = A \\ B; constants join."""
    a, b = e.args
    if b == EMPTY or a == EMPTY:
        return a
    if a == b or _is_full(b, c):
        return EMPTY
    outside = _complement_of(b, c)
    if outside is not None:
        return k.inter(a, outside)
    if b.op is Op.CONST and isinstance(b.data, int) and not _is_full(a, c):
        return k.inter(a, k.sites_(c.full & ~b.data))
    if b.op is Op.INTER and a in b.args:
        return k.diff(a, b.args[1] if b.args[0] == a else b.args[0])
    if b.op is Op.UNION and a in b.args:
        return EMPTY
    if b.op is Op.DIFF and b.args[0] == a:
        return k.inter(a, b.args[1])
    if a.op is Op.DIFF and a.args[1] == b:
        return a
    if a.op is Op.DIFF and _is_full(a.args[0], c):
        return k.diff(a.args[0], k.union(a.args[1], b))
    return None


def one(e: Expr, _: Context) -> Expr | None:
    """ONE of a SELECT with -1 is a SELECT with the empty set."""
    a = e.args[0]
    if a.op is Op.SELECT and k.NOWHERE_SITE in a.args[1:]:
        return k.select(a.args[0], k.one(a.args[1]), k.one(a.args[2]))
    return None


def has(e: Expr, c: Context) -> Expr | None:
    """In the empty and the full set, in a set of one, in a complement, in a chosen set."""
    sites, site = e.args
    if sites == EMPTY:
        return k.FALSE
    if _is_full(sites, c) and c.is_site(site):
        return k.TRUE
    if sites.op is Op.ONE and (c.is_site(site) or c.is_site(sites.args[0])):
        return k.eq(sites.args[0], site)
    if sites.op is Op.CONST and isinstance(sites.data, int) and sites.data.bit_count() == 1:
        return k.eq(site, k.int_(sites.data.bit_length() - 1))
    outside = _complement_of(sites, c)
    if outside is not None and c.is_site(site):
        return k.not_(k.has(outside, site))
    if sites.op is Op.SELECT:
        condition, a, b = sites.args
        if EMPTY in (a, b):
            return k.select(condition, k.has(a, site), k.has(b, site))
    if sites.op is Op.FILTER:
        condition_there = at_member(sites, site, c)
        if condition_there is not None:
            return k.and_(k.has(sites.args[0], site), condition_there)
    return None


def subset(e: Expr, c: Context) -> Expr | None:
    """Of a set of one, of nothing, of everything."""
    a, b = e.args
    if a in (EMPTY, b) or _is_full(b, c):
        return k.TRUE
    if b == EMPTY:
        return k.not_(k.some(a))
    if a.op is Op.ONE and c.is_site(a.args[0]):
        return k.has(b, a.args[0])
    if a.op is Op.CONST and isinstance(a.data, int) and a.data.bit_count() == 1:
        return k.has(b, k.int_(a.data.bit_length() - 1))
    if a.op is Op.UNION and _slow_part(a):
        return k.and_(k.subset(a.args[0], b), k.subset(a.args[1], b))
    return None


#: Operations that take time: better not worked out where something cheaper decides.
SLOW = (Op.FILTER, Op.EXISTS, Op.SUM, Op.GATHER, Op.FLOOD, Op.FILL, Op.CALL, Op.MOVES_TO, Op.SELECT)


def _slow_part(union: Expr) -> bool:
    """Whether a part of a union takes time."""
    return any(_slow(part) for part in union.args)


def _slow(e: Expr) -> bool:
    return e.op in SLOW or (e.op in _ALGEBRA and any(_slow(a) for a in e.args))


_ALGEBRA = (Op.UNION, Op.INTER, Op.DIFF, Op.IMAGE)


def some(e: Expr, c: Context) -> Expr | None:
    """Of a set of one; of a filtered set; of a choice; of a union of what takes time."""
    a = e.args[0]
    match a.op:
        case Op.ONE:
            return k.has(k.sites_(c.full), a.args[0])
        case Op.FILTER:
            return Expr(Op.EXISTS, BOOL, a.args, a.data)
        case Op.SELECT:
            return k.select(a.args[0], k.some(a.args[1]), k.some(a.args[2]))
        case Op.UNION if _slow_part(a):
            return k.or_(k.some(a.args[0]), k.some(a.args[1]))
        case Op.DIFF if a.args[0].op is Op.UNION and _slow_part(a.args[0]):
            return k.or_(*(k.some(k.diff(part, a.args[1])) for part in a.args[0].args))
        case Op.INTER:
            for whole, other in (a.args, a.args[::-1]):
                if whole.op is Op.UNION and _slow_part(whole):
                    return k.or_(*(k.some(k.inter(part, other)) for part in whole.args))
        case Op.MOVES_TO:
            return Expr(Op.ANY_MOVE, BOOL, a.args, a.data)
    return None


def size(e: Expr, c: Context) -> Expr | None:
    """Of a set of one; of a choice with nothing."""
    a = e.args[0]
    if a.op is Op.ONE:
        return k.to_int(k.has(k.sites_(c.full), a.args[0]))
    if a.op is Op.SELECT and EMPTY in a.args[1:]:
        return k.select(a.args[0], k.size(a.args[1]), k.size(a.args[2]))
    return None


def pick(e: Expr, c: Context) -> Expr | None:
    """The first or last of a set of one."""
    a = e.args[0]
    first = e.op is Op.LAST or e.args[1] == k.int_(0)
    return a.args[0] if first and a.op is Op.ONE and c.site_or_none(a.args[0]) else None


_SIZES = {(Op.GT, 0): True, (Op.NE, 0): True, (Op.EQ, 0): False, (Op.LT, 1): False}


def count(e: Expr, _: Context) -> Expr | None:
    """Whether a size is 0 is whether there is a member; likewise for moves; a set equal to the empty one."""
    a, b = e.args
    if b == EMPTY and a.type is SITES:
        return k.not_(k.some(a)) if e.op is Op.EQ else k.some(a)
    if b.op is not Op.CONST or a.op not in (Op.SIZE, Op.COUNT_MOVES) or b.type is not INT:
        return None
    wanted = _SIZES.get((e.op, int(str(b.data))))
    if wanted is None:
        return None
    result = k.some(a.args[0]) if a.op is Op.SIZE else Expr(Op.ANY_MOVE, BOOL, a.args, a.data)
    return result if wanted else k.not_(result)


def image(e: Expr, c: Context) -> Expr | None:
    """Of nothing; of one site: a look in the table; without sites that lead nowhere."""
    assert isinstance(e.data, Table)
    a = e.args[0]
    if a == EMPTY:
        return EMPTY
    if a.op is Op.ONE and (c.is_site(a.args[0]) or e.data.outside < 0):
        return k.one(k.table(e.data, a.args[0]))
    led = sum(1 << site for site, target in enumerate(e.data.values) if target >= 0)
    leading = _without(a, led)
    if leading is not a:
        return k.image(e.data, leading)
    return None


def _without(a: Expr, those: int) -> Expr:
    """An intersection without the constants in it that only leave out what is not in `those` anyway."""
    if a.op is not Op.INTER:
        return a
    for kept, other in (a.args, a.args[::-1]):
        if other.op is Op.CONST and isinstance(other.data, int) and not those & ~other.data:
            return _without(kept, those)
    return with_args(a, tuple(_without(part, those) for part in a.args))


def spread(e: Expr, _: Context) -> Expr | None:
    """FILL and FLOOD from nothing or through nothing."""
    return EMPTY if EMPTY in e.args else None


def run(e: Expr, _: Context) -> Expr | None:
    """RUN through nothing."""
    return k.int_(0) if e.args[1] == EMPTY else None


def ray(e: Expr, _: Context) -> Expr | None:
    """Rays that all end at once."""
    assert isinstance(e.data, Rays)
    return None if any(e.data.paths) else EMPTY


RULES: dict[Op, tuple[Rule, ...]] = {
    Op.UNION: (union,), Op.INTER: (inter,), Op.DIFF: (diff,), Op.ONE: (one,), Op.HAS: (has,),
    Op.SUBSET: (subset,), Op.SOME: (some,), Op.SIZE: (size,), Op.NTH: (pick,), Op.LAST: (pick,),
    Op.EQ: (count,), Op.NE: (count,), Op.LT: (count,), Op.GT: (count,),
    Op.IMAGE: (image,), Op.FILL: (spread,), Op.FLOOD: (spread,), Op.RUN: (run,), Op.RAY: (ray,),
}  # fmt: skip

# --- a condition on each member, looked at for one site -------------------------------------------------


def _replace(body: Expr, name: str, value: Expr) -> Expr | None:
    """The body with a simple value in place of the variable; None where names would clash."""
    if value.op not in LEAVES or not free_vars(value).isdisjoint(bound_vars(body)):
        return None
    return substitute(body, {name: value})


def at_member(binder: Expr, site: Expr, c: Context) -> Expr | None:
    """The second argument of a binder for one certain site."""
    return _replace(binder.args[1], str(binder.data), site) if c.is_site(site) else None
