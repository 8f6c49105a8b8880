"""Best told by a formula of the destination: where that is right, and that it chooses as playing would."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.core import make as k
from gdl.core.ops import (
    INT,
    SITES,
    Adjust,
    Assign,
    Best,
    Block,
    Expr,
    Field,
    ForSites,
    If,
    MovePiece,
    Narrow,
    Offer,
    Op,
    Param,
    Proc,
    Program,
    Put,
    Return,
    Simultaneous,
    Stmt,
    Store,
    Table,
    Take,
)
from gdl.core.verify import verify
from gdl.core.walk import statements
from gdl.passes.occupancy import annotate_occupancy
from gdl.passes.pipeline import prepare
from gdl.passes.symbolic_execution import execute_symbolically
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import MOVER, program, site_kind
from tests.quick import QUARTERS

SITE, FROM = k.var("s", INT), k.var("from", INT)
FULL = k.sites_((1 << 9) - 1)
NEAR = Table("near", SITES, tuple((0b111 << s >> 1 & 0b111111111) & ~(1 << s) for s in range(9)), 0)
WHOLE = Table("whole", SITES, tuple((0b111 << s >> 1) & 0b111111111 for s in range(9)), 0)
LAST, COUNT = Field("last", INT, None, -1), Field("count", INT, None, 2)
EMPTY = k.diff(FULL, k.OCCUPIED)
LEFT = k.size(k.OCCUPIED)


def game(play: Block, body: Block, value: Expr) -> Program:
    """A program whose moves are the best of `body` by `value`; `set` puts pieces on sets of sites."""
    params = (Param("from", INT),)
    puts = tuple(
        ForSites(f"x{c}", k.var(f"P{c}", SITES), (Put(k.var(f"x{c}", INT), k.int_(c)),)) for c in (1, 2, 3)
    )
    set_ = Proc("set", tuple(Param(f"P{c}", SITES) for c in (1, 2, 3)), puts, entry=True)
    made = program(
        [
            Proc("play", (*params, Param("s", INT)), play),
            Proc("value", (Param("before", INT),), (Return(value),), INT),
            Proc("moves", (), (Best(body, "value", (LEFT,)),), generator=True),
            set_,
        ],
        [attrs.evolve(site_kind(1, "play", *params), origin=FROM)],
        [LAST, COUNT],
        [NEAR, WHOLE],
        owners=(0, 1, 2, 2),
    )
    names = attrs.evolve(made.names, components=("", "A", "B", "C"))
    return attrs.evolve(made, names=names)


def each(owner: Expr, sites: Expr) -> Block:
    """Moves of all pieces of a player."""
    return (ForSites("from", k.owned(owner), (Offer(1, (FROM,), sites),)),)


def is_foreseen(made: Program) -> bool:
    """Whether nothing has to be played to find the best."""
    found = verify(execute_symbolically(annotate_occupancy(verify(made))))
    kinds = {type(s) for p in found.procs if p.name == "moves" for s in statements(p.body)}
    assert len(kinds & {Best, Narrow}) == 1
    return Narrow in kinds


MOVE = MovePiece(FROM, SITE)
GONE = k.sub(k.var("before", INT), LEFT)
ENEMIES = k.inter(k.table(NEAR, SITE), k.owned(k.int_(2)))


def test_captures_around_the_destination() -> None:
    assert is_foreseen(game((MOVE, Take(ENEMIES)), each(k.int_(1), EMPTY), GONE))


def test_the_destination_by_way_of_a_field() -> None:
    around = k.inter(k.table(NEAR, k.field(LAST)), k.owned(k.int_(2)))
    play = (MOVE, Store(LAST, None, SITE), Simultaneous((Take(around), Store(LAST, None, k.int_(0)))))
    assert is_foreseen(game(play, each(k.int_(1), EMPTY), GONE))
    assert not is_foreseen(game((MOVE, Store(LAST, None, FROM), Take(around)), each(k.int_(1), EMPTY), GONE))


def test_what_depends_on_the_origin_is_played() -> None:
    around = k.inter(k.table(NEAR, FROM), k.owned(k.int_(2)))
    assert not is_foreseen(game((MOVE, Take(around)), each(k.int_(1), EMPTY), GONE))
    # of anybody's pieces around the destination, the one that moved may have been one
    anybody = k.inter(k.table(NEAR, SITE), k.OCCUPIED)
    assert not is_foreseen(game((MOVE, Take(anybody)), each(k.int_(1), EMPTY), GONE))
    play = (Assign("near", anybody), MOVE, Take(k.var("near", SITES)))
    assert not is_foreseen(game(play, each(k.int_(1), EMPTY), k.size(k.owned(k.int_(1)))))


def test_what_may_not_be_reached_is_played() -> None:
    leave = If(k.has(k.table(NEAR, SITE), k.int_(4)), (Return(),))
    assert not is_foreseen(game((MOVE, leave, Take(ENEMIES)), each(k.int_(1), EMPTY), GONE))


def test_one_branch_for_each_player() -> None:
    """Each has a formula of its own, but only one of them is asked."""
    made = game((MOVE, Take(ENEMIES)), (), GONE)
    friends = k.inter(k.table(NEAR, SITE), k.owned(k.int_(1)))
    params = (Param("from", INT), Param("s", INT))
    other = Proc("other", params, (MOVE, Take(friends)))
    offers = [
        ForSites("from", k.owned(k.int_(p)), (Offer(p, (FROM,), EMPTY),)) for p in (1, 2)
    ]  # kind 1 plays as the first player does, kind 2 as the second

    def with_body(*body: Stmt) -> Program:
        moves = Proc("moves", (), (Best(body, "value", (LEFT,)),), generator=True)
        procs = (moves, other, *(p for p in made.procs if p.name != "moves"))
        return attrs.evolve(made, procs=procs, kinds=(*made.kinds, site_kind(2, "other", params[0])))

    asked = [k.eq(k.field(MOVER), k.int_(p)) for p in (1, 2)]
    branches = [If(test, (offer,)) for test, offer in zip(asked, offers, strict=True)]
    assert is_foreseen(with_body(*branches))
    assert not is_foreseen(with_body(*offers))
    assert not is_foreseen(with_body(branches[0], If(k.TRUE, (offers[1],))))


NUMBERS = [k.int_(1), k.int_(2), k.int_(3)]


@st.composite
def sets(draw: st.DrawFn, depth: int = 2) -> Expr:
    if depth and draw(st.booleans()):
        op = draw(st.sampled_from([Op.UNION, Op.INTER, Op.DIFF]))
        return Expr(op, SITES, (draw(sets(depth - 1)), draw(sets(depth - 1))))
    at = draw(st.sampled_from([SITE, SITE, k.field(LAST), FROM]))
    return draw(
        st.sampled_from(
            [
                k.OCCUPIED,
                k.owned(draw(st.sampled_from([*NUMBERS, k.field(MOVER)]))),
                k.of_kind(draw(st.sampled_from(NUMBERS))),
                k.table(draw(st.sampled_from([NEAR, WHOLE])), at),
                k.sites_(draw(st.integers(0, 511))),
            ]
        )
    )


@st.composite
def effects(draw: st.DrawFn, depth: int = 1) -> Stmt:
    match draw(st.integers(0, 6 if depth else 4)):
        case 0 | 1:
            return Take(draw(sets()))
        case 2:
            return Store(LAST, None, draw(st.sampled_from([SITE, FROM, k.int_(3)])))
        case 3:
            return Store(COUNT, None, k.size(draw(sets())))
        case 4:
            return Adjust(COUNT, None, k.int_(1))
        case 5:
            return Simultaneous(tuple(draw(st.lists(effects(0), min_size=1, max_size=3))))
        case _:
            return If(k.has(draw(sets()), SITE), (draw(effects(0)),))


@st.composite
def values(draw: st.DrawFn) -> Expr:
    value = draw(st.sampled_from([GONE, k.field(COUNT), k.size(draw(sets(1)))]))
    named = {"s": k.field(LAST), "from": k.field(LAST)}
    return k.add(value, k.size(_renamed(draw(sets()), named)))


def _renamed(expr: Expr, named: dict[str, Expr]) -> Expr:
    if expr.op is Op.VAR:
        return named.get(str(expr.data), expr)
    return attrs.evolve(expr, args=tuple(_renamed(a, named) for a in expr.args))


@pytest.mark.parametrize("part", QUARTERS)
@settings(max_examples=75, deadline=None)
@given(st.data())
def test_the_same_moves(part: int, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from([MOVE, Put(SITE, k.int_(1))]))
    play = (first, *data.draw(st.lists(effects(), max_size=3)))
    mover = data.draw(st.sampled_from([k.int_(1), k.int_(2), k.field(MOVER)]))
    to = data.draw(
        st.sampled_from([EMPTY, k.diff(FULL, k.owned(mover)), k.inter(k.table(NEAR, FROM), EMPTY)])
    )
    value = _renamed(data.draw(values()), {"s": k.field(LAST), "from": k.field(LAST)})
    made = game(play, each(mover, to), value)
    plain = PythonEngine(prepare(made, simplified=False), prepared=True)
    fast = PythonEngine(prepare(made), prepared=True)
    for _ in range(4):
        rest, places = (1 << 9) - 1, []
        for _ in range(3):
            those = data.draw(st.integers(0, 511)) & rest
            rest &= ~those
            places.append(those)
        found = []
        for engine in (plain, fast):
            state = engine.fresh_state()
            engine.call(state, "set", *places)
            moves = engine.legal_moves(state)
            found.append(
                sorted((engine.endpoints(state, m).origin, engine.endpoints(state, m).target) for m in moves)
            )
        assert found[0] == found[1]
