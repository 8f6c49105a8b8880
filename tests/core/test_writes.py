"""Loops that put sites into fixed sets: done at once where that is the same, else left as they are."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.core import make as k
from gdl.core.ops import (
    INT,
    SITES,
    Adjust,
    Assign,
    Block,
    Draw,
    Expr,
    Field,
    ForSites,
    If,
    Include,
    Param,
    Proc,
    Stmt,
    Store,
)
from gdl.core.printer import show_block
from gdl.passes.simplify.writes import whole_writes
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program

OWNED, SPOT, WHAT = Field("owned", SITES, 3, 0b1100), Field("spot", SITES, None, 0b11), Field("what", INT, 9)
NUMBER = Field("number", INT, None, 1)
X, A = k.var("x", INT), k.var("A", SITES)
PARAMS = (Param("A", SITES), Param("n", INT))


def done(*body: Stmt, sites: Expr = A) -> str:
    block: Block = (ForSites("x", sites, tuple(body)),)
    return show_block(whole_writes(block, Proc("f", PARAMS, block)))


def put(field: Field, index: Expr | None = None, present: bool = True) -> Include:
    return Include(field, index, k.one(X), present)


def test_all_at_once() -> None:
    index = Assign("i", k.field(NUMBER))
    body = (put(OWNED, k.int_(1), False), index, put(OWNED, k.var("i", INT)), put(SPOT))
    assert done(*body) == "@owned[1] \\= A\n@owned[@number] |= A\n@spot |= A"


def test_the_set_is_that_of_before() -> None:
    assert done(put(SPOT, None, False), sites=k.field(SPOT)) == "x.all = @spot\n@spot \\= x.all"


def test_under_a_condition() -> None:
    test = k.gt(k.field(NUMBER), k.int_(0))
    assert done(If(test, (put(SPOT),))) == "if (@number > 0):\n    @spot |= A"
    depends = k.gt(X, k.int_(4))
    assert done(If(depends, (put(SPOT),))).startswith("for x in A:")


def test_what_depends_on_the_site_stays() -> None:
    own = put(OWNED, k.elem(WHAT, X), False)
    gone = Store(WHAT, X, k.int_(0))
    assert done(own, put(SPOT, None, False), gone) == (
        "@spot \\= A\nfor x in A:\n    @owned[@what[x]] \\= one(x)\n    @what[x] = 0"
    )
    # the order of what is done to one field of one site is kept
    assert done(own, put(OWNED, k.int_(1))).startswith("for x in A:")


def test_what_reads_what_is_written_stays() -> None:
    changed = Store(WHAT, X, k.size(k.field(SPOT)))
    assert done(put(SPOT), changed).startswith("for x in A:")
    assert done(put(OWNED, k.size(k.field(SPOT))), put(SPOT)).startswith("for x in A:")
    assert done(put(SPOT), Draw("d", k.int_(3))).startswith("for x in A:")


INDEX = st.sampled_from(
    [k.int_(1), X, k.elem(WHAT, X), k.field(NUMBER), k.size(k.field(SPOT)), k.var("n", INT), k.var("i", INT)]
)
TEST = st.sampled_from([k.gt(k.field(NUMBER), k.int_(1)), k.has(k.field(SPOT), X), k.gt(X, k.var("n", INT))])


@st.composite
def bodies(draw: st.DrawFn, depth: int = 2) -> Block:
    found: list[Stmt] = [Assign("i", draw(st.sampled_from([k.field(NUMBER), X, k.int_(2)])))]
    found = found if depth == 2 else []
    for _ in range(draw(st.integers(1, 4))):
        match draw(st.integers(0, 5 if depth else 4)):
            case 0 | 1:
                found.append(put(OWNED, draw(INDEX), draw(st.booleans())))
            case 2:
                found.append(put(SPOT, None, draw(st.booleans())))
            case 3:
                found.append(Store(WHAT, X, draw(INDEX)))
            case 4:
                found.append(
                    draw(st.sampled_from([Store(WHAT, k.int_(3), X), Adjust(NUMBER, None, k.int_(1))]))
                )
            case _:
                inner = bodies(depth - 1)
                found.append(If(draw(TEST), draw(inner), draw(st.sampled_from([(), draw(inner)]))))
    return tuple(found)


@settings(max_examples=300, deadline=None)
@given(
    bodies(),
    st.sampled_from([A, k.field(SPOT), k.elem(OWNED, k.int_(1))]),
    st.integers(0, 511),
    st.integers(-1, 3),
)
def test_the_same_state(body: Block, sites: Expr, those: int, n: int) -> None:
    fields = [OWNED, SPOT, WHAT, NUMBER]
    block: Block = (ForSites("x", sites, body),)
    changed = whole_writes(block, Proc("f", PARAMS, block))
    procs = [Proc("plain", PARAMS, block), Proc("whole", PARAMS, changed)]
    engine = PythonEngine(program(procs, fields=fields), prepared=True)
    states = [engine.fresh_state() for _ in procs]
    for proc, state in zip(procs, states, strict=True):
        engine.call(state, proc.name, those, n)
    for field in fields:
        assert engine.value(states[0], field.name) == engine.value(states[1], field.name)
