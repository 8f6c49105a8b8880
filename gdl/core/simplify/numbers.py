"""Rules for numbers, comparisons and truth."""

from __future__ import annotations

from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Field, Op, Table
from gdl.core.simplify.rewrite import Rewriter, is_const, mask, rule
from gdl.core.simplify.values import element, wrap

_COMMUTE = (Op.ADD, Op.MUL, Op.EQ, Op.NE, Op.UNION, Op.INTER, Op.MIN, Op.MAX, Op.XOR)


@rule(*_COMMUTE)
def constant_last(r: Rewriter, e: Expr) -> Expr | None:
    """A constant stands second, so that other rules find it there."""
    a, b = e.args
    if a.op is Op.CONST and b.op is not Op.CONST and a.type is not FLOAT:
        return r.with_args(e, b, a)
    return None


@rule(Op.ADD)
def add(r: Rewriter, e: Expr) -> Expr | None:
    if e.type is not INT:
        return None
    a, b = e.args
    if is_const(b, 0):
        return a
    number = mask(b)
    if number is None:
        return None
    inner = mask(a.args[1]) if a.op is Op.ADD else None
    if inner is not None:
        return r.with_args(e, a.args[0], r.int_(wrap(number + inner)))
    if a.op is Op.SUB:
        first = mask(a.args[0])
        if first is not None:
            return r.make(Op.SUB, INT, r.int_(wrap(first + number)), a.args[1])
    return None


@rule(Op.SUB)
def sub(r: Rewriter, e: Expr) -> Expr | None:
    if e.type is not INT:
        return None
    a, b = e.args
    if a is b:
        return r.int_(0)
    if is_const(b, 0):
        return a
    subtracted = mask(b)
    if subtracted is not None:
        return r.make(Op.ADD, INT, a, r.int_(wrap(-subtracted))) if a.op in (Op.ADD, Op.SUB) else None
    first = mask(a)
    if first is not None and b.op is Op.SUB:  # c - (d - x)
        inner = mask(b.args[0])
        if inner is not None:
            return r.make(Op.ADD, INT, b.args[1], r.int_(wrap(first - inner)))
    return None


@rule(Op.MUL)
def mul(r: Rewriter, e: Expr) -> Expr | None:
    if e.type is not INT:
        return None
    a, b = e.args
    if is_const(b, 0):
        return b
    return a if is_const(b, 1) else None


@rule(Op.DIV)
def div(r: Rewriter, e: Expr) -> Expr | None:
    return e.args[0] if e.type is INT and is_const(e.args[1], 1) else None


@rule(Op.MOD)
def mod(r: Rewriter, e: Expr) -> Expr | None:
    by = mask(e.args[1]) if e.type is INT else None
    if by is None or by <= 0:
        return None
    low, high = r.range(e.args[0])
    return e.args[0] if low > -by and high < by else None


@rule(Op.MIN, Op.MAX)
def min_max(r: Rewriter, e: Expr) -> Expr | None:
    a, b = e.args
    if a is b and a.type is INT:
        return a
    if a.type is INT:
        (low, high), (low_b, high_b) = r.range(a), r.range(b)
        if high <= low_b:
            return a if e.op is Op.MIN else b
        if high_b <= low:
            return b if e.op is Op.MIN else a
    return None


@rule(Op.NEG, Op.ABS)
def sign(r: Rewriter, e: Expr) -> Expr | None:
    a = e.args[0]
    if e.op is Op.NEG:
        return a.args[0] if a.op is Op.NEG else None
    return a if a.type is INT and r.range(a)[0] >= 0 else None


@rule(Op.TABLE)
def table(r: Rewriter, e: Expr) -> Expr | None:
    """Of all that can be looked up the same value comes out, or the index itself."""
    data, index = e.data, e.args[0]
    assert isinstance(data, Table)
    low, high = r.range(index)
    if high - low > len(data.values) + 1:
        low, high = max(low, -1), min(high, len(data.values))
    found = {element(data, i): i for i in range(low, high + 1)}
    if len(found) == 1:
        value = next(iter(found))
        return r.const(e.type, float(value) if e.type is FLOAT else int(value))
    if e.type is INT and all(value == i for value, i in found.items()):
        exact = (low, high) == r.range(index) and len(found) == high - low + 1
        return index if exact else None
    return None


@rule(Op.ELEM)
def element_outside(r: Rewriter, e: Expr) -> Expr | None:
    """An element that no array has."""
    assert isinstance(e.data, Field) and e.data.length is not None
    low, high = r.range(e.args[0])
    if high < 0 or low >= e.data.length:
        return nothing(r, e)
    return None


def nothing(r: Rewriter, e: Expr) -> Expr:
    """What stands outside of arrays of that type."""
    return r.const(e.type, 0.0 if e.type is FLOAT else e.type is not BOOL and 0)


# --- comparison -----------------------------------------------------------------------------------------

_MIRRORED = {Op.LT: Op.GT, Op.LE: Op.GE, Op.GT: Op.LT, Op.GE: Op.LE, Op.EQ: Op.EQ, Op.NE: Op.NE}
_COMPARISONS = tuple(_MIRRORED)
_OPPOSITE = {
    Op.EQ: Op.NE, Op.NE: Op.EQ, Op.LT: Op.GE, Op.GE: Op.LT, Op.GT: Op.LE, Op.LE: Op.GT,
}  # fmt: skip


@rule(*_COMPARISONS)
def compare(r: Rewriter, e: Expr) -> Expr | None:
    a, b = e.args
    if a.type is FLOAT:
        return None
    if a is b:
        return r.bool_(e.op in (Op.EQ, Op.LE, Op.GE))
    if a.op is Op.CONST and b.op is not Op.CONST:
        return r.make(_MIRRORED[e.op], BOOL, b, a)
    if a.op is Op.SELECT and b.op is Op.CONST and any(x.op is Op.CONST for x in a.args[1:]):
        return r.select(a.args[0], r.with_args(e, a.args[1], b), r.with_args(e, a.args[2], b))
    if a.type is INT:
        return by_ranges(r, e) or shifted(r, e) or of_size(r, e)
    if a.type is BOOL:
        if b.op is Op.CONST:
            return a if b.data == (e.op is Op.EQ) else r.not_(a)
        return None
    if a.type is SITES and is_const(b, 0):
        return r.not_(r.some(a)) if e.op is Op.EQ else r.some(a)
    return None


def by_ranges(r: Rewriter, e: Expr) -> Expr | None:
    """Decided by what the two numbers can be."""
    (low, high), (low_b, high_b) = r.range(e.args[0]), r.range(e.args[1])
    match e.op:
        case Op.EQ | Op.NE:
            if high < low_b or high_b < low:
                return r.bool_(e.op is Op.NE)
        case Op.LT | Op.GE:
            if high < low_b or low >= high_b:
                return r.bool_((e.op is Op.LT) == (high < low_b))
        case Op.LE | Op.GT:
            if high <= low_b or low > high_b:
                return r.bool_((e.op is Op.LE) == (high <= low_b))
    return None


def shifted(r: Rewriter, e: Expr) -> Expr | None:
    """x + c == d, c - x == d."""
    a, number = e.args[0], mask(e.args[1])
    if number is None or e.op not in (Op.EQ, Op.NE) or a.op not in (Op.ADD, Op.SUB):
        return None
    first, second = mask(a.args[0]), mask(a.args[1])
    if second is not None:
        other = number - second if a.op is Op.ADD else number + second
        return r.with_args(e, a.args[0], r.int_(wrap(other)))
    if first is not None and a.op is Op.SUB:
        return r.with_args(e, a.args[1], r.int_(wrap(first - number)))
    if a.op is Op.SUB and number == 0:
        return r.with_args(e, *a.args)
    return None


def of_size(r: Rewriter, e: Expr) -> Expr | None:
    """Whether a set has any member; whether a truth as a number is 1."""
    a, number = e.args[0], mask(e.args[1])
    if number is None:
        return None
    if a.op is Op.TO_INT and a.args[0].type is BOOL:
        one = r.with_args(e, r.int_(1), e.args[1])
        none = r.with_args(e, r.int_(0), e.args[1])
        return r.select(a.args[0], one, none)
    if a.op is not Op.SIZE:
        return None
    if (e.op, number) in ((Op.GT, 0), (Op.GE, 1), (Op.NE, 0)):
        return r.some(a.args[0])
    if (e.op, number) in ((Op.LT, 1), (Op.LE, 0), (Op.EQ, 0)):
        return r.not_(r.some(a.args[0]))
    return None


# --- truth ----------------------------------------------------------------------------------------------


@rule(Op.NOT)
def not_(r: Rewriter, e: Expr) -> Expr | None:
    a = e.args[0]
    if a.op is Op.NOT:
        return a.args[0]
    if a.op in _OPPOSITE and a.args[0].type is not FLOAT:
        return r.make(_OPPOSITE[a.op], BOOL, *a.args)
    return None


@rule(Op.AND, Op.OR)
def and_or(r: Rewriter, e: Expr) -> Expr | None:
    a, b = e.args
    decides = e.op is Op.OR  # the value of the first that decides
    for one, other in ((a, b), (b, a)):
        if one.op is Op.CONST:
            return one if one.data is decides else other
    if a is b:
        return a
    if opposite(r, a, b):
        return r.bool_(decides)
    if b.op is e.op and (a is b.args[0] or a is b.args[1]):
        return b
    if a.op is Op.NOT and b.op is Op.NOT:
        other_op = Op.AND if decides else Op.OR
        return r.not_(r.make(other_op, BOOL, a.args[0], b.args[0]))
    if a.op is e.op:  # nested to the right, as they are evaluated
        return r.with_args(e, a.args[0], r.with_args(e, a.args[1], b))
    return None


def opposite(r: Rewriter, a: Expr, b: Expr) -> bool:
    """Whether one is true just where the other is not."""
    if (a.op is Op.NOT and a.args[0] is b) or (b.op is Op.NOT and b.args[0] is a):
        return True
    return _OPPOSITE.get(a.op) is b.op and a.args == b.args and a.args[0].type is not FLOAT


@rule(Op.XOR)
def xor(r: Rewriter, e: Expr) -> Expr | None:
    a, b = e.args
    if a is b:
        return r.false
    if b.op is Op.CONST:
        return r.not_(a) if b.data else a
    return None


@rule(Op.SELECT)
def select(r: Rewriter, e: Expr) -> Expr | None:
    condition, a, b = e.args
    if condition.op is Op.CONST:
        return a if condition.data else b
    if a is b:
        return a
    if condition.op is Op.NOT:
        return r.with_args(e, condition.args[0], b, a)
    if e.type is BOOL:
        return _select_truth(r, condition, a, b)
    if e.type is SITES and is_const(b, 0) and condition.op is Op.SOME and condition.args[0] is a:
        return a
    if a.op is Op.SELECT and a.args[0] is condition:
        return r.with_args(e, condition, a.args[1], b)
    if b.op is Op.SELECT and b.args[0] is condition:
        return r.with_args(e, condition, a, b.args[2])
    if b.op is Op.SELECT and b.args[1] is a:
        return r.with_args(e, r.or_(condition, b.args[0]), a, b.args[2])
    if a.op is Op.SELECT and a.args[2] is b:
        return r.with_args(e, r.and_(condition, a.args[0]), a.args[1], b)
    return None


def _select_truth(r: Rewriter, condition: Expr, a: Expr, b: Expr) -> Expr | None:
    if a.op is Op.CONST and b.op is Op.CONST:
        return condition if a.data else r.not_(condition)
    if a.op is Op.CONST:
        return r.or_(condition, b) if a.data else r.and_(r.not_(condition), b)
    if b.op is Op.CONST:
        return r.or_(r.not_(condition), a) if b.data else r.and_(condition, a)
    return None
