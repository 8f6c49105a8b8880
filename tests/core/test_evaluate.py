"""Values without a state: calls of procedures are followed where they only reckon."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import pytest

from gdl.core import make as k
from gdl.core.arithmetic import truncated
from gdl.core.evaluate import (
    AT_ONCE,
    FEW,
    MOST_CALLS,
    MOST_ROUNDS,
    STEP,
    NotConstant,
    evaluate,
    everywhere,
    wraps,
)
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    SITES,
    Assign,
    Block,
    Expr,
    Field,
    ForRange,
    ForSites,
    If,
    Op,
    Param,
    Proc,
    Rays,
    Return,
    Store,
    Table,
)
from gdl.source.budget import budget

LEAST, MOST = -(1 << 63), (1 << 63) - 1
X, SUM, EACH = k.var("x", INT), k.var("sum", INT), k.var("each", INT)


def value_of(body: Block, argument: int, others: tuple[Proc, ...] = ()) -> object:
    """What a procedure of one number gives."""
    procs = {p.name: p for p in (Proc("f", (Param("x", INT),), body, INT), *others)}
    return evaluate(k.call("f", INT, k.int_(argument)), {}, 9, procs)


def added(what: Expr) -> Assign:
    return Assign("sum", k.add(SUM, what))


def test_loops_and_choices() -> None:
    """The sum of the odd numbers up to x, and of the sites of a set."""
    odd = If(k.eq(k.mod(EACH, k.int_(2)), k.int_(1)), (added(EACH),))
    body = (Assign("sum", k.int_(0)), ForRange("each", k.int_(1), X, (odd,)), Return(SUM))
    assert value_of(body, 7) == 1 + 3 + 5 + 7
    sites = (Assign("sum", X), ForSites("each", k.sites_(0b10110), (added(EACH),)), Return(SUM))
    assert value_of(sites, 100) == 100 + 1 + 2 + 4


def test_the_first_return_counts() -> None:
    body = (If(k.gt(X, k.int_(3)), (Return(k.int_(1)),), (Return(k.int_(2)),)), Return(k.int_(3)))
    assert [value_of(body, x) for x in (4, 3)] == [1, 2]


def test_calls_within_calls() -> None:
    twice = Proc("twice", (Param("x", INT),), (Return(k.add(X, X)),), INT)
    assert value_of((Return(k.call("twice", INT, k.call("twice", INT, X))),), 5, (twice,)) == 20


@pytest.mark.parametrize(
    "body",
    [
        (Store(Field("f", INT), None, X), Return(X)),
        (Return(k.field(Field("f", INT))),),
        (Return(k.call("f", INT, X)),),
        (ForRange("each", k.int_(0), k.int_(MOST_ROUNDS), ()), Return(X)),
        (Assign("sum", X),),
    ],
    ids=["writes", "looks at the state", "calls itself", "takes long", "returns nothing"],
)
def test_what_is_no_constant(body: Block) -> None:
    with pytest.raises(NotConstant):
        value_of(body, 1)


@pytest.mark.parametrize(("calls", "known"), [(MOST_CALLS, True), (MOST_CALLS + 1, False)])
def test_calls_are_followed_so_deep(calls: int, known: bool) -> None:
    """Each but the last calls the next."""
    chain = tuple(
        Proc(f"p{n}", (Param("x", INT),), (Return(k.call(f"p{n + 1}", INT, X) if n < calls else X),), INT)
        for n in range(2, calls + 1)
    )
    body = (Return(k.call("p2", INT, X)),)
    if known:
        assert value_of(body, 7, chain) == 7
    else:
        with pytest.raises(NotConstant):
            value_of(body, 7, chain)


def test_statements_and_what_is_in_them_are_charged() -> None:
    """An assignment of a number is two steps."""
    charged = []
    for count in (100, 300):
        with budget() as spent:
            value_of((*(Assign("sum", k.int_(0)),) * count, Return(X)), 1)
        charged.append(spent.spent)
    assert charged[1] - charged[0] == 200 * 2 * STEP


def test_whether_there_is_one_is_known_at_the_first() -> None:
    """What a procedure gives for the others is not known."""
    early = Proc("early", (Param("x", INT),), (If(k.eq(X, k.int_(1)), (Return(k.int_(5)),)),), INT)
    asked = k.eq(k.call("early", INT, k.var("s", INT)), k.int_(5))
    procs = {"early": early}
    there = Expr(Op.EXISTS, BOOL, (k.sites_(0b11111110), asked), "s")
    assert evaluate(there, {}, 9, procs) is True
    for op, sites in ((Op.EXISTS, 0b11111111), (Op.FILTER, 0b11111110)):
        with pytest.raises(NotConstant):
            evaluate(
                Expr(op, BOOL if op is Op.EXISTS else SITES, (k.sites_(sites), asked), "s"), {}, 9, procs
            )


@pytest.mark.parametrize(
    ("fraction", "whole"),
    [(2.9, 2), (-2.9, -2), (0.0, 0), (1e30, MOST), (-1e30, LEAST), (math.inf, MOST), (-math.inf, LEAST)],
)
def test_whole_parts_are_kept_within_64_bits(fraction: float, whole: int) -> None:
    assert truncated(fraction) == whole and truncated(math.nan) == 0


@pytest.mark.parametrize("a", [-1, 0, 1])
def test_comparisons(a: int) -> None:
    """Of a number with 0, whole or not."""
    found = {
        op: {evaluate(Expr(op, BOOL, (make(a), make(0))), {}, 1) for make in (k.int_, k.float_)}
        for op in (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
    }
    assert found == {
        Op.EQ: {a == 0}, Op.NE: {a in (-1, 1)}, Op.LT: {a == -1}, Op.LE: {a in (-1, 0)}, Op.GT: {a == 1},
        Op.GE: {a in (0, 1)},
    }  # fmt: skip


def test_procedures_that_are_not_given() -> None:
    with pytest.raises(NotConstant):
        evaluate(k.call("f", SITES, k.int_(1)), {}, 9)


def east_of(side: int) -> Table:
    """By site of a square board the site to the right, -1 at the edge."""
    size = side * side
    return Table("east", INT, tuple(s + 1 if (s + 1) % side else -1 for s in range(size)), -1)


def test_a_run_comes_to_the_first_site_too() -> None:
    west = Table("west", INT, tuple(s - 1 if s % 3 else -1 for s in range(9)), -1)
    assert evaluate(k.run(west, k.int_(2), k.sites_(0b11)), {}, 9) == 2


@pytest.mark.parametrize(("through", "count"), [(0b110, 2), (0b100, 0), (0b111, 2), (0b111110, 2), (0, 0)])
def test_a_run_goes_on_as_far_as_its_sites_are_members(through: int, count: int) -> None:
    """From a corner of 3 x 3 along the row: two sites at most, and none behind one that is no member."""
    assert evaluate(k.run(east_of(3), k.int_(0), k.sites_(through)), {}, 9) == count


def test_a_condition_by_site_holds_where_both_do() -> None:
    """Greater than 2, and odd: of nine sites 3, 5 and 7."""
    site = k.var("s", INT)
    both = k.and_(k.gt(site, k.int_(2)), k.eq(k.mod(site, k.int_(2)), k.int_(1)))
    assert everywhere(both, "s", 9) == [s in (3, 5, 7) for s in range(9)]
    either = k.or_(k.gt(site, k.int_(6)), k.lt(site, k.int_(1)))
    assert everywhere(either, "s", 9) == [s in (0, 7, 8) for s in range(9)]


def test_what_takes_long_to_evaluate_is_charged() -> None:
    """A thousand rounds of a loop, and not the sum of two numbers."""
    body = (Assign("sum", k.int_(0)), ForRange("each", k.int_(1), X, (added(EACH),)), Return(SUM))
    with budget() as spent:
        assert value_of(body, 1) == 1
        assert spent.spent == 0
        assert value_of(body, 1000) == 500_500
        assert spent.spent >= 1000 * STEP


def test_the_sites_that_a_large_set_leads_to_are_charged() -> None:
    """Of 10,000 sites several are looked at in one step, and yet it is a thousand steps."""
    with budget() as spent:
        evaluate(k.image(east_of(100), k.sites_((1 << 10_000) - 1)), {}, 10_000)
    assert spent.spent >= 10_000 // AT_ONCE * STEP


# --- sets of sites, as sets of numbers --------------------------------------------------------------------

SITE = k.var("s", INT)


def mask(those: set[int]) -> int:
    return sum(1 << each for each in those)


def constant(those: set[int]) -> Expr:
    return k.sites_(mask(those))


SUBSETS = [{s for s in range(4) if number >> s & 1} for number in range(16)]
OF_TWO: dict[str, tuple[Callable[[Expr, Expr], Expr], Callable[[set[int], set[int]], object]]] = {
    "union": (k.union_of_two, lambda a, b: mask(a | b)),
    "intersection": (k.inter_of_two, lambda a, b: mask(a & b)),
    "difference": (k.diff, lambda a, b: mask(a - b)),
    "subset": (k.subset, lambda a, b: a <= b),
}
OF_ONE: dict[str, tuple[Callable[[Expr], Expr], Callable[[set[int]], object]]] = {
    "some": (k.some, bool),
    "size": (k.size, len),
    "last": (k.last, lambda a: max(a, default=-1)),
}
OF_SITES: dict[str, tuple[Callable[[Expr, Expr], Expr], Callable[[set[int], int], object]]] = {
    "has": (k.has, lambda a, s: s in a),
    "nth": (k.nth, lambda a, n: sorted(a)[n] if 0 <= n < len(a) else -1),
}


@pytest.mark.parametrize("name", OF_TWO)
def test_operations_on_two_sets(name: str) -> None:
    made, true = OF_TWO[name]
    for a, b in product(SUBSETS, SUBSETS):
        assert evaluate(made(constant(a), constant(b)), {}, 4) == true(a, b), (a, b)


@pytest.mark.parametrize("name", OF_ONE)
def test_operations_on_one_set(name: str) -> None:
    made, true = OF_ONE[name]
    for a in SUBSETS:
        assert evaluate(made(constant(a)), {}, 4) == true(a), a


@pytest.mark.parametrize("name", OF_SITES)
def test_operations_on_a_set_and_a_number(name: str) -> None:
    made, true = OF_SITES[name]
    for a, number in product(SUBSETS, range(-2, 6)):
        assert evaluate(made(constant(a), k.int_(number)), {}, 4) == true(a, number), (a, number)


def test_operations_on_truths() -> None:
    for a, b in product((False, True), repeat=2):
        one, other = k.bool_(a), k.bool_(b)
        values = [
            evaluate(each, {}, 4) for each in (k.and_(one, other), k.or_(one, other), k.xor(one, other))
        ]
        assert values == [a and b, a or b, a != b]
        assert evaluate(Expr(Op.NOT, BOOL, (one,)), {}, 4) is (not a)


def test_one_site_is_a_set_where_there_is_such_a_site() -> None:
    assert [evaluate(k.one(k.int_(s)), {}, 3) for s in range(-2, 5)] == [0, 0, 1, 2, 4, 0, 0]


@pytest.mark.parametrize("size", [0, 1, FEW - 1, FEW, 9])
def test_operations_on_each_member(size: int) -> None:
    """The same for few members, one by one, and for many at once; by squares modulo five."""
    those = range(size)
    worth = {s: s * s % 5 for s in those}
    members, value = k.sites_((1 << size) - 1), k.mod(k.mul(SITE, SITE), k.int_(5))
    large = k.gt(value, k.int_(2))
    apart = k.one(k.add(SITE, SITE))
    expected: dict[Expr, object] = {
        k.filter_("s", members, large): mask({s for s in those if worth[s] > 2}),
        k.exists("s", members, large): any(worth[s] > 2 for s in those),
        k.sum_("s", members, value): sum(worth.values()),
        k.gather("s", members, apart): mask({2 * s for s in those if 2 * s < 12}),
        k.greatest("s", members, value): mask({s for s in those if worth[s] == max(worth.values())}),
    }
    assert {expr: evaluate(expr, {}, 12) for expr in expected} == expected


TABLE = Table("worth", INT, (7, 5, 3), -1)


@pytest.mark.parametrize(
    ("expr", "values"),
    [
        (k.table(TABLE, SITE), [7, 5, 3, -1, -1, -1]),
        (k.table(TABLE, k.sub(SITE, k.int_(2))), [-1, -1, 7, 5, 3, -1]),
        (k.table(TABLE, k.mod(SITE, k.int_(3))), [7, 5, 3, 7, 5, 3]),
        (k.one(SITE), [1, 2, 4, 8, 16, 32]),
        (k.one(k.add(SITE, k.int_(4))), [16, 32, 0, 0, 0, 0]),
        (k.one(k.sub(SITE, k.int_(1))), [0, 1, 2, 4, 8, 16]),
        (k.select(k.gt(SITE, k.int_(2)), SITE, k.int_(-1)), [-1, -1, -1, 3, 4, 5]),
        (k.mul(SITE, k.int_(1 << 61)), [0, 1 << 61, 1 << 62, 3 << 61, -(1 << 63), -3 << 61]),
        (k.size(k.sites_(0b101)), [2] * 6),
        (k.nth(k.sites_(0b10110), SITE), [1, 2, 4, -1, -1, -1]),
    ],
    ids=["table", "table before its beginning", "table within", "one", "one beyond", "one before", "select",
         "wrapping around", "the same for all", "nth"],
)  # fmt: skip
def test_values_for_all_sites_at_once(expr: Expr, values: list[object]) -> None:
    """As for each site by itself."""
    assert everywhere(expr, "s", 6) == values
    assert [evaluate(expr, {"s": site}, 6) for site in range(6)] == values


def test_what_need_not_be_worked_out_everywhere() -> None:
    """A variable that is not given, where it is behind what is false; and where it is not."""
    unknown = k.gt(k.var("unknown", INT), k.int_(0))
    never = k.lt(SITE, k.int_(0))
    assert everywhere(Expr(Op.AND, BOOL, (never, unknown)), "s", 6) == [False] * 6
    for asked in (unknown, Expr(Op.OR, BOOL, (never, unknown))):
        with pytest.raises(NotConstant):
            everywhere(asked, "s", 6)


def test_a_ray_ends_at_the_first_that_is_in_its_way() -> None:
    """The sites to the right in a row of five; whatever is no site of the board has none."""
    rays = Rays("east", tuple(tuple(range(s + 1, 5)) for s in range(5)))
    seen = {
        (0, 0): 0b11110, (0, 0b1000): 0b1110, (0, 0b1010): 0b10, (2, 0b11): 0b11000, (4, 0): 0,
        (-1, 0): 0, (5, 0): 0,
    }  # fmt: skip
    for (site, blockers), found in seen.items():
        assert evaluate(k.ray(rays, k.int_(site), k.sites_(blockers)), {}, 5) == found, (site, blockers)


def test_steps_and_what_they_reach() -> None:
    """Steps to the right in 3 x 3, where site 2 is the end of a row; and neighbours in a row of five."""
    east = east_of(3)
    assert evaluate(k.image(east, constant({0, 2, 4})), {}, 9) == mask({1, 5})
    assert evaluate(k.fill(east, constant({0, 3}), constant({1, 2, 5})), {}, 9) == mask({1, 2})
    assert evaluate(k.fill(east, constant({0}), constant({0, 2})), {}, 9) == 0
    row = Table("near", SITES, tuple(mask({s - 1, s + 1} & set(range(5))) for s in range(5)), 0)
    assert evaluate(k.flood(row, constant({0, 3}), constant({1, 2, 3})), {}, 5) == mask({1, 2, 3})
    assert evaluate(k.flood(row, constant({0}), constant({0, 1, 3})), {}, 5) == mask({0, 1})
    assert evaluate(k.flood(row, constant({2}), constant({0, 1})), {}, 5) == 0


def test_values_at_many_sites_are_charged() -> None:
    """Several sites in one step, for each of two operations; and so on a ray, a run and a flood."""
    size = 10_000
    steps = size // AT_ONCE * STEP
    every, chain = k.sites_((1 << size) - 1), Table("next", INT, (*range(1, size), -1), -1)
    near = Table("near", SITES, (*(1 << s + 1 for s in range(size - 1)), 0), 0)
    with budget() as spent:
        everywhere(k.add(k.mul(SITE, SITE), k.int_(1)), "s", size)
    constant_one = STEP
    assert spent.spent == 2 * (STEP + steps) + constant_one
    for expr, least in {
        k.ray(Rays("all", (tuple(range(1, size)),)), k.int_(0), k.sites_(0)): steps - STEP,
        k.run(chain, k.int_(0), every): steps - STEP,
        k.flood(near, every, every): steps,
    }.items():
        with budget() as spent:
            evaluate(expr, {}, size)
        assert least <= spent.spent <= 2 * steps


def test_fractions_do_not_wrap_around() -> None:
    whole = k.float_(1e30)
    assert evaluate(Expr(Op.ADD, FLOAT, (whole, whole)), {}, 1) == 2e30
    assert evaluate(Expr(Op.MUL, FLOAT, (k.float_(0.1), k.float_(3.0))), {}, 1) == 0.1 * 3.0


@pytest.mark.parametrize(
    ("a", "b", "least", "most"), [(3, 5, 3, 5), (5, 3, 3, 5), (-1, 1, -1, 1), (2.5, 0.5, 0.5, 2.5)]
)
def test_the_least_and_the_most(a: float, b: float, least: float, most: float) -> None:
    one, other = (k.int_(each) if isinstance(each, int) else k.float_(each) for each in (a, b))
    assert evaluate(Expr(Op.MIN, one.type, (one, other)), {}, 1) == least
    assert evaluate(Expr(Op.MAX, one.type, (one, other)), {}, 1) == most


def test_of_equal_zeros_the_first_is_the_least_and_the_most() -> None:
    """They differ in their signs."""
    for op, first in product((Op.MIN, Op.MAX), (0.0, -0.0)):
        value = evaluate(Expr(op, FLOAT, (k.float_(first), k.float_(-first))), {}, 1)
        assert math.copysign(1.0, value) == math.copysign(1.0, first)


@pytest.mark.parametrize(
    ("op", "values", "beyond"),
    [
        (Op.ADD, (MOST, 0), False),
        (Op.ADD, (MOST, 1), True),
        (Op.SUB, (LEAST, 1), True),
        (Op.SUB, (LEAST, -1), False),
        (Op.MUL, (1 << 62, 2), True),
        (Op.MUL, (1 << 62, -2), False),
        (Op.DIV, (LEAST, -1), True),
        (Op.DIV, (LEAST, 1), False),
        (Op.DIV, (MOST, -1), False),
        (Op.POW, (2, 62), False),
        (Op.POW, (2, 63), True),
        (Op.NEG, (LEAST,), True),
        (Op.NEG, (MOST,), False),
    ],
)
def test_what_is_more_than_numbers_hold(op: Op, values: tuple[int, ...], beyond: bool) -> None:
    """The least number of 64 bits has no opposite."""
    assert wraps(Expr(op, INT, tuple(map(k.int_, values)))) is beyond
