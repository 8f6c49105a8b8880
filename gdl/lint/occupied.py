"""Conditions that what stands on a site decides: the occupancy analysis, listened to.

for x in owned(mover):  ... has(owned(3 - mover), x) ...        never holds
"""

from __future__ import annotations

from functools import cached_property

from gdl.core import make as k
from gdl.core.evaluate import folded
from gdl.core.ops import BOOL, LEAVES, Expr, MoveLevels, Op, Proc, Program, Push, Stmt
from gdl.core.walk import ANY, bits, exprs_of, map_expr, map_program, op_mask, subexprs
from gdl.lint.decide import Decisions
from gdl.passes.occupancy import OccupancyAnalysis
from gdl.passes.occupancy.environment import TERMS, Env
from gdl.passes.occupancy.flow import Flow

_ONTO = bits(Push, MoveLevels)
_BINDING = "."
#: Operations that may come to a constant.
_WORKED_OUT = ~bits(*LEAVES, Op.OCCUPIED)


class _Listening(Flow):
    """The walk through one procedure, with what becomes of its conditions."""

    asking = ANY

    def __init__(self, analysis: Occupancy, proc: Proc) -> None:
        super().__init__(analysis.source, analysis.pieces, analysis)
        self.name = proc.name if proc.name in analysis.names else proc.name.rsplit(_BINDING, 1)[0]
        self.answers = analysis

    def expr(self, expr: Expr, env: Env) -> Expr:
        made = super().expr(expr, env)
        if expr.type is BOOL:
            self.answers.note(self.name, expr, k.TRUE if self._is_site(expr, env) else made)
        return made

    def _is_site(self, expr: Expr, env: Env) -> bool:
        """Is it asked of a site whether it is one of all sites?"""
        return (
            expr.op is Op.HAS
            and expr.args[1].op in TERMS
            and expr.args[0] == self.everywhere
            and self.fact(expr.args[1], env).site
        )

    def calls_apart(self, stmt: Stmt) -> None:
        super().calls_apart(stmt)
        for whole in exprs_of(stmt):
            for each in subexprs(whole):
                if each.type is BOOL:
                    self.answers.note(self.name, each, each)


class Occupancy(OccupancyAnalysis):
    """What the conditions of a program become by what is known where they stand."""

    def __init__(self, program: Program) -> None:
        self._sites = program.sites
        self._plain: dict[Expr, Expr] = {}
        super().__init__(map_program(program, self.folded))
        self.names = frozenset(self.procs)
        self._found: dict[tuple[str, Expr], dict[Expr, None]] = {}

    def folded(self, expr: Expr) -> Expr:
        """The analysis knows owners by their numbers, not by what these are worked out from."""
        plain = self._plain.get(expr)
        if plain is None:
            plain = self._plain[expr] = map_expr(expr, lambda e: folded(e, self._sites), _WORKED_OUT)
        return plain

    def flow(self, proc: Proc) -> Flow:
        return _Listening(self, proc)

    def note(self, proc: str, condition: Expr, made: Expr) -> None:
        """A condition has become another by what is known where it stands."""
        self._found.setdefault((proc, condition), {})[made] = None

    @cached_property
    def annotated(self) -> Program:
        """The program with what may stand where pieces are written; as it is where they are stacked."""
        stacked = any(op_mask(p.body) & _ONTO for p in self.source.procs)
        return self.source if stacked else self.program()

    def became(self, condition: Expr, proc: str) -> tuple[Expr, ...]:
        """All that a condition comes to, wherever it stands in a procedure; nothing if that is not known."""
        _ = self.annotated
        return tuple(self._found.get((proc, self.folded(condition)), ()))


class Answered:
    """What the conditions of a program come to, by procedure, wherever they stand in it."""

    def __init__(self, decisions: Decisions, occupancy: Occupancy) -> None:
        self._decisions = decisions
        self._occupancy = occupancy

    def holds(self, condition: Expr, proc: str) -> bool | None:
        """Does it always hold where it stands, never, or is it not known?"""
        plain = self._decisions.holds(condition, proc)
        if plain is not None:
            return plain
        result: bool | None = None
        for number, made in enumerate(self._occupancy.became(condition, proc)):
            known = self._decisions.holds(made, proc)
            if known is None or (number and known is not result):
                return None
            result = known
        return result


__all__ = ["Answered", "Occupancy"]
