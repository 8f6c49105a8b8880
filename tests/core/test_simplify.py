"""Simplification: text before, text after; and the plain evaluator as the oracle."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core.evaluate import evaluate
from gdl.core.ops import (
    BOOL,
    INT,
    SITES,
    Assign,
    Block,
    Expr,
    Field,
    ForSites,
    If,
    Offer,
    Op,
    Param,
    Proc,
    Program,
    Rays,
    Return,
    Store,
    Table,
)
from gdl.core.printer import show_block, show_expr
from gdl.passes.simplify import RULES as TABLE
from gdl.passes.simplify import eliminate_common_subexpressions, simplify
from gdl.passes.simplify.blocks import simplify_proc
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.rewrite import Context, rewrite_expr
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import MOVER, program, site_kind

A, B, S, T = k.var("A", SITES), k.var("B", SITES), k.var("s", INT), k.var("t", INT)
P, Q, X = k.var("p", BOOL), k.var("q", BOOL), k.var("x", INT)
FULL = k.sites_((1 << 9) - 1)
UP = Table("up", INT, tuple(s + 3 if s < 6 else -1 for s in range(9)), -1)
NEAR = Table("near", SITES, tuple(1 << max(s - 1, 0) | 1 << min(s + 1, 8) for s in range(9)), 0)
COLOUR = Table("colour", INT, (0, 1, 2, 1, 0, 2, 2, 1, 0), -1)
PLAYER = k.field(MOVER)
PARAMS = (Param("A", SITES), Param("B", SITES), Param("p", BOOL), Param("q", BOOL), Param("t", INT))


def holder() -> Program:
    """A program in which `s` is a site for certain, `t` any number, and so on."""
    play = Proc("f", (*PARAMS, Param("s", INT)), ())
    anything = Field("anything", INT)
    ends = tuple(Store(anything, None, k.int_(n)) for n in ((1 << 63) - 1, -(1 << 63)))
    far = Proc("after", (), ends)
    offer = Offer(1, (k.EMPTY_SET, k.EMPTY_SET, k.TRUE, k.TRUE, k.field(anything)), FULL)
    moves = Proc("moves", (), (offer,), generator=True)
    called = Proc("g", (Param("x", INT),), (Return(k.gt(k.var("x", INT), k.int_(3))),), BOOL)
    return program([moves, play, far, called], [site_kind(1, "f", *PARAMS)], [anything])


HOLDER = holder()


def simplified(expr: Expr) -> Expr:
    return rewrite_expr(expr, Context(find_ranges(HOLDER), "f", ConstantPool(HOLDER)), TABLE)


def f(condition: Expr, sites: Expr = FULL) -> Expr:
    return k.filter_("x", sites, condition)


RULES: list[tuple[Expr, str]] = [
    # numbers
    (k.add(k.int_(2), k.int_(3)), "5"),
    (k.add(k.int_(2), k.add(T, k.int_(3))), "(t + 5)"),
    (k.mul(T, k.int_(0)), "0"),
    (k.mod(PLAYER, k.int_(5)), "@mover"),
    (k.min_(PLAYER, k.int_(9)), "@mover"),
    (k.lt(S, k.int_(9)), "True"),
    (k.eq(PLAYER, k.int_(0)), "False"),
    (k.ge(T, k.int_(4)), "(t > 3)"),
    (k.eq(k.add(T, k.int_(1)), k.int_(4)), "(t == 3)"),
    (k.eq(k.select(P, k.int_(1), k.int_(2)), k.int_(2)), "not(p)"),
    (k.not_(k.lt(T, S)), "(t >= s)"),
    (k.and_(P, k.TRUE, Q), "(p and q)"),
    (k.or_(P, k.not_(P)), "True"),
    (k.select(P, k.TRUE, Q), "(p or q)"),
    (k.select(k.not_(P), S, T), "select(p, t, s)"),
    # sets
    (k.inter(A, k.union(A, B)), "A"),
    (k.diff(A, k.inter(A, B)), "(A \\ B)"),
    (k.diff(A, k.diff(A, B)), "(A & B)"),
    (k.inter(A, k.diff(FULL, B)), "(A \\ B)"),
    (k.diff(A, k.sites_(0b111)), "(A & {3-8})"),
    (k.has(FULL, S), "True"),
    (k.has(k.one(S), T), "(s == t)"),
    (k.has(k.one(T), k.int_(4)), "(t == 4)"),
    (k.nth(k.one(S), k.int_(0)), "s"),
    (k.some(k.one(S)), "True"),
    (k.gt(k.size(A), k.int_(0)), "some(A)"),
    (k.eq(k.size(A), k.int_(0)), "not(some(A))"),
    (k.eq(A, k.EMPTY_SET), "not(some(A))"),
    (k.not_(k.some(k.diff(A, B))), "subset(A, B)"),
    (k.some(k.select(P, A, k.EMPTY_SET)), "(p and some(A))"),
    (k.image(UP, k.one(S)), "one(up[s])"),
    (k.image(UP, k.sites_(0b100000001)), "{3}"),
    (k.flood(NEAR, A, k.EMPTY_SET), "{}"),
    # sets by a condition
    (f(k.has(A, X)), "A"),
    (f(k.and_(k.has(A, X), k.not_(k.has(B, X))), A), "(A \\ B)"),
    (f(k.eq(k.who(X), k.int_(2))), "owned(2)"),
    (f(k.eq(k.who(X), PLAYER)), "owned(@mover)"),
    (f(k.eq(k.who(X), T)), "filter[x]({0-8}, (who(x) == t))"),
    (f(k.eq(k.what(X), k.int_(1))), "of_kind(1)"),
    (f(k.eq(k.what(X), k.int_(0)), A), "(A \\ occupied())"),
    (f(k.ne(k.what(X), k.int_(0))), "occupied()"),
    (f(k.eq(k.table(COLOUR, X), k.int_(1))), "{1 3 7}"),
    (k.table(COLOUR, PLAYER), "@mover"),  # each of the two players his own number
    (k.table(COLOUR, T), "colour[t]"),
    (f(k.lt(X, k.int_(3)), A), "(A & {0-2})"),
    (f(P, A), "select(p, A, {})"),
    (f(k.and_(k.has(A, X), k.call("g", BOOL, X))), "filter[x](A, call[g](x))"),
    (k.exists("x", A, k.has(B, X)), "some((A & B))"),
    (k.not_(k.exists("x", A, k.not_(k.has(B, X)))), "subset(A, B)"),
    (k.exists("x", k.one(S), k.call("g", BOOL, X)), "call[g](s)"),
    (k.sum_("x", A, k.select(k.has(B, X), k.int_(1), k.int_(0))), "size((A & B))"),
    (k.sum_("x", A, k.int_(3)), "(size(A) * 3)"),
    (k.gather("x", A, k.one(k.table(UP, X))), "image[up](A)"),
    (k.gather("x", A, k.inter(k.table(NEAR, X), B)), "(gather[x](A, near[x]) & B)"),
    (k.eq(k.who(S), PLAYER), "has(owned(@mover), s)"),
    (k.greatest("x", A, T), "A"),
    (k.greatest("x", A, k.sub(S, k.run(UP, X, B))), "greatest[x](A, neg(run[up](x, B)))"),
    (k.greatest("x", A, k.add(T, k.run(UP, X, B))), "greatest[x](A, (t + run[up](x, B)))"),
    (
        k.greatest("x", A, k.neg(k.size(k.diff(A, k.inter(k.table(NEAR, X), B))))),
        "greatest[x](A, size((near[x] & (B & A))))",
    ),
    (k.ne(k.what(S), k.int_(0)), "has(occupied(), s)"),
]


@pytest.mark.parametrize("before, after", RULES, ids=[show_expr(before) for before, _ in RULES])
def test_rules(before: Expr, after: str) -> None:
    result = simplified(before)
    assert show_expr(result) == after
    assert simplified(result) == result


def block_after(*stmts: object) -> str:
    body: Block = tuple(stmts)  # type: ignore[assignment]
    return show_block(simplify_proc(Proc("f", (Param("p", BOOL),), body)).body)


def test_statements() -> None:
    two = Store(MOVER, None, k.int_(2))
    assert block_after(If(k.TRUE, (two,))) == "@mover = 2"
    assert block_after(If(P, (), (two,))) == "if not(p):\n    @mover = 2"
    assert block_after(If(P, (two,), (two,))) == "@mover = 2"
    assert block_after(Return(), two) == "return"
    assert block_after(ForSites("x", k.EMPTY_SET, (two,))) == ""
    assert block_after(ForSites("x", k.sites_(16), (Store(MOVER, None, X),))) == "@mover = 4"
    copy = (Assign("y", k.int_(2)), Assign("z", k.var("y", INT)), Store(MOVER, None, k.var("z", INT)))
    assert block_after(*copy) == "@mover = 2"
    assert block_after(Assign("y", PLAYER)) == ""


def test_inlining_and_pruning() -> None:
    twice = Proc("twice", (Param("n", INT),), (Return(k.add(k.var("n", INT), k.var("n", INT))),), INT)
    unused = Field("unused", INT)
    kept = Field("score", INT)
    after = Proc(
        "after", (), (Store(kept, None, k.call("twice", INT, PLAYER)), Store(unused, None, k.int_(1)))
    )
    result = simplify(program([after, twice], fields=[kept, unused]))
    assert show_block(next(p for p in result.procs if p.name == "after").body) == "@score = (@mover + @mover)"
    assert [p.name for p in result.procs if p.name == "twice"] == []
    assert "unused" not in [field.name for field in result.fields]


def test_sharing() -> None:
    far = k.fill(UP, A, B)
    kept = Field("score", INT)
    store = Store(kept, None, k.add(k.size(far), k.size(k.inter(far, A))))
    body = (Assign("A", FULL), Assign("B", FULL), store)
    made = program([Proc("after", (), body)], fields=[kept], tables=[UP])
    after = next(p for p in eliminate_common_subexpressions(made).procs if p.name == "after")
    shown = show_block(after.body).splitlines()
    assert shown[2:] == ["shared.1 = fill[up](A, B)", "@score = (size(shared.1) + size((shared.1 & A)))"]


# --- random expressions against the evaluator, the rules and the engine ----------------------------------

TABLES = [UP, NEAR, COLOUR]
RAYS = [
    Rays("right", tuple(tuple(range(s + 1, s // 3 * 3 + 3)) for s in range(9))),
    Rays("left", tuple(tuple(range(s - 1, s // 3 * 3 - 1, -1)) for s in range(9))),
    Rays("bent", tuple(((s + 3) % 9, (s + 1) % 9, (s + 7) % 9) for s in range(9))),
]
_NUMBERS = st.one_of(st.integers(-2, 10), st.sampled_from([1 << 62, -(1 << 63), (1 << 63) - 1]))


@st.composite
def expressions(draw: st.DrawFn, wanted: object = None, depth: int = 4, bound: tuple[str, ...] = ()) -> Expr:
    """An expression over A, B, p, q, s, t and the variables bound around it."""
    type_ = wanted if wanted is not None else draw(st.sampled_from([INT, BOOL, SITES]))

    def sub(t: object, *more: str) -> Expr:
        return draw(expressions(t, depth - 1, (*bound, *more)))

    def binder(op: Op, t: object) -> Expr:
        name = draw(st.sampled_from(["x", "y"]))
        sites = sub(SITES)
        return Expr(op, SITES if op in (Op.FILTER, Op.GATHER) else (BOOL if t is BOOL else INT),
                    (sites, sub(t, name)), name)  # fmt: skip

    leaf = depth == 0
    if type_ is INT:
        names = ["s", "t", *bound]
        choice = draw(st.integers(0, 1 if leaf else 10))
        match choice:
            case 0:
                return k.int_(draw(_NUMBERS))
            case 1:
                return k.var(draw(st.sampled_from(names)), INT)
            case 2 | 3:
                op = draw(st.sampled_from([Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.MIN, Op.MAX]))
                return Expr(op, INT, (sub(INT), sub(INT)))
            case 4:
                return k.select(sub(BOOL), sub(INT), sub(INT))
            case 5:
                return k.size(sub(SITES))
            case 6:
                return k.nth(sub(SITES), sub(INT))
            case 7:
                return k.last(sub(SITES))
            case 8:
                return binder(Op.SUM, INT)
            case 9:
                return k.table(draw(st.sampled_from([UP, COLOUR])), sub(INT))
            case _:
                return draw(st.sampled_from([k.to_int(sub(BOOL)), k.run(UP, sub(INT), sub(SITES))]))
    if type_ is BOOL:
        choice = draw(st.integers(0, 1 if leaf else 9))
        match choice:
            case 0:
                return k.bool_(draw(st.booleans()))
            case 1:
                return draw(st.sampled_from([P, Q]))
            case 2 | 3:
                op = draw(st.sampled_from([Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE]))
                return k.compare(op, sub(INT), sub(INT))
            case 4:
                return Expr(draw(st.sampled_from([Op.AND, Op.OR, Op.XOR])), BOOL, (sub(BOOL), sub(BOOL)))
            case 5:
                return k.not_(sub(BOOL))
            case 6:
                return k.has(sub(SITES), sub(INT))
            case 7:
                return draw(st.sampled_from([k.subset(sub(SITES), sub(SITES)), k.some(sub(SITES))]))
            case 8:
                return binder(Op.EXISTS, BOOL)
            case _:
                return k.select(sub(BOOL), sub(BOOL), sub(BOOL))
    choice = draw(st.integers(0, 1 if leaf else 12))
    match choice:
        case 0:
            return k.sites_(draw(st.sampled_from([0, 511, 1, 5, 256, 84, 0b101010101])))
        case 1:
            return draw(st.sampled_from([A, B]))
        case 2 | 3 | 4:
            op = draw(st.sampled_from([Op.UNION, Op.INTER, Op.DIFF]))
            return Expr(op, SITES, (sub(SITES), sub(SITES)))
        case 5:
            return k.one(sub(INT))
        case 6:
            return binder(Op.FILTER, BOOL)
        case 7:
            return binder(Op.GATHER, SITES)
        case 8:
            return k.select(sub(BOOL), sub(SITES), sub(SITES))
        case 9:
            return draw(st.sampled_from([k.image(UP, sub(SITES)), k.table(NEAR, sub(INT))]))
        case 10:
            return binder(Op.GREATEST, INT)
        case 11:
            return k.ray(draw(st.sampled_from(RAYS)), sub(INT), sub(SITES))
        case _:
            start, through = sub(SITES), sub(SITES)
            return draw(st.sampled_from([k.fill(UP, start, through), k.flood(NEAR, start, through)]))


ENV = st.fixed_dictionaries(
    {
        "A": st.integers(0, 511),
        "B": st.integers(0, 511),
        "p": st.booleans(),
        "q": st.booleans(),
        "t": _NUMBERS,
        "s": st.integers(0, 8),
    }
)


@settings(max_examples=400, deadline=None)
@given(expressions(), ENV)
def test_rules_keep_the_value(expr: Expr, env: dict[str, int]) -> None:
    assert evaluate(simplified(expr), env, 9) == evaluate(expr, env, 9)


@settings(max_examples=150, deadline=None)
@given(expressions(), st.lists(ENV, min_size=3, max_size=3))
def test_the_engine_agrees_with_the_evaluator(expr: Expr, envs: list[dict[str, int]]) -> None:
    params = (*PARAMS, Param("s", INT))
    plain = Proc("plain", params, (Return(expr),), expr.type)
    once = Proc("once", params, (Return(simplified(expr)),), expr.type)
    made = attrs.evolve(
        HOLDER, procs=(*HOLDER.procs, plain, once), tables=(UP, NEAR, COLOUR), rays=tuple(RAYS)
    )
    engine = PythonEngine(eliminate_common_subexpressions(made), prepared=True)
    state = engine.fresh_state()
    for env in envs:
        wanted = evaluate(expr, env, 9)
        args = [env[p.name] for p in params]
        assert engine.call(state, "plain", *args) == wanted
        assert engine.call(state, "once", *args) == wanted
