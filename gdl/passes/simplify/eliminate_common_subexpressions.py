"""Common-subexpression elimination: what a statement works out several times gets a local. The last rewrite.

    @next = (size(S) * size(S))      =>      shared.1 = size(S)
                                             @next = (shared.1 * shared.1)

Only what is worked out in any case is put in a local before the statement: not what stands only behind `and`,
`or` or in a branch of a choice. What depends on a variable bound inside the statement stays where it is.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import BINDERS, LEAVES, Assign, Block, Expr, Op, Program, Stmt, While
from gdl.core.walk import exprs_of, map_bodies, rebuild, rebuild_blocks, with_args

#: Not worth a local.
_LAZY = (Op.AND, Op.OR)


def eliminate_common_subexpressions(program: Program) -> Program:
    """Eliminate common subexpressions: what stands several times in a statement gets a local."""
    return map_bodies(program, lambda proc: _Eliminator().block(proc.body))


class _Eliminator:
    """The work on one procedure."""

    def __init__(self) -> None:
        self.number = 0

    def block(self, block: Block) -> Block:
        result: list[Stmt] = []
        changed = False
        for stmt in block:
            new = self.stmt(rebuild_blocks(stmt, self.block))
            changed = changed or len(new) != 1 or new[0] is not stmt
            result.extend(new)
        return tuple(result) if changed else block

    def stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """A statement and, before it, the locals that it uses."""
        if isinstance(stmt, While):
            return (stmt,)
        counts: dict[Expr, int] = {}
        certain: set[Expr] = set()
        for expr in exprs_of(stmt):
            self.count(expr, frozenset(), True, counts, certain)
        shared = [e for e in counts if counts[e] > 1 and e in certain]
        if not shared:
            return (stmt,)
        names: dict[Expr, Expr] = {}
        before: list[Stmt] = []
        # the smaller stand inside the greater: so each local's own value uses those before it
        for expr in sorted(shared, key=_size):
            self.number += 1
            name = f"shared.{self.number}"
            before.append(Assign(name, self.replaced(expr, names, top=True), span=stmt.span))
            names[expr] = k.var(name, expr.type)
        made = rebuild(stmt, lambda e: self.replaced(e, names), lambda b: b)
        return (*before, made)

    def count(
        self, expr: Expr, bound: frozenset[str], sure: bool, counts: dict[Expr, int], certain: set[Expr]
    ) -> None:
        """How often each expression stands there, and which are certainly worked out."""
        if expr.op in LEAVES:
            return
        if not bound or expr.free.isdisjoint(bound):
            known = counts.get(expr, 0)
            counts[expr] = known + 1
            if sure:
                certain.add(expr)
            if known:
                return  # what is inside has been counted
        inner = bound | {str(expr.data)} if expr.op in BINDERS else bound
        for number, arg in enumerate(expr.args):
            lazy = (expr.op in _LAZY and number > 0) or (expr.op is Op.SELECT and number > 0)
            lazy = lazy or (expr.op in BINDERS and number > 0)
            self.count(arg, inner if number else bound, sure and not lazy, counts, certain)

    def replaced(self, expr: Expr, names: dict[Expr, Expr], top: bool = False) -> Expr:
        """The expression with locals in place of what has one."""
        if not top and expr in names:
            return names[expr]
        return with_args(expr, tuple(self.replaced(a, names) for a in expr.args)) if expr.args else expr


def _size(expr: Expr) -> int:
    return expr.size
