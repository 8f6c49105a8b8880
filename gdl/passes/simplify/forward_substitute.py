r"""Forward substitution: locals of procedures that only return a value are put in where they are read.

    free = ({0-8} \ occupied())
    return (size(free) == 0)         =>      return (size(({0-8} \ occupied())) == 0)

So that rules see an expression as a whole. What then stands there several times gets a local again
(`eliminate-common-subexpressions`).
"""

from __future__ import annotations

from gdl.core.ops import BINDERS, CALLS, LEAVES, Assign, Block, Expr, Op, Return
from gdl.core.walk import bits, bound_vars, free_vars, subexprs, substitute
from gdl.support.values import evolve

#: A body that grows larger than this stays as it is.
MOST_NODES = 600
#: What takes too long to be worked out again where no common subexpression is found.
_SLOW = bits(Op.FLOOD, *BINDERS, *CALLS)
_BINDERS = bits(*BINDERS)


def forward_substitute(body: Block) -> Return | None:
    """The Return of a body of Assigns and a Return, over nothing but what is outside."""
    values: dict[str, Expr] = {}
    outside: set[str] = set()
    for stmt in body:
        if not isinstance(stmt, Assign | Return) or stmt.value is None:
            return None
        if not outside.isdisjoint(bound_vars(stmt.value)) or _in_loop(stmt.value, values):
            return None
        value = substitute(stmt.value, values)
        if value.size > MOST_NODES:
            return None
        if isinstance(stmt, Return):
            return evolve(stmt, value=value) if values else None
        if stmt.name in values or value.op_mask & _SLOW:
            return None
        values[stmt.name] = value
        outside |= free_vars(value)
    return None


def _in_loop(expr: Expr, values: dict[str, Expr]) -> bool:
    """Whether a local would be worked out again for each member of a set."""
    read = (free_vars(e.args[1]) for e in subexprs(expr, _BINDERS))
    return any(values[name].op not in LEAVES for names in read for name in names & values.keys())
