"""Rewrite rules for numbers, comparisons and truth: algebra, and what value ranges decide.

    ((0 + x) * 1)      =>      x
    (@mover > 0)       =>      True

Whole numbers wrap around, so every rule holds of all numbers of 64 bits.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import BOOL, FLOAT, INT, MIRRORED, NEGATED, SITES, Expr, Op, Table
from gdl.passes.simplify.laws import laws
from gdl.passes.simplify.rewrite import Context, Rule

ZERO, ONE = k.int_(0), k.int_(1)
LAWS = laws(r"""
    n + 0  =>  n
    c + n  =>  n + c
    (n + c) + d  =>  n + (c + d)
    n - 0  =>  n
    n - n  =>  0
    c * n  =>  n * c
    n * 1  =>  n
    n * 0  =>  0
    x / 1  =>  x
    x / 1.0  =>  x
    -(-x)  =>  x

    True and p  =>  p
    p and False  =>  False
    p and True  =>  p
    False and p  =>  False
    p and p  =>  p
    (p and q) and r  =>  p and (q and r)
    (not p) and p  =>  False
    p and (not p)  =>  False
    False or p  =>  p
    p or True  =>  True
    p or False  =>  p
    True or p  =>  True
    p or p  =>  p
    (p or q) or r  =>  p or (q or r)
    (not p) or p  =>  True
    p or (not p)  =>  True
    p ^ True  =>  not p
    p ^ False  =>  p
    c ^ p  =>  p ^ c

    not (not p)  =>  p
    not (p if q else r)  =>  (not p) if q else (not r)
    not some(A \ B)  =>  subset(A, B)

    x if True else y  =>  x
    x if False else y  =>  y
    x if p else x  =>  x
    x if (not p) else y  =>  y if p else x
    True if p else q  =>  p or q
    q if p else False  =>  p and q
    False if p else q  =>  (not p) and q
    q if p else True  =>  (not p) or q
    1 if p else 0  =>  to_int(p)
""")


def mod(e: Expr, c: Context) -> Expr | None:
    """x % m = x where x is below m anyway."""
    low, high = c.range(e.args[0])
    least = c.range(e.args[1])[0]
    return e.args[0] if e.type is INT and low >= 0 and high < least else None


def min_max(e: Expr, c: Context) -> Expr | None:
    """The one that is never the greater (the smaller)."""
    a, b = e.args
    if a == b:
        return a
    if e.type is not INT:
        return None
    (low_a, high_a), (low_b, high_b) = c.range(a), c.range(b)
    if high_a <= low_b:
        return a if e.op is Op.MIN else b
    if high_b <= low_a:
        return b if e.op is Op.MIN else a
    return None


def table(e: Expr, c: Context) -> Expr | None:
    """A table with one value only; a table that gives each index itself."""
    data = e.data
    assert isinstance(data, Table)
    low, high = c.range(e.args[0])
    inside = low >= 0 and high < len(data.values)
    if inside and e.type is INT and data.values[low : high + 1] == tuple(range(low, high + 1)):
        return e.args[0]
    value = data.values[0] if data.values else data.outside
    if (not inside and value != data.outside) or any(v != value for v in data.values):
        return None
    if e.type is SITES and int(value) >> c.sites:
        return None
    return Expr(Op.CONST, e.type, data=bool(value) if e.type is BOOL else value)


def compare(e: Expr, c: Context) -> Expr | None:
    """What the ranges decide; constants stand second; comparing a SELECT of constants is its condition."""
    a, b = e.args
    if a.op is Op.CONST and b.op is not Op.CONST:
        return k.compare(MIRRORED[e.op], b, a)
    if a == b and a.type is not FLOAT:
        return k.bool_(e.op in (Op.EQ, Op.LE, Op.GE))
    if a.type is BOOL and b.op is Op.CONST:
        same = b.data == (e.op is Op.EQ)
        return a if same else k.not_(a)
    if a.type is not INT:
        return None
    decided = _decided(e.op, c.range(a), c.range(b))
    if decided is not None:
        return k.bool_(decided)
    if b.op is not Op.CONST:
        return None
    if a.op is Op.TO_INT and a.args[0].type is BOOL:
        holds = k.compare(e.op, ONE, b)
        return k.select(a.args[0], holds, k.compare(e.op, ZERO, b))
    if a.op is Op.SELECT and any(x.op is Op.CONST for x in a.args[1:]):
        return k.select(a.args[0], k.compare(e.op, a.args[1], b), k.compare(e.op, a.args[2], b))
    if a.op is Op.ADD and a.args[1].op is Op.CONST and e.op in (Op.EQ, Op.NE):
        return k.compare(e.op, a.args[0], k.sub(b, a.args[1]))
    # of the ends of all numbers it is decided: one less, or more, is a number too
    if e.op is Op.GE and isinstance(b.data, int):
        return k.gt(a, k.int_(b.data - 1))
    if e.op is Op.LE and isinstance(b.data, int):
        return k.lt(a, k.int_(b.data + 1))
    return None


def _decided(op: Op, a: tuple[int, int], b: tuple[int, int]) -> bool | None:
    """Whether a comparison holds for all numbers, or none, of two ranges."""
    apart = a[1] < b[0] or b[1] < a[0]
    match op:
        case Op.EQ if apart:
            return False
        case Op.NE if apart:
            return True
        case Op.LT | Op.GE if a[1] < b[0] or a[0] >= b[1]:
            return (a[1] < b[0]) == (op is Op.LT)
        case Op.GT | Op.LE if a[0] > b[1] or a[1] <= b[0]:
            return (a[0] > b[1]) == (op is Op.GT)
    return None


def not_(e: Expr, _: Context) -> Expr | None:
    """The opposite comparison (of Ints; Floats may be no numbers)."""
    a = e.args[0]
    if a.op in (Op.EQ, Op.NE) or (a.op in NEGATED and a.args[0].type is INT):
        return k.compare(NEGATED[a.op], *a.args)
    return None


RULES: dict[Op, tuple[Rule, ...]] = {
    **LAWS,
    Op.NOT: (*LAWS[Op.NOT], not_), Op.MOD: (mod,), Op.MIN: (min_max,), Op.MAX: (min_max,), Op.TABLE: (table,),
    Op.EQ: (compare,), Op.NE: (compare,), Op.LT: (compare,), Op.LE: (compare,), Op.GT: (compare,),
    Op.GE: (compare,),
}  # fmt: skip
