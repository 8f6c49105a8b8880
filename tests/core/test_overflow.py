"""What grows beyond 64 bits is noticed where it is worked out, and nothing else pays for that.

The truth is Python's own: whole numbers without an end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.analyses.growth import find_growth
from gdl.compile.compile import compile_game
from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    Adjust,
    Assign,
    Block,
    Expr,
    Field,
    ForRange,
    If,
    Kind,
    Names,
    Op,
    Param,
    Proc,
    Program,
    Return,
    Store,
    While,
)
from gdl.core.programs import MOVE_LIMIT, OVERFLOW_RULE
from gdl.core.verify import verify
from gdl.passes.detect_overflow import detect_overflow
from gdl.passes.pipeline import prepare
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.python.engine import PythonEngine
from interpreter.game.shipped import shipped_games

LEAST, MOST = -(1 << 63), (1 << 63) - 1
A, B, C = Field("a", INT), Field("b", INT), Field("c", INT)
TOTAL, MANY = Field("total", INT), Field("many", INT, 5)
MOVES = Field("moves", INT)
RULES = (
    Field("mover", INT, None, 1),
    Field("over", BOOL, None, False),
    Field("rank", FLOAT, 3, 0.0),
)


def program(body: Block, *others: Proc, fields: tuple[Field, ...] = (A, B, C, TOTAL, MANY)) -> Program:
    """A game whose first turn does something; `set` gives it any numbers to begin with."""
    given_ = tuple(Param(f.name, INT) for f in (A, B, C))
    setting = tuple(Store(f, None, k.var(f.name, INT)) for f in (A, B, C) if f in fields)
    procs = (
        Proc("start", (), ()),
        Proc("turn", (), ()),
        Proc("after", (), ()),
        Proc("moves", (), (), generator=True),
        Proc("play_pass", (Param("site", INT),), ()),
        Proc("act", (), body, entry=True),
        Proc("set", given_, setting, entry=True),
        *others,
    )
    pass_ = Kind(0, "pass", "play_pass", (Param("site", INT),), k.int_(-1), k.int_(-1), decision="pass")
    names = Names(("", "One", "Two"), ("",), tuple("abcde"))
    made = Program("test", 2, 5, (*RULES, *fields), (), (), procs, (pass_,), (0,), names)
    return detect_overflow(verify(made))


def noticed(made: Program, *numbers: int) -> tuple[bool, int]:
    """Whether it was noticed, and what the total then is: on the engine in Python."""
    engine = PythonEngine(made, prepared=True)
    state = engine.start()
    if numbers:
        engine.call(state, "set", *numbers)
    engine.call(state, "act")
    return (engine.overflow(state) is not None), engine.value(state, "total")


EDGES = [0, 1, -1, 2, -2, 3, 7, 63, 64, 1 << 31, (1 << 32) + 1, 3037000499, 3037000500, -3037000500,
         1 << 62, -(1 << 62), MOST - 1, MOST, LEAST, LEAST + 1]  # fmt: skip
numbers = st.sampled_from(EDGES) | st.integers(LEAST, MOST) | st.integers(-100, 100)
a, b, c = k.field(A), k.field(B), k.field(C)


def _quotient(x: int, y: int) -> int:
    found = abs(x) // abs(y) if y else 0
    return found if (x < 0) == (y < 0) else -found


def _power(x: int, y: int) -> int:
    if y < 0:
        return 0
    # beyond these the true number is far from 64 bits, or repeats itself
    return x ** (y if y < 70 else 70 + y % 2)


#: What is worked out, and the numbers on the way to it.
WORKED_OUT: dict[str, tuple[Expr, Callable[[int, int, int], tuple[int, ...]]]] = {
    "add": (k.add(a, b), lambda x, y, z: (x + y,)),
    "sub": (k.sub(a, b), lambda x, y, z: (x - y,)),
    "mul": (k.mul(a, b), lambda x, y, z: (x * y,)),
    "div": (k.div(a, b), lambda x, y, z: (_quotient(x, y),)),
    "pow": (Expr(Op.POW, INT, (a, b)), lambda x, y, z: (_power(x, y),)),
    "neg": (k.neg(a), lambda x, y, z: (-x,)),
    "abs": (k.abs_(a), lambda x, y, z: (abs(x),)),
    "within": (k.min_(k.add(a, b), k.int_(5)), lambda x, y, z: (x + y,)),
    "chosen": (
        k.select(k.gt(c, k.int_(0)), k.add(a, b), k.sub(a, b)),
        lambda x, y, z: (x + (y if z > 0 else -y),),
    ),
    "twice": (k.add(a, k.add(b, c)), lambda x, y, z: (y + z, x + (y + z))),
    "reached": (
        Expr(Op.TO_INT, INT, (k.and_(k.gt(c, k.int_(0)), k.gt(k.add(a, b), k.int_(0))),)),
        lambda x, y, z: (x + y if z > 0 else 0,),
    ),
    "passed": (
        Expr(Op.TO_INT, INT, (k.or_(k.gt(c, k.int_(0)), k.gt(k.add(a, b), k.int_(0))),)),
        lambda x, y, z: (0 if z > 0 else x + y,),
    ),
    "summed": (
        Expr(Op.SUM, INT, (k.sites_(0b11111), k.select(k.eq(k.var("s", INT), k.int_(3)), a, b)), "s"),
        lambda x, y, z: (x + 4 * y,),
    ),
    "any": (
        Expr(Op.SUM, INT, (k.sites_(0b11), k.mul(a, k.var("s", INT))), "s"),
        lambda x, y, z: (x,),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WORKED_OUT)
def test_it_is_noticed_just_where_a_number_does_not_fit(name: str) -> None:
    expr, truth = WORKED_OUT[name]
    engine = PythonEngine(program((Store(TOTAL, None, expr),)), prepared=True)
    start = engine.start()

    @settings(max_examples=300, deadline=None)
    @given(numbers, numbers, numbers)
    def compare(x: int, y: int, z: int) -> None:
        state = start.copy()
        engine.call(state, "set", x, y, z)
        engine.call(state, "act")
        on_the_way = truth(x, y, z)
        wanted = any(not LEAST <= each <= MOST for each in on_the_way)
        assert (engine.overflow(state) is not None) == wanted, (x, y, z)

    compare()


@pytest.mark.parametrize(
    ("x", "y", "told"),
    [
        (MOST, 0, False), (MOST, 1, True), (MOST - 4, 1, False), (MOST - 3, 1, True), (MOST, MOST, True),
        (LEAST, 0, False), (LEAST, -1, True), (LEAST + 4, -1, False), (LEAST + 3, -1, True),
        (LEAST, LEAST, True),
    ],
)  # fmt: skip
def test_a_sum_is_noticed_from_the_first_number_that_does_not_fit(x: int, y: int, told: bool) -> None:
    """x + 4 y: by one more than fits, and by as much as there can be."""
    engine = summing()
    state = engine.start()
    engine.call(state, "set", x, y, 0)
    engine.call(state, "act")
    assert (engine.overflow(state) is not None) == told


@cache
def summing() -> PythonEngine:
    return PythonEngine(program((Store(TOTAL, None, WORKED_OUT["summed"][0]),)), prepared=True)


@pytest.mark.parametrize(("below", "tested"), [(3, False), (40, False), (41, True), (1 << 40, True)])
def test_a_power_is_tested_where_it_may_be_too_large(below: int, tested: bool) -> None:
    """Of 3 the 39th power is the last that 64 bits hold."""
    power = Expr(Op.POW, INT, (k.mod(a, k.int_(4)), k.mod(b, k.int_(below))))
    made = program((Store(TOTAL, None, power),))
    assert 3**39 <= MOST < 3**40
    assert ("overflow" in {field.name for field in made.fields}) == tested


def test_both_engines_and_the_checked_build_notice_the_same() -> None:
    for name, (expr, _) in WORKED_OUT.items():
        made = program((Store(TOTAL, None, expr),))
        engines = [NativeEngine(made, True, ("set", "act"), checked=checked) for checked in (False, True)]
        reference = PythonEngine(made, prepared=True)
        values = [(x, y, z) for x in EDGES for y in EDGES for z in (0, 1, MOST)]
        for x, y, z in values:
            state = reference.start()
            reference.call(state, "set", x, y, z)
            reference.call(state, "act")
            wanted = {f.name: reference.value(state, f.name) for f in made.fields}
            for engine in engines:
                _, after = engine.call(engine.start(), "set", x, y, z)
                _, after = engine.call(after, "act")
                assert {f.name: engine.value(after, f.name) for f in made.fields} == wanted, (name, x, y, z)


def test_what_is_added_to_a_field_or_an_element() -> None:
    for target, index in ((TOTAL, None), (MANY, k.int_(2))):
        made = program((Store(target, index, a), Adjust(target, index, b)))
        for x, y in ((MOST, 1), (MOST, 0), (LEAST, -1), (MOST, LEAST), (1 << 62, 1 << 62), (LEAST, LEAST)):
            assert noticed(made, x, y, 0)[0] == (not LEAST <= x + y <= MOST), (x, y)


def test_the_value_is_the_wrapped_one() -> None:
    assert noticed(program((Store(TOTAL, None, k.add(a, b)),)), MOST, 1, 0) == (True, LEAST)


def test_the_first_rule_is_the_one_that_is_told() -> None:
    made = program(
        (Store(TOTAL, None, k.add(a, a)), Store(A, None, k.add(b, b)), Store(B, None, k.add(c, c)))
    )
    assert [each.what for each in made.overflows] == ["total", "a", "b"]
    engine = PythonEngine(made, prepared=True)
    for numbers_, rule in (((MOST, MOST, 1), 1), ((1, MOST, MOST), 2), ((1, 1, MOST), 3), ((1, 1, 1), 0)):
        state = engine.start()
        engine.call(state, "set", *numbers_)
        engine.call(state, "act")
        assert ((engine.overflow(state) is not None), engine.value(state, OVERFLOW_RULE)) == (rule > 0, rule)


def test_procedures_that_return_values_and_conditions_of_loops() -> None:
    x = k.var("x", INT)
    square = Proc("square", (Param("x", INT),), (Assign("y", k.mul(x, x)), Return(k.var("y", INT))), INT)
    called = program((Store(TOTAL, None, k.call("square", INT, a)),), square)
    assert not noticed(called, 3037000499, 0, 0)[0] and noticed(called, 3037000500, 0, 0)[0]
    # the condition works out a + a, then a + a + 2 and so on, until that is not below b
    doubled = k.add(a, a)
    counting = While(k.lt(doubled, b), (Store(A, None, k.add(a, k.int_(1))),))
    loop = program((counting,))
    assert not noticed(loop, (1 << 62) - 3, MOST - 1, 0)[0] and noticed(loop, (1 << 62) - 3, MOST, 0)[0]
    down = Proc(
        "down",
        (Param("x", INT),),
        (
            If(k.le(x, k.int_(0)), (Return(k.int_(1)),)),
            Return(k.mul(a, k.call("down", INT, k.sub(x, k.int_(1))))),
        ),
        INT,
    )
    power = program((Store(TOTAL, None, k.call("down", INT, b)),), down)
    assert noticed(power, 2, 62, 0) == (False, 1 << 62)
    assert noticed(power, 2, 63, 0)[0] and noticed(power, 3, 41, 0)[0]


# --- nobody else pays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", shipped_games().values(), ids=lambda path: path.stem)
def test_no_shipped_game_has_a_test_in_it(path: Path) -> None:
    """None of them can overflow: what players gather there comes from pieces, a few in each of few moves."""
    made = prepare(compile_game(path).program)
    assert not made.overflows
    assert OVERFLOW_RULE not in {f.name for f in made.fields}
    assert not any(proc.name.startswith("overflow_") for proc in made.procs)


def grown(body: Block, *fields: Field) -> dict[str, tuple[int, int]]:
    """What `after`, which runs once a move, makes of the fields of a game with a limit of moves."""
    made = program((), fields=(*fields, MOVES))
    procs = tuple(Proc("after", (), (*body, Adjust(MOVES, None, k.int_(1)))) if p.name == "after" else p
                  for p in made.procs if p.name not in ("set", "act"))  # fmt: skip
    made = verify(attrs.evolve(made, procs=procs))
    ranges = find_growth(made)
    return {f.name: ranges.known[f] for f in fields}


def test_what_is_added_once_a_move_is_bounded_by_the_moves() -> None:
    low, high = grown((Adjust(TOTAL, None, k.int_(1000)),), TOTAL)["total"]
    assert low == 0 and 1000 * MOVE_LIMIT <= high < 1 << 62
    low, high = grown((Store(TOTAL, None, k.sub(k.field(TOTAL), k.int_(7))),), TOTAL)["total"]
    assert low <= -7 * MOVE_LIMIT and high == 0


def test_what_loops_add_is_bounded_by_their_rounds() -> None:
    loop = ForRange("i", k.int_(1), k.int_(50), (Adjust(TOTAL, None, k.var("i", INT)),))
    _, high = grown((loop,), TOTAL)["total"]
    assert sum(range(51)) * MOVE_LIMIT <= high < MOST


def test_what_grows_by_itself_has_no_bound() -> None:
    doubled = grown((Store(TOTAL, None, k.int_(1)), Adjust(TOTAL, None, k.field(TOTAL))), TOTAL)
    assert doubled["total"] == (LEAST, MOST)
    squared = grown(
        (Store(TOTAL, None, k.mul(k.field(TOTAL), k.field(TOTAL))), Adjust(TOTAL, None, k.int_(2))), TOTAL
    )
    assert squared["total"] == (LEAST, MOST)
    # each is added to the other
    two = grown(
        (Adjust(TOTAL, None, k.field(A)), Adjust(A, None, k.add(k.field(TOTAL), k.int_(1)))), TOTAL, A
    )
    assert two == {"total": (LEAST, MOST), "a": (LEAST, MOST)}


def test_a_value_that_changes_places_does_not_grow() -> None:
    one, two = k.elem(MANY, k.int_(1)), k.elem(MANY, k.int_(2))
    swapped = (
        Adjust(MANY, k.int_(1), k.int_(3)),
        Assign("kept", one),
        Store(MANY, k.int_(1), two),
        Store(MANY, k.int_(2), k.var("kept", INT)),
    )
    low, high = grown(swapped, MANY)["many"]
    assert low == 0 and 3 * MOVE_LIMIT <= high < 1 << 62
