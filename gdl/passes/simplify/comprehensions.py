r"""Set comprehensions as set algebra: rules for sets given by a condition on each member.

    filter[x](S, not(has(T, x)))            =>      (S \ T)
    gather[x](S, one(north[x]))             =>      image[north](S)
    greatest[x](S, (weight[x] + @mover))    =>      greatest[x](S, weight[x])

Whole sets are worked out at once, a condition on each member is asked member by member. A summand of what is
to be greatest is left out only where no sum can wrap around.
"""

from __future__ import annotations

from gdl.analyses.ranges import LEAST, MOST
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.evaluate import NotConstant, everywhere
from gdl.core.ops import BINDERS, INT, Expr, Op, Table
from gdl.core.walk import bits, free_vars, operands
from gdl.passes.simplify import lines
from gdl.passes.simplify.laws import laws
from gdl.passes.simplify.rewrite import Context, Rule
from gdl.passes.simplify.sets import at_member

_BINDERS = bits(*BINDERS)


def as_set(condition: Expr, name: str, c: Context) -> Expr | None:
    """The set of all sites x for which a condition on x holds, as algebra; None where it cannot be.

    It asks for any x, whether or not the condition would have been asked for one.
    """
    if c.may_diverge(condition):
        return None
    full = k.sites_(c.full)
    if name not in free_vars(condition):
        return k.select(condition, full, k.EMPTY_SET)
    constant = _by_trying(condition, name, c)
    if constant is not None:
        return constant
    op, args = condition.op, condition.args
    match op:
        case Op.HAS if _is(args[1], name) and name not in free_vars(args[0]):
            return args[0]
        case Op.HAS if args[0].op is Op.TABLE and _is(args[0].args[0], name):
            return _inverse(args[0], args[1], name, c)
        case Op.HAS if args[1].op is Op.TABLE and _is(args[1].args[0], name):
            return _stepping(args[0], args[1], name, c)
        case Op.NOT:
            inside = as_set(args[0], name, c)
            return None if inside is None else k.diff(full, inside)
        case Op.AND | Op.OR:
            a, b = as_set(args[0], name, c), as_set(args[1], name, c)
            if a is None or b is None:
                return None
            return k.inter(a, b) if op is Op.AND else k.union(a, b)
        case Op.SELECT if name not in free_vars(args[0]):
            a, b = as_set(args[1], name, c), as_set(args[2], name, c)
            return None if a is None or b is None else k.select(args[0], a, b)
        case Op.SELECT:
            chosen = as_set(args[0], name, c)
            a, b = as_set(args[1], name, c), as_set(args[2], name, c)
            if chosen is None or a is None or b is None:
                return None
            return k.union(k.inter(a, chosen), k.diff(b, chosen))
        case Op.SOME:
            return meeting(args[0], name, c)
        case Op.SUBSET:
            return _covered(args[0], args[1], name)
        case Op.EQ | Op.NE | Op.GT | Op.LT:
            return _compared(condition, name, c)
    return None


def _is(e: Expr, name: str) -> bool:
    return e.op is Op.VAR and e.data == name


def _covered(a: Expr, b: Expr, name: str) -> Expr | None:
    """{x: ONE(x) within B} = B."""
    return b if a.op is Op.ONE and _is(a.args[0], name) and name not in free_vars(b) else None


def _by_trying(condition: Expr, name: str, c: Context) -> Expr | None:
    """A condition on x and constants only: tried for every site."""
    if free_vars(condition) != {name} or condition.op_mask & _BINDERS:
        return None
    try:
        result = sum(1 << s for s, holds in enumerate(everywhere(condition, name, c.sites)) if holds)
    except NotConstant:
        return None
    return k.sites_(result)


def _inverse(table: Expr, site: Expr, name: str, c: Context) -> Expr | None:
    """{x: s in T[x]} = T[s] for a symmetric table."""
    data = table.data
    assert isinstance(data, Table)
    if name in free_vars(site) or data.outside or len(data.values) != c.sites:
        return None
    rows = [int(v) for v in data.values]
    symmetric = all(rows[b] >> a & 1 for a, row in enumerate(rows) for b in members(row))
    return k.table(data, site) if symmetric else None


def _stepping(sites: Expr, table: Expr, name: str, c: Context) -> Expr | None:
    """{x: step[x] in S}: where steps backwards take the members."""
    assert isinstance(table.data, Table)
    if name in free_vars(sites):
        return None
    back = c.pool.against(table.data)
    return None if back is None else k.image(back, sites)


def meeting(sites: Expr, name: str, c: Context) -> Expr | None:
    """{x: S(x) has a member}, for a set that depends on x."""
    if name not in free_vars(sites):
        return k.select(k.some(sites), k.sites_(c.full), k.EMPTY_SET)
    match sites.op:
        case Op.CALL:
            body = lines.called(sites, c)
            return None if body is None else meeting(body, name, c)
        case Op.UNION:
            a = meeting(sites.args[0], name, c)
            b = None if a is None else meeting(sites.args[1], name, c)
            return None if a is None or b is None else k.union(a, b)
        case Op.SELECT:
            condition, *arms = sites.args
            return as_set(k.select(condition, *(k.some(arm) for arm in arms)), name, c)
    return lines.line(sites, name, c)


def _compared(e: Expr, name: str, c: Context) -> Expr | None:
    """What stands on x compared with something that does not depend on x."""
    a, b = e.args
    if e.op in (Op.EQ, Op.NE) and name in free_vars(b):
        a, b = b, a
    if name in free_vars(b) or a.type is not INT:
        return None
    full = k.sites_(c.full)
    low, high = c.range(b)
    equal: Expr | None = None
    if _is(a, name):
        equal = k.one(b)
    elif a.op in (Op.WHO, Op.WHAT) and _is(a.args[0], name):
        if low >= 1:
            equal = k.owned(b) if a.op is Op.WHO else k.of_kind(b)
        elif (low, high) == (0, 0) and a.op is Op.WHAT:
            equal = k.diff(full, k.OCCUPIED)
        elif (low, high) == (0, 0):
            equal = k.union(k.diff(full, k.OCCUPIED), k.owned(k.int_(0)))
        if e.op is Op.GT and (low, high) == (0, 0):
            return None if equal is None else k.diff(full, equal)
    elif a.op in (Op.HEIGHT, Op.COUNT_AT) and _is(a.args[0], name) and (low, high) == (0, 0):
        equal = k.diff(full, k.OCCUPIED)
        if e.op is Op.GT:
            return k.OCCUPIED
    if equal is None or e.op not in (Op.EQ, Op.NE):
        return None
    return equal if e.op is Op.EQ else k.diff(full, equal)


def filter_(e: Expr, c: Context) -> Expr | None:
    """The parts of the condition that are sets are intersected; the others are tried member by member."""
    sites, condition = e.args
    name = str(e.data)
    if sites == k.EMPTY_SET or condition == k.FALSE:
        return k.EMPTY_SET
    if condition == k.TRUE:
        return sites
    if sites.op is Op.ONE:
        there = at_member(e, sites.args[0], c)
        if there is not None:
            return k.select(there, sites, k.EMPTY_SET)
    kept: list[Expr] = []
    changed = False
    for part in operands(condition, Op.AND):
        those = as_set(part, name, c)
        if those is not None:
            sites, changed = k.inter(sites, those), True
        elif not kept and name not in free_vars(part):
            # it may diverge: asked once, and only where there is a member to ask it for
            sites, changed = k.select(k.and_(k.some(sites), part), sites, k.EMPTY_SET), True
        else:
            kept.append(part)
    if not changed:
        return None
    return k.filter_(name, sites, k.and_(*kept)) if kept else sites


def exists(e: Expr, c: Context) -> Expr | None:
    """As a filtered set that has members, where the condition is a set; one member is looked at directly."""
    sites, condition = e.args
    name = str(e.data)
    if sites == k.EMPTY_SET or condition == k.FALSE:
        return k.FALSE
    if sites.op is Op.ONE:
        there = at_member(e, sites.args[0], c)
        if there is not None:
            return there
    if name not in free_vars(condition) and c.may_diverge(condition):
        return k.and_(k.some(sites), condition)
    filtered = filter_(k.filter_(name, sites, condition), c)
    return None if filtered is None else k.some(filtered)


SUMS = laws("""
    sum[x]({}, n)  =>  0
    sum[x](A, 0)  =>  0
    sum[x](A, c)  =>  size(A) * c
    sum[x](A, to_int(p))  =>  size(filter[x](A, p))
    sum[x](A, n if p else 0)  =>  sum[x](filter[x](A, p), n)
""")


def sum_(e: Expr, c: Context) -> Expr | None:
    """One member is looked at directly."""
    return at_member(e, e.args[0].args[0], c) if e.args[0].op is Op.ONE else None


def gather(e: Expr, c: Context) -> Expr | None:
    """The members themselves; one step of each: an image; one member is looked at directly."""
    sites, value = e.args
    name = str(e.data)
    if sites == k.EMPTY_SET or value == k.EMPTY_SET:
        return k.EMPTY_SET
    if value.op is Op.ONE:
        inside = value.args[0]
        if _is(inside, name):
            return sites
        if inside.op is Op.TABLE and _is(inside.args[0], name) and isinstance(inside.data, Table):
            return k.image(inside.data, sites)
    if name not in free_vars(value):
        return k.select(k.some(sites), value, k.EMPTY_SET)
    if sites.op is Op.ONE:
        return at_member(e, sites.args[0], c)
    if value.op is Op.SELECT and value.args[2] == k.EMPTY_SET:
        return k.gather(name, k.filter_(name, sites, value.args[0]), value.args[1])
    if value.op is Op.UNION and any(name not in free_vars(v) or v.op is Op.ONE for v in value.args):
        return k.union(k.gather(name, sites, value.args[0]), k.gather(name, sites, value.args[1]))
    if value.op is Op.INTER:
        for part, other in (value.args, value.args[::-1]):
            if name not in free_vars(other) and not c.may_diverge(other):
                return k.inter(k.gather(name, sites, part), other)
    if value.op is Op.DIFF and name not in free_vars(value.args[1]) and not c.may_diverge(value.args[1]):
        return k.diff(k.gather(name, sites, value.args[0]), value.args[1])
    return None


# --- the members with the greatest value ---------------------------------------------------------------


def greatest(e: Expr, c: Context) -> Expr | None:
    """Of one member; by a value that is the same for all; what all values have in common is left out."""
    sites, value = e.args
    name = str(e.data)
    if sites == k.EMPTY_SET or sites.op is Op.ONE or name not in free_vars(value):
        return sites
    other = _ordered(value, name, c)
    return None if other is None else k.greatest(name, sites, other)


def _ordered(value: Expr, name: str, c: Context) -> Expr | None:
    """A simpler value that is greater where the value is."""
    low, high = c.ranges.of(value, c.proc)
    if value.op in (Op.ADD, Op.SUB) and low >= LEAST and high <= MOST:
        a, b = value.args
        if name not in free_vars(b):
            return a
        if name not in free_vars(a):
            return b if value.op is Op.ADD else k.neg(b)
    if value.op is Op.NEG:
        less = value.args[0]
        if less.op is Op.SIZE and less.args[0].op is Op.DIFF and name not in free_vars(less.args[0].args[0]):
            return k.size(k.inter(less.args[0].args[1], less.args[0].args[0]))
        other = _ordered(less, name, c)
        return None if other is None else k.neg(other)
    if value.op is Op.SIZE:
        members = value.args[0]
        if members.op is Op.DIFF and name not in free_vars(members.args[0]):
            return k.neg(k.size(k.inter(members.args[1], members.args[0])))
        if members.op is Op.INTER:
            grouped = _grouped(members, name)
            return None if grouped == members else k.size(grouped)
    return None


def _grouped(sites: Expr, name: str) -> Expr:
    """A & (B(x) & C) as B(x) & (A & C): what is the same for all members stands together, last."""
    parts = operands(sites, Op.INTER)
    own = [part for part in parts if name in free_vars(part)]
    common = [part for part in parts if name not in free_vars(part)]
    return k.inter(*own, *([k.inter(*common)] if common else []))


# --- who is there ---------------------------------------------------------------------------------------


def owner_there(e: Expr, c: Context) -> Expr | None:
    """WHO(s) = p, with p a player for certain, is a look into the set of p's pieces; likewise WHAT."""
    a, b = e.args
    if b.op in (Op.WHO, Op.WHAT):
        a, b = b, a
    if a.op not in (Op.WHO, Op.WHAT) or b.op in (Op.WHO, Op.WHAT):
        return None
    low, high = c.range(b)
    result: Expr | None = None
    if low >= 1:
        result = k.has(k.owned(b) if a.op is Op.WHO else k.of_kind(b), a.args[0])
    elif (low, high) == (0, 0) and a.op is Op.WHAT:
        result = k.not_(k.has(k.OCCUPIED, a.args[0]))
    if result is None:
        return None
    return result if e.op is Op.EQ else k.not_(result)


RULES: dict[Op, tuple[Rule, ...]] = {
    Op.FILTER: (filter_,), Op.EXISTS: (exists,), Op.SUM: (*SUMS[Op.SUM], sum_), Op.GATHER: (gather,),
    Op.GREATEST: (greatest,), Op.EQ: (owner_there,), Op.NE: (owner_there,),
}  # fmt: skip
