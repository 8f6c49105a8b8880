"""Values without a state: calls of procedures are followed where they only reckon."""

from __future__ import annotations

import pytest

from gdl.core import make as k
from gdl.core.evaluate import AT_ONCE, MOST_ROUNDS, STEP, NotConstant, evaluate, everywhere
from gdl.core.ops import (
    INT,
    SITES,
    Assign,
    Block,
    Expr,
    Field,
    ForRange,
    ForSites,
    If,
    Param,
    Proc,
    Return,
    Store,
    Table,
)
from gdl.source.budget import budget

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


def test_procedures_that_are_not_given() -> None:
    with pytest.raises(NotConstant):
        evaluate(k.call("f", SITES, k.int_(1)), {}, 9)


def east_of(side: int) -> Table:
    """By site of a square board the site to the right, -1 at the edge."""
    size = side * side
    return Table("east", INT, tuple(s + 1 if (s + 1) % side else -1 for s in range(size)), -1)


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
