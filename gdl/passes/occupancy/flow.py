"""The data-flow walk through a procedure: what is known of the sites that its variables and fields name.

What is known holds of the state as it stands. Writes weaken it, as far as they may be to the site in
question; branches join, loops go round until nothing is weakened any more. Within Simultaneous expressions
see the state at entry: so once something was written there, nothing more is learnt from conditions and sets.
"""

from __future__ import annotations

from typing import Any

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.core.walk import assigned, bits, blocks_of, exprs_of, op_mask, rebuild, subexprs
from gdl.passes.occupancy.environment import Env, Noted
from gdl.passes.occupancy.site_facts import Pieces, SiteFact
from gdl.passes.occupancy.writes import Writes
from gdl.support.identity import Same
from gdl.support.values import evolve

_WRITES = bits(
    o.Put,
    o.Take,
    o.MovePiece,
    o.SetAt,
    o.Push,
    o.MoveLevels,
    o.TakeLevel,
    o.Store,
    o.Adjust,
    o.Include,
    o.Do,
    o.Restore,
)
#: A loop that still weakens what is known after so many rounds is taken to leave nothing.
_ROUNDS = 6
#: Within so many loops no round is walked through twice.
_DEEP = 8


class Flow(Writes):
    """The data-flow walk through one procedure, to a fixed point of its loops."""

    def __init__(self, program: Program, pieces: Pieces, noted: Noted) -> None:
        super().__init__(program, pieces, noted)
        self.sandboxes = 0
        #: what is known wherever it returns
        self.exits: list[Env] = []
        #: by a loop's body what was known before it the last time, and what came of it
        self._loops: dict[Same[Block], tuple[tuple[Any, ...], Stmt, Env, bool | None]] = {}
        #: in so many loops
        self._depth = 0

    def run(self, body: Block, env: Env) -> Block:
        """The whole body, begun with this known."""
        body, after = self.block(body, env)
        if after is not None:
            self.exits.append(after)
        return body

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
        """A statement with what is known put to use, and what is known behind it (None: never reached)."""
        if self.dirty:
            self.calls_apart(stmt)
        elif stmt.op_mask & self.asking and not isinstance(stmt, o.While):
            stmt = rebuild(stmt, lambda e: self.expr(e, env), lambda b: b)
        match stmt:
            case o.If():
                return self._if(stmt, env)
            case o.ForSites() if self._single(stmt, env):
                set_ = o.Assign(stmt.name, stmt.sites.args[0], span=stmt.span)
                return self.block((set_, *stmt.body), env)
            case o.ForSites():
                return self._loop(stmt, env, k.var(stmt.name, o.INT), self.members(stmt.sites, env))
            case o.ForRange() | o.While():
                return self._loop(stmt, env, None, self.pieces.any)
            case o.Return():
                self.exits.append(Env() if self.sandboxes else env)
                return (stmt,), None
            case o.Break() | o.Continue():
                return (stmt,), None
            case o.Sandbox():
                body, _ = self._inside(stmt.body, env)
                for name in assigned(stmt.body):
                    env.forget(name)
                return (evolve(stmt, body=body) if body is not stmt.body else stmt,), env
            case o.Simultaneous():
                outer, self.dirty = self.dirty, self.dirty or False
                body, after = self.block(stmt.body, env)
                self.dirty = outer or (outer is not None and self.dirty)
                return (evolve(stmt, body=body) if body is not stmt.body else stmt,), after
            case o.Offer():
                self.noted.offer(stmt, env, self.members(stmt.sites, env))
                return (stmt,), env
        inner = list(blocks_of(stmt))
        if inner:  # of generators, whose bodies write nothing
            return (rebuild(stmt, lambda e: e, lambda b: self.block(b, env.copy())[0]),), env
        made = self.promised(stmt, env)
        self.write(made, env)
        return (made,), env

    def _inside(self, block: Block, env: Env) -> tuple[Block, Env | None]:
        """A sandbox's body, outside of the region around it."""
        outer, self.dirty = self.dirty, None
        self.sandboxes += 1
        result = self.block(block, Env() if outer else env.copy())
        self.sandboxes -= 1
        self.dirty = outer
        return result

    def calls_apart(self, stmt: Stmt) -> None:
        """The calls in expressions that see the state as it was."""
        for whole in exprs_of(stmt):
            for expr in subexprs(whole, Op.CALL.bit):
                self.noted.call(str(expr.data), expr.args, None)

    def _if(self, stmt: o.If, env: Env) -> tuple[tuple[Stmt, ...], Env | None]:
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
            after = after_then.join(after_else)
        if then is stmt.then and otherwise is stmt.otherwise:
            return (stmt,), after
        return (evolve(stmt, then=then, otherwise=otherwise),), after

    def _single(self, stmt: o.ForSites, env: Env) -> bool:
        """Whether a loop is over one site for certain: no loop."""
        sites = stmt.sites
        return sites.op is Op.ONE and self.fact(sites.args[0], env).site and not _leaves(stmt.body)

    def _loop(
        self, stmt: o.ForSites | o.ForRange | o.While, env: Env, term: Expr | None, member: SiteFact
    ) -> tuple[tuple[Stmt, ...], Env | None]:
        """What is known in every round: what is left of what was known before.

        A loop within others comes again and again, mostly with the same known before it: then nothing else
        comes of it than the last time. Without that, loops in loops would be walked through as often as 2 to
        the power of their depth.
        """
        situation = (stmt, env.copy(), member, self.dirty, self.sandboxes)
        same = Same(stmt.body)
        last = self._loops.get(same)
        if last is None or last[0] != situation:
            made = self._rounds_of(stmt, env, term, member)
            self._loops[same] = last = (situation, made, env.copy(), self.dirty)
        _, made, after, self.dirty = last
        env.facts, env.sets = dict(after.facts), dict(after.sets)
        return (made,), env

    def _rounds_of(
        self, stmt: o.ForSites | o.ForRange | o.While, env: Env, term: Expr | None, member: SiteFact
    ) -> Stmt:
        """The loop with what is known put to use; what is known behind it is left in `env`."""
        ghost = k.var(f"next {term.data}" if term is not None else "", o.INT)
        changed = set(assigned(stmt.body)) | ({stmt.name} if not isinstance(stmt, o.While) else set())
        for name in changed:
            env.forget(name)
        writes = bool(op_mask(stmt.body) & _WRITES)
        if self.dirty is not None:
            self.dirty = self.dirty or writes
        if term is not None:
            env.facts[ghost] = member.on_board()
        self._depth += 1
        if writes and not self._settled(stmt.body, env, term, ghost):
            env.facts.clear()
            env.sets.clear()
        known = self._round(env, term, ghost)
        if isinstance(stmt, o.While) and not self.dirty:
            stmt = evolve(stmt, condition=self.expr(stmt.condition, known))
        body, _ = self.block(stmt.body, known)
        self._depth -= 1
        env.facts.pop(ghost, None)
        return evolve(stmt, body=body) if body is not stmt.body else stmt

    def _settled(self, body: Block, env: Env, term: Expr | None, ghost: Expr) -> bool:
        """Weaken `env` until a round leaves it as it is; False where that takes too long."""
        dirty = self.dirty
        if self._depth == _DEEP:
            return False
        for _ in range(_ROUNDS):
            _, after = self.block(body, self._round(env, term, ghost))
            self.dirty = dirty
            if after is None or _leaves(body):
                return False  # control may leave a round anywhere
            after = env.join(after)
            if after == env:
                return True
            env.facts, env.sets = after.facts, after.sets
        return False

    def _round(self, env: Env, term: Expr | None, ghost: Expr) -> Env:
        inside = env.copy()
        if term is not None and ghost in env.facts:
            inside.facts[term] = env.facts[ghost]
        return inside


def _leaves(block: Block) -> bool:
    """Whether control may leave the loop around, or a round of it."""
    for stmt in block:
        if isinstance(stmt, o.Break | o.Continue | o.Return):
            return True
        if any(_leaves(b) for b in blocks_of(stmt)):
            return True
    return False
