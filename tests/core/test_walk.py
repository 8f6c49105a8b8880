"""Walks that look for something find what a walk through everything finds."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from gdl import load
from gdl.core import make as k
from gdl.core.evaluate import NotConstant, evaluate, everywhere
from gdl.core.ops import INT, Block, Expr, ForSites, If, Include, Offer, Op, Program, Stmt, Table
from gdl.core.statements import PARTS
from gdl.core.walk import bits, block_exprs, bound_vars, free_vars, map_expr, op_mask, statements, subexprs
from gdl.support.cpython import gc_paused

GAMES = ("english-draughts", "hex", "lasca")
X, Y = k.var("x", INT), k.var("y", INT)
STEP = Table("step", INT, (1, 2, 3, -1), -1)


@pytest.fixture(scope="module", params=GAMES)
def program(request: pytest.FixtureRequest) -> Program:
    return load(request.param).compiled.program


def every_statement(block: Block) -> Iterator[Stmt]:
    for stmt in block:
        yield stmt
        for name, shape in PARTS[type(stmt)].all:
            if shape in ("block", "blocks"):
                value = getattr(stmt, name)
                for inner in (value,) if shape == "block" else value:
                    yield from every_statement(inner)


def every_node(expr: Expr) -> Iterator[Expr]:
    yield expr
    for arg in expr.args:
        yield from every_node(arg)


def every_expression(block: Block) -> Iterator[Expr]:
    for stmt in every_statement(block):
        for name, shape in PARTS[type(stmt)].all:
            value = getattr(stmt, name)
            if shape in ("expr", "exprs") and value is not None:
                for whole in (value,) if shape == "expr" else value:
                    yield from every_node(whole)


@pytest.mark.parametrize("kinds", [(Offer,), (If, ForSites), (Include,)])
def test_statements_of_some_kinds(program: Program, kinds: tuple[type[Stmt], ...]) -> None:
    for proc in program.procs:
        wanted = [id(s) for s in every_statement(proc.body) if isinstance(s, kinds)]
        assert [id(s) for s in statements(proc.body, bits(*kinds))] == wanted
        assert bool(op_mask(proc.body) & bits(*kinds)) == bool(wanted)


@pytest.mark.parametrize("ops", [(Op.VAR,), (Op.CALL, Op.ANY_MOVE), (Op.FILTER, Op.SOME, Op.OWNED)])
def test_expressions_of_some_operations(program: Program, ops: tuple[Op, ...]) -> None:
    for proc in program.procs:
        wanted = sorted(id(e) for e in every_expression(proc.body) if e.op in ops)
        assert sorted(id(e) for e in block_exprs(proc.body, bits(*ops))) == wanted


def test_only_what_is_looked_for_is_changed() -> None:
    expr = k.filter_("y", k.one(X), k.eq(k.add(X, Y), k.int_(3)))
    assert [e.op for e in subexprs(expr, bits(Op.VAR, Op.ADD))] == [Op.VAR, Op.ADD, Op.VAR, Op.VAR]
    assert free_vars(expr) == {"x"} and bound_vars(expr) == ["y"]
    seen: list[Op] = []

    def note(node: Expr) -> Expr:
        seen.append(node.op)
        return node

    assert map_expr(expr, note, bits(Op.ADD)) is expr
    assert seen == [Op.ADD]


@pytest.mark.parametrize(
    "expr",
    [
        k.table(STEP, k.add(X, k.int_(1))),
        k.select(k.lt(X, k.int_(2)), k.mul(X, k.int_(1 << 62)), k.neg(X)),
        k.has(k.union(k.one(X), k.sites_(0b1001)), k.table(STEP, X)),
        k.and_(k.gt(X, k.int_(0)), k.some(k.inter(k.one(X), k.sites_(0b110)))),
        k.size(k.filter_("y", k.sites_(0b1111), k.lt(X, Y))),
        k.run(STEP, X, k.sites_(0b1111)),
    ],
)
def test_everywhere(expr: Expr) -> None:
    assert everywhere(expr, "x", 4) == [evaluate(expr, {"x": site}, 4) for site in range(4)]


def test_everywhere_needs_only_what_is_evaluated() -> None:
    hidden = k.and_(k.lt(X, k.int_(0)), k.has(k.OCCUPIED, X))
    assert everywhere(hidden, "x", 4) == [False] * 4
    with pytest.raises(NotConstant):
        everywhere(k.has(k.OCCUPIED, X), "x", 4)


def test_the_collector_waits_and_goes_on() -> None:
    assert gc.isenabled()
    with pytest.raises(KeyError), gc_paused():
        assert not gc.isenabled()
        raise KeyError
    assert gc.isenabled()
