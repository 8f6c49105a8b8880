"""Termination analysis: which procedures may call themselves without end, so that nothing speculates a call.

    generator moves_of(p: Int):                                    moves_of:   may diverge
        offer 1() to filter[x](S, not(any_move[moves_of](p)))      start:      returns

Every operation and every loop ends, so only a procedure that may come to call itself can go on for ever.
Whether it does cannot be known; so a pass must not evaluate a call of it where the program would not have:
taken out of a loop that may have no round, worked out early, or from behind an `and`, it would hang a program
that ends. Leaving such a call out is allowed, as with any other.
"""

from __future__ import annotations

from gdl.analyses.mod_ref import CALL_MASK, Effects, callees
from gdl.core.ops import Block, Expr, Program
from gdl.core.walk import block_exprs, subexprs


class Termination:
    """The analysis of one program; nothing is worked out before something is asked that calls."""

    def __init__(self, program: Program, effects: Effects | None = None) -> None:
        self._program = program
        self._effects = effects
        self._known: dict[str, bool] = {}

    def may_diverge(self, expr: Expr) -> bool:
        """Whether an expression may have no value, as something that it calls may not return."""
        return any(self.proc(name) for inner in subexprs(expr, CALL_MASK) for name in callees(inner))

    def any_may_diverge(self, block: Block) -> bool:
        """Whether an expression of a block's statements may."""
        return any(self.may_diverge(expr) for expr in block_exprs(block, CALL_MASK))

    def proc(self, name: str) -> bool:
        """Whether a procedure, or one that runs when it does, may come to call itself."""
        known = self._known.get(name)
        if known is None:
            if self._effects is None:
                self._effects = Effects(self._program)
            known = self._known[name] = any(self._recursive(each) for each in self._effects.reached(name))
        return known

    def _recursive(self, name: str) -> bool:
        assert self._effects is not None
        return any(name in self._effects.reached(called) for called in self._effects.calls(name))
