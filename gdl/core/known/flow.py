"""Walks through a procedure and keeps what is known of the sites that its variables and fields name.

What is known holds of the state as it stands. Writes weaken it, as far as they may be to the site in
question. Within Simultaneous expressions see the state at entry: so once something was written there, nothing
more is learnt from conditions and sets.
"""

from __future__ import annotations

from typing import Protocol

import attrs
from attrs import define, field

from gdl.core import make as k
from gdl.core.known.spots import NOWHERE, Pieces, Spot, mentions
from gdl.core.ops import (
    BINDERS,
    INT,
    SITES,
    Adjust,
    Assign,
    Block,
    Break,
    Continue,
    Do,
    Draw,
    Expr,
    ForRange,
    ForSites,
    If,
    Include,
    MoveLevels,
    MovePiece,
    Offer,
    Op,
    Program,
    Push,
    Put,
    Restore,
    Return,
    Sandbox,
    SetAt,
    Simultaneous,
    Stmt,
    Store,
    Take,
    TakeLevel,
    While,
)
from gdl.core.walk import assigned, bits, blocks_of, exprs_of, inside, rebuild, subexprs, with_args

_TERMS = (Op.VAR, Op.FIELD)
_WRITES = bits(Put, Take, MovePiece, SetAt, Push, MoveLevels, TakeLevel, Store, Adjust, Include, Do, Restore)
#: A loop that still weakens what is known after so many rounds is taken to leave nothing.
_ROUNDS = 6


@define
class Env:
    """What is known at one place: of sites (variables or fields), and what locals of sets were set to."""

    spots: dict[Expr, Spot] = field(factory=dict)
    sets: dict[str, Expr] = field(factory=dict)

    def copy(self) -> Env:
        return Env(dict(self.spots), dict(self.sets))

    def met(self, other: Env) -> Env:
        """What is known if control comes from one of two places."""
        spots = {t: s | other.spots[t] for t, s in self.spots.items() if t in other.spots}
        return Env(spots, {n: e for n, e in self.sets.items() if other.sets.get(n) == e})

    def forget(self, gone: object) -> None:
        """A variable (by its name) or a field has another value now."""
        for term in [t for t in self.spots if t.data is gone or (t.op is Op.VAR and t.data == gone)]:
            del self.spots[term]
        for term, spot in self.spots.items():
            self.spots[term] = spot.kept(gone)
        self.sets = {n: e for n, e in self.sets.items() if n != gone and not mentions(e, gone)}


class Noted(Protocol):
    """Is told what is known at offers and calls; of one place more than once, the last time what is true."""

    def offer(self, stmt: Offer, env: Env, member: Spot) -> None:
        """An offer; `member` is known of every destination."""

    def call(self, name: str, args: tuple[Expr, ...], env: Env | None) -> None:
        """A call; None where the state that it sees is another."""


class Flow:
    """The walk through one procedure."""

    def __init__(self, program: Program, pieces: Pieces, noted: Noted) -> None:
        self.program = program
        self.pieces = pieces
        self.noted = noted
        self.everywhere = k.sites_((1 << program.sites) - 1)
        #: the region around: None, or whether something has been written in it
        self.dirty: bool | None = None
        self.sandboxes = 0
        #: what is known wherever it returns
        self.exits: list[Env] = []

    def run(self, body: Block, env: Env) -> Block:
        """The whole body, begun with this known."""
        body, after = self.block(body, env)
        if after is not None:
            self.exits.append(after)
        return body

    # --- blocks ---------------------------------------------------------------------------------------

    def block(self, block: Block, env: Env | None) -> tuple[Block, Env | None]:
        """The block with what is known put to use, and what is known behind it (None: never reached)."""
        result: list[Stmt] = []
        for stmt in block:
            if env is None:
                result.append(stmt)
                continue
            made, env = self.stmt(stmt, env)
            result.extend(made)
        same = len(result) == len(block) and all(a is b for a, b in zip(result, block, strict=True))
        return (block if same else tuple(result)), env

    def stmt(self, stmt: Stmt, env: Env) -> tuple[tuple[Stmt, ...], Env | None]:
        if self.dirty:
            self._calls_apart(stmt)
        elif not isinstance(stmt, While):
            stmt = rebuild(stmt, lambda e: self.expr(e, env), lambda b: b)
        match stmt:
            case If():
                return self._if(stmt, env)
            case ForSites() if self._single(stmt, env):
                set_ = Assign(stmt.name, stmt.sites.args[0], span=stmt.span)
                return self.block((set_, *stmt.body), env)
            case ForSites():
                return self._loop(stmt, env, k.var(stmt.name, INT), self.members(stmt.sites, env))
            case ForRange() | While():
                return self._loop(stmt, env, None, self.pieces.any)
            case Return():
                self.exits.append(Env() if self.sandboxes else env)
                return (stmt,), None
            case Break() | Continue():
                return (stmt,), None
            case Sandbox():
                body, _ = self._inside(stmt.body, env)
                for name in assigned(stmt.body):
                    env.forget(name)
                return (attrs.evolve(stmt, body=body) if body is not stmt.body else stmt,), env
            case Simultaneous():
                outer, self.dirty = self.dirty, self.dirty or False
                body, after = self.block(stmt.body, env)
                self.dirty = outer or (outer is not None and self.dirty)
                return (attrs.evolve(stmt, body=body) if body is not stmt.body else stmt,), after
            case Offer():
                self.noted.offer(stmt, env, self.members(stmt.sites, env))
                return (stmt,), env
        inner = list(blocks_of(stmt))
        if inner:  # of generators, whose bodies write nothing
            return (rebuild(stmt, lambda e: e, lambda b: self.block(b, env.copy())[0]),), env
        made = self._promised(stmt, env)
        self._write(made, env)
        return (made,), env

    def _inside(self, block: Block, env: Env) -> tuple[Block, Env | None]:
        """A sandbox's body, outside of the region around it."""
        outer, self.dirty = self.dirty, None
        self.sandboxes += 1
        found = self.block(block, Env() if outer else env.copy())
        self.sandboxes -= 1
        self.dirty = outer
        return found

    def _calls_apart(self, stmt: Stmt) -> None:
        """The calls in expressions that see the state as it was."""
        for whole in exprs_of(stmt):
            for expr in subexprs(whole, Op.CALL.bit):
                self.noted.call(str(expr.data), expr.args, None)

    def _if(self, stmt: If, env: Env) -> tuple[tuple[Stmt, ...], Env | None]:
        yes, no = env.copy(), env
        before = self.dirty
        if not before:
            self.assume(yes, stmt.condition, True)
            self.assume(no, stmt.condition, False)
        then, after_then = self.block(stmt.then, yes)
        dirty, self.dirty = self.dirty, before
        otherwise, after_else = self.block(stmt.otherwise, no)
        self.dirty = dirty or self.dirty
        if after_then is None or after_else is None:
            after = after_then if after_else is None else after_else
        else:
            after = after_then.met(after_else)
        if then is stmt.then and otherwise is stmt.otherwise:
            return (stmt,), after
        return (attrs.evolve(stmt, then=then, otherwise=otherwise),), after

    def _single(self, stmt: ForSites, env: Env) -> bool:
        """Whether a loop is over one site for certain: no loop."""
        sites = stmt.sites
        return sites.op is Op.ONE and self.spot(sites.args[0], env).site and not _leaves(stmt.body)

    def _loop(
        self, stmt: ForSites | ForRange | While, env: Env, term: Expr | None, member: Spot
    ) -> tuple[tuple[Stmt, ...], Env | None]:
        """What is known in every round: what is left of what was known before."""
        ghost = k.var(f"next {term.data}" if term is not None else "", INT)
        changed = set(assigned(stmt.body)) | ({stmt.name} if not isinstance(stmt, While) else set())
        for name in changed:
            env.forget(name)
        writes = bool(inside(stmt.body) & _WRITES)
        if self.dirty is not None:
            self.dirty = self.dirty or writes
        if term is not None:
            env.spots[ghost] = attrs.evolve(member, site=True)
        if writes and not self._settled(stmt.body, env, term, ghost):
            env.spots.clear()
            env.sets.clear()
        known = self._round(env, term, ghost)
        if isinstance(stmt, While) and not self.dirty:
            stmt = attrs.evolve(stmt, condition=self.expr(stmt.condition, known))
        body, _ = self.block(stmt.body, known)
        env.spots.pop(ghost, None)
        return (attrs.evolve(stmt, body=body) if body is not stmt.body else stmt,), env

    def _settled(self, body: Block, env: Env, term: Expr | None, ghost: Expr) -> bool:
        """Weaken `env` until a round leaves it as it is; False where that takes too long."""
        dirty = self.dirty
        for _ in range(_ROUNDS):
            _, after = self.block(body, self._round(env, term, ghost))
            self.dirty = dirty
            if after is None or _leaves(body):
                return False  # control may leave a round anywhere
            after = env.met(after)
            if after == env:
                return True
            env.spots, env.sets = after.spots, after.sets
        return False

    def _round(self, env: Env, term: Expr | None, ghost: Expr) -> Env:
        inside = env.copy()
        if term is not None and ghost in env.spots:
            inside.spots[term] = env.spots[ghost]
        return inside

    # --- what is known --------------------------------------------------------------------------------

    def spot(self, term: Expr, env: Env) -> Spot:
        """What is known of a site."""
        return env.spots.get(term, self.pieces.any)

    def members(self, sites: Expr, env: Env) -> Spot:
        """What is known of the members of a set, now that it is worked out."""
        if self.dirty:
            one = sites.op is Op.ONE and sites.args[0].op is Op.VAR
            return self.spot(sites.args[0], env) if one else self.pieces.any
        return self._members(sites, env)

    def _members(self, sites: Expr, env: Env) -> Spot:
        args = sites.args
        match sites.op:
            case Op.CONST if not sites.data:
                return NOWHERE
            case Op.ONE:
                return self.spot(args[0], env)
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
                inside.spots[name] = attrs.evolve(self._members(args[0], env), site=True)
                self.assume(inside, args[1], True)
                return inside.spots[name].kept(sites.data)
        return self.pieces.any

    def assume(self, env: Env, condition: Expr, holds: bool) -> None:
        """Note what a condition says."""
        op, args = condition.op, condition.args
        if op is Op.NOT:
            self.assume(env, args[0], not holds)
        elif (op is Op.AND and holds) or (op is Op.OR and not holds):
            self.assume(env, args[0], holds)
            self.assume(env, args[1], holds)
        elif op is Op.HAS and args[1].op in _TERMS:
            known = self.spot(args[1], env)
            if holds:
                env.spots[args[1]] = known & attrs.evolve(self._members(args[0], env), site=True)
            elif known.site:
                env.spots[args[1]] = known & self.pieces.outside(args[0])

    def has(self, sites: Expr, site: Expr, env: Env) -> bool | None:
        """Whether a site is a member of a set, where that is known."""
        spot = self.spot(site, env)
        if not spot.held:
            return None  # never reached
        outside = self.pieces.outside(sites)
        args = sites.args
        match sites.op:
            case Op.OCCUPIED | Op.OF_KIND | Op.OWNED:
                if spot.held <= {0} or (args and args[0] in spot.strangers and sites.op is Op.OWNED):
                    return False
                if spot.apart(self._members(sites, env)):
                    return False
                sure = sites.op is Op.OCCUPIED or args[0].op is Op.CONST
                owner = sites.op is Op.OWNED and args[0] in spot.owners
                return True if spot.site and ((sure and spot.apart(outside)) or owner) else None
            case Op.INTER:
                found = [self.has(a, site, env) for a in args]
                return False if False in found else None if None in found else True
            case Op.UNION:
                found = [self.has(a, site, env) for a in args]
                return True if True in found else None if None in found else False
            case Op.DIFF:
                inside, out = self.has(args[0], site, env), self.has(args[1], site, env)
                if inside is False or out is True:
                    return False
                return True if inside and out is False else None
        return None

    # --- expressions ----------------------------------------------------------------------------------

    def expr(self, expr: Expr, env: Env) -> Expr:
        """The expression without questions whose answers are known."""
        if not expr.args:
            return expr
        if expr.op in BINDERS:
            first = self.expr(expr.args[0], env)
            inside = env.copy()
            name = k.var(str(expr.data), INT)
            inside.forget(expr.data)
            inside.spots[name] = attrs.evolve(self._members(first, env), site=True)
            return with_args(expr, (first, self.expr(expr.args[1], inside)))
        if expr.op in (Op.AND, Op.OR, Op.SELECT):
            return with_args(expr, self._chosen(expr, env))
        expr = with_args(expr, tuple(self.expr(a, env) for a in expr.args))
        op, args = expr.op, expr.args
        if op is Op.CALL:
            self.noted.call(str(expr.data), args, env)
        if op is Op.HAS and args[1].op in _TERMS:
            found = self.has(args[0], args[1], env)
            if found is None and args[0] == k.OCCUPIED and 0 not in self.spot(args[1], env).held:
                return k.has(self.everywhere, args[1])
            return expr if found is None else k.bool_(found)
        if op in (Op.WHO, Op.WHAT) and args[0].op in _TERMS:
            return self._told(expr, env)
        if op is Op.OF_KIND and args[0].op is Op.WHAT and args[0].args[0].op in _TERMS:
            spot = self.spot(args[0].args[0], env)
            if spot.site and spot.owners and self.pieces.sole(self.pieces.all):
                return k.owned(_first(spot.owners))
        if op in (Op.INTER, Op.DIFF):
            pairs = ((args[0], args[1]), (args[1], args[0])) if op is Op.INTER else ((args[0], args[1]),)
            for one, sites in pairs:
                if one.op is Op.ONE and one.args[0].op in _TERMS:
                    found = self.has(sites, one.args[0], env)
                    if found is not None:
                        return one if found is (op is Op.INTER) else k.EMPTY_SET
        return expr

    def _chosen(self, expr: Expr, env: Env) -> tuple[Expr, ...]:
        """The parts of AND, OR or a choice: the later ones where the first holds or does not."""
        first = self.expr(expr.args[0], env)
        if not first.inside & Op.HAS.bit:
            return (first, *(self.expr(a, env) for a in expr.args[1:]))
        yes, no = env.copy(), env.copy()
        self.assume(yes, first, True)
        self.assume(no, first, False)
        envs = {Op.AND: (yes,), Op.OR: (no,), Op.SELECT: (yes, no)}[expr.op]
        return (first, *(self.expr(a, e) for a, e in zip(expr.args[1:], envs, strict=True)))

    def _told(self, expr: Expr, env: Env) -> Expr:
        """The component or owner at a site, where that is known."""
        spot = self.spot(expr.args[0], env)
        if spot.site and spot.owners and expr.op is Op.WHO:
            return _first(spot.owners)
        if spot.site and len(spot.held) == 1:
            (what,) = spot.held
            return k.int_(what if expr.op is Op.WHAT else self.pieces.owners[what])
        return expr

    # --- writes ---------------------------------------------------------------------------------------

    def _promised(self, stmt: Stmt, env: Env) -> Stmt:
        """A write of pieces with what is known of its sites."""
        match stmt:
            case Put() if not stmt.fresh:
                held = self._held(self.spot(stmt.site, env))
                if held is not None and held <= {0}:
                    return attrs.evolve(stmt, fresh=True)
                return stmt if held is None else attrs.evolve(stmt, held=held)
            case Take():
                held = self._held(self.members(stmt.sites, env))
                return stmt if held is None else attrs.evolve(stmt, held=held)
            case MovePiece():
                origin, target = self.spot(stmt.origin, env), self.spot(stmt.target, env)
                owner = _first(origin.owners) if origin.owners else None
                return attrs.evolve(
                    stmt,
                    held=self._held(origin),
                    over=self._held(target),
                    owner=owner,
                    apart=origin.apart(target),
                )
        return stmt

    def _held(self, spot: Spot) -> frozenset[int] | None:
        return spot.held if spot.held and spot.held != self.pieces.all else None

    def _write(self, stmt: Stmt, env: Env) -> None:
        """Weaken what is known by a write."""
        match stmt:
            case Assign():
                known = env.spots.get(stmt.value) if stmt.value.op in _TERMS else None
                env.forget(stmt.name)
                if known is not None:
                    env.spots[k.var(stmt.name, INT)] = known.kept(stmt.name)
                if stmt.value.type is SITES and not self.dirty and not mentions(stmt.value, stmt.name):
                    env.sets[stmt.name] = stmt.value
            case Draw():
                env.forget(stmt.name)
            case Store() | Adjust() | Include() | Restore():
                self._stored(stmt, env)
            case Do():
                self.noted.call(stmt.name, stmt.args, None if self.dirty is not None else env)
                env.spots = {
                    t: Spot(self.pieces.all, site=s.site) for t, s in env.spots.items() if t.op is Op.VAR
                }
                env.sets.clear()
                self._dirtied()
            case Put() | Take() | MovePiece() | SetAt() | Push() | MoveLevels() | TakeLevel():
                self._pieces(stmt, env)
                env.sets.clear()
                self._dirtied()

    def _dirtied(self) -> None:
        if self.dirty is not None:
            self.dirty = True

    def _stored(self, stmt: Store | Adjust | Include | Restore, env: Env) -> None:
        self._dirtied()
        known = None
        if isinstance(stmt, Store) and stmt.index is None and self.dirty is None:
            known = env.spots.get(stmt.value)
            if stmt.value.op is Op.CONST and stmt.field.type is INT:
                inside = isinstance(stmt.value.data, int) and 0 <= stmt.value.data < self.program.sites
                known = None if inside else NOWHERE
        env.forget(stmt.field)
        if known is not None:
            env.spots[k.field(stmt.field)] = known.kept(stmt.field)

    def _pieces(self, stmt: Stmt, env: Env) -> None:
        match stmt:
            case Put():
                made = self.pieces.put(stmt.what, stmt.count is not None)
                made = Spot(made.held) if self.dirty else made
                self._put(stmt.site, made, env)
            case Take():
                self._taken(stmt.sites, self.members(stmt.sites, env), env)
            case MovePiece():
                origin, target = self.spot(stmt.origin, env), self.spot(stmt.target, env)
                moved = origin.held - {0}
                sure = 0 not in origin.held and origin.site and target.site and origin.apart(target)
                self._taken(k.one(stmt.origin), origin, env)
                if sure:
                    made = Spot(moved, origin.owners)
                else:
                    made = Spot(moved | target.held)
                self._put(stmt.target, made, env)
                if not sure and stmt.origin in env.spots:
                    env.spots[stmt.origin] = Spot(self.pieces.all, site=origin.site)
            case _:
                env.spots = {t: Spot(self.pieces.all, site=s.site) for t, s in env.spots.items()}

    def _put(self, site: Expr, made: Spot, env: Env) -> None:
        here = self.spot(site, env)
        for term, spot in env.spots.items():
            if term != site and not spot.apart(here):
                env.spots[term] = spot.given(made.held)
        if site.op in _TERMS:
            env.spots[site] = attrs.evolve(made, site=here.site)

    def _taken(self, sites: Expr, those: Spot, env: Env) -> None:
        for term, spot in env.spots.items():
            if not spot.apart(those):
                env.spots[term] = spot.emptied()
        if sites.op is Op.ONE and sites.args[0].op in _TERMS:
            here = self.spot(sites.args[0], env)
            env.spots[sites.args[0]] = Spot(frozenset((0,)), site=here.site)


def _first(exprs: frozenset[Expr]) -> Expr:
    """One of them, always the same."""
    return min(exprs, key=repr)


def _leaves(block: Block) -> bool:
    """Whether control may leave the loop around, or a round of it."""
    for stmt in block:
        if isinstance(stmt, Break | Continue | Return):
            return True
        if any(_leaves(b) for b in blocks_of(stmt)):
            return True
    return False


__all__ = ["Env", "Flow", "Spot"]
