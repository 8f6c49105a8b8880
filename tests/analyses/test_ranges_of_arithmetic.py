"""Interval arithmetic is sound: what an engine computes lies in the interval, for all small intervals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from gdl.analyses.ranges.values import _ARITHMETIC
from gdl.core.ops import Op
from interpreter.engines.python import runtime

SMALL = range(-4, 5)
INTERVALS = [(low, high) for low, high in product(SMALL, SMALL) if low <= high]

OPERATIONS: dict[Op, Callable[..., int]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.NEG: lambda a: -a,
    Op.ABS: abs,
    Op.MIN: min,
    Op.MAX: max,
    Op.DIV: runtime.div,
    Op.MOD: runtime.mod,
}


@pytest.mark.parametrize("op", list(_ARITHMETIC))
def test_every_result_is_in_the_interval(op: Op) -> None:
    """Division and remainder by 0 too, which are 0."""
    compute = OPERATIONS[op]
    operands = 1 if op in (Op.NEG, Op.ABS) else 2
    for given in product(INTERVALS, repeat=operands):
        low, high = _ARITHMETIC[op](*given)
        results = {compute(*values) for values in product(*(range(a, b + 1) for a, b in given))}
        assert low <= min(results) and max(results) <= high, (op, given)


def test_by_zero_it_is_zero() -> None:
    assert runtime.div(7, 0) == runtime.mod(7, 0) == runtime.mod(-7, 0) == 0
    assert _ARITHMETIC[Op.MOD]((-5, 5), (0, 0)) == (0, 0)


@pytest.mark.parametrize("op", [op for op in _ARITHMETIC if op not in (Op.DIV, Op.MOD)])
def test_each_end_of_the_interval_is_a_result(op: Op) -> None:
    """Of quotients and remainders that is not promised."""
    compute = OPERATIONS[op]
    operands = 1 if op in (Op.NEG, Op.ABS) else 2
    for given in product(INTERVALS, repeat=operands):
        results = {compute(*values) for values in product(*(range(a, b + 1) for a, b in given))}
        assert _ARITHMETIC[op](*given) == (min(results), max(results)), (op, given)


@pytest.mark.parametrize(
    ("of", "by", "quotient", "remainder"),
    [
        ((0, 9), (2, 4), (0, 9), (0, 3)),  # by 1 at least: no quotient is greater than what is divided
        ((3, 9), (5, 5), (0, 9), (0, 4)),
        ((0, 2), (5, 5), (0, 2), (0, 2)),
        ((-3, 9), (5, 5), (-9, 9), (-3, 4)),
        ((-9, -3), (5, 5), (-9, 9), (-4, 0)),
        ((0, 9), (-7, 2), (-9, 9), (0, 6)),
        ((-9, 3), (-2, 7), (-9, 9), (-6, 3)),
    ],
)
def test_quotients_and_remainders(
    of: tuple[int, int], by: tuple[int, int], quotient: tuple[int, int], remainder: tuple[int, int]
) -> None:
    """A quotient is as far from 0 as what is divided, a remainder less than what it is divided by and no
    further than what is divided, whose sign it has."""
    assert _ARITHMETIC[Op.DIV](of, by) == quotient
    assert _ARITHMETIC[Op.MOD](of, by) == remainder
