"""Checks statements: what is set on every path, what may stand where."""

from __future__ import annotations

from gdl.core import ops as o
from gdl.core.intrinsics import (
    POOLS,
    Ask,
    Begin,
    ListMoves,
    PlayMove,
    PlayOut,
    Poke,
    Pool,
    Reseed,
    SaveRecord,
    Tally,
)
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.core.verify.exprs import Env, ExprVerifier
from gdl.core.walk import bits, exprs_of, op_mask

#: Values of a site that SetAt knows.
_SITE_VALUES = ("count", "state", "value", "rotation")
#: What cannot stand in Narrow.
_JUDGED = bits(o.Generate, o.Priority, o.Best, o.Narrow, o.Provided)


class StmtVerifier(ExprVerifier):
    """Checks the statements of a program's procedures."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        #: how many loops, regions of effects, and bodies judged together are around
        self.loops = 0
        self.regions = 0
        self.judged = 0

    def block(self, block: Block, env: Env) -> Env:
        """Check a block; what is set at its end, None where control does not arrive there."""
        for stmt in block:
            self.span = stmt.span
            env = self.stmt(stmt, env)
        return env

    def stmt(self, stmt: Stmt, env: Env) -> Env:
        """Check a statement; the locals that are defined after it."""
        if env is None:  # not reached, yet what stands there must be well formed in itself
            env = {name: type_ for name, type_ in self.types.items() if name != getattr(stmt, "name", None)}
            self.stmt(stmt, env)
            return None
        match stmt:
            case o.Assign():
                return self.define(env, stmt.name, self.typed(stmt.value, None, env))
            case o.Draw():
                self.typed(stmt.bound, o.INT, env)
                return self.define(env, stmt.name, o.INT)
            case o.If():
                self.typed(stmt.condition, o.BOOL, env)
                return _both(self.block(stmt.then, env), self.block(stmt.otherwise, env))
            case o.While():
                self.typed(stmt.condition, o.BOOL, env)
                self.loop(stmt.body, env)
            case o.ForSites():
                self.need(stmt.name not in env, f"the loop variable {stmt.name!r} is set already")
                self.typed(stmt.sites, o.SITES, env)
                self.loop(stmt.body, self.define(env, stmt.name, o.INT))
            case o.ForRange():
                self.need(stmt.name not in env, f"the loop variable {stmt.name!r} is set already")
                self.typed(stmt.low, o.INT, env)
                self.typed(stmt.high, o.INT, env)
                self.loop(stmt.body, self.define(env, stmt.name, o.INT))
            case o.Break() | o.Continue():
                self.need(self.loops > 0, "break or continue outside a loop")
                return None
            case o.Return():
                assert self.proc is not None
                self.need(self.judged == 0, "a return out of Priority, Best, Narrow or Provided")
                result = self.proc.result
                self.need((stmt.value is None) == (result is None), "a return does not fit the result")
                if stmt.value is not None:
                    self.typed(stmt.value, result, env)
                return None
            case o.Do():
                self.callee(stmt.name, stmt.args, env, generator=False, result=None)
            case Ask():
                self.callee(stmt.procedure, stmt.args, env, generator=False, result=None)
                result = self.procs[stmt.procedure].result
                if result is None:
                    raise self.fail(f"{stmt.procedure!r} gives nothing")
                return self.define(env, stmt.name, result)
            case ListMoves():
                self.pool(stmt.pool, stmt.index, env)
                return self.define(env, stmt.name, o.INT)
            case PlayOut():
                self.numbers(env, stmt.limit)
                return self.define(env, stmt.name, o.INT)
            case o.Simultaneous() | o.Apply():
                self.regions += 1
                env = self.block(stmt.body, env)
                self.regions -= 1
                return env
            case o.Sandbox():
                loops, self.loops = self.loops, 0
                env = self.block(stmt.body, env)
                self.loops = loops
                return env
            case o.Offer() | o.Generate() | o.Priority() | o.Best() | o.Narrow() | o.Provided():
                self.offers(stmt, env)
            case _:
                self.write(stmt, env)
        return env

    def loop(self, body: Block, env: Env) -> None:
        """Check the body of a loop."""
        self.loops += 1
        self.block(body, env)
        self.loops -= 1

    def offers(self, stmt: Stmt, env: Env) -> None:
        """Check a statement that only generators may have."""
        assert self.proc is not None
        self.need(self.proc.generator, "an offer outside a generator")
        self.need(self.regions == 0, "an offer in a region of effects")
        match stmt:
            case o.Offer():
                self.need(0 <= stmt.kind < len(self.program.kinds), f"there is no kind {stmt.kind}")
                kind = self.program.kinds[stmt.kind]
                self.params(kind.params[:-1], stmt.args, env, f"kind {kind.name!r}")
                self.typed(stmt.sites, o.SITES, env)
            case o.Generate():
                self.callee(stmt.name, stmt.args, env, generator=True, result=None)
            case o.Priority():
                self.judge(stmt.bodies, env)
            case o.Best():
                self.callee(stmt.value, stmt.args, env, generator=False, result=o.INT)
                self.judge((stmt.body,), env)
            case o.Narrow():
                everything = Expr(Op.CONST, o.SITES, data=0)
                self.callee(stmt.keep, (everything, *stmt.args), env, generator=False, result=o.SITES)
                plain = not op_mask(stmt.body) & _JUDGED
                self.need(plain, "something in Narrow is judged")
                self.judge((stmt.body,), env)
            case o.Provided():
                self.callee(stmt.check, stmt.args, env, generator=False, result=o.BOOL)
                self.judge((stmt.body,), env)

    def judge(self, bodies: tuple[Block, ...], env: Env) -> None:
        """Bodies whose offers are judged together: control may not leave them."""
        loops, self.loops = self.loops, 0
        self.judged += 1
        for body in bodies:
            self.block(body, env)
        self.judged -= 1
        self.loops = loops

    def write(self, stmt: Stmt, env: Env) -> None:
        """Check a statement that writes to the state."""
        match stmt:
            case o.Store():
                self.place(stmt.field, stmt.index, env)
                self.typed(stmt.value, stmt.field.type, env)
            case o.Adjust():
                self.place(stmt.field, stmt.index, env)
                self.need(stmt.field.type in (o.INT, o.FLOAT), "an Adjust of what is no number")
                self.typed(stmt.delta, stmt.field.type, env)
            case o.Include():
                self.place(stmt.field, stmt.index, env)
                self.need(stmt.field.type is o.SITES, "an Include in what is no set")
                self.typed(stmt.sites, o.SITES, env)
            case o.Put() | o.MovePiece() | o.Push() | o.MoveLevels() | o.TakeLevel() | Begin() | Reseed():
                self.numbers(env, *exprs_of(stmt))
            case o.Take():
                self.typed(stmt.sites, o.SITES, env)
            case o.SetAt():
                self.need(stmt.kind in _SITE_VALUES, f"a site has no {stmt.kind!r}")
                self.numbers(env, *exprs_of(stmt))
            case o.Remember():
                for flag in (stmt.irreversible, stmt.turn):
                    if flag is not None:
                        self.typed(flag, o.BOOL, env)
            case o.Snapshot() | o.Restore():
                self.need(stmt.field in self.known, f"the field {stmt.field.name!r} is not declared")
                self.need(stmt.field.length is not None, "a snapshot of a scalar field")
            case Poke():
                self.pool(stmt.pool, stmt.index, env)
                self.typed(stmt.value, stmt.pool.type, env)
            case PlayMove() | SaveRecord() | Tally():
                self.pool(stmt.pool, stmt.index, env)
            case _:
                raise self.fail(f"an unknown statement {type(stmt).__name__}")

    def pool(self, pool: Pool, index: Expr, env: Env) -> None:
        """Check a pool, and which of its words is asked for."""
        self.need(0 <= pool.number < POOLS, f"the pool {pool.name!r} has no number")
        self.need(pool.type in (o.INT, o.FLOAT), f"the pool {pool.name!r} holds no numbers")
        self.typed(index, o.INT, env)

    def place(self, field: o.Field, index: Expr | None, env: Env) -> None:
        """Check a field, and the index of its element."""
        if field not in self.known:
            raise self.fail(f"the field {field.name!r} is not declared")
        if (index is None) != (field.length is None):
            raise self.fail(f"an index does not fit {field.name!r}")
        if index is not None:
            self.typed(index, o.INT, env)


def _both(a: Env, b: Env) -> Env:
    """What is defined whichever of two ways was taken."""
    if a is None or b is None:
        return b if a is None else a
    return {name: type_ for name, type_ in a.items() if name in b}
