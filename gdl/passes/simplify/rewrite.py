"""Applies the rules for expressions, inner ones first, until none fits."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from gdl.analyses.ranges import ALL, Key, Range, Ranges, fits
from gdl.core.evaluate import folded
from gdl.core.ops import LEAVES, Block, Expr, Op, Proc, Program, Stmt
from gdl.core.walk import STATEMENTS, bits, rebuild, same, with_args, with_body
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.forward_substitute import forward_substitute
from gdl.support.identity import IdentitySet
from gdl.support.values import define, evolve, field


@define
class Context:
    """What rules may know about the place of an expression."""

    ranges: Ranges
    proc: str
    pool: ConstantPool
    memo: dict[Expr, Expr] = field(factory=dict)

    @property
    def sites(self) -> int:
        """How many sites the board has."""
        return self.ranges.program.sites

    @property
    def full(self) -> int:
        """The set of all sites."""
        return (1 << self.sites) - 1

    def range(self, expr: Expr) -> Range:
        """All values that a number can have."""
        result = self.ranges.of(expr, self.proc)
        return result if fits(result) else ALL

    def is_site(self, expr: Expr) -> bool:
        """Whether a number is certainly a site."""
        low, high = self.range(expr)
        return low >= 0 and high < self.sites

    def may_diverge(self, expr: Expr) -> bool:
        """Whether an expression must not be worked out where it might not have been."""
        return self.pool.termination.may_diverge(expr)

    def site_or_none(self, expr: Expr) -> bool:
        """Whether a number is certainly a site or -1."""
        low, high = self.range(expr)
        return low >= -1 and high < self.sites


#: A rule gives a better expression, or None where it does not fit.
Rule = Callable[[Expr, Context], Expr | None]


#: Rules by the operation that they begin with.
RuleTable = Mapping[Op, tuple[Rule, ...]]

#: Rules make expressions smaller or bring them to a normal form; this guards against one that does not.
STEPS = 50

#: An expression that would come out deeper stays as it is: passes and engines call themselves for each level.
DEEP = 400


def rewrite_expr(expr: Expr, context: Context, table: RuleTable) -> Expr:
    """The simplest form of an expression."""
    if not expr.op_mask & _WORK:
        return expr
    memo = context.memo
    known = memo.get(expr)
    if known is not None:
        return known
    result = expr
    for _ in range(STEPS):
        args = [rewrite_expr(a, context, table) if a.op_mask & _WORK else a for a in result.args]
        result = with_args(result, tuple(args))
        better = _constant(result, context)
        if better is None:
            for rule in table.get(result.op, ()):
                better = rule(result, context)
                if better is not None:
                    break
        if better is None or better == result:
            break
        result = better
    memo[expr] = memo[result] = result
    return result


#: All other operations.
_WORK = ~(STATEMENTS | bits(*LEAVES))


def _constant(expr: Expr, context: Context) -> Expr | None:
    """An operation on constants alone is its value."""
    if expr.op in LEAVES:
        return None
    for arg in expr.args:
        if arg.op is not _CONST:
            return None
    result = folded(expr, context.sites)
    return result if result is not expr else None


_CONST = Op.CONST


@define
class Rewriter:
    """Simplifies every expression of a program, in rounds.

    What came out once needs no second look as long as as much is known of its procedure's numbers.
    """

    rules: RuleTable
    pool: ConstantPool
    #: by procedure: what was known of its locals; under "": of all else
    known: dict[str, dict[Key, Range]] = field(factory=dict)
    #: by procedure: the statements that are as simple as they can be
    done: dict[str, IdentitySet[Stmt]] = field(factory=dict)

    def rewrite(self, program: Program, ranges: Ranges, settled: Container[Proc] = ()) -> Program:
        """The program after a round, but for procedures (by identity) that are settled."""
        self.pool.look_at(program)
        before, self.known = self.known, ranges.by_procedure()
        everything = before.get("") == self.known.get("")
        procs = []
        for proc in program.procs:
            if proc not in settled:
                if not everything or before.get(proc.name) != self.known.get(proc.name):
                    self.done.pop(proc.name, None)
                proc = self._proc(proc, Context(ranges, proc.name, self.pool))
            procs.append(proc)
        if same(tuple(procs), program.procs):
            return program
        tables = (*program.tables, *self.pool.tables_beside(program))
        rays = (*program.rays, *self.pool.rays_beside(program))
        return evolve(program, procs=tuple(procs), tables=tables, rays=rays)

    def _proc(self, proc: Proc, context: Context) -> Proc:
        done = self.done.setdefault(proc.name, IdentitySet())

        def on_expr(expr: Expr) -> Expr:
            made = rewrite_expr(expr, context, self.rules)
            # what was joined in halves may come out as one long chain
            return made if made.depth <= max(DEEP, expr.depth) else expr

        def on_block(block: Block) -> Block:
            new = tuple([on_stmt(stmt) for stmt in block])
            return block if same(new, block) else new

        def on_stmt(stmt: Stmt) -> Stmt:
            if stmt in done or not stmt.op_mask & _WORK:
                return stmt
            made = rebuild(stmt, on_expr, on_block)
            done.add(made)
            return made

        body = on_block(proc.body)
        whole = forward_substitute(body)
        if whole is not None:
            body = on_block((whole,))
        return with_body(proc, body)
