"""Positions that have been there before."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core.ops import INT, Expr, Op, RepeatKind

#: In `Builder.memo`: does a rule ask for repetitions at the beginning of turns only?
TURNS_ONLY = "repeats at turns"


def turn_repeats(b: Builder, kind: RepeatKind) -> Expr:
    """How many remembered positions equal the one that the next player gets."""
    b.memo[TURNS_ONLY] = True
    return Expr(Op.REPEATS, INT, (b.context(Context.NEXT),), kind)
