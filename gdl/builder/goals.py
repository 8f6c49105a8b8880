"""What endings promise, and what can be told of values by a look at the state alone: for estimates."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import CONSUMERS, Do, Draw, Expr, Op, Sandbox
from gdl.core.walk import block_exprs, statements, subexprs
from gdl.support.values import frozen

#: What a look at the state does not do.
_DEEDS = (Sandbox, Do, Draw)


class Promise(Enum):
    """What an ending may mean to a player."""

    WIN = "win"
    LOSS = "loss"
    POINTS = "points"


@frozen
class Goal:
    """What an ending promises a player, and how near that is: points ahead of the others from -1.0 to 1.0."""

    player: int
    promise: Promise
    value: Expr


def certain(value: Expr) -> Expr:
    """1.0 for what holds, else 0.0."""
    if value.op is Op.CONST:
        return k.float_(1.0 if value.data else 0.0)
    return k.select(value, k.float_(1.0), k.float_(0.0))


def from_state(b: Builder, value: Expr) -> Expr | None:
    """The value, if it can be told by a look at the state alone: not by its moves or its history."""
    for expr in (
        *subexprs(value),
        *(e for name in callees(b, value) for e in block_exprs(b.procs[name].body)),
    ):
        if expr.op in CONSUMERS or expr.op is Op.REPEATS:
            return None
    made = (stmt for name in callees(b, value) for stmt in statements(b.procs[name].body))
    return None if any(isinstance(stmt, _DEEDS) for stmt in made) else value


def callees(b: Builder, *values: Expr) -> dict[str, None]:
    """The procedures that expressions call, and those that these call."""
    result: dict[str, None] = {}
    waiting: list[Iterable[Expr]] = [subexprs(value) for value in values]
    while waiting:
        for expr in waiting.pop():
            name = str(expr.data)
            if expr.op is Op.CALL and name not in result:
                result[name] = None
                waiting.append(block_exprs(b.procs[name].body))
    return result


def fixed(b: Builder, value: Expr) -> int | None:
    """A number or a set (as bits) that is always the same; else None."""
    try:
        result = evaluate(value, {}, b.facts.size, b.procs)
    except NotConstant:
        return None
    return int(result)
