"""Partial evaluation for the empty board: what expressions come to there, for estimates."""

from __future__ import annotations

from collections.abc import Callable

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import INT, PIECE_SETS, SITES, Expr, Op
from gdl.core.walk import map_expr

_NUMBERS = (Op.WHAT, Op.WHO, Op.COUNT_AT, Op.HEIGHT)


def reached_from(b: Builder, make: Callable[[], Expr]) -> tuple[int, ...]:
    """By site, as bits, what a set of sites is for a piece that is alone on the board there; empty where that
    cannot be told."""
    origin = "from_"
    with b.bind({Context.FROM: k.var(origin, INT)}):
        sites = map_expr(make(), _without_pieces)
    found = []
    for site in range(b.facts.size):
        try:
            found.append(int(evaluate(sites, {origin: site}, b.facts.size)))
        except NotConstant:
            found.append(0)
    return tuple(found)


def _without_pieces(expr: Expr) -> Expr:
    if expr.op in PIECE_SETS:
        return k.EMPTY_SET
    return k.int_(0) if expr.op in _NUMBERS and expr.type is not SITES else expr
