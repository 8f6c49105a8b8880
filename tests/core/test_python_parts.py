"""The Python engine's parts, each by itself: names, constants, what emitted code calls, choices, modules.

What is to come out is what their docstrings say.
"""

from __future__ import annotations

import pickle
import traceback
from typing import Any, cast

import pytest

from gdl.analyses.mod_ref import Effects
from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    SITES,
    Assign,
    Field,
    ForRange,
    ForSites,
    If,
    Offer,
    Param,
    Priority,
    Proc,
    Rays,
    RepeatKind,
    Return,
    Sandbox,
    Stmt,
    Store,
    Table,
    While,
)
from gdl.passes.pipeline import prepare
from interpreter.engines.perft import Counter as PerftCounter
from interpreter.engines.python import PythonEngine, runtime
from interpreter.engines.python.constants import MANY_SHIFTS, Constants, shifts_of
from interpreter.engines.python.emit import _reads
from interpreter.engines.python.module import Module
from interpreter.engines.python.places import number, zero
from interpreter.engines.python.runtime import Offers
from interpreter.engines.python.statements import DEEP, cached_fields
from interpreter.engines.python.writer import Names, Writer
from interpreter.errors.user_errors import SlowRulesError
from tests.core.core_programs import program, site_kind, tic_tac_toe
from tests.passes.fixtures import whole_program

# --- names and constants ----------------------------------------------------------------------------------


def test_names_are_legal_and_no_two_the_same() -> None:
    names = Names({"taken", "taken_2"}, ("p_", "T_"))
    assert [names.fresh("site") for _ in range(3)] == ["site", "site_2", "site_3"]
    assert [names.fresh("taken") for _ in range(2)] == ["taken_3", "taken_4"]
    for wanted, given in {
        "": "_",
        "2nd": "_2nd",
        "for": "_for",
        "p_moves": "_p_moves",
        "T_x": "_T_x",
        "in-row": "in_row",
        "fall 1": "fall_1",
    }.items():
        assert names.fresh(wanted) == given and given.isidentifier()
    assert {"site", "site_2", "taken_3", "_for"} <= names.taken


@pytest.mark.parametrize("value", [0, -3, 9999, 10000, 1 << 90, True, 1.5, float("inf"), float("-inf")])
def test_numbers_are_written_as_they_are(value: Any) -> None:
    assert eval(number(value)) == value and type(eval(number(value))) is type(value)


def test_what_is_outside_of_an_array() -> None:
    for type_, nothing in ((FLOAT, 0.0), (BOOL, False), (INT, 0), (SITES, 0)):
        found = zero(Field("f", type_, 2, nothing))
        assert found == nothing and type(found) is type(nothing)


def constants(sites: int = 4) -> Constants:
    return Constants(sites, Names(set()), {})


def test_tables_have_one_more() -> None:
    made = constants()
    table = Table("next", INT, (1, 2, 3, -1), -7)
    for name, value in {
        made.table(table): (1, 2, 3, -1, -7),
        made.steps(table): (0b10, 0b100, 0b1000, 0, 0),
        made.neighbours(table): (1, 2, 3, -1, 0),
        made.bits(): (1, 2, 4, 8, 0),
        made.members(0b1010): ((1, 2), (3, 8)),
    }.items():
        assert made.space[name] == value == made.given[name] and name.startswith("T_")
    beyond = Table("beyond", INT, (4, 5, -2, 3), 0)
    assert made.space[made.steps(beyond)] == (0, 0, 0, 0b1000, 0)
    assert made.table(table) == made.table(table) != made.table(beyond)
    alike = Table("next", INT, (0, 0, 0, 0), 0)
    assert made.space[made.neighbours(alike)] == (0, 0, 0, 0, 0) != made.space[made.neighbours(table)]
    assert made.space[made.steps(alike)] == (1, 1, 1, 1, 0) and made.table(alike) != made.table(table)


def rays(*paths: tuple[int, ...]) -> Rays:
    return Rays("ray", paths)


def test_rays_have_one_more() -> None:
    made, some = constants(), rays((1, 3), (), (0,))
    assert made.space[made.ray_masks(some)] == (0b1010, 0, 1, 0)
    assert made.ray_masks(some) == made.ray_masks(some) != made.ray_paths(some)
    assert made.space[made.ray_paths(some)] == ((1, 3), (), (0,), ())


@pytest.mark.parametrize(
    ("paths", "sense"),
    [
        (((0, 1, 3), (2,)), 1),
        (((3, 1), (2,)), -1),
        (((0, 1), (3, 2)), 0),
        (((1, 0, 2),), 0),
        (((2, 2),), 0),
    ],
)
def test_the_sense_of_rays(paths: tuple[tuple[int, ...], ...], sense: int) -> None:
    made, some = constants(), rays(*paths)
    assert made.sense(some) == made.sense(some) == sense


def test_steps_as_shifts() -> None:
    assert shifts_of([0b10, 0b101, 0b10, 0b1111], 3) == [(-1, 0b110), (1, 0b11)]
    assert shifts_of([0, 0], 2) == []
    most = (1 << MANY_SHIFTS) - 1
    assert len(shifts_of([most], 1) or ()) == MANY_SHIFTS and shifts_of([most << 1 | 1], 1) is None


# --- what emitted code calls ------------------------------------------------------------------------------


def test_images_and_walks() -> None:
    assert runtime.image((0b1, 0b110, 0b1000, 0b1000), 0b1110) == 0b1110
    assert runtime.image((1, 2), 0) == 0
    assert runtime.walk((3, 1, 0, 2), 0b0001) == 0b1011  # the blocker itself is reached
    assert runtime.walk((3, 1, 0, 2), 0) == 0b1111 and runtime.walk((), 1) == 0
    assert runtime.members(0b101001) == [0, 3, 5] and runtime.members(0) == []


class Marked:
    """A state that remembers what was played on it."""

    def __init__(self, played: tuple[int, ...] = ()) -> None:
        self.played = played

    def copy(self) -> Marked:
        return Marked(self.played)


def play(state: Marked, *args: int) -> None:
    state.played += args


def odd(state: Marked) -> bool:
    return state.played[-1] % 2 == 1


def above(state: Marked, bound: int) -> bool:
    return state.played[-1] > bound


def worth(state: Marked, *values: int) -> int:
    """The site modulo 3, and what is asked with."""
    return state.played[-1] % 3 + sum(values)


OFFERS = Offers((play, play))
STATE = cast(Any, Marked())
ODD: Any = (odd, (), None)
ODD_ABOVE: Any = (above, (2,), ODD)


def bundle(sites: int, checks: Any = None, kind: int = 1) -> Any:
    return kind, (7,), sites, checks


def test_checks_are_judged_up_to_those_given() -> None:
    def judged(site: int, checks: Any, upto: Any = None) -> bool:
        return runtime.legal(STATE, cast(Any, play), (7,), site, checks, upto)

    assert [judged(site, ODD) for site in (1, 2, 3)] == [True, False, True]
    assert [judged(site, ODD_ABOVE) for site in (1, 3, 4, 5)] == [False, True, False, True]
    assert [judged(site, ODD_ABOVE, ODD) for site in (1, 3, 4)] == [False, True, True]
    assert judged(2, ODD, ODD) and judged(2, None) and STATE.played == ()


def test_offers_are_judged() -> None:
    out = [bundle(0b110, ODD), bundle(0b100, ODD), bundle(0b111)]
    assert OFFERS.judged(STATE, out) == [bundle(0b010), bundle(0b111)]
    assert OFFERS.judged(STATE, [bundle(0b11010, ODD_ABOVE)], ODD) == [bundle(0b11000, ODD)]
    assert OFFERS.to(STATE, out) == 0b111 and OFFERS.to(STATE, out[:2]) == 0b010
    assert OFFERS.count(STATE, out) == 4 and OFFERS.count(STATE, []) == 0


def test_any_offer() -> None:
    some, none, free = bundle(0b110, ODD), bundle(0b101, ODD), bundle(0b100)
    assert OFFERS.any(STATE, [none, some], None) and not OFFERS.any(STATE, [none], None)
    assert OFFERS.any(STATE, [none, free], None) and OFFERS.any(STATE, [none], ODD)
    assert not OFFERS.any(STATE, [some, none], None, 1) and OFFERS.any(STATE, [none, some], None, 1)
    assert OFFERS.any_to(STATE, [some], 0b010) and not OFFERS.any_to(STATE, [some], 0b100)
    assert not OFFERS.any_to(STATE, [free], 0b011)


def test_the_best_offers() -> None:
    def best(*out: Any, values: tuple[int, ...] = (), upto: Any = None) -> list[Any]:
        return OFFERS.best(STATE, list(out), worth, values, upto)

    assert best(bundle(0b11)) == [bundle(0b10)]
    assert best(bundle(0b11), bundle(0b100), bundle(0b1), bundle(0b100000)) == [
        bundle(0b100),
        bundle(0b100000),
    ]
    assert best(bundle(0b100, ODD), bundle(0b11)) == [bundle(0b10)]
    assert best(bundle(0b100, ODD)) == [] == best()
    assert best(bundle(0b110, ODD), upto=ODD) == [bundle(0b100, ODD)]
    assert best(bundle(0b1001)) == [bundle(0b1001)]  # all of one worth


def test_the_greatest_worth() -> None:
    assert OFFERS.most(STATE, [bundle(0b101), bundle(0b10)], worth) == 2
    assert OFFERS.most(STATE, [bundle(0b111, ODD)], worth) == 1 and OFFERS.most(STATE, [], worth) == 0
    less = OFFERS.most(STATE, [bundle(0b11)], lambda state: worth(cast(Any, state)) - 9)
    assert less == -8  # 0 is only what stands for no move


def test_offers_are_narrowed() -> None:
    seen = []

    def keep(state: Any, everything: int, *values: int) -> int:
        seen.append((everything, values))
        return 0b0110

    out = [bundle(0b0011, ODD), bundle(0b1001), bundle(0b0100, kind=0)]
    assert OFFERS.narrowed(STATE, out, keep, (5,)) == [bundle(0b0010, ODD), bundle(0b0100, kind=0)]
    assert seen == [(0b1111, (5,))]


def test_repetitions_of_a_state_without_a_past() -> None:
    state = Marked()
    state.entries = None  # type: ignore[attr-defined]
    for kind in RepeatKind:
        assert runtime.repeats(cast(Any, state), kind, 1) == 0


class Played:
    """Enough of a state: a position, and those before it with who was to move and in which turn."""

    def __init__(self, position: int, *past: tuple[int, int, int]) -> None:
        self.position = position
        self.entries: Any = None
        for entry in past:
            self.entries = (*entry, self.entries)

    def key(self) -> int:
        return self.position


def test_repetitions_are_of_a_position_of_who_moves_and_of_a_turn() -> None:
    """Position 5 was there four times: with player 1 to move twice, in this turn (3) twice, once of both."""
    state = Played(5, (5, 1, 1), (5, 2, 2), (6, 1, 3), (5, 1, 3), (5, 2, 3))
    assert {kind: runtime.repeats(cast(Any, state), kind, 1) for kind in RepeatKind} == {
        RepeatKind.SITUATIONAL: 2,
        RepeatKind.POSITIONAL: 4,
        RepeatKind.SITUATIONAL_IN_TURN: 1,
        RepeatKind.POSITIONAL_IN_TURN: 2,
    }


def test_what_stands_deeper_is_at_least_a_line() -> None:
    writer = Writer()
    with writer.indent():
        pass
    with writer.indent():
        writer.emit("S = 1")
    writer.emit("return")
    assert [(line.depth, line.text) for line in writer.lines] == [(1, "pass"), (1, "S = 1"), (0, "return")]


def test_trying_a_move_looks_whether_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(runtime, "heed", lambda: looked.append(1))
    runtime.legal(STATE, cast(Any, play), (7,), 1, ODD, None)
    OFFERS.most(STATE, [bundle(0b11, ODD)], worth)
    assert len(looked) == 3


def test_more_offers_than_there_is_memory_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "MOST_BUNDLES", 3)
    runtime.find_room([bundle(1)] * 3)
    with pytest.raises(SlowRulesError, match="more moves at once than there is memory"):
        runtime.find_room([bundle(1)] * 4)


# --- functions --------------------------------------------------------------------------------------------

X = Field("x", INT, None, 0)
ROW = Field("row", INT, 3, 0)


def made(body: tuple[Stmt, ...], *params: str, extra: tuple[Proc, ...] = ()) -> PythonEngine:
    ask = Proc("ask", tuple(Param(name, INT) for name in params), body, INT)
    return PythonEngine(prepare(program([ask, *extra], fields=[X, ROW]), simplified=False), True)


def asked(engine: PythonEngine, *args: int) -> Any:
    return engine.call(engine.start(), "ask", *args)


@pytest.mark.parametrize("more", [8, 9])
@pytest.mark.parametrize("last", [True, False], ids=["with an else", "without"])
def test_choices_so_deep_that_they_stand_in_a_row(last: bool, more: int) -> None:
    """`if a is 0 … else if a is 1 …`, below as many others as may stand deeper; each does its own thing."""
    a = k.var("a", INT)
    cases = DEEP + more
    block: tuple[Stmt, ...] = (Assign("t", k.int_(-1)),) if last else ()
    for case in reversed(range(cases)):
        block = (If(k.eq(a, k.int_(case)), (Assign("t", k.int_(100 + case)),), block),)
    engine = made((Assign("t", k.int_(7)), *block, Return(k.var("t", INT))), "a")
    found = [asked(engine, case) for case in range(cases + 1)]
    assert found == [*range(100, 100 + cases), -1 if last else 7]
    assert "elif" in engine.python


def test_a_deep_choice_whose_condition_takes_lines() -> None:
    """A condition with a loop of its own cannot stand in an `elif`."""
    a = k.var("a", INT)
    loop = k.gt(k.sum_("s", k.sites_(0b111), k.mul(k.var("s", INT), a)), k.int_(2))  # 3 * a > 2
    block: tuple[Stmt, ...] = (
        If(
            k.eq(a, k.int_(50)),
            (Assign("t", k.int_(50)),),
            (If(loop, (Assign("t", k.int_(1)),), (Assign("t", k.int_(2)),)),),
        ),
    )
    for case in reversed(range(10, 10 + DEEP)):
        block = (If(k.eq(a, k.int_(case)), (Assign("t", k.int_(case)),), block),)
    engine = made((Assign("t", k.int_(0)), *block, Return(k.var("t", INT))), "a")
    assert [asked(engine, a) for a in (0, 1, 10, 9 + DEEP, 50)] == [2, 1, 10, 9 + DEEP, 50]


def test_reads_count_by_how_often_they_run() -> None:
    x, one = k.field(X), k.int_(1)
    store = Store(ROW, None, one)
    assert _reads((Assign("a", k.add(x, x)),)) == {X: 2}
    in_loop = (ForSites("s", k.sites_(7), (Assign("a", x),)),)
    assert _reads(in_loop) == {X: 8}
    assert _reads((ForRange("i", x, k.int_(9), (Assign("a", x),)),)) == {X: 9}
    assert _reads((While(k.lt(x, one), (Assign("a", x),)),)) == {X: 16}
    assert _reads((If(k.lt(x, one), (Assign("a", x),), in_loop),)) == {X: 10}
    assert _reads((Assign("a", k.sum_("s", k.sites_(7), k.add(x, k.elem(ROW, k.var("s", INT))))),)) == {
        X: 8,
        ROW: 8,
    }
    assert _reads((Assign("a", k.sum_("s", k.filter_("u", k.sites_(7), k.lt(x, one)), one)),)) == {X: 8}
    assert store.field is ROW and _reads((Store(X, None, one),)) == {}


def test_fields_that_are_read_often_are_in_a_local() -> None:
    def cached(*body: Stmt) -> list[Field]:
        ask = Proc("ask", (), body)
        effects = Effects(program([ask], fields=[X, ROW]))
        return cached_fields(ask, effects, _reads(body))

    x, element = k.field(X), k.elem(ROW, k.int_(0))
    twice, once = Assign("a", k.add(x, x)), Assign("b", x)
    assert cached(twice) == [X] and cached(once) == []
    assert cached(twice, Store(X, None, k.int_(1))) == []
    elements = Assign("c", k.add(element, element))
    assert cached(elements, Store(ROW, k.int_(1), k.int_(1))) == [ROW]  # its list stays the same one
    inside = Sandbox((Store(ROW, k.int_(1), k.int_(1)),))
    assert cached(elements, inside) == [] and cached(elements, twice, Sandbox((once,))) == [ROW, X]


def test_sums_are_whole_numbers_that_wrap_around() -> None:
    """Nine times 2**60 is more than 2**63 - 1, and nine times its opposite less than -2**63."""
    a = k.var("a", INT)
    least, most = k.max_(a, k.int_(0)), k.min_(a, k.int_(0))
    high = k.sum_("s", k.sites_((1 << 9) - 1), k.min_(least, k.int_(1 << 60)))
    low = k.sum_("s", k.sites_((1 << 9) - 1), k.max_(most, k.int_(-(1 << 60))))
    found = asked(made((Return(high),), "a"), 1 << 60), asked(made((Return(low),), "a"), -(1 << 60))
    assert found == ((9 << 60) - (1 << 64), (1 << 64) - (9 << 60))
    of_none = k.sum_("s", k.inter(k.OCCUPIED, k.sites_(3)), k.add(k.var("s", INT), k.int_(1)))
    nothing = asked(made((Return(of_none),), "a"), 5)
    assert nothing == 0 and type(nothing) is int


@pytest.mark.parametrize(
    ("steps", "length"),
    [((1, 2, 0), 9), ((1, 0, 1), 9), ((1, 2, -1), 2), ((-1, 0, 1), 0), ((0, 0, 1), 9)],
)
def test_runs_end_where_steps_go_round(steps: tuple[int, ...], length: int) -> None:
    """How many steps from site 0 stay within; where they come back, as many as there are sites."""
    table = Table("step", INT, (*steps, *(-1,) * 6), -1)
    ask = Proc("ask", (), (Return(k.run(table, k.int_(0), k.sites_((1 << 9) - 1))),), INT)
    engine = PythonEngine(prepare(program([ask], tables=[table]), simplified=False), True)
    assert asked(engine) == length


def test_a_priority_of_nothing_offers_nothing() -> None:
    moves = Proc("moves", (), (Priority(()), Offer(1, (), k.sites_(4))), generator=True)
    put = Proc("put", (Param("s", INT),), ())
    engine = PythonEngine(prepare(program([moves, put], [site_kind(1, "put")]), simplified=False), True)
    assert [move.site for move in engine.legal_moves(engine.start())] == [2]


def test_tracebacks_show_what_was_emitted() -> None:
    """Of rules that no author wrote there is no file: the text as it was emitted is shown."""
    engine = made((Return(k.add(k.var("a", INT), k.int_(1))),), "a")
    with pytest.raises(TypeError) as caught:
        engine.call(engine.start(), "ask", "no number")
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert last.filename.startswith("<ludwright Test: p_ask") and last.line and "a" in last.line


@pytest.mark.parametrize(("rounds", "looks"), [(9, False), (10**8, True)])
def test_long_loops_look_whether_to_stop(rounds: int, looks: bool) -> None:
    body = (ForRange("i", k.int_(0), k.int_(rounds), (Assign("t", k.var("i", INT)),)), Return(k.int_(0)))
    engine = made(body)
    engine.module.function("ask")
    assert ("HEED()" in engine.python) == looks


# --- modules on disk --------------------------------------------------------------------------------------


def test_membership_as_a_value() -> None:
    """Of sites that are written down, that are worked out, and that are none."""
    program_ = whole_program(
        """
field spot: Sites = {0 5}
table east: Int[9] = 1 2 -1 4 5 -1 7 8 -1 outside -1

entry proc second() -> Bool:
    return has(@spot, 2)

entry proc fifth() -> Bool:
    return has(@spot, 5)

entry proc any(s: Int) -> Bool:
    return has(@spot, s)

entry proc within(s: Int) -> Bool:
    return has(@spot, (s % 3))

entry proc beside(s: Int) -> Bool:
    return has(@spot, east[s])
"""
    )
    engine = PythonEngine(program_, True)
    state = engine.start()
    assert not engine.call(state, "second") and engine.call(state, "fifth")
    assert [bool(engine.call(state, "any", site)) for site in (-1, 0, 2, 5, 9)] == [
        False, True, False, True, False
    ]  # fmt: skip
    assert [bool(engine.call(state, "within", number)) for number in (0, 1, 2, 3, -1)] == [
        True, False, False, True, False
    ]  # fmt: skip
    assert [site for site in range(-1, 10) if engine.call(state, "beside", site)] == [4]


def test_a_state_shows_its_fields() -> None:
    state = PythonEngine(tic_tac_toe()).start()
    assert len(state.FIELDS) > 2 and all(f"{name}=" in repr(state) for name in state.FIELDS)
    assert "mover=1" in repr(state)


def test_a_module_goes_on_where_it_was_kept() -> None:
    first = PythonEngine(prepare(tic_tac_toe(), simplified=False), True)
    games = first.play_games(5, 3)
    counted = first.perft(first.start(), 3)
    kept = pickle.loads(pickle.dumps(first.module))
    assert isinstance(kept, Module) and kept.text == first.module.text
    again = PythonEngine(kept.program, True, kept)
    assert again.play_games(5, 3) == games and again.perft(again.start(), 3) == counted
    assert kept.fresh_state().rng == kept.fresh_state().plies == 0
    # a procedure that was not asked for before is written now, beside the others
    assert again.call(again.start(), "won") == first.call(first.start(), "won") is False


# --- perft ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keeps", [False, True])
def test_perft_keeps_states_only_for_who_goes_on(keeps: bool) -> None:
    """The states behind the last level may fill gigabytes: nine first moves of Tic-Tac-Toe leave nine."""
    engine = PythonEngine(prepare(tic_tac_toe()), True)
    counter = PerftCounter(engine, 1, False, keeps)
    start = engine.start()
    counter.visit(start, engine.legal_moves(start), 1)
    assert counter.nodes == [0, 9] and len(counter.following) == (9 if keeps else 0)
