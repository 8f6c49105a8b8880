"""Laws as patterns: what fits, either way round, under a condition, and what it gives."""

from __future__ import annotations

import pytest

from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core.ops import FLOAT, INT, SITES, Expr, Op, Table
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.laws import laws
from gdl.passes.simplify.rewrite import Context
from tests.passes.fixtures import whole_program

A, B = k.var("a", SITES), k.var("b", SITES)
N = k.var("n", INT)
STEP, OTHER = Table("step", INT, tuple(range(9))), Table("other", INT, tuple(range(9)))
FULL = k.sites_((1 << 9) - 1)


@pytest.fixture(scope="module")
def context() -> Context:
    program = whole_program("proc after():\n    @over = True\n")
    return Context(find_ranges(program), "after", ConstantPool(program))


@pytest.mark.parametrize(
    "law, expr, wanted",
    [
        ("A & A => A", k.inter(A, A), A),
        ("A & A => A", k.inter(A, B), None),
        ("A | (A & B) => A", k.union(A, k.inter(B, A)), A),
        ("A | (A & B) => A", k.union(k.inter(A, B), A), None),
        ("~ A | (A & B) => A", k.union(k.inter(A, B), A), A),
        (r"A & (full \ B) => A \ B", k.inter(A, k.diff(FULL, B)), k.diff(A, B)),
        (r"A & (full \ B) => A \ B", k.inter(A, k.diff(k.sites_(3), B)), None),
        ("c * n => n * c", k.mul(k.int_(3), N), k.mul(N, k.int_(3))),
        ("c * n => n * c", k.mul(k.float_(3.0), k.var("x", FLOAT)), None),
        ("n * 0 => 0", k.mul(N, k.int_(0)), k.int_(0)),
        ("image[t](A) | image[t](B) => image[t](A | B)", k.union(k.image(STEP, A), k.image(STEP, B)),
         k.image(STEP, k.union(A, B))),
        ("image[t](A) | image[t](B) => image[t](A | B)", k.union(k.image(STEP, A), k.image(OTHER, B)), None),
        ("has(full, s) => True where site(s)", k.has(FULL, k.int_(4)), k.TRUE),
        ("has(full, s) => True where site(s)", k.has(FULL, k.int_(9)), None),
    ],
)  # fmt: skip
def test_a_law(law: str, expr: Expr, wanted: Expr | None, context: Context) -> None:
    ((op, (rule,)),) = laws(law).items()
    assert op is expr.op
    assert rule(expr, context) == wanted


def test_a_part_of_the_pattern_is_given_as_it_is(context: Context) -> None:
    (rule,) = laws(r"A & (A \ B) => A \ B")[Op.INTER]
    part = k.diff(A, B)
    assert rule(k.inter(A, part), context) is part


def test_laws_are_tried_in_their_order(context: Context) -> None:
    (rule,) = laws("A | A => A\n A | B => B")[Op.UNION]
    assert rule(k.union(A, A), context) is A
    assert rule(k.union(A, B), context) is B


def test_what_is_no_law_is_refused() -> None:
    with pytest.raises(ValueError, match="lambda"):
        laws("A | (lambda: A) => A")
