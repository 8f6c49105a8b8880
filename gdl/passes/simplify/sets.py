r"""Rewrite rules for sets of sites: set algebra.

    (S & ({0-8} \ T))      =>      (S \ T)
    (size(S) == 0)         =>      not(some(S))

Constants stand second, and complements become differences: so that equal sets look alike.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import BOOL, LEAVES, Expr, Op, Rays, Table
from gdl.core.walk import bound_vars, free_vars, substitute, with_args
from gdl.passes.simplify.constant_pool import injective
from gdl.passes.simplify.laws import laws
from gdl.passes.simplify.rewrite import Context, Rule

EMPTY = k.EMPTY_SET
#: Operations that take time: better not worked out where something cheaper decides.
SLOW = (Op.FILTER, Op.EXISTS, Op.SUM, Op.GATHER, Op.FLOOD, Op.FILL, Op.CALL, Op.MOVES_TO, Op.SELECT)
_ALGEBRA = (Op.UNION, Op.INTER, Op.DIFF, Op.IMAGE)


def _slow(*sets: Expr) -> bool:
    """Whether one of these takes time."""
    return any(e.op in SLOW or (e.op in _ALGEBRA and _slow(*e.args)) for e in sets)


LAWS = laws(
    r"""
    A | A  =>  A
    A | {}  =>  A
    full | A  =>  full
    {} | A  =>  A
    A | full  =>  full
    c | A  =>  A | c
    (A | B) | A  =>  A | B
    A | (A | B)  =>  A | B
    (A | c) | d  =>  A | (c | d)
    (full \ A) | A  =>  full
    A | (full \ A)  =>  full
    (A if p else B) | (C if p else D)  =>  (A | C) if p else (B | D)
    ~ A | fill[t](B, A)  =>  A
    image[t](A) | image[t](B)  =>  image[t](A | B)

    A & A  =>  A
    {} & A  =>  {}
    A & full  =>  A
    A & {}  =>  {}
    full & A  =>  A
    c & A  =>  A & c
    ~ A & (full \ B)  =>  A \ B
    ~ A & (A & B)  =>  A & B
    ~ A & (A | B)  =>  A
    ~ A & (A \ B)  =>  A \ B
    ~ A & (B \ A)  =>  {}
    ~ A & ({} if p else B)  =>  {} if p else (A & B)
    ~ A & (B if p else {})  =>  (A & B) if p else {}
    ~ c & (A \ d)  =>  A & (c \ d)
    ~ A & fill[t](B, A)  =>  fill[t](B, A)
    ~ A & ((B \ A) | C)  =>  A & C
    image[t](A) & image[t](B)  =>  image[t](A & B)  where injective(t, sites)
    (A & c) & d  =>  A & (c & d)

    A \ {}  =>  A
    {} \ A  =>  {}
    A \ A  =>  {}
    A \ full  =>  {}
    A \ (full \ B)  =>  A & B
    A \ c  =>  A & (full \ c)
    A \ (A & B)  =>  A \ B
    A \ (A | B)  =>  {}
    A \ (A \ B)  =>  A & B
    (A \ B) \ B  =>  A \ B
    (full \ A) \ B  =>  full \ (A | B)

    one(-1 if p else s)  =>  {} if p else one(s)
    one(s if p else -1)  =>  one(s) if p else {}
    has({}, s)  =>  False
    has(full, s)  =>  True  where site(s)
    has(one(r), s)  =>  r == s  where site(s) or site(r)
    has(full \ A, s)  =>  not has(A, s)  where site(s)
    has({} if p else A, s)  =>  False if p else has(A, s)
    has(A if p else {}, s)  =>  has(A, s) if p else False
    subset({}, A)  =>  True
    subset(A, A)  =>  True
    subset(A, full)  =>  True
    subset(A, {})  =>  not some(A)
    subset(one(s), A)  =>  has(A, s)  where site(s)
    subset(A | B, C)  =>  subset(A, C) and subset(B, C)  where slow(A, B)

    some(one(s))  =>  has(full, s)
    some(filter[x](A, p))  =>  exists[x](A, p)
    some(A if p else B)  =>  some(A) if p else some(B)
    some(A | B)  =>  some(A) or some(B)  where slow(A, B)
    some((A | B) \ C)  =>  some(A \ C) or some(B \ C)  where slow(A, B)
    some((A | B) & C)  =>  some(A & C) or some(B & C)  where slow(A, B)
    size(one(s))  =>  to_int(has(full, s))
    size({} if p else A)  =>  0 if p else size(A)
    size(A if p else {})  =>  size(A) if p else 0

    fill[t]({}, A)  =>  {}
    fill[t](A, {})  =>  {}
    flood[t]({}, A)  =>  {}
    flood[t](A, {})  =>  {}
    run[t](s, {})  =>  0

    nth(one(s), 0)  =>  s  where site_or_none(s)
    last(one(s))  =>  s  where site_or_none(s)
    A == {}  =>  not some(A)
    A != {}  =>  some(A)
    size(A) > 0  =>  some(A)
    size(A) != 0  =>  some(A)
    size(A) == 0  =>  not some(A)
    size(A) < 1  =>  not some(A)
    """,
    injective=injective,
    slow=_slow,
)


def has(e: Expr, c: Context) -> Expr | None:
    """In a constant set of one, and in a filtered set."""
    sites, site = e.args
    if sites.op is Op.CONST and isinstance(sites.data, int) and sites.data.bit_count() == 1:
        return k.eq(site, k.int_(sites.data.bit_length() - 1))
    if sites.op is Op.FILTER:
        condition_there = at_member(sites, site, c)
        if condition_there is not None:
            return k.and_(k.has(sites.args[0], site), condition_there)
    return None


def subset(e: Expr, _: Context) -> Expr | None:
    """Of a constant set of one."""
    a, b = e.args
    if a.op is Op.CONST and isinstance(a.data, int) and a.data.bit_count() == 1:
        return k.has(b, k.int_(a.data.bit_length() - 1))
    return None


def some(e: Expr, _: Context) -> Expr | None:
    """Of the destinations of moves."""
    a = e.args[0]
    return Expr(Op.ANY_MOVE, BOOL, a.args, a.data) if a.op is Op.MOVES_TO else None


def count(e: Expr, _: Context) -> Expr | None:
    """Whether there are moves, of which it is asked how many there are."""
    a, b = e.args
    if a.op is not Op.COUNT_MOVES or b.op is not Op.CONST:
        return None
    wanted = _NONE.get((e.op, int(str(b.data))))
    there = Expr(Op.ANY_MOVE, BOOL, a.args, a.data)
    return None if wanted is None else k.not_(there) if wanted else there


#: Whether a number of things that compares so with one is none, or is some.
_NONE = {(Op.GT, 0): False, (Op.NE, 0): False, (Op.EQ, 0): True, (Op.LT, 1): True}


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


def ray(e: Expr, _: Context) -> Expr | None:
    """Rays that all end at once."""
    assert isinstance(e.data, Rays)
    return None if any(e.data.paths) else EMPTY


RULES: dict[Op, tuple[Rule, ...]] = {
    **LAWS,
    **{op: (*LAWS[op], count) for op in (Op.EQ, Op.NE, Op.LT, Op.GT)},
    Op.HAS: (*LAWS[Op.HAS], has), Op.SUBSET: (*LAWS[Op.SUBSET], subset), Op.SOME: (*LAWS[Op.SOME], some),
    Op.IMAGE: (image,), Op.RAY: (ray,),
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
