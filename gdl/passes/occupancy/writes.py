"""The transfer functions of writes: what a write may promise, and what it leaves of what is known."""

from __future__ import annotations

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Expr, Op, Stmt
from gdl.passes.occupancy.environment import TERMS, Answers, Env, first_of
from gdl.passes.occupancy.site_facts import NOWHERE, SiteFact, mentions
from gdl.support.values import evolve


class Writes(Answers):
    """The transfer functions of statements that write, and the promises of those that write pieces."""

    def promised(self, stmt: Stmt, env: Env) -> Stmt:
        """A write of pieces with what is known of its sites."""
        match stmt:
            case o.Put() if not stmt.fresh:
                held = self._held(self.fact(stmt.site, env))
                if held is not None and held <= {0}:
                    return evolve(stmt, fresh=True)
                return stmt if held is None else evolve(stmt, held=held)
            case o.Take():
                held = self._held(self.members(stmt.sites, env))
                return stmt if held is None else evolve(stmt, held=held)
            case o.MovePiece():
                origin, target = self.fact(stmt.origin, env), self.fact(stmt.target, env)
                owner = first_of(origin.owners) if origin.owners else None
                return evolve(
                    stmt,
                    held=self._held(origin),
                    over=self._held(target),
                    owner=owner,
                    apart=origin.apart(target),
                )
        return stmt

    def _held(self, fact: SiteFact) -> frozenset[int] | None:
        return fact.held if fact.held and fact.held != self.pieces.all else None

    def write(self, stmt: Stmt, env: Env) -> None:
        """Weaken what is known by a write."""
        match stmt:
            case o.Assign():
                known = env.facts.get(stmt.value) if stmt.value.op in TERMS else None
                env.forget(stmt.name)
                if known is not None:
                    env.facts[k.var(stmt.name, o.INT)] = known.kept(stmt.name)
                if stmt.value.type is o.SITES and not self.dirty and not mentions(stmt.value, stmt.name):
                    env.sets[stmt.name] = stmt.value
            case o.Draw():
                env.forget(stmt.name)
            case o.Store() | o.Adjust() | o.Include() | o.Restore():
                self._stored(stmt, env)
            case o.Do():
                self.noted.call(stmt.name, stmt.args, None if self.dirty is not None else env)
                env.facts = {
                    t: SiteFact(self.pieces.all, site=s.site) for t, s in env.facts.items() if t.op is Op.VAR
                }
                env.sets.clear()
                self._dirtied()
            case o.Put() | o.Take() | o.MovePiece() | o.SetAt() | o.Push() | o.MoveLevels() | o.TakeLevel():
                self._pieces(stmt, env)
                env.sets.clear()
                self._dirtied()

    def _dirtied(self) -> None:
        if self.dirty is not None:
            self.dirty = True

    def _stored(self, stmt: o.Store | o.Adjust | o.Include | o.Restore, env: Env) -> None:
        self._dirtied()
        known = None
        if isinstance(stmt, o.Store) and stmt.index is None and self.dirty is None:
            known = env.facts.get(stmt.value)
            if stmt.value.op is Op.CONST and stmt.field.type is o.INT:
                inside = isinstance(stmt.value.data, int) and 0 <= stmt.value.data < self.program.sites
                known = None if inside else NOWHERE
        env.forget(stmt.field)
        if known is not None:
            env.facts[k.field(stmt.field)] = known.kept(stmt.field)

    def _pieces(self, stmt: Stmt, env: Env) -> None:
        match stmt:
            case o.Put():
                made = self.pieces.put(stmt.what, stmt.count is not None)
                made = SiteFact(made.held) if self.dirty else made
                self._put(stmt.site, made, env)
            case o.Take():
                self._taken(stmt.sites, self.members(stmt.sites, env), env)
            case o.MovePiece():
                origin, target = self.fact(stmt.origin, env), self.fact(stmt.target, env)
                moved = origin.held - {0}
                sure = 0 not in origin.held and origin.site and target.site and origin.apart(target)
                self._taken(k.one(stmt.origin), origin, env)
                if sure:
                    made = SiteFact(moved, origin.owners)
                else:
                    made = SiteFact(moved | target.held)
                self._put(stmt.target, made, env)
                if not sure and stmt.origin in env.facts:
                    env.facts[stmt.origin] = SiteFact(self.pieces.all, site=origin.site)
            case _:
                env.facts = {t: SiteFact(self.pieces.all, site=s.site) for t, s in env.facts.items()}

    def _put(self, site: Expr, made: SiteFact, env: Env) -> None:
        here = self.fact(site, env)
        for term, fact in env.facts.items():
            if term != site and not fact.apart(here):
                env.facts[term] = fact.given(made.held)
        if site.op in TERMS:
            env.facts[site] = evolve(made, site=here.site)

    def _taken(self, sites: Expr, those: SiteFact, env: Env) -> None:
        for term, fact in env.facts.items():
            if not fact.apart(those):
                env.facts[term] = fact.emptied()
        if sites.op is Op.ONE and sites.args[0].op in TERMS:
            here = self.fact(sites.args[0], env)
            env.facts[sites.args[0]] = SiteFact(frozenset((0,)), site=here.site)
