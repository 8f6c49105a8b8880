"""Layout: which fields a program's pieces get, and which of them makes the position.

The least that tells all that is asked: what nobody asks is not kept, what follows from others is no part of
the position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from gdl.core import make as k
from gdl.core.ops import (
    INT,
    Assign,
    Expr,
    MoveLevels,
    MovePiece,
    Op,
    Proc,
    Push,
    Put,
    Return,
    SetAt,
    Stmt,
    Take,
)
from gdl.passes.layout.plan import Plan, make_plan, plan_of
from tests.core.core_programs import program

SITE, ONE = k.int_(3), k.int_(1)
OWNED, OCCUPIED, KINDS = k.owned(ONE), k.OCCUPIED, k.of_kind(ONE)
WHAT, COUNT = k.what(SITE), k.at(Op.COUNT_AT, SITE)
PUT, TAKE, MOVE = Put(SITE, ONE), Take(k.one(SITE)), MovePiece(SITE, k.int_(4))
STATE = Assign("was", k.at(Op.STATE_AT, k.int_(4)))
OF_ANOTHER = k.select(k.has(k.OCCUPIED, SITE), k.var("was", INT), k.int_(0))
#: Each component is the one of its owner; two of one owner; more owners than are worth a union.
EACH, TWO_OF_ONE, MANY, FIVE = (0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5)


def planned(
    *reads: Expr, writes: Sequence[Stmt] = (PUT,), owners: tuple[int, ...] = EACH, sites: int = 9
) -> Plan:
    asked = tuple(Assign(f"v{number}", read) for number, read in enumerate(reads))
    procs = [Proc("turn", (), (*writes, *asked)), Proc("ask", (), (Return(k.int_(0)),), INT)]
    return make_plan(program(procs, owners=owners, sites=sites, players=max(owners)))


def given(*reads: Expr, **more: Any) -> Callable[[], Plan]:
    """The same, when it is asked for."""
    return partial(planned, *reads, **more)


def kept(plan: Plan) -> str:
    """Its fields, each of the position with a star."""
    return " ".join(sorted(f.name + "*" * f.position for f in plan.fields()))


CASES = [
    ("nothing is asked, but people look", given(), "what*"),
    ("nothing is asked or put", given(writes=()), ""),
    ("taken alone", given(writes=(TAKE,)), ""),
    ("what is on a site", given(WHAT), "what*"),
    ("whose sites they are", given(OWNED), "owned*"),
    ("the union of few owners is asked for", given(OWNED, OCCUPIED), "owned*"),
    ("a state that is given", given(writes=(Put(SITE, ONE, state=k.int_(2)),)), "occupied state* what*"),
    (
        "states only go from piece to piece",
        given(writes=(STATE, Put(SITE, ONE, state=OF_ANOTHER))),
        "occupied what*",
    ),
    (
        "they do, but one is given",
        given(writes=(STATE, Put(SITE, ONE, state=OF_ANOTHER), SetAt("state", SITE, ONE))),
        "occupied state* what*",
    ),
    (
        "a local that is a state, or something else",
        given(writes=(STATE, Assign("was", k.add(ONE, ONE)), Put(SITE, ONE, state=OF_ANOTHER))),
        "occupied state* what*",
    ),
    ("on a board of more words it is kept", given(OWNED, OCCUPIED, sites=65), "occupied owned*"),
    ("on one of just a word it is not", given(OWNED, OCCUPIED, sites=64), "owned*"),
    ("that of many owners too", given(OWNED, OCCUPIED, owners=MANY), "occupied owned*"),
    ("that of three is not", given(OWNED, OCCUPIED, owners=(0, 1, 2, 3)), "owned*"),
    ("what is asked of two is seen by their sets", given(OWNED, WHAT), "owned*"),
    ("what is asked of three is kept", given(OWNED, WHAT, owners=(0, 1, 2, 3)), "owned* what"),
    ("occupied sites alone", given(OCCUPIED), "occupied what*"),
    ("kinds are owners' sets where each has one", given(KINDS), "owned*"),
    ("kinds of one owner", given(KINDS, owners=TWO_OF_ONE), "kinds*"),
    ("both", given(KINDS, OWNED, owners=TWO_OF_ONE), "kinds* owned what"),
    ("counts of single pieces", given(COUNT), "occupied what*"),
    (
        "counts that are set",
        given(COUNT, writes=(Put(SITE, ONE, count=k.int_(3)),)),
        "count* occupied what*",
    ),
    ("counts that are one anyway", given(COUNT, writes=(Put(SITE, ONE, count=ONE),)), "occupied what*"),
    (
        "states that are set, and nobody asks",
        given(writes=(Put(SITE, ONE, state=ONE),)),
        "occupied state* what*",
    ),
    (
        "with values the union is kept",
        given(OWNED, OCCUPIED, writes=(Put(SITE, ONE, state=ONE),)),
        "occupied owned* state*",
    ),
    ("counts set to one", given(OWNED, writes=(PUT, SetAt("count", SITE, ONE))), "occupied owned*"),
    ("stacks", given(writes=(Push(SITE, ONE),)), "height* level_what* overflow"),
    (
        "stacks whose top is asked for",
        given(WHAT, writes=(Push(SITE, ONE),)),
        "height* level_what* overflow what",
    ),
    (
        "stacks in which pieces move",
        given(writes=(Push(SITE, ONE), MOVE)),
        "height* level_what* overflow what",
    ),
    (
        "stacks of owners",
        given(OWNED, OCCUPIED, writes=(Push(SITE, ONE),)),
        "height* level_what* occupied overflow owned",
    ),
    (
        "stacks that move",
        given(writes=(PUT, MoveLevels(SITE, k.int_(4), k.int_(0), True))),
        "height* level_what* overflow",
    ),
    ("moved pieces of four owners", given(OWNED, writes=(MOVE,), owners=MANY), "owned*"),
    ("moved pieces of five owners", given(OWNED, writes=(MOVE,), owners=FIVE), "owned* what"),
    ("pieces of five put on others", given(OWNED, writes=(PUT,), owners=FIVE), "owned* what"),
    (
        "pieces of five put on free sites",
        given(OWNED, writes=(Put(SITE, ONE, fresh=True),), owners=FIVE),
        "owned*",
    ),
    ("pieces of five taken", given(OWNED, writes=(TAKE,), owners=FIVE), "owned* what"),
    ("nothing of five taken", given(OWNED, writes=(Take(k.EMPTY_SET),), owners=FIVE), "owned*"),
    (
        "values set on a site",
        given(OWNED, writes=(SetAt("state", SITE, ONE),), owners=FIVE),
        "occupied owned* state* what",
    ),
]


@pytest.mark.parametrize(("plan", "fields"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_fields_of_a_plan(plan: Callable[[], Plan], fields: str) -> None:
    assert kept(plan()) == fields


def test_a_plan_is_read_back_from_the_fields() -> None:
    made = planned(KINDS, OWNED, owners=TWO_OF_ONE, writes=(Put(SITE, ONE, state=ONE),))
    before = program([], fields=tuple(made.fields()), owners=TWO_OF_ONE)
    read = plan_of(before)
    assert [f.name for f in read.fields()] == [f.name for f in made.fields()]
    assert (read.what, read.owned, read.kinds, read.occupied) == (
        made.what,
        made.owned,
        made.kinds,
        made.occupied,
    )


def test_owners_are_known_by_their_components() -> None:
    made = planned(KINDS, owners=TWO_OF_ONE)
    assert made.own({0, 1, 2}) == [1] and made.own({2, 3}) == [1, 2] and list(made.whats) == [1, 2, 3]
    assert [made.owner(what) for what in (-1, 0, 1, 2, 3, 4)] == [0, 0, 1, 1, 2, 0]
    assert made.owner_table is not None and made.owner_table.values == TWO_OF_ONE
    assert planned(OWNED).owner_table is None and not made.merged and planned(KINDS).merged
    assert made.is_component(k.int_(3)) == [] and len(made.is_component(k.int_(4))) == 2
    assert len(made.is_component(k.var("x", INT))) == 2
