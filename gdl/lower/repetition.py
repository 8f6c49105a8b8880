"""Repetition: positions that have been there before."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core.ops import INT, Expr, Op, RepeatKind
from gdl.support.values import define


@define
class RepetitionAsked:
    """Side table: does a rule ask for repetitions at the beginning of turns only?"""

    at_turns: bool = False


def turn_repeats(b: Builder, kind: RepeatKind) -> Expr:
    """How many remembered positions equal the one that the next player gets."""
    b.side_table(RepetitionAsked).at_turns = True
    return Expr(Op.REPEATS, INT, (b.context(Context.NEXT),), kind)
