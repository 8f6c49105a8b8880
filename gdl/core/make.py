"""Short names for making core expressions. They check nothing that `verify` checks; they fold nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from gdl.core.ops import BOOL, COMPARISONS, FLOAT, INT, SITES, Expr, Field, Op, Rays, RepeatKind, Table, Type


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


def _unary(op: Op) -> Callable[[Expr], Expr]:
    type_ = _RESULTS.get(op.signature.result)
    return (lambda a: Expr(op, a.type, (a,))) if type_ is None else (lambda a: Expr(op, type_, (a,)))


def _binary(op: Op) -> Callable[[Expr, Expr], Expr]:
    type_ = _RESULTS.get(op.signature.result)
    return (
        (lambda a, b: Expr(op, a.type, (a, b))) if type_ is None else (lambda a, b: Expr(op, type_, (a, b)))
    )


def _comprehension(op: Op) -> Callable[[str, Expr, Expr], Expr]:
    type_ = _RESULTS[op.signature.result]
    return lambda name, sites, value: Expr(op, type_, (sites, value), name)


#: The types of results by the letters of signatures; where there is none it is that of the first argument.
_RESULTS = {"I": INT, "B": BOOL, "F": FLOAT, "S": SITES}

# What each of these means stands at its operation, and so does what it takes.
add, sub, mul, div = _binary(Op.ADD), _binary(Op.SUB), _binary(Op.MUL), _binary(Op.DIV)
mod, min_, max_ = _binary(Op.MOD), _binary(Op.MIN), _binary(Op.MAX)
neg, abs_, to_float, to_int = _unary(Op.NEG), _unary(Op.ABS), _unary(Op.TO_FLOAT), _unary(Op.TO_INT)
eq, ne, lt, le, gt, ge = map(_binary, COMPARISONS)
not_, xor = _unary(Op.NOT), _binary(Op.XOR)
one, some, size, last = _unary(Op.ONE), _unary(Op.SOME), _unary(Op.SIZE), _unary(Op.LAST)
union_of_two, inter_of_two, diff = _binary(Op.UNION), _binary(Op.INTER), _binary(Op.DIFF)
has, subset, nth = _binary(Op.HAS), _binary(Op.SUBSET), _binary(Op.NTH)
filter_, exists, sum_ = _comprehension(Op.FILTER), _comprehension(Op.EXISTS), _comprehension(Op.SUM)
gather, greatest = _comprehension(Op.GATHER), _comprehension(Op.GREATEST)
what, who, of_kind, owned = _unary(Op.WHAT), _unary(Op.WHO), _unary(Op.OF_KIND), _unary(Op.OWNED)

#: More parts than these are joined in halves: a chain of thousands would be nested as deep.
WIDE = 64


def and_(*parts: Expr) -> Expr:
    """All of them; of none: true."""
    return _chain(Op.AND, TRUE, parts)


def or_(*parts: Expr) -> Expr:
    """Any of them; of none: false."""
    return _chain(Op.OR, FALSE, parts)


def _chain(op: Op, of_none: Expr, parts: Sequence[Expr]) -> Expr:
    if len(parts) > WIDE:
        half = len(parts) // 2
        return Expr(op, BOOL, (_chain(op, of_none, parts[:half]), _chain(op, of_none, parts[half:])))
    result = parts[-1] if parts else of_none
    for part in parts[-2::-1]:
        result = Expr(op, BOOL, (part, result))
    return result


def compare(op: Op, a: Expr, b: Expr) -> Expr:
    """EQ or NE of any one type, LT, LE, GT or GE of numbers: Bool."""
    return Expr(op, BOOL, (a, b))


def select(condition: Expr, a: Expr, b: Expr) -> Expr:
    """`a` where the condition holds, else `b`; only the chosen one is evaluated."""
    return Expr(Op.SELECT, a.type, (condition, a, b))


def union(*sets: Expr) -> Expr:
    """All members of any; of none: the empty set."""
    if not sets:
        return EMPTY_SET
    return joined(union_of_two, sets)


def inter(*sets: Expr) -> Expr:
    """The members of all of these sets, at least one set."""
    return joined(inter_of_two, sets)


def joined(join: Callable[[Expr, Expr], Expr], parts: Sequence[Expr]) -> Expr:
    """Parts joined by an associative operation, at least one; many of them in halves."""
    if len(parts) > WIDE:
        half = len(parts) // 2
        return join(joined(join, parts[:half]), joined(join, parts[half:]))
    return reduce(join, parts)


def first(sites: Expr) -> Expr:
    """The least member; -1 of the empty set."""
    return nth(sites, int_(0))


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


def unary(op: Op, a: Expr) -> Expr:
    """An operation on a number that gives one of its type."""
    return Expr(op, a.type, (a,))
