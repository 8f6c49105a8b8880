"""Values without a state: calls of procedures are followed where they only reckon."""

from __future__ import annotations

import pytest

from gdl.core import make as k
from gdl.core.evaluate import MOST_ROUNDS, NotConstant, evaluate
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
)

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
