"""Loops that become whole-set work: text before, text after, and the loop itself as the oracle."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.evaluate import evaluate
from gdl.core.ops import INT, SITES, Expr, Field, ForSites, If, Offer, Param, Proc, Program, Rays, Stmt, Table
from gdl.core.printer import show_block, show_expr
from gdl.core.walk import map_expr, map_program
from gdl.passes.simplify import RULES
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.merge_branches import merge_branches
from gdl.passes.simplify.rewrite import Context, rewrite_expr
from gdl.passes.vectorise_loops import vectorise_loops
from gdl.passes.vectorise_loops.parts import parts_of, targets, where
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import MOVER, program, site_kind

OWN = Field("own", SITES)
TAKEN = Field("taken", SITES)
FROM = k.var("f", INT)
UP = Table("up", INT, tuple(s + 3 if s < 6 else -1 for s in range(9)), -1)
#: One step along either diagonal upwards.
SLANTED = Table(
    "slanted",
    SITES,
    tuple(sum(1 << s + 3 + d for d in (-1, 1) if s < 6 and 0 <= s % 3 + d < 3) for s in range(9)),
)
#: Everything is next to everything: no few directions.
ALL = Table("all", SITES, (0b111111111,) * 9)


def generator(*body: Stmt) -> Program:
    """A program whose `moves` has this body; kind 1 is played from `f`, kind 2 over `m` from `f`."""
    play = Proc("go", (Param("f", INT), Param("s", INT)), ())
    over = Proc("over", (Param("m", INT), Param("f", INT), Param("s", INT)), ())
    kinds = [
        attrs.evolve(site_kind(1, "go", Param("f", INT)), origin=FROM),
        attrs.evolve(site_kind(2, "over", Param("m", INT), Param("f", INT)), origin=FROM),
    ]
    moves = Proc("moves", (), body, generator=True)
    return program([moves, play, over], kinds, [OWN, TAKEN], [UP, SLANTED, ALL])


def moves_of(made: Program) -> str:
    return show_block(next(p for p in made.procs if p.name == "moves").body)


def loop(*body: Stmt) -> ForSites:
    return ForSites("f", k.field(OWN), body)


def offer(sites: Expr) -> Offer:
    return Offer(1, (FROM,), sites)


LIFTED = [
    (
        loop(offer(k.diff(k.table(SLANTED, FROM), k.field(TAKEN)))),
        """offer 3(0) to (image[direction_0](@own) & ({0-8} \\ @taken))
offer 3(9) to (image[direction_1](@own) & ({0-8} \\ @taken))""",
    ),
    (
        loop(If(k.has(k.field(TAKEN), FROM), (offer(k.one(k.table(UP, FROM))),))),
        "offer 3(0) to image[up]((@own & @taken))",
    ),
    (
        loop(
            If(
                k.has(k.field(TAKEN), k.table(UP, FROM)),
                (Offer(2, (k.table(UP, FROM), FROM), k.one(k.table(UP, k.table(UP, FROM)))),),
            )
        ),
        None,  # two steps at once stand in no table
    ),
    (loop(offer(k.table(ALL, FROM))), None),
    (loop(offer(k.flood(ALL, k.one(FROM), k.field(TAKEN)))), None),
    (loop(offer(k.one(k.table(UP, FROM))), offer(k.table(ALL, FROM))), None),
]


@pytest.mark.parametrize(("before", "after"), LIFTED)
def test_loops(before: ForSites, after: str | None) -> None:
    made = generator(before)
    if after is None:
        assert vectorise_loops(made) is made
    else:
        assert moves_of(vectorise_loops(made)).strip() == after


def test_a_move_is_played_as_before() -> None:
    jump = Table("jump", INT, tuple(s + 6 if s < 3 else -1 for s in range(9)), -1)
    body = loop(
        If(
            k.has(k.field(TAKEN), k.table(UP, FROM)),
            (Offer(2, (k.table(UP, FROM), FROM), k.one(k.table(jump, FROM))),),
        )
    )
    made = generator(body)
    made = attrs.evolve(made, tables=(*made.tables, jump))
    lifted = vectorise_loops(made)
    kind = lifted.kinds[-1]
    assert [p.name for p in kind.params] == ["row.lifted", "s"]
    play = next(p for p in lifted.procs if p.name == kind.play)
    tables = {t.name: t for t in lifted.tables}
    assert show_block(play.body).splitlines()[:2] == [
        "m = direction_1[(row.lifted + s)]",
        "f = direction_2[(row.lifted + s)]",
    ]
    # over the middle row, from the lowest
    assert tables["direction_1"].values == (-1, -1, -1, -1, -1, -1, 3, 4, 5)
    assert tables["direction_2"].values == (-1, -1, -1, -1, -1, -1, 0, 1, 2)


@pytest.mark.parametrize("body", [before for before, after in LIFTED if after is not None])
@given(own=st.integers(0, 511), taken=st.integers(0, 511))
def test_the_same_moves(body: ForSites, own: int, taken: int) -> None:
    made = generator(body)
    made = attrs.evolve(
        made,
        fields=tuple(
            attrs.evolve(f, initial=own if f is OWN else taken if f is TAKEN else f.initial)
            for f in made.fields
        ),
    )
    fields = {f.name: f for f in made.fields}
    text = {OWN: fields["own"], TAKEN: fields["taken"]}

    def seen(made: Program) -> set[tuple[int, int]]:
        engine = PythonEngine(made)
        state = engine.start(0)
        return {
            (engine.endpoints(state, m).origin, engine.endpoints(state, m).target)
            for m in engine.legal_moves(state)
        }

    def on_node(node: Expr) -> Expr:
        return k.field(text[node.data]) if node.data in text else node

    made = map_program(made, lambda e: map_expr(e, on_node))
    lifted = vectorise_loops(made)
    assert lifted is not made
    passed = {(-1, -1)}
    assert seen(lifted) - passed == seen(made) - passed


TABLES = st.lists(st.integers(0, 511), min_size=9, max_size=9)


@given(rows=TABLES)
def test_parts_are_the_table(rows: list[int]) -> None:
    table = Table("t", SITES, tuple(rows))
    parts = parts_of(table, 9)
    if parts is None:
        return
    for part in parts:
        for site, target in enumerate(part.there.values):
            assert target < 0 or part.back.values[int(target)] == site
    for site in range(9):
        led = sorted(int(p.there.values[site]) for p in parts if p.there.values[site] >= 0)
        assert led == targets(table, site)


CONDITIONS = [
    k.has(k.var("A", SITES), FROM),
    k.not_(k.has(k.var("A", SITES), k.table(UP, FROM))),
    k.and_(k.has(k.var("A", SITES), FROM), k.lt(FROM, k.int_(5))),
    k.or_(k.eq(FROM, k.int_(3)), k.some(k.inter(k.table(SLANTED, FROM), k.var("A", SITES)))),
    k.select(k.has(k.var("B", SITES), FROM), k.eq(FROM, k.var("t", INT)), k.some(k.var("A", SITES))),
]


@pytest.mark.parametrize("condition", CONDITIONS, ids=show_expr)
@given(a=st.integers(0, 511), b=st.integers(0, 511), sites=st.integers(0, 511), t=st.integers(-1, 8))
def test_conditions_on_whole_sets(condition: Expr, a: int, b: int, sites: int, t: int) -> None:
    found = where("f", k.sites_(sites), condition, 9)
    assert found is not None
    env = {"A": a, "B": b, "t": t}
    wanted = sum(1 << s for s in members(sites) if evaluate(condition, {**env, "f": s}, 9))
    assert evaluate(found, env, 9) == wanted


def test_offers_under_the_same_condition_stand_together() -> None:
    def under(player: int, sites: int) -> If:
        return If(k.eq(k.field(MOVER), k.int_(player)), (Offer(1, (k.int_(0),), k.sites_(sites)),))

    made = generator(under(1, 1), under(2, 2), under(1, 4), under(2, 8))
    assert moves_of(merge_branches(made)).strip() == (
        "if (@mover == 1):\n"
        "    offer 1(0) to {0}\n"
        "    offer 1(0) to {2}\n"
        "else:\n"
        "    if (@mover == 2):\n"
        "        offer 1(0) to {1}\n"
        "        offer 1(0) to {3}"
    )


def test_rays_stop_at_fixed_sites() -> None:
    upwards = Rays("upwards", tuple(tuple(range(s + 3, 9, 3)) for s in range(9)))
    right = Rays("right", tuple(tuple(range(s + 1, s - s % 3 + 3)) for s in range(9)))
    made = generator()
    made = attrs.evolve(made, rays=(upwards, right))
    context = Context(find_ranges(made), "moves", ConstantPool(made))
    taken, site = k.field(TAKEN), k.var("f", INT)

    def simple(expr: Expr) -> Expr:
        return rewrite_expr(expr, context, RULES)

    stopped = simple(k.ray(upwards, site, k.union(taken, k.sites_(0b111000))))
    assert isinstance(stopped.data, Rays)
    assert stopped.args == (site, taken)
    assert stopped.data.paths == ((3,), (4,), (5,), (6,), (7,), (8,), (), (), ())
    # on the even sites upwards, on the odd ones to the right
    even = k.eq(k.mod(site, k.int_(2)), k.int_(0))
    both = simple(k.select(even, k.ray(upwards, site, taken), k.ray(right, site, taken)))
    assert isinstance(both.data, Rays)
    assert both.data.paths == ((3, 6), (2,), (5, 8), (4, 5), (7,), (), (), (8,), ())
