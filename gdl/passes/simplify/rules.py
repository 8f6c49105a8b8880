"""The rewrite rules for expressions, of all families."""

from __future__ import annotations

from gdl.core.ops import Op
from gdl.passes.simplify import conditions, greatest, lines, numbers, partial_evaluation, sets
from gdl.passes.simplify.rewrite import Rule


def _by_operation() -> dict[Op, tuple[Rule, ...]]:
    result: dict[Op, tuple[Rule, ...]] = {}
    for family in (numbers, sets, conditions, partial_evaluation, lines, greatest):
        for op, some in family.RULES.items():
            result[op] = (*result.get(op, ()), *some)
    return result


#: The rules by the operation that they begin with.
RULES = _by_operation()
