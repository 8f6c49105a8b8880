"""Abstract states, and the transfer functions of sets and conditions: what these tell of sites."""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import INT, Expr, Op, Program
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
