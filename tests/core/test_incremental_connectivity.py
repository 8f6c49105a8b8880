"""What is joined to a region, kept from move to move: the same as a flood each time it is asked."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    INT,
    SITES,
    Assign,
    Expr,
    Field,
    Include,
    Op,
    Param,
    Proc,
    Program,
    Return,
    Sandbox,
    Stmt,
    Table,
)
from gdl.core.verify import verify
from gdl.core.walk import program_exprs
from gdl.passes.incremental_connectivity import maintain_connectivity
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import program

MINE = Field("mine", SITES, 3)
LEFT, RIGHT, LOW, HIGH = 0b001001001, 0b100100100, 0b000000111, 0b111000000
NEAR = Table("near", SITES, tuple(
    sum(1 << t for t in range(9) if abs(t // 3 - s // 3) + abs(t % 3 - s % 3) == 1) for s in range(9)
))  # fmt: skip
SITE, WHO = k.var("s", INT), k.var("who", INT)
GROUP = k.var("group", SITES)


def group(site: Expr, who: int) -> Expr:
    return k.flood(NEAR, k.one(site), k.elem(MINE, k.int_(who)))


def meets(sites: Expr, *regions: int) -> Expr:
    return k.and_(*(k.some(k.inter(sites, k.sites_(r))) for r in regions))


def made(*more: Stmt) -> Program:
    params = (Param("who", INT), Param("s", INT))
    add = Proc("add", params, (Include(MINE, WHO, k.one(SITE), True), *more), entry=True)
    both = Proc("both", (Param("group", SITES),), (Return(meets(GROUP, LEFT, RIGHT)),), BOOL)
    asks = (Return(k.call("both", BOOL, group(SITE, 1))), Return(meets(group(SITE, 2), LOW, HIGH)))
    one, two = (Proc(f"ask{n}", (Param("s", INT),), (a,), BOOL, entry=True) for n, a in enumerate(asks, 1))
    return program([add, both, one, two], fields=[MINE], tables=[NEAR])


def floods(found: Program) -> int:
    """How many questions are still answered by a flood."""
    asked = [p for p in found.procs if p.name.startswith("ask")]
    return sum(e.op is Op.FLOOD for p in asked for e in program_exprs(program([p])))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 2), st.integers(-1, 9)), max_size=14))
def test_as_a_flood_says(adds: list[tuple[int, int]]) -> None:
    plain, kept = (PythonEngine(verify(p), prepared=True) for p in (made(), maintain_connectivity(made())))
    one, other = plain.fresh_state(), kept.fresh_state()
    for who, site in adds:
        plain.call(one, "add", who, site)
        kept.call(other, "add", who, site)
        for ask in ("ask1", "ask2"):
            wanted = [plain.call(one, ask, s) for s in range(-1, 10)]
            assert [kept.call(other, ask, s) for s in range(-1, 10)] == wanted


def test_it_is_kept() -> None:
    assert floods(maintain_connectivity(made())) == 0


def test_not_where_sites_are_taken() -> None:
    assert floods(maintain_connectivity(made(Include(MINE, WHO, k.one(SITE), False)))) > 0


def test_not_where_positions_are_imagined() -> None:
    assert floods(maintain_connectivity(made(Sandbox((Assign("x", SITE),))))) > 0
