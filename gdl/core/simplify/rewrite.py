"""Applies the rules for expressions, inner ones first, until none fits."""

from __future__ import annotations

from collections.abc import Callable

import attrs
from attrs import Factory, define, field

from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Block, Expr, Op, Program
from gdl.core.ranges import ALL, Range, Ranges, fits
from gdl.core.simplify.locals import as_expression
from gdl.core.simplify.made import Made
from gdl.core.walk import rebuild, same, with_args


@define
class Context:
    """What rules may know about the place of an expression."""

    ranges: Ranges
    proc: str
    made: Made = Factory(lambda self: Made(self.ranges.program), takes_self=True)
    memo: dict[Expr, Expr] = field(factory=dict)

    @property
    def sites(self) -> int:
        return self.ranges.program.sites

    @property
    def full(self) -> int:
        """The set of all sites."""
        return (1 << self.sites) - 1

    def range(self, expr: Expr) -> Range:
        """All values that a number can have."""
        found = self.ranges.of(expr, self.proc)
        return found if fits(found) else ALL

    def is_site(self, expr: Expr) -> bool:
        """Whether a number is certainly a site."""
        low, high = self.range(expr)
        return low >= 0 and high < self.sites

    def site_or_none(self, expr: Expr) -> bool:
        """Whether a number is certainly a site or -1."""
        low, high = self.range(expr)
        return low >= -1 and high < self.sites


#: A rule gives a better expression, or None where it does not fit.
Rule = Callable[[Expr, Context], Expr | None]


def rules() -> dict[Op, tuple[Rule, ...]]:
    """All rules by the operation that they begin with."""
    from gdl.core.simplify import choices, conditions, greatest, lines, numbers, sets

    found: dict[Op, tuple[Rule, ...]] = {}
    families = (numbers, sets, conditions, choices, lines, greatest)
    for table in (family.RULES for family in families):
        for op, some in table.items():
            found[op] = (*found.get(op, ()), *some)
    return found


#: Rules make expressions smaller or bring them to a normal form; this guards against one that does not.
STEPS = 50


def rewrite_expr(expr: Expr, context: Context, table: dict[Op, tuple[Rule, ...]]) -> Expr:
    """The simplest form of an expression."""
    known = context.memo.get(expr)
    if known is not None:
        return known
    result = expr
    for _ in range(STEPS):
        result = with_args(result, tuple([rewrite_expr(a, context, table) for a in result.args]))
        better = _constant(result, context)
        if better is None:
            tried = (rule(result, context) for rule in table.get(result.op, ()))
            better = next((b for b in tried if b is not None), None)
        if better is None or better == result:
            break
        result = better
    context.memo[expr] = context.memo[result] = result
    return result


_PLAIN = {INT: int, BOOL: bool, FLOAT: float, SITES: int}


def _constant(expr: Expr, context: Context) -> Expr | None:
    """An operation on constants alone is its value."""
    if expr.op in (Op.CONST, Op.VAR, Op.FIELD) or any(a.op is not Op.CONST for a in expr.args):
        return None
    try:
        value = evaluate(expr, {}, context.sites)
    except NotConstant:
        return None
    if expr.type is SITES and (not isinstance(value, int) or value >> context.sites):
        return None
    return Expr(Op.CONST, expr.type, data=_PLAIN[expr.type](value))


def rewrite(program: Program, ranges: Ranges, settled: frozenset[int] = frozenset()) -> Program:
    """Simplify every expression of a program, but for those of procedures (by `id`) that are settled."""
    table = rules()
    made = Made(program)
    procs = []
    for proc in program.procs:
        if id(proc) in settled:
            procs.append(proc)
            continue
        context = Context(ranges, proc.name, made)

        def on_expr(expr: Expr, context: Context = context) -> Expr:
            return rewrite_expr(expr, context, table)

        def on_block(block: Block, on_expr: Callable[[Expr], Expr] = on_expr) -> Block:
            new = tuple([rebuild(s, on_expr, on_block) for s in block])
            return block if same(new, block) else new

        body = on_block(proc.body)
        whole = as_expression(body)
        if whole is not None:
            body = on_block((whole,))
        procs.append(proc if body is proc.body else attrs.evolve(proc, body=body))
    if same(tuple(procs), program.procs):
        return program
    tables, rays = (*program.tables, *made.tables), (*program.rays, *made.new_rays)
    return attrs.evolve(program, procs=tuple(procs), tables=tables, rays=rays)
