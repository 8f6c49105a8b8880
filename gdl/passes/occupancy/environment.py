"""Abstract states, the transfer functions of sets and conditions, and folding by what these tell of sites.

    s is empty:        has(occupied(), s)   =>   False
    x holds a 1:       who(x)               =>   1

Calls in expressions are noted on the way, with what is known there.
"""

from __future__ import annotations

from typing import Protocol

from gdl.core import make as k
from gdl.core.ops import BINDERS, INT, Expr, Offer, Op, Program
from gdl.core.walk import bits, with_args
from gdl.passes.occupancy.site_facts import NOWHERE, Pieces, SiteFact, mentions
from gdl.support.values import define, field

#: What names a site.
TERMS = (Op.VAR, Op.FIELD)


@define
class Env:
    """An abstract state: facts about sites (variables or fields), and what locals of sets were set to."""

    facts: dict[Expr, SiteFact] = field(factory=dict)
    sets: dict[str, Expr] = field(factory=dict)

    def copy(self) -> Env:
        """The same, to be weakened apart."""
        return Env(dict(self.facts), dict(self.sets))

    def join(self, other: Env) -> Env:
        """The join: what is known if control comes from one of two places."""
        facts = {t: s | other.facts[t] for t, s in self.facts.items() if t in other.facts}
        return Env(facts, {n: e for n, e in self.sets.items() if other.sets.get(n) == e})

    def forget(self, gone: object) -> None:
        """A variable (by its name) or a field has another value now."""
        for term in [t for t in self.facts if t.data is gone or (t.op is Op.VAR and t.data == gone)]:
            del self.facts[term]
        for term, fact in self.facts.items():
            if fact.owners or fact.strangers:
                self.facts[term] = fact.kept(gone)
        self.sets = {n: e for n, e in self.sets.items() if n != gone and not mentions(e, gone)}


class TransferFunctions:
    """What sets and conditions tell: facts about sites and about the members of sets."""

    def __init__(self, program: Program, pieces: Pieces) -> None:
        self.program = program
        self.pieces = pieces
        #: the region around: None, or whether something has been written in it
        self.dirty: bool | None = None

    def fact(self, term: Expr, env: Env) -> SiteFact:
        """What is known of a site."""
        return env.facts.get(term, self.pieces.any)

    def members(self, sites: Expr, env: Env) -> SiteFact:
        """What is known of the members of a set, now that it is worked out."""
        if self.dirty:
            one = sites.op is Op.ONE and sites.args[0].op is Op.VAR
            return self.fact(sites.args[0], env) if one else self.pieces.any
        return self._members(sites, env)

    def _members(self, sites: Expr, env: Env) -> SiteFact:
        args = sites.args
        match sites.op:
            case Op.CONST if not sites.data:
                return NOWHERE
            case Op.ONE:
                return self.fact(args[0], env)
            case Op.OCCUPIED:
                return self.pieces.there
            case Op.OF_KIND:
                return self.pieces.kind(args[0])
            case Op.OWNED:
                return self.pieces.owned(args[0])
            case Op.INTER:
                return self._members(args[0], env) & self._members(args[1], env)
            case Op.DIFF:
                return self._members(args[0], env) & self.pieces.outside(args[1])
            case Op.UNION:
                return self._members(args[0], env) | self._members(args[1], env)
            case Op.SELECT:
                return self._members(args[1], env) | self._members(args[2], env)
            case Op.VAR if str(sites.data) in env.sets:
                return self._members(env.sets[str(sites.data)], env)
            case Op.FILTER:
                name = k.var(str(sites.data), INT)
                inside = env.copy()
                inside.facts[name] = self._members(args[0], env).on_board()
                self.assume(inside, args[1], True)
                return inside.facts[name].kept(sites.data)
        return self.pieces.any

    def assume(self, env: Env, condition: Expr, holds: bool) -> None:
        """Note what a condition says."""
        op, args = condition.op, condition.args
        if op is Op.NOT:
            self.assume(env, args[0], not holds)
        elif (op is Op.AND and holds) or (op is Op.OR and not holds):
            self.assume(env, args[0], holds)
            self.assume(env, args[1], holds)
        elif op is Op.HAS and args[1].op in TERMS:
            known = self.fact(args[1], env)
            if holds:
                env.facts[args[1]] = known & self._members(args[0], env).on_board()
            elif known.site:
                env.facts[args[1]] = known & self.pieces.outside(args[0])

    def has(self, sites: Expr, site: Expr, env: Env) -> bool | None:
        """Whether a site is a member of a set, where that is known."""
        fact = self.fact(site, env)
        if not fact.held:
            return None  # never reached
        outside = self.pieces.outside(sites)
        args = sites.args
        match sites.op:
            case Op.OCCUPIED | Op.OF_KIND | Op.OWNED:
                if args and args[0] in fact.strangers and sites.op is Op.OWNED:
                    return False
                if fact.apart(self._members(sites, env)):
                    return False
                sure = sites.op is Op.OCCUPIED or args[0].op is Op.CONST
                owner = sites.op is Op.OWNED and args[0] in fact.owners
                return True if fact.site and ((sure and fact.apart(outside)) or owner) else None
            case Op.INTER:
                result = [self.has(a, site, env) for a in args]
                return False if False in result else None if None in result else True
            case Op.UNION:
                result = [self.has(a, site, env) for a in args]
                return True if True in result else None if None in result else False
            case Op.DIFF:
                inside, out = self.has(args[0], site, env), self.has(args[1], site, env)
                if inside is False or out is True:
                    return False
                return True if inside and out is False else None
        return None


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
