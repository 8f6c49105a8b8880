"""Best-case execution times, by constant loop bounds: the steps that no run of a procedure can do without.

    for i from 1 to 1000000000:            a billion rounds, whatever the state is
        push 1 at s

The bounds are the opposite of those of `worst_case_steps`: of branches the shorter one counts, a loop that
may be left early is gone through once, a set that is no constant has no members. What takes very long even so
need not be tried. Beside it, how deep loops lie in loops, through all that is called.
"""

from __future__ import annotations

from gdl.analyses.mod_ref import callees
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import Block, Expr, Program, Stmt
from gdl.core.walk import bits, blocks_of, exprs_of, op_mask

#: Bounds end here.
ENDLESS = 1 << 62
#: Expressions of more parts are not evaluated: whatever they come to counts as nothing.
FOLDED = 1000
_LEAVING = bits(o.Break, o.Return, o.Continue)
_NESTING = bits(*o.BINDERS, *o.CALLS)


class UnavoidableSteps:
    """The bounds of one program: of its procedures, worked out when asked for."""

    def __init__(self, program: Program) -> None:
        self._sites = program.sites
        self._procs = {p.name: p for p in program.procs}
        self._steps: dict[str, int] = {}
        self._depth: dict[str, int] = {}

    # --- steps ------------------------------------------------------------------------------------------

    def steps(self, name: str) -> int:
        """The fewest steps of a procedure; one of a call that comes back to itself."""
        if name not in self._steps:
            self._steps[name] = 1
            self._steps[name] = self.block(self._procs[name].body)
        return self._steps[name]

    def block(self, block: Block) -> int:
        """The fewest steps of a block, up to where it may be left."""
        result = 0
        for stmt in block:
            result += self.stmt(stmt)
            if op_mask((stmt,)) & _LEAVING:
                break
        return min(ENDLESS, result)

    def stmt(self, stmt: Stmt) -> int:
        """The fewest steps of a statement; of several blocks one runs in any case, the first."""
        match stmt:
            case o.If():
                return 1 + min(self.block(stmt.then), self.block(stmt.otherwise))
            case o.ForSites() | o.ForRange() | o.While():
                left_early = op_mask(stmt.body) & _LEAVING
                rounds = min(1, self._rounds(stmt)) if left_early else self._rounds(stmt)
                return min(ENDLESS, 1 + rounds * (1 + self.block(stmt.body)))
            case o.Do() | o.Generate():
                return 1 + self.steps(stmt.name)
        inside = blocks_of(stmt)
        return 1 + self.block(inside[0]) if inside else 1

    def _rounds(self, loop: o.ForSites | o.ForRange | o.While) -> int:
        """The fewest rounds of a loop that nothing leaves early."""
        match loop:
            case o.ForSites():
                return self._constant(k.size(loop.sites), 0)
            case o.ForRange():
                return max(0, self._constant(k.sub(loop.high, loop.low), -1) + 1)
        return loop.limit if loop.condition == k.TRUE else 0

    def _constant(self, number: Expr, otherwise: int) -> int:
        """A number that is the same in every state; `otherwise` of others."""
        if number.size > FOLDED:
            return otherwise
        try:
            value = evaluate(number, {}, self._sites)
        except NotConstant:
            return otherwise
        assert isinstance(value, int)
        return value

    # --- nesting ----------------------------------------------------------------------------------------

    def depth(self, name: str) -> int:
        """How deep loops lie in loops in a procedure and all that it calls, without calls of itself."""
        if name not in self._depth:
            self._depth[name] = 0
            self._depth[name] = max((self.loops(stmt) for stmt in self._procs[name].body), default=0)
        return self._depth[name]

    def loops(self, stmt: Stmt) -> int:
        """How deep loops lie in loops in a statement and all that it calls, itself included."""
        inner = max((self.loops(each) for block in blocks_of(stmt) for each in block), default=0)
        if isinstance(stmt, o.Do | o.Generate):
            inner = max(inner, self.depth(stmt.name))
        inner = max([inner, *(self._loops_of(expr) for expr in exprs_of(stmt))])
        return inner if isinstance(stmt, o.If) or not blocks_of(stmt) else inner + 1

    def _loops_of(self, expr: Expr) -> int:
        if not expr.op_mask & _NESTING:
            return 0
        inner = max((self._loops_of(arg) for arg in expr.args), default=0)
        inner = max([inner, *(self.depth(name) for name in callees(expr))])
        return inner + 1 if expr.op in o.BINDERS else inner
