"""Short names for making core expressions. They check nothing that `verify` checks; they fold nothing."""

from __future__ import annotations

from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Field, Op, Rays, RepeatKind, Table, Type


def int_(value: int) -> Expr:
    return Expr(Op.CONST, INT, data=value)


def bool_(value: bool) -> Expr:
    return Expr(Op.CONST, BOOL, data=value)


def float_(value: float) -> Expr:
    return Expr(Op.CONST, FLOAT, data=value)


def sites_(members: int) -> Expr:
    """A constant set, given as a bit mask."""
    return Expr(Op.CONST, SITES, data=members)


NOWHERE_SITE = int_(-1)
EMPTY_SET = sites_(0)
TRUE = bool_(True)
FALSE = bool_(False)


def var(name: str, type_: Type) -> Expr:
    return Expr(Op.VAR, type_, data=name)


def field(f: Field) -> Expr:
    return Expr(Op.FIELD, f.type, data=f)


def elem(f: Field, index: Expr) -> Expr:
    return Expr(Op.ELEM, f.type, (index,), f)


def table(t: Table, index: Expr) -> Expr:
    return Expr(Op.TABLE, t.type, (index,), t)


def _same(op: Op, a: Expr, b: Expr) -> Expr:
    return Expr(op, a.type, (a, b))


def add(a: Expr, b: Expr) -> Expr:
    return _same(Op.ADD, a, b)


def sub(a: Expr, b: Expr) -> Expr:
    return _same(Op.SUB, a, b)


def mul(a: Expr, b: Expr) -> Expr:
    return _same(Op.MUL, a, b)


def div(a: Expr, b: Expr) -> Expr:
    return _same(Op.DIV, a, b)


def mod(a: Expr, b: Expr) -> Expr:
    return _same(Op.MOD, a, b)


def min_(a: Expr, b: Expr) -> Expr:
    return _same(Op.MIN, a, b)


def max_(a: Expr, b: Expr) -> Expr:
    return _same(Op.MAX, a, b)


def neg(a: Expr) -> Expr:
    return Expr(Op.NEG, a.type, (a,))


def abs_(a: Expr) -> Expr:
    return Expr(Op.ABS, a.type, (a,))


def compare(op: Op, a: Expr, b: Expr) -> Expr:
    return Expr(op, BOOL, (a, b))


def eq(a: Expr, b: Expr) -> Expr:
    return compare(Op.EQ, a, b)


def ne(a: Expr, b: Expr) -> Expr:
    return compare(Op.NE, a, b)


def lt(a: Expr, b: Expr) -> Expr:
    return compare(Op.LT, a, b)


def le(a: Expr, b: Expr) -> Expr:
    return compare(Op.LE, a, b)


def gt(a: Expr, b: Expr) -> Expr:
    return compare(Op.GT, a, b)


def ge(a: Expr, b: Expr) -> Expr:
    return compare(Op.GE, a, b)


def not_(a: Expr) -> Expr:
    return Expr(Op.NOT, BOOL, (a,))


def and_(*parts: Expr) -> Expr:
    """All of them; of none: true."""
    if not parts:
        return TRUE
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = Expr(Op.AND, BOOL, (part, result))
    return result


def or_(*parts: Expr) -> Expr:
    """Any of them; of none: false."""
    if not parts:
        return FALSE
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = Expr(Op.OR, BOOL, (part, result))
    return result


def xor(a: Expr, b: Expr) -> Expr:
    return Expr(Op.XOR, BOOL, (a, b))


def select(condition: Expr, a: Expr, b: Expr) -> Expr:
    return Expr(Op.SELECT, a.type, (condition, a, b))


def one(site: Expr) -> Expr:
    return Expr(Op.ONE, SITES, (site,))


def union(*sets: Expr) -> Expr:
    """All members of any; of none: the empty set."""
    if not sets:
        return EMPTY_SET
    result = sets[0]
    for other in sets[1:]:
        result = Expr(Op.UNION, SITES, (result, other))
    return result


def inter(*sets: Expr) -> Expr:
    result = sets[0]
    for other in sets[1:]:
        result = Expr(Op.INTER, SITES, (result, other))
    return result


def diff(a: Expr, b: Expr) -> Expr:
    return Expr(Op.DIFF, SITES, (a, b))


def has(sites: Expr, site: Expr) -> Expr:
    return Expr(Op.HAS, BOOL, (sites, site))


def subset(a: Expr, b: Expr) -> Expr:
    return Expr(Op.SUBSET, BOOL, (a, b))


def some(sites: Expr) -> Expr:
    return Expr(Op.SOME, BOOL, (sites,))


def size(sites: Expr) -> Expr:
    return Expr(Op.SIZE, INT, (sites,))


def nth(sites: Expr, k: Expr) -> Expr:
    return Expr(Op.NTH, INT, (sites, k))


def first(sites: Expr) -> Expr:
    return nth(sites, int_(0))


def last(sites: Expr) -> Expr:
    return Expr(Op.LAST, INT, (sites,))


def filter_(name: str, sites: Expr, condition: Expr) -> Expr:
    return Expr(Op.FILTER, SITES, (sites, condition), name)


def exists(name: str, sites: Expr, condition: Expr) -> Expr:
    return Expr(Op.EXISTS, BOOL, (sites, condition), name)


def for_all(name: str, sites: Expr, condition: Expr) -> Expr:
    return not_(exists(name, sites, not_(condition)))


def sum_(name: str, sites: Expr, value: Expr) -> Expr:
    return Expr(Op.SUM, INT, (sites, value), name)


def gather(name: str, sites: Expr, value: Expr) -> Expr:
    return Expr(Op.GATHER, SITES, (sites, value), name)


def greatest(name: str, sites: Expr, value: Expr) -> Expr:
    return Expr(Op.GREATEST, SITES, (sites, value), name)


def image(step: Table, sites: Expr) -> Expr:
    return Expr(Op.IMAGE, SITES, (sites,), step)


def ray(rays: Rays, site: Expr, blockers: Expr) -> Expr:
    return Expr(Op.RAY, SITES, (site, blockers), rays)


def fill(step: Table, start: Expr, through: Expr) -> Expr:
    return Expr(Op.FILL, SITES, (start, through), step)


def run(step: Table, site: Expr, through: Expr) -> Expr:
    return Expr(Op.RUN, INT, (site, through), step)


def flood(neighbours: Table, start: Expr, through: Expr) -> Expr:
    return Expr(Op.FLOOD, SITES, (start, through), neighbours)


def what(site: Expr) -> Expr:
    return Expr(Op.WHAT, INT, (site,))


def who(site: Expr) -> Expr:
    return Expr(Op.WHO, INT, (site,))


def of_kind(component: Expr) -> Expr:
    return Expr(Op.OF_KIND, SITES, (component,))


def owned(player: Expr) -> Expr:
    return Expr(Op.OWNED, SITES, (player,))


OCCUPIED = Expr(Op.OCCUPIED, SITES)


def at(op: Op, site: Expr) -> Expr:
    """COUNT_AT, STATE_AT, VALUE_AT, ROTATION_AT or HEIGHT of a site."""
    return Expr(op, INT, (site,))


def at_level(op: Op, site: Expr, level: Expr) -> Expr:
    return Expr(op, INT, (site, level))


def call(name: str, result: Type, *args: Expr) -> Expr:
    return Expr(Op.CALL, result, args, name)


def any_move(name: str, *args: Expr) -> Expr:
    return Expr(Op.ANY_MOVE, BOOL, args, name)


def any_move_to(name: str, targets: Expr, *args: Expr) -> Expr:
    return Expr(Op.ANY_MOVE_TO, BOOL, (targets, *args), name)


def moves_to(name: str, *args: Expr) -> Expr:
    return Expr(Op.MOVES_TO, SITES, args, name)


def count_moves(name: str, *args: Expr) -> Expr:
    return Expr(Op.COUNT_MOVES, INT, args, name)


def most(generator: str, value: str, *args: Expr) -> Expr:
    return Expr(Op.MOST, INT, args, (generator, value))


def repeats(kind: RepeatKind) -> Expr:
    return Expr(Op.REPEATS, INT, data=kind)


def to_float(a: Expr) -> Expr:
    return Expr(Op.TO_FLOAT, FLOAT, (a,))


def to_int(a: Expr) -> Expr:
    return Expr(Op.TO_INT, INT, (a,))


def unary(op: Op, a: Expr) -> Expr:
    return Expr(op, a.type, (a,))
