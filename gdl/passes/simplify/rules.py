"""The rewrite rules for expressions, of all families."""

from __future__ import annotations

from gdl.core.ops import Op
from gdl.passes.simplify import conditions, greatest, lines, numbers, partial_evaluation, sets
from gdl.passes.simplify.rewrite import Rule


def _by_operation() -> dict[Op, tuple[Rule, ...]]:
    found: dict[Op, tuple[Rule, ...]] = {}
    for family in (numbers, sets, conditions, partial_evaluation, lines, greatest):
        for op, some in family.RULES.items():
            found[op] = (*found.get(op, ()), *some)
    return found


#: The rules by the operation that they begin with.
RULES = _by_operation()
