"""One arithmetic: folding constants, the rules before it, and both engines come to the same numbers."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from gdl.compile.compile import compile_game
from gdl.core import make as k
from gdl.core.arithmetic import fmod, fpower, power, power_fits, wrap
from gdl.core.evaluate import MOST_STEPS, NotConstant, _Evaluator, evaluate, folded
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Field, Op, Param, Proc, Return, Table, Type
from gdl.core.verify import verify
from gdl.passes.pipeline import prepare
from gdl.source.diagnostics import InternalError, LanguageError
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program

LEAST, MOST = -(1 << 63), (1 << 63) - 1
WHOLE = (0, 1, -1, 2, -2, 3, 62, 63, 64, 65, -7, 10**9, -(10**9), 4 * 10**9, 1 << 62, MOST, LEAST, LEAST + 1)
REAL = (0.0, -0.0, 1.0, -1.5, 0.1, 1e300, -1e300, 5e-324, 9.3e18, -9.3e18, 2.0**63, math.inf, -math.inf)
BINARY = {
    INT: (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.POW, Op.MIN, Op.MAX),
    FLOAT: (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.MIN, Op.MAX),
}
UNARY = {INT: (Op.NEG, Op.ABS), FLOAT: (Op.NEG, Op.ABS, Op.SQRT)}
COMPARE = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
PARAMS = (Param("a", INT), Param("b", INT), Param("c", INT), Param("x", FLOAT), Param("y", FLOAT))
CONST = {INT: k.int_, FLOAT: k.float_, BOOL: k.bool_}


def by_one_operation() -> list[Expr]:
    """Every operation on numbers, of parameters."""
    a, b = (k.var(n, INT) for n in "ab")
    x, y = (k.var(n, FLOAT) for n in "xy")
    found = [Expr(op, a.type, (a, b)) for op in BINARY[INT]] + [Expr(op, INT, (a,)) for op in UNARY[INT]]
    found += [Expr(op, FLOAT, (x, y)) for op in BINARY[FLOAT]] + [
        Expr(op, FLOAT, (x,)) for op in UNARY[FLOAT]
    ]
    found += [k.compare(op, *pair) for op in COMPARE for pair in ((a, b), (x, y))]
    return [*found, k.to_float(a), k.to_int(x), k.to_int(k.lt(a, b))]


def tree(r: random.Random, type_: Type, depth: int) -> Expr:
    """A random expression of numbers: parameters, extremes, every operation."""
    if depth == 0 or r.random() < 0.1:
        if r.random() < 0.6:
            return k.var(r.choice([p.name for p in PARAMS if p.type is type_]), type_)
        return CONST[type_](r.choice(WHOLE if type_ is INT else REAL))
    pick = r.random()
    if pick < 0.6:
        op = r.choice(BINARY[type_])
        return Expr(op, type_, (tree(r, type_, depth - 1), tree(r, type_, depth - 1)))
    if pick < 0.75:
        return Expr(r.choice(UNARY[type_]), type_, (tree(r, type_, depth - 1),))
    if pick < 0.85:
        return k.to_float(tree(r, INT, depth - 1)) if type_ is FLOAT else k.to_int(tree(r, FLOAT, depth - 1))
    of = r.choice((INT, FLOAT))
    condition = k.compare(r.choice(COMPARE), tree(r, of, depth - 1), tree(r, of, depth - 1))
    return k.select(condition, tree(r, type_, depth - 1), tree(r, type_, depth - 1))


def made(exprs: Sequence[Expr]) -> tuple[Any, Any]:
    """Both engines, with a procedure `e0`, `e1`, ... for each expression."""
    procs = [
        Proc("start", (), ()),
        Proc("moves", (), (), generator=True),
        Proc("after", (), ()),
        Proc("turn", (), ()),
        *(Proc(f"e{i}", PARAMS, (Return(e),), e.type, entry=True) for i, e in enumerate(exprs)),
    ]
    ready = prepare(program(procs, [], [], sites=2))
    names = tuple(f"e{i}" for i in range(len(exprs)))
    return PythonEngine(ready, True), NativeEngine(ready, True, names, Cache(None))


def same(one: object, other: object) -> bool:
    """Equal bit by bit, but that one thing that is no number is as good as another."""
    if isinstance(one, float) and isinstance(other, float):
        return struct.pack("<d", one) == struct.pack("<d", other) or (one != one and other != other)
    return type(one) is type(other) and one == other


def check(exprs: Sequence[Expr], values: Sequence[tuple[Any, ...]]) -> None:
    python, native = made(exprs)
    ours, theirs = python.start(0), native.start(0)
    for number, expr in enumerate(exprs):
        for given in values:
            env = {p.name: v for p, v in zip(PARAMS, given, strict=True)}
            wanted = evaluate(expr, env, 2)
            ran = python.call(ours, f"e{number}", *given)
            fast, _ = native.call(theirs, f"e{number}", *given)
            assert same(wanted, ran) and same(wanted, fast), (expr, given, wanted, ran, fast)


def test_operations_on_extremes() -> None:
    pairs = product(WHOLE, WHOLE)
    reals = list(product(REAL, REAL))
    values = [(a, b, 0, *reals[i % len(reals)]) for i, (a, b) in enumerate(pairs)]
    check(by_one_operation(), values)


@pytest.mark.parametrize("seed", range(3))
def test_random_expressions(seed: int) -> None:
    r = random.Random(seed)
    exprs = [tree(r, r.choice((INT, FLOAT)), 4) for _ in range(40)]
    values = [(*(r.choice(WHOLE) for _ in "abc"), *(r.choice(REAL) for _ in "xy")) for _ in range(60)]
    check(exprs, values)


def test_folding_is_evaluating() -> None:
    for a, b in product(WHOLE, WHOLE):
        for op in BINARY[INT]:
            made_of = Expr(op, INT, (k.int_(a), k.int_(b)))
            assert folded(made_of).data == evaluate(made_of, {}, 0)
            assert LEAST <= int(str(folded(made_of).data)) <= MOST


def test_sets_are_folded_within_the_board() -> None:
    """A set that has members beyond it is left for the engines, which have none there."""
    inside, beyond = (
        Expr(Op.UNION, SITES, (k.sites_(1), k.sites_(2))),
        Expr(Op.UNION, SITES, (k.sites_(1), k.sites_(8))),
    )
    assert folded(inside, 3).data == 3
    assert folded(beyond, 3) is beyond and folded(beyond, 4).data == 9


def test_remainders_of_what_has_none() -> None:
    assert (fmod(7.5, 2.0), fmod(-7.5, 2.0), fmod(7.5, 0.0)) == (1.5, -1.5, 0.0)
    assert (fmod(math.inf, 2.0), fmod(-math.inf, 2.0), fmod(math.nan, 2.0)) == (0.0, 0.0, 0.0)


def test_what_takes_too_many_steps_is_not_worked_out() -> None:
    evaluator = _Evaluator(3, {})
    evaluator.take(MOST_STEPS)
    with pytest.raises(NotConstant):
        evaluator.take(1)


def test_powers() -> None:
    for a, b in product(WHOLE, range(-2, 70)):
        true = 0 if b < 0 else a**b
        assert power_fits(a, b) == (LEAST <= true <= MOST)
        assert power(a, b) == wrap(true)
    for a in (0, 1, -1):
        assert power_fits(a, MOST) and power(a, MOST) == a
    assert not power_fits(2, MOST) and power(2, MOST) == 0


# --- constants that engines cannot hold --------------------------------------------------------------------


def with_constant(value: int) -> Proc:
    return Proc("much", (), (Return(k.int_(value)),), INT, entry=True)


@pytest.mark.parametrize("value", [MOST + 1, LEAST - 1, 1 << 80])
def test_constants_that_do_not_fit_are_refused(value: int) -> None:
    heads = [Proc(name, (), (), generator=name == "moves") for name in ("start", "moves", "after", "turn")]
    verify(program([*heads, with_constant(wrap(value))], [], [], sites=2))
    with pytest.raises(InternalError, match="constant"):
        verify(program([*heads, with_constant(value)], [], [], sites=2))
    with pytest.raises(InternalError, match="begins"):
        verify(program(heads, [], [Field("f", INT, None, value)], sites=2))
    table = Table("big", INT, (0, value), 0)
    with pytest.raises(InternalError, match="big"):
        verify(evolve(program(heads, [], [], sites=2), tables=(table,)))


# --- as authors meet it -----------------------------------------------------------------------------------

GAME = """(game "Three" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if CONDITION (result Mover Win)))))"""
NINES = " ".join(["900000000000000000"] * 11)


def codes(tmp_path: Path, condition: str) -> list[str]:
    """The codes of what is said of a game with this condition."""
    file = tmp_path / "game.lud"
    file.write_text(GAME.replace("CONDITION", condition))
    try:
        return [each.code for each in compile_game(file).warnings]
    except LanguageError as error:
        return [each.code for each in error.diagnostics]


@pytest.mark.parametrize(
    "condition",
    [
        "(> (* 4000000000 4000000000) 0)",
        "(> (^ 2 63) 0)",
        f"(> (+ {{{NINES}}}) 0)",
        "(< (- (* -9 900000000000000000) (* 9 900000000000000000)) 0)",
    ],
)
def test_numbers_worked_out_beforehand_have_to_fit(tmp_path: Path, condition: str) -> None:
    assert codes(tmp_path, condition) == ["E0434"]


def test_scores_worked_out_beforehand_have_to_fit(tmp_path: Path) -> None:
    """A cube that wrapped around to less than nothing made a draw of a won game."""
    file = tmp_path / "game.lud"
    scored = "(move Add (to (sites Empty)) (then (addScore Mover (^ 1000000000 3))))"
    file.write_text(GAME.replace("(move Add (to (sites Empty)))", scored).replace("CONDITION", "(is Line 3)"))
    with pytest.raises(LanguageError) as told:
        compile_game(file)
    (mistake,) = told.value.diagnostics
    assert mistake.code == "E0434" and mistake.span.source.text[mistake.span.start :].startswith("(^ 10000")


@pytest.mark.parametrize("condition", ["(> (* 3000000000 3000000000) 0)", "(> (^ 2 62) 0)"])
def test_numbers_that_fit_are_fine(tmp_path: Path, condition: str) -> None:
    assert codes(tmp_path, condition) == []


@pytest.mark.parametrize(
    ("base", "exponent", "power"),
    [
        (2.0, 10.0, 1024.0),
        (2.0, -1.0, 0.5),
        (9.0, 0.5, 3.0),
        (-8.0, 0.5, 0.0),
        (10.0, 400.0, 0.0),
        (0.0, -1.0, 0.0),
    ],
    ids=["whole", "negative", "root", "no real number", "too great", "division by zero"],
)
def test_powers_of_floats_are_always_numbers(base: float, exponent: float, power: float) -> None:
    assert fpower(base, exponent) == power
