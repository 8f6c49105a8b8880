"""The verifier finds what is wrong with a program; well-formed ones pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    INT,
    Adjust,
    Assign,
    Block,
    Break,
    Do,
    Expr,
    Field,
    ForSites,
    If,
    Include,
    Offer,
    Op,
    Param,
    Priority,
    Proc,
    Program,
    Return,
    Sandbox,
    SetAt,
    Store,
    Table,
    While,
)
from gdl.core.verify import verify
from gdl.source.diagnostics import InternalError
from gdl.source.text import Source, Span
from tests.core.core_programs import MOVER, SITE, program, site_kind, tic_tac_toe

X = k.var("x", INT)


def body(*stmts: object) -> Callable[[], Program]:
    """A program whose `after` is this."""
    return lambda: program([Proc("after", (), tuple(stmts))])  # type: ignore[arg-type]


def generator(*stmts: object) -> Callable[[], Program]:
    made: Block = tuple(stmts)  # type: ignore[assignment]
    play = Proc("play_add", (Param("s", INT),), ())
    return lambda: program([Proc("moves", (), made, generator=True), play], [site_kind(1, "play_add")])


WRONG = {
    "a type does not fit": body(Assign("x", Expr(Op.ADD, INT, (k.int_(1), k.TRUE)))),
    "Int is wanted, True is Bool": body(Store(MOVER, None, k.TRUE)),
    "read before it is set": body(Store(MOVER, None, X)),
    "'x' is read before": body(If(k.TRUE, (Assign("x", k.int_(1)),)), Store(MOVER, None, X)),
    "is Int and Bool": body(Assign("x", k.int_(1)), Assign("x", k.TRUE)),
    "there is no procedure 'nobody'": body(Do("nobody")),
    "takes 1 arguments, not 0": body(Do("play_pass")),
    "an offer outside a generator": body(Offer(0, (), k.one(k.int_(0)))),
    "there is no kind 7": generator(Offer(7, (), k.one(k.int_(0)))),
    "a return out of": generator(Priority(((Return(),),))),
    "a write where the state must stay": generator(Store(MOVER, None, k.int_(1))),
    "break or continue outside a loop": body(Break()),
    "outside a loop in after": body(While(k.TRUE, (Sandbox((Break(),)),))),
    "the loop variable 's' is set": body(Assign("s", k.int_(1)), ForSites("s", k.EMPTY_SET, ())),
    "'stray' is not declared": body(Store(Field("stray", INT), None, k.int_(1))),
    "the table 'stray' is not": body(Assign("x", k.table(Table("stray", INT, (1,)), k.int_(0)))),
    "an index does not fit": body(Adjust(MOVER, k.int_(0), k.int_(1))),
    "an Include in what is no set": body(Include(MOVER, None, k.EMPTY_SET, True)),
    "a site has no 'weight'": body(SetAt("weight", k.int_(0), k.int_(1))),
    "is no Sites": body(Assign("x", k.sites_(1 << 9))),
    "has 1 arguments": body(Assign("x", Expr(Op.SELECT, INT, (k.TRUE,)))),
    "a return does not fit": body(Return(k.int_(1))),
    "without a value": lambda: program([Proc("f", (), (If(k.TRUE, (Return(k.int_(1)),)),), INT)]),
    "has a wrong head": lambda: program([Proc("moves", (), ())]),
    "two procedures are named": lambda: program([Proc("f", (), ()), Proc("f", (), ())]),
    "two fields are named": lambda: program([], fields=[Field("over", BOOL)]),
    "is played by 'nobody'": lambda: program([], [site_kind(1, "nobody")]),
}


@pytest.mark.parametrize("message", WRONG)
def test_mistakes(message: str) -> None:
    with pytest.raises(InternalError) as caught:
        verify(WRONG[message]())
    assert message in str(caught.value)


def test_well_formed() -> None:
    made = tic_tac_toe()
    assert verify(made) is made


def test_defined_on_every_path() -> None:
    both = If(k.TRUE, (Assign("x", k.int_(1)),), (Assign("x", k.int_(2)),))
    verify(body(both, Store(MOVER, None, X))())
    leaves = If(k.TRUE, (Assign("x", k.int_(1)),), (Return(),))
    verify(body(leaves, Store(MOVER, None, X))())


def test_the_place_is_shown() -> None:
    source = Source("game.lud", "(game (oops 1))\n")
    span = Span(source, 6, 14)
    wrong = body(Store(MOVER, None, SITE, span=span))
    with pytest.raises(InternalError, match=r"game\.lud:1:7: \(oops 1\)"):
        verify(wrong())
