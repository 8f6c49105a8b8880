"""Short names for making core expressions. They check nothing that `verify` checks; they fold nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Field, Op, Rays, RepeatKind, Table, Type


def int_(value: int) -> Expr:
    """A whole number; it fits in 64 bits."""
    return Expr(Op.CONST, INT, data=value)


def bool_(value: bool) -> Expr:
    """A truth."""
    return Expr(Op.CONST, BOOL, data=value)


def float_(value: float) -> Expr:
    """A floating-point number."""
    return Expr(Op.CONST, FLOAT, data=value)


def sites_(members: int) -> Expr:
    """A constant set, given as a bit mask."""
    return Expr(Op.CONST, SITES, data=members)


NOWHERE_SITE = int_(-1)
EMPTY_SET = sites_(0)
TRUE = bool_(True)
FALSE = bool_(False)


def var(name: str, type_: Type) -> Expr:
    """A local variable or parameter, of the type that it has in its procedure."""
    return Expr(Op.VAR, type_, data=name)


def field(f: Field) -> Expr:
    """A scalar field of the state."""
    return Expr(Op.FIELD, f.type, data=f)


def elem(f: Field, index: Expr) -> Expr:
    """An element of an array field; outside its bounds 0, false or the empty set."""
    return Expr(Op.ELEM, f.type, (index,), f)


def table(t: Table, index: Expr) -> Expr:
    """An element of a constant table; outside its bounds the table's `outside`."""
    return Expr(Op.TABLE, t.type, (index,), t)


def _same(op: Op, a: Expr, b: Expr) -> Expr:
    return Expr(op, a.type, (a, b))


def add(a: Expr, b: Expr) -> Expr:
    """a + b, of one numeric type; Ints wrap around."""
    return _same(Op.ADD, a, b)


def sub(a: Expr, b: Expr) -> Expr:
    """a - b, of one numeric type; Ints wrap around."""
    return _same(Op.SUB, a, b)


def mul(a: Expr, b: Expr) -> Expr:
    """a * b, of one numeric type; Ints wrap around."""
    return _same(Op.MUL, a, b)


def div(a: Expr, b: Expr) -> Expr:
    """a / b, of one numeric type; Ints truncate toward zero, by zero: 0."""
    return _same(Op.DIV, a, b)


def mod(a: Expr, b: Expr) -> Expr:
    """a % b, with the sign of a; by zero: 0."""
    return _same(Op.MOD, a, b)


def min_(a: Expr, b: Expr) -> Expr:
    """The smaller of two numbers."""
    return _same(Op.MIN, a, b)


def max_(a: Expr, b: Expr) -> Expr:
    """The greater of two numbers."""
    return _same(Op.MAX, a, b)


def neg(a: Expr) -> Expr:
    """-a."""
    return Expr(Op.NEG, a.type, (a,))


def abs_(a: Expr) -> Expr:
    """The absolute value."""
    return Expr(Op.ABS, a.type, (a,))


def compare(op: Op, a: Expr, b: Expr) -> Expr:
    """EQ or NE of any one type, LT, LE, GT or GE of numbers: Bool."""
    return Expr(op, BOOL, (a, b))


def eq(a: Expr, b: Expr) -> Expr:
    """a == b, of any one type."""
    return compare(Op.EQ, a, b)


def ne(a: Expr, b: Expr) -> Expr:
    """a != b, of any one type."""
    return compare(Op.NE, a, b)


def lt(a: Expr, b: Expr) -> Expr:
    """a < b, of numbers."""
    return compare(Op.LT, a, b)


def le(a: Expr, b: Expr) -> Expr:
    """a <= b, of numbers."""
    return compare(Op.LE, a, b)


def gt(a: Expr, b: Expr) -> Expr:
    """a > b, of numbers."""
    return compare(Op.GT, a, b)


def ge(a: Expr, b: Expr) -> Expr:
    """a >= b, of numbers."""
    return compare(Op.GE, a, b)


def not_(a: Expr) -> Expr:
    """Whether a Bool is false."""
    return Expr(Op.NOT, BOOL, (a,))


#: More parts than these are joined in halves: a chain of thousands would be nested as deep.
WIDE = 64


def and_(*parts: Expr) -> Expr:
    """All of them; of none: true."""
    if len(parts) > WIDE:
        half = len(parts) // 2
        return Expr(Op.AND, BOOL, (and_(*parts[:half]), and_(*parts[half:])))
    if not parts:
        return TRUE
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = Expr(Op.AND, BOOL, (part, result))
    return result


def or_(*parts: Expr) -> Expr:
    """Any of them; of none: false."""
    if len(parts) > WIDE:
        half = len(parts) // 2
        return Expr(Op.OR, BOOL, (or_(*parts[:half]), or_(*parts[half:])))
    if not parts:
        return FALSE
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = Expr(Op.OR, BOOL, (part, result))
    return result


def xor(a: Expr, b: Expr) -> Expr:
    """Whether just one of two Bools is true."""
    return Expr(Op.XOR, BOOL, (a, b))


def select(condition: Expr, a: Expr, b: Expr) -> Expr:
    """`a` where the condition holds, else `b`; only the chosen one is evaluated."""
    return Expr(Op.SELECT, a.type, (condition, a, b))


def one(site: Expr) -> Expr:
    """The set of one site; of -1: the empty set."""
    return Expr(Op.ONE, SITES, (site,))


def union(*sets: Expr) -> Expr:
    """All members of any; of none: the empty set."""
    if not sets:
        return EMPTY_SET
    return joined(union_of_two, sets)


def union_of_two(a: Expr, b: Expr) -> Expr:
    """The members of either set."""
    return Expr(Op.UNION, SITES, (a, b))


def inter(*sets: Expr) -> Expr:
    """The members of all of these sets, at least one set."""
    return joined(inter_of_two, sets)


def inter_of_two(a: Expr, b: Expr) -> Expr:
    """The members of both sets."""
    return Expr(Op.INTER, SITES, (a, b))


def joined(join: Callable[[Expr, Expr], Expr], parts: Sequence[Expr]) -> Expr:
    """Parts joined by an associative operation, at least one; many of them in halves."""
    if len(parts) > WIDE:
        half = len(parts) // 2
        return join(joined(join, parts[:half]), joined(join, parts[half:]))
    return reduce(join, parts)


def diff(a: Expr, b: Expr) -> Expr:
    """The members of `a` that are not in `b`."""
    return Expr(Op.DIFF, SITES, (a, b))


def has(sites: Expr, site: Expr) -> Expr:
    """Whether a site is a member; -1 never is."""
    return Expr(Op.HAS, BOOL, (sites, site))


def subset(a: Expr, b: Expr) -> Expr:
    """Whether every member of `a` is in `b`."""
    return Expr(Op.SUBSET, BOOL, (a, b))


def some(sites: Expr) -> Expr:
    """Whether a set has a member."""
    return Expr(Op.SOME, BOOL, (sites,))


def size(sites: Expr) -> Expr:
    """How many members a set has."""
    return Expr(Op.SIZE, INT, (sites,))


def nth(sites: Expr, k: Expr) -> Expr:
    """The k-th member from 0 in ascending order; -1 where there is none."""
    return Expr(Op.NTH, INT, (sites, k))


def first(sites: Expr) -> Expr:
    """The least member; -1 of the empty set."""
    return nth(sites, int_(0))


def last(sites: Expr) -> Expr:
    """The greatest member; -1 of the empty set."""
    return Expr(Op.LAST, INT, (sites,))


def filter_(name: str, sites: Expr, condition: Expr) -> Expr:
    """The members for which a condition holds, in which `name` stands for each."""
    return Expr(Op.FILTER, SITES, (sites, condition), name)


def exists(name: str, sites: Expr, condition: Expr) -> Expr:
    """Whether a condition holds for any member, in which `name` stands for each."""
    return Expr(Op.EXISTS, BOOL, (sites, condition), name)


def for_all(name: str, sites: Expr, condition: Expr) -> Expr:
    """Whether a condition holds for every member, in which `name` stands for each."""
    return not_(exists(name, sites, not_(condition)))


def sum_(name: str, sites: Expr, value: Expr) -> Expr:
    """The sum of an Int over the members, in which `name` stands for each."""
    return Expr(Op.SUM, INT, (sites, value), name)


def gather(name: str, sites: Expr, value: Expr) -> Expr:
    """The union of a set over the members, in which `name` stands for each."""
    return Expr(Op.GATHER, SITES, (sites, value), name)


def greatest(name: str, sites: Expr, value: Expr) -> Expr:
    """The members for which an Int is the greatest, in which `name` stands for each."""
    return Expr(Op.GREATEST, SITES, (sites, value), name)


def image(step: Table, sites: Expr) -> Expr:
    """Where one step, a table of Ints from site to site (-1: nowhere), takes the members."""
    return Expr(Op.IMAGE, SITES, (sites,), step)


def ray(rays: Rays, site: Expr, blockers: Expr) -> Expr:
    """The sites of the ray from a site, up to and including the first of the blockers."""
    return Expr(Op.RAY, SITES, (site, blockers), rays)


def fill(step: Table, start: Expr, through: Expr) -> Expr:
    """The sites reached from `start` by steps that each land in `through`; `start` is not included."""
    return Expr(Op.FILL, SITES, (start, through), step)


def run(step: Table, site: Expr, through: Expr) -> Expr:
    """How many steps in a row from a site land in `through`."""
    return Expr(Op.RUN, INT, (site, through), step)


def flood(neighbours: Table, start: Expr, through: Expr) -> Expr:
    """What the members of `start` in `through` are connected to within `through`, themselves included."""
    return Expr(Op.FLOOD, SITES, (start, through), neighbours)


def what(site: Expr) -> Expr:
    """[abstract] The component on top of a site, 0 for none."""
    return Expr(Op.WHAT, INT, (site,))


def who(site: Expr) -> Expr:
    """[abstract] The owner of the piece on top, 0 for none and for neutral pieces."""
    return Expr(Op.WHO, INT, (site,))


def of_kind(component: Expr) -> Expr:
    """[abstract] The sites with a component on top."""
    return Expr(Op.OF_KIND, SITES, (component,))


def owned(player: Expr) -> Expr:
    """[abstract] The sites with a piece of an owner on top; of 0: neutral pieces."""
    return Expr(Op.OWNED, SITES, (player,))


OCCUPIED = Expr(Op.OCCUPIED, SITES)


def at(op: Op, site: Expr) -> Expr:
    """COUNT_AT, STATE_AT, VALUE_AT, ROTATION_AT or HEIGHT of a site."""
    return Expr(op, INT, (site,))


def at_level(op: Op, site: Expr, level: Expr) -> Expr:
    """WHAT_LEVEL or the like, of a level that counts from 0 at the bottom."""
    return Expr(op, INT, (site, level))


def call(name: str, result: Type, *args: Expr) -> Expr:
    """A procedure's value; it writes nothing."""
    return Expr(Op.CALL, result, args, name)


def any_move(name: str, *args: Expr) -> Expr:
    """Whether a generator offers any legal move: stops at the first."""
    return Expr(Op.ANY_MOVE, BOOL, args, name)


def any_move_to(name: str, targets: Expr, *args: Expr) -> Expr:
    """Whether a generator offers a legal move with a destination in `targets`."""
    return Expr(Op.ANY_MOVE_TO, BOOL, (targets, *args), name)


def moves_to(name: str, *args: Expr) -> Expr:
    """All destinations of what a generator offers."""
    return Expr(Op.MOVES_TO, SITES, args, name)


def count_moves(name: str, *args: Expr) -> Expr:
    """How many legal moves a generator offers."""
    return Expr(Op.COUNT_MOVES, INT, args, name)


def most(generator: str, value: str, *args: Expr) -> Expr:
    """The greatest value over the legal moves of a generator, each valued after its play; 0: none."""
    return Expr(Op.MOST, INT, args, (generator, value))


def repeats(kind: RepeatKind) -> Expr:
    """How many remembered positions equal the present one."""
    return Expr(Op.REPEATS, INT, data=kind)


def to_float(a: Expr) -> Expr:
    """An Int or Bool as a Float."""
    return Expr(Op.TO_FLOAT, FLOAT, (a,))


def to_int(a: Expr) -> Expr:
    """A Float, truncated, or a Bool (1, 0) as an Int."""
    return Expr(Op.TO_INT, INT, (a,))


def unary(op: Op, a: Expr) -> Expr:
    """An operation on a number that gives one of its type."""
    return Expr(op, a.type, (a,))
