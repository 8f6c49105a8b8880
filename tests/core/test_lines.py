"""Conditions with a ray from each member as whole sets: the form wanted, and the plain one as the oracle."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core.evaluate import evaluate
from gdl.core.ops import INT, SITES, Assign, Expr, Op, Param, Proc, Rays, Return, Table
from gdl.core.printer import show_expr
from gdl.core.walk import subexprs
from gdl.passes.simplify import RULES
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.forward_substitute import forward_substitute
from gdl.passes.simplify.rewrite import Context, rewrite_expr
from tests.core.core_programs import program

WIDE, SITES_ = 4, 16
A, B, X = k.var("A", SITES), k.var("B", SITES), k.var("x", INT)
FULL = k.sites_((1 << SITES_) - 1)


def _ray(site: int, dx: int, dy: int) -> tuple[int, ...]:
    found = []
    x, y = site % WIDE + dx, site // WIDE + dy
    while 0 <= x < WIDE and 0 <= y < WIDE:
        found.append(y * WIDE + x)
        x, y = x + dx, y + dy
    return tuple(found)


def straight(dx: int, dy: int) -> Rays:
    return Rays(f"to_{dx}_{dy}", tuple(_ray(s, dx, dy) for s in range(SITES_)))


RAYS = [straight(1, 0), straight(-1, 1), straight(0, -1)]
BENT = Rays("bent", tuple(((s + 4) % 16, (s + 1) % 16) for s in range(SITES_)))
MEETING = Rays("meeting", tuple((5,) if s in (4, 6) else () for s in range(SITES_)))
TWO = Rays("two", (*RAYS[0].paths, *RAYS[1].paths))
REACH = Table("reach", SITES, tuple(sum(1 << t for ray in RAYS for t in ray.paths[s]) for s in range(SITES_)))
UP = Table("up", INT, tuple(s + 4 if s < 12 else -1 for s in range(SITES_)), -1)
HELD = k.inter(k.table(REACH, X), B)


def closed(rays: Rays, start: Expr = X) -> Expr:
    """Whether the run of B that begins next to x ends at a member of A: what it is made of."""
    stops = k.diff(k.table(REACH, X), HELD)
    way = k.ray(rays, start, stops)
    ends = k.some(k.inter(k.inter(way, stops), k.inter(k.table(REACH, X), A)))
    return k.select(ends, k.inter(way, HELD), k.EMPTY_SET)


def simplified(expr: Expr, *procs: Proc) -> Expr:
    holder = Proc("f", (Param("A", SITES), Param("B", SITES)), ())
    made = attrs.evolve(program([holder, *procs]), sites=SITES_, tables=(REACH,))
    return rewrite_expr(expr, Context(find_ranges(made), "f", ConstantPool(made)), RULES)


def where(condition: Expr, sites: Expr = FULL) -> Expr:
    return k.filter_("x", sites, condition)


def test_a_run_that_is_closed() -> None:
    """All sites from which it is, by one fill and a step: no site is looked at by itself."""
    found = simplified(where(k.some(closed(RAYS[0]))))
    assert show_expr(found) == "image[step](fill[step]((A \\ B), B))"


def test_whatever_the_ray_meets_first() -> None:
    found = simplified(where(k.some(k.inter(k.ray(RAYS[0], X, B), A))))
    assert show_expr(found) == "image[step]((A | fill[step](A, ({0-15} \\ B))))"


def test_rows_of_one_player_among_several() -> None:
    found = simplified(where(k.some(k.inter(k.ray(TWO, k.add(k.int_(16), X), B), A))))
    assert found.op is Op.IMAGE
    expr = where(k.some(k.inter(k.ray(RAYS[1], X, B), A)))
    for a, b in ((0x8421, 0x0240), (0x00F0, 0x0F00), (0x1000, 0)):
        assert evaluate(found, {"A": a, "B": b}, SITES_) == evaluate(expr, {"A": a, "B": b}, SITES_)


def test_what_matters_is_on_the_ray() -> None:
    way = k.ray(RAYS[0], X, k.inter(k.table(REACH, X), B))
    assert show_expr(simplified(way)) == "ray[to_1_0](x, B)"
    both = k.union(way, k.ray(RAYS[1], X, B))
    seen = simplified(k.diff(k.inter(both, k.table(REACH, X)), k.inter(k.table(REACH, X), A)))
    assert show_expr(seen) == "((ray[to_1_0](x, B) | ray[to_-1_1](x, B)) \\ A)"
    other = k.ray(RAYS[0], X, k.inter(k.table(REACH, k.var("y", INT)), B))
    assert simplified(other) == other


def test_locals_are_put_in_but_not_into_loops() -> None:
    way = Assign("way", k.ray(BENT, k.var("s", INT), B))
    once = Return(k.diff(k.var("way", SITES), A))
    assert forward_substitute((way, once)) == Return(k.diff(way.value, A))
    each = Return(where(k.has(k.var("way", SITES), k.table(UP, X)), A))
    assert forward_substitute((way, each)) is None
    assert forward_substitute((Assign("way", B), each)) is not None


@pytest.mark.parametrize("rays", [BENT, MEETING], ids=lambda r: r.name)
def test_rays_that_are_not_one_step_repeated(rays: Rays) -> None:
    expr = where(k.some(k.inter(k.ray(rays, X, B), A)))
    assert any(e.op is Op.RAY for e in subexprs(simplified(expr)))


def test_a_procedure_is_seen_through() -> None:
    way = Assign("way", k.ray(RAYS[0], k.var("s", INT), B))
    body = (way, Return(k.inter(k.var("way", SITES), k.var("T", SITES))))
    look = Proc("look", (Param("s", INT), Param("T", SITES)), body, SITES)
    found = simplified(where(k.some(k.call("look", SITES, X, A))), look)
    assert not any(e.op in (Op.CALL, Op.FILTER) for e in subexprs(found))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_same_sites(data: st.DataObject) -> None:
    rays = data.draw(st.sampled_from([*RAYS, BENT, MEETING]))
    sets = st.sampled_from([A, B, HELD, k.diff(k.table(REACH, X), A), k.union(A, k.table(REACH, X)), FULL])
    seen = k.ray(rays, X, data.draw(sets))
    pieces = [k.inter(seen, data.draw(sets)), k.diff(seen, data.draw(sets)), closed(rays), seen]
    condition: Expr = k.some(k.union(data.draw(st.sampled_from(pieces)), data.draw(st.sampled_from(pieces))))
    if data.draw(st.booleans()):
        condition = k.and_(k.not_(condition), k.has(data.draw(sets), X))
    expr = where(condition, data.draw(st.sampled_from([FULL, A, k.diff(FULL, B)])))
    found = simplified(expr)
    for _ in range(5):
        env = {"A": data.draw(st.integers(0, (1 << 16) - 1)), "B": data.draw(st.integers(0, (1 << 16) - 1))}
        assert evaluate(found, env, SITES_) == evaluate(expr, env, SITES_)
