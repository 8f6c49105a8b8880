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
