"""Regions: what they read is as it was at entry, what they change is changed in order."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.evaluate import evaluate
from gdl.core.ops import (
    INT,
    SITES,
    Adjust,
    Assign,
    Block,
    Do,
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
    Put,
    Return,
    Sandbox,
    Simultaneous,
    Store,
    While,
)
from gdl.core.printer import show_block
from gdl.passes.layout import layout
from gdl.passes.lower_simultaneous import lower_simultaneous
from gdl.passes.pipeline import prepare
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program, tic_tac_toe
from tests.quick import QUARTERS

F, G = Field("f", INT), Field("g", INT)
SET = Field("set", SITES)
ARRAY = Field("array", INT, 4)
FIELDS = (F, G, SET, ARRAY)
f, g = k.field(F), k.field(G)


def region(*body: Any) -> Proc:
    return Proc("after", (), (Simultaneous(tuple(body)),))


def lowered(*body: Any, extra: tuple[Proc, ...] = ()) -> str:
    """The region as plain code."""
    made = lower_simultaneous(program([region(*body), *extra], fields=FIELDS))
    return show_block(next(p for p in made.procs if p.name == "after").body)


def test_nothing_to_do() -> None:
    assert lowered(Store(F, None, g), Adjust(G, None, k.int_(1))) == "@f = @g\n@g += 1"
    # it reads what it changes only as it changes it
    assert lowered(Adjust(F, None, k.int_(1)), Adjust(F, None, k.int_(2))) == "@f += 1\n@f += 2"


def test_a_read_after_a_write_is_taken_at_entry() -> None:
    text = lowered(Adjust(F, None, k.int_(1)), If(k.ne(f, k.int_(1)), (Store(G, None, f),)))
    assert text == "entry.1 = @f\n@f += 1\nif (entry.1 != 1):\n    @g = entry.1"


def test_swap() -> None:
    assert lowered(Store(F, None, g), Store(G, None, f)) == "entry.1 = @f\n@f = @g\n@g = entry.1"


def test_regions_inside_belong_to_the_outer_one() -> None:
    text = lowered(Store(F, None, g), Simultaneous((Store(G, None, f),)))
    assert text == "entry.1 = @f\n@f = @g\n@g = entry.1"


def test_loops_come_back() -> None:
    text = lowered(ForRange("i", k.int_(0), k.int_(2), (Store(G, None, f), Adjust(F, None, k.int_(1)))))
    assert text == "entry.1 = @f\nfor i from 0 to 2:\n    @g = entry.1\n    @f += 1"


def test_an_index_known_later_needs_a_snapshot() -> None:
    i = k.var("i", INT)
    element = k.elem(ARRAY, k.sub(k.int_(3), i))
    text = lowered(ForRange("i", k.int_(0), k.int_(3), (Store(ARRAY, i, element),)))
    assert text == (
        "snapshot entry.1 of @array\nfor i from 0 to 3:\n    @array[i] = old_elem[entry.1 array]((3 - i))"
    )


def test_a_call_that_depends_on_a_loop_runs_in_a_sandbox() -> None:
    double = Proc("double", (Param("n", INT),), (Return(k.add(f, k.var("n", INT))),), INT)
    call = k.call("double", INT, k.var("i", INT))
    loop = ForRange("i", k.int_(0), k.int_(3), (Adjust(F, None, call),))
    assert lowered(loop, extra=(double,)).splitlines() == [
        "entry.2 = @f",
        "for i from 0 to 3:",
        "    sandbox:",
        "        @f = entry.2",
        "        entry.1 = call[double](i)",
        "    @f += entry.1",
    ]
    made = program([region(loop), double], fields=FIELDS)
    engine = PythonEngine(prepare(made, simplified=False), prepared=True)
    state = engine.fresh_state()
    engine.call(state, "after")
    assert engine.value(state, "f") == 0 + 1 + 2 + 3


def test_a_procedure_done_is_one_effect() -> None:
    add = Proc("add", (Param("n", INT),), (Adjust(G, None, k.add(f, k.var("n", INT))),))
    made = program([region(Adjust(F, None, k.int_(5)), Do("add", (f,))), add], fields=FIELDS)
    engine = PythonEngine(prepare(made, simplified=False), prepared=True)
    state = engine.fresh_state()
    engine.call(state, "after")
    assert engine.value(state, "g") == 5  # its argument is 0, its body sees 5


def test_a_sandbox_begins_from_the_entry() -> None:
    seen = Sandbox((Adjust(F, None, k.int_(1)), Assign("x", f)))
    body = (Store(F, None, k.int_(7)), seen, Store(G, None, k.var("x", INT)))
    engine = PythonEngine(prepare(program([region(*body)], fields=FIELDS), simplified=False), prepared=True)
    state = engine.fresh_state()
    engine.call(state, "after")
    assert (engine.value(state, "f"), engine.value(state, "g")) == (7, 1)


def test_pieces_are_moved_as_they_stand_and_looked_at_as_they_stood() -> None:
    body = (
        MovePiece(k.int_(0), k.int_(1)),
        MovePiece(k.int_(1), k.int_(2)),  # moves what has just come
        Put(k.int_(3), k.what(k.int_(0))),  # a copy of what was there
    )
    start = Proc("start", (), (Put(k.int_(0), k.int_(2)),))
    show = Proc("show", (Param("s", INT),), (Return(k.what(k.var("s", INT))),), INT)
    made = program([start, region(*body), show], fields=FIELDS)
    engine = PythonEngine(prepare(made, simplified=False), prepared=True)
    state = engine.fresh_state()
    engine.call(state, "start")
    engine.call(state, "after")
    assert [engine.call(state, "show", s) for s in range(4)] == [0, 0, 2, 2]


def test_layout_of_tic_tac_toe() -> None:
    made = layout(tic_tac_toe())
    play = next(p for p in made.procs if p.name == "play_add")
    assert [field.name for field in made.fields][3:] == ["owned"]  # the sites with pieces are their union
    assert "apply:" in show_block(play.body)


# --- random regions against a plain reading of what they mean --------------------------------------------


class Meaning:
    """Carries out a region: reads from a copy made at entry, writes to the state."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.live = state
        self.entry = {name: list(v) if isinstance(v, list) else v for name, v in state.items()}

    def value(self, expr: Expr, env: dict[str, int]) -> Any:
        def plain(e: Expr) -> Expr:
            if e.op is Op.FIELD and isinstance(e.data, Field):
                return Expr(Op.CONST, e.type, data=self.entry[e.data.name])
            if e.op is Op.ELEM and isinstance(e.data, Field):
                index = self.value(e.args[0], env)
                array = self.entry[e.data.name]
                return k.int_(array[index] if 0 <= index < len(array) else 0)
            return attrs.evolve(e, args=tuple(plain(a) for a in e.args))

        return evaluate(plain(expr), env, 9)

    def run(self, block: Block, env: dict[str, int]) -> None:
        for stmt in block:
            match stmt:
                case Assign():
                    env[stmt.name] = self.value(stmt.value, env)
                case If():
                    self.run(stmt.then if self.value(stmt.condition, env) else stmt.otherwise, env)
                case ForRange():
                    for i in range(self.value(stmt.low, env), self.value(stmt.high, env) + 1):
                        env[stmt.name] = i
                        self.run(stmt.body, env)
                case ForSites():
                    for i in members(self.value(stmt.sites, env)):
                        env[stmt.name] = i
                        self.run(stmt.body, env)
                case While():
                    for _ in range(stmt.limit):
                        if not self.value(stmt.condition, env):
                            break
                        self.run(stmt.body, env)
                case Simultaneous():
                    self.run(stmt.body, env)
                case Store() | Adjust():
                    value = self.value(stmt.value if isinstance(stmt, Store) else stmt.delta, env)
                    old = self.live[stmt.field.name]
                    if stmt.index is None:
                        self.live[stmt.field.name] = value + (old if isinstance(stmt, Adjust) else 0)
                    else:
                        index = self.value(stmt.index, env)
                        if 0 <= index < len(old):
                            old[index] = value + (old[index] if isinstance(stmt, Adjust) else 0)
                case Include():
                    sites = self.value(stmt.sites, env)
                    old = self.live[stmt.field.name]
                    self.live[stmt.field.name] = old | sites if stmt.present else old & ~sites


@st.composite
def numbers(draw: st.DrawFn, depth: int, known: tuple[str, ...]) -> Expr:
    choice = draw(st.integers(0, 5 if depth else 2))
    match choice:
        case 0:
            return k.int_(draw(st.integers(-1, 4)))
        case 1:
            return draw(st.sampled_from([f, g, k.size(k.field(SET))]))
        case 2 if known:
            return k.var(draw(st.sampled_from(known)), INT)
        case 3 | 4:
            return k.elem(ARRAY, draw(numbers(depth - 1, known)))
    a, b = (draw(numbers(max(depth - 1, 0), known)) for _ in range(2))
    return Expr(draw(st.sampled_from([Op.ADD, Op.SUB, Op.MIN])), INT, (a, b))


@st.composite
def blocks(draw: st.DrawFn, depth: int = 2, known: tuple[str, ...] = ()) -> Block:
    result: list[Any] = []
    for _ in range(draw(st.integers(1, 4))):
        number = numbers(2, known)
        condition = k.lt(draw(number), draw(number))
        inner = blocks(depth - 1, known)
        match draw(st.integers(0, 9 if depth else 5)):
            case 0:
                result.append(Store(draw(st.sampled_from([F, G])), None, draw(number)))
            case 1:
                result.append(Adjust(draw(st.sampled_from([F, G])), None, draw(number)))
            case 2 | 3:
                kind = draw(st.sampled_from([Store, Adjust]))
                result.append(kind(ARRAY, draw(number), draw(number)))
            case 4:
                result.append(Include(SET, None, k.one(draw(number)), draw(st.booleans())))
            case 5:
                name = f"v{depth}{len(result)}"
                result.append(Assign(name, draw(number)))
                known = (*known, name)
            case 6 | 7:
                result.append(If(condition, draw(inner), draw(inner)))
            case 8:
                name = f"i{depth}{len(result)}"
                body = draw(blocks(depth - 1, (*known, name)))
                sites = k.union(k.one(draw(number)), k.field(SET))
                loop = ForRange(name, k.int_(0), k.int_(3), body)
                result.append(draw(st.sampled_from([loop, ForSites(name, sites, body)])))
            case _:
                result.append(Simultaneous(draw(inner)))
    return tuple(result)


@pytest.mark.parametrize("part", QUARTERS)
@settings(max_examples=75, deadline=None)
@given(blocks(), st.lists(st.integers(-1, 4), min_size=6, max_size=6))
def test_random_regions(part: int, body: Block, first: list[int]) -> None:
    names = [f"n{number}" for number in range(6)]
    given_ = [k.var(name, INT) for name in names]
    fill = [Store(ARRAY, k.int_(i), value) for i, value in enumerate(given_[2:])]
    fill += [Store(F, None, given_[0]), Store(G, None, given_[1]), Store(SET, None, k.sites_(0b1010))]
    begin = Proc("begin", tuple(Param(name, INT) for name in names), tuple(fill))
    engine = PythonEngine(lower_simultaneous(program([region(*body), begin], fields=FIELDS)), prepared=True)
    state = engine.fresh_state()
    engine.call(state, "begin", *first)
    oracle = Meaning({"f": first[0], "g": first[1], "array": first[2:], "set": 0b1010})
    oracle.run((Simultaneous(body),), {})
    engine.call(state, "after")
    found = {field.name: engine.value(state, field.name) for field in FIELDS}
    assert {**found, "array": list(found["array"])} == oracle.live
