"""Each analysis by itself: core text, and the facts that are found, a fact a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from pkgutil import iter_modules

import pytest

import gdl.analyses
from gdl.analyses.determined_levels import determined_levels
from gdl.analyses.exclusive_sites import exclusive_sites
from gdl.analyses.growth import find_growth
from gdl.analyses.live_fields import limit_counters, live_fields
from gdl.analyses.mod_ref import Effects
from gdl.analyses.necessary_literals import growing_sets
from gdl.analyses.offers import reachable_offers, shown_params
from gdl.analyses.ranges import ALL, Key, Local, Range, Ranges, Result, find_ranges
from gdl.analyses.stalemates import is_free_of_stalemates
from gdl.analyses.termination import Termination
from gdl.analyses.unavoidable_steps import UnavoidableSteps
from gdl.analyses.value_sets import Region, Value, ValueSets
from gdl.analyses.worst_case_steps import ENDLESS, Pace
from gdl.core import make as k
from gdl.core.ops import BINDERS, INT, Assign, ForRange, ForSites, Program, While
from gdl.core.printer import show_block, show_expr, show_set
from gdl.core.walk import exprs_of, statements, subexprs
from tests.passes.fixtures import Case, cases, too_few, whole_program

CASES = Path(__file__).parent / "cases"
#: What is longer than this is long, in the cases for worst-case steps: a loop of 9 sites is not, of 81 is.
LONG_STEPS = 200


def show_ranges(program: Program) -> Iterator[str]:
    """PROC.LOCAL, PROC() or @FIELD, and which values it can have."""
    yield from _known(find_ranges(program))


def show_growth(program: Program) -> Iterator[str]:
    """As of ranges, in any game that can be played."""
    yield from _known(find_growth(program))


def _known(found: Ranges) -> Iterator[str]:
    for key, range_ in found.known.items():
        if _shown(key) not in ("@mover", "play_pass.s"):  # which every program has
            yield f"{_shown(key)}: {_range(range_)}"


def _shown(key: Key) -> str:
    match key:
        case Local():
            return f"{key.proc}.{key.name}"
        case Result():
            return f"{key.proc}()"
    return f"@{key.name}"


def _range(found: Range) -> str:
    return "any number" if found == ALL else f"{found[0]}..{found[1]}"


def show_mod_ref(program: Program) -> Iterator[str]:
    """What each procedure reads and writes, and whether it looks at anything outside the record."""
    effects = Effects(program)
    for proc in program.procs:
        touched = effects.proc(proc.name)
        said = [
            f"{word} {' '.join(sorted(field.name for field in fields))}"
            for word, fields in (("reads", touched.reads), ("writes", touched.writes))
            if fields
        ]
        if touched.outside:
            said.append("outside")
        if said:
            yield f"{proc.name}: {', '.join(said)}"


def show_termination(program: Program) -> Iterator[str]:
    """The procedures that may not return."""
    termination = Termination(program)
    for proc in program.procs:
        if termination.proc(proc.name):
            yield f"{proc.name} may diverge"


def show_live_fields(program: Program) -> Iterator[str]:
    """Which fields decide what follows, and which counters only do near their limit."""
    live = live_fields(program)
    for field in live:
        yield f"@{field.name}"
    for near in limit_counters(program, live):
        yield f"@{near.counter.name} from {near.near} on"


def show_worst_case_steps(program: Program) -> Iterator[str]:
    """Which loops look whether to stop, which procedures do at their beginning, and whether a ply does."""
    pace = Pace(program, find_ranges(program), Effects(program), LONG_STEPS)
    for proc in program.procs:
        if pace.recursive(proc.name):
            yield f"{proc.name} looks"
        for stmt in statements(proc.body):
            loops = [e for expr in exprs_of(stmt) for e in subexprs(expr) if e.op in BINDERS]
            if isinstance(stmt, ForSites | ForRange | While) and pace.polls(stmt):
                yield f"{proc.name}: {show_block((stmt,)).splitlines()[0]} looks"
            yield from (f"{proc.name}: {show_expr(loop)} looks" for loop in loops if pace.polls(loop))
    if pace.judges:
        yield "trying moves looks"
    assert pace.endless == (pace.ply == ENDLESS)
    yield "a ply looks" if pace.endless else "a ply is short"


def show_unavoidable_steps(program: Program) -> Iterator[str]:
    """The fewest steps of each procedure with a loop in it, and how deep loops lie in loops."""
    bounds = UnavoidableSteps(program)
    for proc in program.procs:
        if deep := bounds.depth(proc.name):
            yield f"{proc.name}: {bounds.steps(proc.name)} steps, {deep} loop{'s' * (deep > 1)} deep"


def show_offers(program: Program) -> Iterator[str]:
    """Kind, what its origin may be, and where to."""
    origins: dict[tuple[int, tuple[int, ...]], int] = {}
    for each in reachable_offers(program):
        shown = sorted(shown_params(program.kinds[each.kind]) - {len(each.args)})
        values = [each.args[number] for number in shown]
        for choice in product(*(sorted(value) for value in values if isinstance(value, frozenset))):
            origins[each.kind, choice] = origins.get((each.kind, choice), 0) | each.sites
    for (kind, choice), sites in origins.items():
        yield " ".join([str(kind), *(f"from {value}" for value in choice), "to", show_set(sites)])


def show_determined_levels(program: Program) -> Iterator[str]:
    """The kinds."""
    yield from map(str, sorted(determined_levels(program)))


def show_exclusive_sites(program: Program) -> Iterator[str]:
    """Kind, and the sites of a group."""
    for kind, groups in exclusive_sites(program).items():
        yield from (f"{kind}: {' '.join(map(str, group))}" for group in groups)


def show_necessary_literals(program: Program) -> Iterator[str]:
    """The sets that literals speak of: which elements grow, by moves of which kinds."""
    for grown, growth in growing_sets(program).items():
        elements, kinds = (" ".join(map(str, sorted(each))) for each in (growth.elements, growth.kinds))
        yield f"@{grown.name}: elements {elements} by kinds {kinds}"


def show_stalemates(program: Program) -> Iterator[str]:
    """Whether whoever has to move can."""
    if is_free_of_stalemates(program):
        yield "free of stalemates"


def show_value_sets(program: Program) -> Iterator[str]:
    """What each local may be that is assigned where `after` begins."""
    values, env = ValueSets(program, find_ranges(program)), dict[str, Value]()
    for stmt in next(proc for proc in program.procs if proc.name == "after").body:
        if not isinstance(stmt, Assign):
            return
        value = env[stmt.name] = values.value(stmt.value, env)
        if isinstance(value, Region):
            yield f"{stmt.name}: in {show_set(value.must)} at most {show_set(value.may)}"
        else:
            yield f"{stmt.name}: {'any' if value is None else ' '.join(map(str, sorted(value)))}"


#: The analyses by the names of their modules.
ANALYSES: dict[str, Callable[[Program], Iterator[str]]] = {
    "determined_levels": show_determined_levels,
    "exclusive_sites": show_exclusive_sites,
    "growth": show_growth,
    "live_fields": show_live_fields,
    "mod_ref": show_mod_ref,
    "necessary_literals": show_necessary_literals,
    "offers": show_offers,
    "ranges": show_ranges,
    "stalemates": show_stalemates,
    "termination": show_termination,
    "unavoidable_steps": show_unavoidable_steps,
    "value_sets": show_value_sets,
    "worst_case_steps": show_worst_case_steps,
}


@pytest.mark.parametrize("case", cases(CASES), ids=str)
def test_facts(case: Case) -> None:
    assert case.texts.keys() == {"program", "facts"}
    facts = ANALYSES[case.of](whole_program(case.texts["program"]))
    assert sorted(set(facts)) == sorted(case.texts["facts"].strip().splitlines())


def test_every_analysis_has_its_cases() -> None:
    there = tuple(sorted(module.name for module in iter_modules(gdl.analyses.__path__)))
    assert too_few(CASES, there) == []
    assert tuple(sorted(ANALYSES)) == there


SEARCH = """
proc writes(at: Int) -> Int:
    words[at] = 3
    return 1

proc lists(at: Int) -> Int:
    n = list moves at words[at]
    return n

proc asks_for_a_list(at: Int) -> Int:
    n = ask lists(at)
    return n

proc plays_out(at: Int) -> Int:
    plies = play out at most 9
    return 1

proc asks_for_a_game(at: Int) -> Int:
    n = ask plays_out(at)
    return n
"""
LONG_AFTER = """
field next: Int = 0

proc after():
    for i from 1 to 1000:
        @next += 1
"""


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ("", {"plays_out", "asks_for_a_game"}),
        (LONG_AFTER, {"plays_out", "asks_for_a_game", "lists", "asks_for_a_list", "after", "turn"}),
    ],
    ids=["plies are short", "plies look"],
)
def test_which_parts_of_a_search_may_be_left(more: str, left: set[str]) -> None:
    """Games to their end always may; moves, and what is no part of a search, where a ply may be long."""
    program = whole_program(more + SEARCH)
    pace = Pace(program, find_ranges(program), Effects(program), LONG_STEPS)
    asked = ["writes", "lists", "asks_for_a_list", "plays_out", "asks_for_a_game", "after", "turn"]
    assert {name for name in asked if pace.stops(name)} == left
    assert [name for name in asked if pace.searches(name)] == asked[:5]


def test_the_longest_ply_is_counted() -> None:
    """Each procedure that nobody calls once, and a trial of the longest move: a copy, and its play.

    Counted are a step for each call and each statement, and one for each part of its expressions.
    """
    program = whole_program(
        """
field next: Int = 0
field score: Int[3] = 0
kind 1 Long (add): play_long(s) s -> s

proc after():
    @next = (@next + 2)
    do called()

proc called():
    @next = 1

proc play_long(s: Int):
    @next = (s * (s + 3))
    @next = 4
"""
    )
    pace = Pace(program, find_ranges(program), Effects(program), LONG_STEPS)
    steps = {"called": 1 + 2, "after": 1 + (1 + 3) + (1 + 3), "play_long": 1 + (1 + 5) + (1 + 1), "turn": 1}
    assert {name: pace.steps(name) for name in steps} == steps
    copied = (1 + 1 + 3 + 1 + 3) // 8 + 1  # mover, over, rank, next, score: eight numbers take a step
    started = {"start": 1, "moves": 1, "play_pass": 1, "turn": 1, **steps, "called": 0}
    assert pace.ply == copied + steps["play_long"] + sum(started.values())


def test_steps_of_what_calls_and_tries() -> None:
    """Calls count with what calls, a sandbox is a copy, and moves that are tried are played and judged."""
    program = whole_program(
        """
field seen: Sites = {}
field next: Int = 0
table step: Int[9] = 1 2 3 4 5 6 7 8 -1 outside -1
"""
        + SEARCH
        + """
generator moves():
    provided fine():
        generate more()

generator more():
    offer 0() to {0-8}

generator narrowed():
    narrow to kept():
        offer 0() to {0-8}

proc kept(offered: Sites) -> Sites:
    return {4}

proc fine() -> Bool:
    return True

proc worth() -> Int:
    return 5

proc tries():
    @over = (most[more worth]() > 3)

proc wide():
    @seen = owned(1)
    @next = run[step](4, @seen)

proc spreading():
    @seen = fill[step](@seen, @seen)

proc sandboxed():
    sandbox:
        @over = True
"""
    )
    pace = Pace(program, find_ranges(program), Effects(program), 10_000)
    copied, play = 7 // 8 + 1, 1  # mover, over, rank, seen, next; a pass
    value = 1 + 1 + 1  # a call, a statement, a number
    offer = 1 + 1 + 1
    more = 9 * (copied + play + value)
    assert {name: pace.steps(name) for name in ("plays_out", "fine", "worth", "kept", "more")} == {
        "plays_out": 1 + (1 + 1) + (1 + 1), "fine": value, "worth": value, "kept": value, "more": offer
    }  # fmt: skip
    assert pace.steps("asks_for_a_game") == 1 + (1 + 1 + pace.steps("plays_out")) + (1 + 1)
    assert pace.steps("narrowed") == 1 + 1 + (1 + 1) + value
    assert pace.steps("sandboxed") == 1 + 1 + (1 + 1) + copied
    assert pace.steps("moves") == 1 + 1 + (1 + offer) + more
    # a look at each site, and at each site as often as there are eighths of sites
    assert pace.steps("wide") == 1 + (1 + 2) + (1 + 1 + 1 + 1 + 9)
    assert pace.steps("spreading") == 1 + (1 + 1 + 1 + 1 + 81 // 8)
    assert pace.steps("tries") == 1 + 1 + (1 + 1) + (1 + offer + value) + more


def test_ranges_by_procedure_and_of_what_is_no_number() -> None:
    """A truth is 0 or 1; a fraction, and a local that nothing is known of, can be anything."""
    program = whole_program(
        """
field next: Int = 2

proc after():
    x = 3
    y = 4

proc turn():
    x = 5
"""
    )
    ranges = find_ranges(program)
    found = ranges.by_procedure()
    assert found["after"] == {Local("after", "x"): (3, 3), Local("after", "y"): (4, 4)}
    assert found["turn"] == {Local("turn", "x"): (5, 5)}
    assert {_shown(key): range_ for key, range_ in found[""].items()} == {"@mover": (1, 2), "@next": (2, 2)}
    numbers = {k.TRUE: (0, 1), k.float_(0.5): ALL, k.var("z", INT): ALL, k.var("x", INT): (3, 3)}
    assert {expr: ranges.of(expr, "after") for expr in numbers} == numbers
