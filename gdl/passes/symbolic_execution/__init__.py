"""Symbolic execution of moves: what they lead to, worked out without playing them.

    best by V(args):                      narrow to keep(args):
        offers              =>                offers

where `keep` finds the destinations at which a formula is greatest. The formula is what V gives after the
move; it has to be the same for all of the offers and to know of the move nothing but its destination.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import find_ranges
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.walk import assigned, bits, free_vars, map_block, op_mask, statements, subexprs
from gdl.passes.symbolic_execution.symbolic_state import NotExpressible, SymbolicState
from gdl.support.values import evolve

#: The destination in a formula.
_SITE = k.var("site.foreseen", o.INT)
_BEST = bits(o.Best)


def execute_symbolically(program: Program) -> Program:
    """Execute moves symbolically: the program with Narrow in place of Best where that can be."""
    if not any(op_mask(p.body) & _BEST for p in program.procs):
        return program
    work = _Work(program)
    procs = [evolve(p, body=work.block(p.body)) for p in program.procs]
    if not work.procs:
        return program
    return evolve(program, procs=(*procs, *work.procs))


class _Work:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self.ranges = find_ranges(program)
        self.procs: list[Proc] = []

    def block(self, block: Block) -> Block:
        return map_block(block, on_stmt=lambda s: self.best(s) if isinstance(s, o.Best) else (s,), mask=_BEST)

    def best(self, stmt: o.Best) -> tuple[Stmt, ...]:
        """Of branches of which only one can be taken, the best of each is the best of all."""
        if not _exclusive(stmt.body):
            return (self.narrowed(stmt),)
        branches = []
        for branch in stmt.body:
            assert isinstance(branch, o.If)
            branches.append(evolve(branch, then=self.best(evolve(stmt, body=branch.then))))
        return tuple(branches)

    def narrowed(self, stmt: o.Best) -> Stmt:
        try:
            formula = self.formula(stmt)
        except NotExpressible:
            return stmt
        asked = free_vars(formula) - {str(_SITE.data)}
        types: dict[str, o.Type] = {
            str(e.data): e.type for e in subexprs(formula, Op.VAR.bit) if e.data in asked
        }
        everything = o.Param("offered", o.SITES)
        name = f"keep_{len(self.procs) + 1}.foreseen"
        params = (everything, *(o.Param(n, t) for n, t in types.items()))
        kept = k.greatest(str(_SITE.data), k.var(everything.name, o.SITES), formula)
        self.procs.append(Proc(name, params, (o.Return(kept, span=stmt.span),), o.SITES, span=stmt.span))
        return o.Narrow(stmt.body, name, tuple(k.var(n, t) for n, t in types.items()), span=stmt.span)

    def formula(self, stmt: o.Best) -> Expr:
        """What the value is after any of the moves, by its destination. Raises NotExpressible."""
        own = frozenset(assigned(stmt.body))
        exprs: set[Expr] = set()
        for offer in _offers(stmt.body):
            kind = self.program.kinds[offer.kind]
            play = self.effects.procs[kind.play]
            values: dict[str, Expr] = {}
            for param, arg in zip(play.params, offer.args, strict=False):
                known = free_vars(arg).isdisjoint(own)
                values[param.name] = arg if known else k.var(f"{param.name}.captured", param.type)
            values[play.params[-1].name] = _SITE
            after = SymbolicState(self.ranges, self.effects, values, _SITE)
            after.play(play)
            value = self.effects.procs[stmt.value]
            names = {p.name: a for p, a in zip(value.params, stmt.args, strict=True)}
            exprs.add(after.returned(value.body, names))
            around = {v for a in (*offer.args, *stmt.args) for v in free_vars(a)} - own
            if len(exprs) > 1 or not free_vars(next(iter(exprs))) <= {*around, str(_SITE.data)}:
                raise NotExpressible
        if not exprs:
            raise NotExpressible
        return next(iter(exprs))


def _offers(block: Block) -> Iterator[o.Offer]:
    """The offers of a block that does nothing but offer, loop and choose. Raises NotExpressible."""
    for stmt in statements(block):
        if isinstance(stmt, o.Offer):
            yield stmt
        elif not isinstance(stmt, o.ForSites | o.If | o.Assign):
            raise NotExpressible


def _exclusive(block: Block) -> bool:
    """Whether a block is branches, each for another value of the same."""
    asked: set[Expr] = set()
    values: set[object] = set()
    for stmt in block:
        if not isinstance(stmt, o.If) or stmt.otherwise:
            return False
        condition = stmt.condition
        if condition.op is not Op.EQ or condition.args[1].op is not Op.CONST:
            return False
        asked.add(condition.args[0])
        values.add(condition.args[1].data)
    return len(block) > 1 and len(asked) == 1 and len(values) == len(block)


__all__ = ["execute_symbolically"]
