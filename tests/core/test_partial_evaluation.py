"""Sets of which only some members matter: constants that make no difference there are left out."""

from __future__ import annotations

import pytest

from gdl.core import make as k
from gdl.core.ops import SITES, Expr
from gdl.passes.simplify.partial_evaluation import without_span

M, N = k.var("m", SITES), k.var("n", SITES)
LOW, HIGH = k.sites_(0b0011), k.sites_(0b1100)


@pytest.mark.parametrize(
    ("sites", "span", "left"),
    [
        (M, 0b0011, M),
        (k.inter(M, LOW), 0b0011, M),
        (k.inter(LOW, M), 0b0001, M),
        (k.inter(M, LOW), 0b0111, k.inter(M, LOW)),
        (k.union(M, HIGH), 0b0011, M),
        (k.union(HIGH, M), 0b0011, M),
        (k.union(M, HIGH), 0b0111, k.union(M, HIGH)),
        (k.inter(k.union(M, HIGH), LOW), 0b0011, M),
        (k.union(k.inter(M, LOW), k.inter(N, HIGH)), 0b0001, k.union(M, k.inter(N, HIGH))),
        (k.inter(k.inter(M, LOW), N), 0b0010, k.inter(M, N)),
        (k.diff(k.inter(M, LOW), N), 0b0010, k.diff(k.inter(M, LOW), N)),
    ],
)
def test_constants_that_leave_nothing_out_are_gone(sites: Expr, span: int, left: Expr) -> None:
    assert without_span(sites, span) == left
