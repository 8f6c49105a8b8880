"""Long histories: both engines count repetitions alike, the Python one position by position."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from gdl.core import make as k
from gdl.core.ops import (
    INT,
    Expr,
    Field,
    ForSites,
    If,
    MovePiece,
    Offer,
    Op,
    Param,
    Proc,
    Program,
    Put,
    Remember,
    RepeatKind,
    Return,
    Store,
)
from gdl.core.walk import statements
from gdl.passes.pipeline import prepare
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from tests.core.core_programs import MOVER, program, site_kind

PLIES = 150
WIDE = 5
FROM, SITE = k.var("from", INT), k.var("s", INT)
TURN = Field("turn", INT, None, 0, position=False)
#: How often the position is remembered; the second is asked for the player whose turn it is not.
ASKED = tuple(f"asked_{kind.name.lower()}" for kind in RepeatKind)


def game(dropping: bool, turns: Expr) -> Program:
    """Three pieces on a strip of sites move anywhere, onto each other too; `turns`: when a turn begins."""
    ahead = k.sub(k.int_(3), k.field(MOVER))
    asked = []
    for name, kind in zip(ASKED, RepeatKind, strict=True):
        count = Expr(Op.REPEATS, INT, (ahead,) if kind is RepeatKind.POSITIONAL else (), kind)
        asked.append(Proc(name, (), (Return(count),), INT, entry=True))
    to = k.diff(k.sites_((1 << WIDE) - 1), k.one(FROM))
    drop = If(k.lt(k.size(k.OCCUPIED), k.int_(2)), (Put(k.int_(0), k.int_(1)),))
    count_turn = Store(TURN, None, k.add(k.field(TURN), k.int_(1)))
    return program(
        [
            Proc("start", (), tuple(Put(k.int_(s), k.int_(1 + s % 2)) for s in (0, 1, 4))),
            Proc("play", (Param("from", INT), Param("s", INT)), (MovePiece(FROM, SITE),)),
            Proc("moves", (), (ForSites("from", k.OCCUPIED, (Offer(1, (FROM,), to),)),), generator=True),
            Proc("after", (), (*([drop] if dropping else []), Store(MOVER, None, ahead))),
            Proc("turn", (), (Remember(None, turns), count_turn)),
            *asked,
        ],
        [attrs.evolve(site_kind(1, "play", Param("from", INT)), origin=FROM)],
        [TURN],
        sites=WIDE,
    )


def number(result: Any) -> int:
    """What was returned; the native engine also gives the state after it."""
    return int(result[0] if isinstance(result, tuple) else result)


THIRD = k.eq(k.mod(k.field(TURN), k.int_(3)), k.int_(0))


@pytest.mark.parametrize("dropping", [False, True], ids=["only fewer", "fewer and more"])
@pytest.mark.parametrize("turns", [k.TRUE, THIRD], ids=["each", "third"])
@pytest.mark.parametrize("seed", range(2))
def test_repetitions(dropping: bool, turns: Expr, seed: int) -> None:
    made = game(dropping, turns)
    fast = prepare(made)
    told = [s.irreversible for p in fast.procs for s in statements(p.body) if isinstance(s, Remember)]
    assert all((irreversible is None) == dropping for irreversible in told)
    engines: list[Any] = [
        PythonEngine(prepare(made, False), True),
        PythonEngine(fast, True),
        NativeEngine(fast, True, ASKED, checked=bool(seed)),
    ]
    states: list[Any] = [engine.start(0) for engine in engines]
    choose = random.Random(seed)
    greatest = 0
    for _ in range(PLIES):
        both = list(zip(engines, states, strict=True))
        found = [[number(engine.call(state, name)) for name in ASKED] for engine, state in both]
        assert found[0] == found[1] == found[2]
        greatest = max(greatest, *found[0])
        legal = [
            {
                (engine.endpoints(state, m).origin, engine.endpoints(state, m).target): m
                for m in engine.legal_moves(state)
            }
            for engine, state in both
        ]
        assert sorted(legal[0]) == sorted(legal[1]) == sorted(legal[2])
        chosen = choose.choice(sorted(legal[0]))
        states = [e.play(state, m[chosen]) for (e, state), m in zip(both, legal, strict=True)]
    assert greatest > 3


@pytest.mark.parametrize("dropping", [False, True])
def test_states_with_a_past_have_the_same_key_on_both_engines(dropping: bool) -> None:
    """What is remembered belongs to a state: positions, who moved, and whether they are of this turn."""
    made = prepare(game(dropping, THIRD))
    python, native = PythonEngine(made, prepared=True), NativeEngine(made, prepared=True)
    one, other, chance = python.start(1), native.start(1), random.Random(2)
    for ply in range(12):
        assert python.key(one) == native.key(other)
        assert dropping or len(python.past(one)) >= ply  # each position takes a byte at least
        (origin, target), move = chance.choice(
            sorted(
                ((python.endpoints(one, m).origin, python.endpoints(one, m).target), m)
                for m in python.legal_moves(one)
            )
        )
        same = (
            m
            for m in native.legal_moves(other)
            if (native.endpoints(other, m).origin, native.endpoints(other, m).target) == (origin, target)
        )
        one, other = python.play(one, move), native.play(other, next(same))
