"""Every statement means the same to both engines: loops that change what they read, sandboxes, pieces.

Each body below is a procedure of one program, called with some numbers; what it returns and the whole state
after it are compared.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    SITES,
    Adjust,
    Assign,
    Block,
    Break,
    Continue,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    If,
    Include,
    MovePiece,
    Op,
    Param,
    Proc,
    Program,
    Put,
    Return,
    Sandbox,
    Simultaneous,
    Stmt,
    Store,
    Table,
    Take,
    While,
)
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program

X, Y = Field("x", INT, None, 1), Field("y", INT, None, -2)
FLAG, REAL, SPOT = (
    Field("flag", BOOL, None, False),
    Field("real", FLOAT, None, 0.5),
    Field("spot", SITES, None, 5),
)
ROW, SPOTS = Field("row", INT, 4, 1), Field("spots", SITES, 3, 3)
FLAGS, REALS = Field("flags", BOOL, 3, True), Field("reals", FLOAT, 2, 1.0)
FIELDS = [X, Y, FLAG, REAL, SPOT, ROW, SPOTS, FLAGS, REALS]
A, B, T, S, NUM = (k.var(name, INT) for name in "abtsn")
x, y = k.field(X), k.field(Y)


def up(field: Field, by: Expr | int = 1, index: Expr | None = None) -> Adjust:
    return Adjust(field, index, by if isinstance(by, Expr) else k.int_(by))


def low(expr: Expr) -> Expr:
    """A number from 0 to 5: loops are not to take for ever."""
    return Expr(Op.MAX, INT, (Expr(Op.MIN, INT, (expr, k.int_(5))), k.int_(0)))


@cache
def bodies(sites: int) -> dict[str, Block]:
    """The bodies; a loop goes over the board's first sites."""
    board = k.sites_((1 << min(sites, 70)) - 1 & 0x3_0000_0000_0000_00B7)
    total, back = Assign("t", k.int_(0)), Return(T)
    add = Assign("t", k.add(T, S))
    step = Table("step", INT, tuple((s + 1) % sites for s in range(sites)), -1)

    def loop(*body: Stmt) -> ForSites:
        return ForSites("s", board, body)

    def times(*body: Stmt) -> ForRange:
        return ForRange("n", k.int_(0), low(A), body)

    return {
        "a local in a loop": (total, loop(add), back),
        "a local of before the loop": (Assign("t", A), loop(Assign("t", k.mul(T, k.int_(3)))), back),
        "a field in a loop": (loop(up(X, S)), Return(x)),
        "a field read before and in a loop": (
            Assign("t", x),
            loop(up(X, k.add(x, S)), Assign("t", k.add(T, x))),
            Return(k.sub(T, x)),
        ),
        "a field changed by a call in a loop": (
            total,
            loop(Do("bump", (S,)), Assign("t", k.add(T, x))),
            back,
        ),
        "two fields exchanged": (
            times(Assign("t", x), Store(X, None, y), Store(Y, None, k.add(T, NUM))),
            Return(x),
        ),
        "a range": (total, times(Assign("t", k.add(T, NUM))), back),
        "a range backwards is none": (total, ForRange("n", k.int_(3), k.int_(1), (up(X),)), Return(x)),
        "a range of one": (ForRange("n", A, A, (up(X),)), Return(x)),
        "a range whose end is written": (ForRange("n", k.int_(0), low(x), (up(X),)), Return(x)),
        "loops in loops": (total, loop(times(Assign("t", k.add(T, k.mul(S, NUM))))), back),
        "break": (total, loop(If(k.gt(S, low(A)), (Break(),)), add), back),
        "continue": (total, loop(If(k.eq(S, low(A)), (Continue(),)), add), back),
        "break of the inner": (
            total,
            loop(times(If(k.eq(NUM, S), (Break(),)), Assign("t", k.add(T, NUM)))),
            back,
        ),
        "return from a loop": (loop(If(k.gt(S, low(A)), (Return(S),)), up(X)), Return(k.int_(-9))),
        "while": (While(k.lt(x, low(A)), (up(X),)), Return(x)),
        "while with a limit": (While(k.gt(A, k.int_(-99)), (up(X),), 4), Return(x)),
        "while that breaks": (While(k.TRUE, (up(X), If(k.gt(x, low(A)), (Break(),))), 9), Return(x)),
        "while of a local": (
            Assign("t", low(A)),
            While(k.gt(T, k.int_(0)), (Assign("t", k.sub(T, k.int_(2))),)),
            back,
        ),
        "a choice": (If(k.lt(A, B), (up(X, A),), (up(Y, B),)), Return(k.sub(x, y))),
        "a choice of a local": (total, If(k.lt(A, B), (Assign("t", A),), (Assign("t", B),)), back),
        "half a choice of a local": (Assign("t", A), If(k.lt(A, B), (Assign("t", B), up(X))), back),
        "choices in a row": (
            *(If(k.eq(low(A), k.int_(number)), (up(X, number * 7),)) for number in range(6)),
            Return(x),
        ),
        "a sandbox": (Sandbox((up(X, 5), Store(FLAG, None, k.TRUE))), Return(x)),
        "a sandbox and a local": (total, Sandbox((up(X, 5), Assign("t", x))), Return(k.sub(T, x))),
        "a sandbox of arrays": (
            Sandbox((Store(ROW, low(A), k.int_(9)), Assign("t", k.elem(ROW, low(A))))),
            Return(k.add(T, k.elem(ROW, low(A)))),
        ),
        "a sandbox of pieces": (
            Put(k.int_(1), k.int_(1)),
            Sandbox((Put(k.int_(2), k.int_(1)), Take(k.one(k.int_(1))), Assign("t", k.size(k.OCCUPIED)))),
            Return(k.add(k.mul(T, k.int_(10)), k.size(k.OCCUPIED))),
        ),
        "sandboxes in sandboxes": (
            Sandbox((up(X), Sandbox((up(X), Assign("t", x))), Assign("t", k.add(k.mul(T, k.int_(10)), x)))),
            Return(k.add(T, x)),
        ),
        "a sandbox that returns": (Sandbox((up(X, 5), If(k.lt(A, B), (Return(x),)))), Return(k.int_(-1))),
        "a sandbox in a loop": (
            total,
            loop(Sandbox((up(X, S), Assign("t", k.add(T, x)))), If(k.gt(S, low(A)), (Break(),)), up(Y)),
            back,
        ),
        "what a sandbox draws is forgotten": (
            Sandbox((Draw("d", k.int_(1000)),)),
            Draw("e", k.int_(1000)),
            Return(k.var("e", INT)),
        ),
        "draws": (
            total,
            times(Draw("d", k.add(NUM, k.int_(2))), Assign("t", k.add(k.mul(T, k.int_(7)), k.var("d", INT)))),
            back,
        ),
        "at once": (
            Simultaneous(
                (
                    Store(X, None, y),
                    Store(Y, None, x),
                    Store(ROW, k.int_(0), k.elem(ROW, k.int_(1))),
                    Store(ROW, k.int_(1), A),
                )
            ),
            Return(k.sub(x, y)),
        ),
        "elements": (Store(ROW, A, B), Adjust(ROW, B, A), Return(k.elem(ROW, A))),
        "elements of sets": (
            Include(SPOTS, low(A), k.one(B), True),
            Include(SPOTS, k.int_(1), k.one(A), False),
            Return(k.size(k.elem(SPOTS, low(A)))),
        ),
        "elements of truths": (
            Store(FLAGS, low(A), k.lt(A, B)),
            Return(k.select(k.elem(FLAGS, low(B)), A, B)),
        ),
        "elements of reals": (
            Adjust(REALS, low(A), k.float_(0.25)),
            Store(REAL, None, k.elem(REALS, low(A))),
            Return(A),
        ),
        "a set": (
            Include(SPOT, None, board, True),
            Include(SPOT, None, k.one(A), False),
            Return(k.size(k.field(SPOT))),
        ),
        "pieces": (
            Put(k.int_(0), k.int_(1)),
            Put(k.int_(3), k.int_(2)),
            MovePiece(k.int_(0), k.int_(3)),
            Put(low(A), k.int_(1)),
            Return(k.add(k.what(k.int_(3)), k.mul(k.size(k.OCCUPIED), k.int_(10)))),
        ),
        "pieces taken": (
            loop(Put(S, k.add(k.mod(S, k.int_(2)), k.int_(1)))),
            Take(k.owned(k.int_(1))),
            Return(k.size(k.OCCUPIED)),
        ),
        "pieces beyond the board": (
            Put(A, k.int_(1)),
            MovePiece(A, B),
            Take(k.one(B)),
            Return(k.size(k.OCCUPIED)),
        ),
        "along a table": (Assign("t", low(A)), times(Assign("t", k.table(step, T))), back),
        "a call that changes": (Do("bump", (A,)), Do("bump", (x,)), Return(k.add(x, y))),
        "a call that returns": (Assign("t", k.call("twice", INT, A)), Return(k.call("twice", INT, T))),
        "a call in a condition": (If(k.gt(k.call("twice", INT, A), B), (up(X),)), Return(x)),
        "a recursive call": (Return(k.call("down", INT, low(A))),),
        "numbers that go round": (up(X, (1 << 63) - 1), up(X, A), Return(x)),
    }


def lowered(sites: int) -> Program:
    """A program with a procedure for each body, `ask0`, `ask1`, ..."""
    params = (Param("a", INT), Param("b", INT))
    p = k.var("p", INT)
    shared = [
        Proc("bump", (Param("p", INT),), (up(X, p), If(k.gt(p, k.int_(3)), (up(Y, 2),)))),
        Proc("twice", (Param("p", INT),), (Return(k.mul(p, k.int_(2))),), INT),
        Proc(
            "down",
            (Param("p", INT),),
            (
                If(k.lt(p, k.int_(1)), (Return(k.int_(7)),)),
                Return(k.add(p, k.call("down", INT, k.sub(p, k.int_(1))))),
            ),
            INT,
        ),
    ]
    asks = [Proc(f"ask{n}", params, body, INT, entry=True) for n, body in enumerate(bodies(sites).values())]
    tables = [t for body in bodies(sites).values() for t in tables_of(body)]
    return program([*shared, *asks], (), FIELDS, tables[:1], sites)


def tables_of(body: Block) -> list[Table]:
    from gdl.core.walk import exprs_of, statements, subexprs

    return [
        e.data
        for stmt in statements(body)
        for expr in exprs_of(stmt)
        for e in subexprs(expr)
        if isinstance(e.data, Table)
    ]


@cache
def engines(sites: int, checked: bool) -> tuple[PythonEngine, NativeEngine, tuple[str, ...]]:
    core = prepare(lowered(sites), simplified=False)
    names = tuple(f"ask{number}" for number in range(len(bodies(sites))))
    return PythonEngine(core, True), NativeEngine(core, True, names, Cache(None), checked), names


BOARDS = (8, 70)
NAMES = tuple(bodies(8))
ARGUMENTS = ((0, 0), (2, 5), (5, 2), (-1, 3), (3, -4), (7, 7), (69, 70), ((1 << 63) - 1, -(1 << 63)))


@pytest.mark.parametrize("sites", BOARDS)
@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_statements_are_the_same_to_both(sites: int, checked: bool, name: str) -> None:
    python, native, names = engines(sites, checked)
    ask = names[NAMES.index(name)]
    for seed, arguments in enumerate(ARGUMENTS):
        one, other = python.start(seed), native.start(seed)
        found = python.call(one, ask, *arguments)
        same, other = native.call(other, ask, *arguments)
        assert int(found) == same
        assert one.rng == other.rng
        for field in python.program.fields:
            assert python.value(one, field.name) == native.value(other, field.name), field.name
        # called once more, with what has become of the state
        again: Any = python.call(one, ask, *arguments)
        same, other = native.call(other, ask, *arguments)
        assert int(again) == same and python.key(one) == native.key(other)
