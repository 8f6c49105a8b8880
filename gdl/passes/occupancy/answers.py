"""Folding by facts: expressions without the questions whose answers are known.

    s is empty:        has(occupied(), s)   =>   False
    x holds a 1:       who(x)               =>   1

Calls in them are noted on the way, with what is known there.
"""

from __future__ import annotations

from typing import Protocol

from gdl.core import make as k
from gdl.core.ops import BINDERS, INT, Expr, Offer, Op, Program
from gdl.core.walk import bits, with_args
from gdl.passes.occupancy.environment import TERMS, Env, TransferFunctions
from gdl.passes.occupancy.site_facts import Pieces, SiteFact

#: What holds of the first argument where each of the others is evaluated.
_WHERE = {Op.AND: (True,), Op.OR: (False,), Op.SELECT: (True, False)}
#: Questions that may have an answer, and calls.
_ASKING = bits(Op.HAS, Op.WHO, Op.WHAT, Op.OF_KIND, Op.INTER, Op.DIFF, Op.CALL)


class Noted(Protocol):
    """Is told what is known at offers and calls; of one place more than once, the last time what is true."""

    def offer(self, stmt: Offer, env: Env, member: SiteFact) -> None:
        """An offer; `member` is known of every destination."""

    def call(self, name: str, args: tuple[Expr, ...], env: Env | None) -> None:
        """A call; None where the state that it sees is another."""


class Answers(TransferFunctions):
    """Folds expressions by what is known, and notes calls."""

    #: what has none of these inside is left as it is
    asking = _ASKING

    def __init__(self, program: Program, pieces: Pieces, noted: Noted) -> None:
        super().__init__(program, pieces)
        self.noted = noted
        self.everywhere = k.sites_((1 << program.sites) - 1)

    def expr(self, expr: Expr, env: Env) -> Expr:
        """The expression without questions whose answers are known."""
        if not expr.args or not expr.op_mask & self.asking:
            return expr
        if expr.op in BINDERS:
            first = self.expr(expr.args[0], env)
            inside = env.copy()
            name = k.var(str(expr.data), INT)
            inside.forget(expr.data)
            inside.facts[name] = self._members(first, env).on_board()
            return with_args(expr, (first, self.expr(expr.args[1], inside)))
        if expr.op in (Op.AND, Op.OR, Op.SELECT):
            return with_args(expr, self._chosen(expr, env))
        expr = with_args(expr, tuple([self.expr(a, env) for a in expr.args]))
        op, args = expr.op, expr.args
        if op is Op.CALL:
            self.noted.call(str(expr.data), args, env)
        if op is Op.HAS and args[1].op in TERMS:
            result = self.has(args[0], args[1], env)
            if result is None and args[0] == k.OCCUPIED and 0 not in self.fact(args[1], env).held:
                return k.has(self.everywhere, args[1])
            return expr if result is None else k.bool_(result)
        if op in (Op.WHO, Op.WHAT) and args[0].op in TERMS:
            return self._known_value(expr, env)
        if op is Op.OF_KIND and args[0].op is Op.WHAT and args[0].args[0].op in TERMS:
            fact = self.fact(args[0].args[0], env)
            if fact.site and fact.owners and self.pieces.sole(self.pieces.all):
                return k.owned(first_of(fact.owners))
        if op in (Op.INTER, Op.DIFF):
            pairs = ((args[0], args[1]), (args[1], args[0])) if op is Op.INTER else ((args[0], args[1]),)
            for one, sites in pairs:
                if one.op is Op.ONE and one.args[0].op in TERMS:
                    result = self.has(sites, one.args[0], env)
                    if result is not None:
                        return one if result is (op is Op.INTER) else k.EMPTY_SET
        return expr

    def _chosen(self, expr: Expr, env: Env) -> tuple[Expr, ...]:
        """The parts of AND, OR or a choice: the later ones where the first holds or does not."""
        first = self.expr(expr.args[0], env)
        if not first.op_mask & Op.HAS.bit:
            return (first, *(self.expr(a, env) for a in expr.args[1:]))
        made = [first]
        for holds, arg in zip(_WHERE[expr.op], expr.args[1:], strict=True):
            inside = env.copy()
            self.assume(inside, first, holds)
            made.append(self.expr(arg, inside))
        return tuple(made)

    def _known_value(self, expr: Expr, env: Env) -> Expr:
        """The component or owner at a site, where that is known."""
        fact = self.fact(expr.args[0], env)
        if fact.site and fact.owners and expr.op is Op.WHO:
            return first_of(fact.owners)
        if fact.site and len(fact.held) == 1:
            (what,) = fact.held
            return k.int_(what if expr.op is Op.WHAT else self.pieces.owners[what])
        return expr


def first_of(exprs: frozenset[Expr]) -> Expr:
    """One of them, always the same."""
    return min(exprs, key=repr)
