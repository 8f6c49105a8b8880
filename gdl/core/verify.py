"""Checks every core program before a pass or an engine sees it. What it finds is our mistake, no author's.

Checked: the types of all arguments; locals defined on every path before they are read, with one type each;
procedures, tables, rays and fields declared, names unique; offers only in generators; Break and Continue only
in loops and not across a Sandbox; no write in a procedure that is called as a value or in a generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from gdl.core.effects_of import judges
from gdl.core.errors import InternalError
from gdl.core.ops import (
    BINDERS,
    BOOL,
    FLOAT,
    INT,
    SITES,
    Adjust,
    Apply,
    Assign,
    Best,
    Block,
    Break,
    Continue,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    Generate,
    If,
    Include,
    Kind,
    MoveLevels,
    MovePiece,
    Narrow,
    Offer,
    Op,
    Param,
    Priority,
    Proc,
    Program,
    Provided,
    Push,
    Put,
    Rays,
    Remember,
    Restore,
    Return,
    Sandbox,
    SetAt,
    Simultaneous,
    Snapshot,
    Stmt,
    Store,
    Table,
    Take,
    TakeLevel,
    Type,
    While,
)
from gdl.core.searching import POOLS, Ask, ListMoves, PlayMove, PlayOut, Poke, Pool, Reseed
from gdl.core.show import show_expr
from gdl.core.signatures import SIGNATURES, TABLE_TYPES, TYPES
from gdl.core.walk import bits, block_exprs, blocks_of, inside, statements
from gdl.source import NOWHERE, Span

_PYTHON_TYPES = {INT: int, BOOL: bool, FLOAT: float, SITES: int}
#: Values of a site that SetAt knows.
SITE_VALUES = ("count", "state", "value", "rotation")
#: What cannot stand in Narrow.
_JUDGED = bits(Generate, Priority, Best, Narrow, Provided)
_JUDGING = bits(Best, Narrow, Provided)
_VALUED = bits(Op.CALL, Op.MOST)
_WRITES = (
    Store | Adjust | Include | Put | Take | MovePiece | SetAt | Push | MoveLevels | TakeLevel | Remember
    | Draw | Restore | ListMoves | PlayMove | PlayOut | Poke | Reseed
)  # fmt: skip

#: Locals known here, with their types; None where control does not arrive.
Env = dict[str, Type] | None


def verify(program: Program) -> Program:
    """Give the program back if it is well formed; raise InternalError otherwise."""
    _Verifier(program).run()
    return program


def _unique(what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InternalError(f"two {what} are named {name!r}")
        seen.add(name)


class _Verifier:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.procs = {p.name: p for p in program.procs}
        self.known: set[int] = {id(x) for x in (*program.fields, *program.tables, *program.rays)}
        self.span: Span = NOWHERE
        #: operations, their types and those of their arguments, that have been looked at
        self.shapes: set[tuple[Enum, ...]] = set()
        # of the procedure at hand
        self.proc: Proc | None = None
        self.types: dict[str, Type] = {}
        self.loops = 0
        self.regions = 0
        self.judged = 0

    def fail(self, message: str) -> InternalError:
        where = f" in {self.proc.name}" if self.proc is not None else ""
        return InternalError(message + where, self.span)

    def need(self, condition: bool, message: str) -> None:
        if not condition:
            raise self.fail(message)

    def run(self) -> None:
        program = self.program
        _unique("procedures", (p.name for p in program.procs))
        _unique("fields", (f.name for f in program.fields))
        _unique("tables", (t.name for t in program.tables))
        _unique("rays", (r.name for r in program.rays))
        self.fixed()
        for proc in program.procs:
            self.check_proc(proc)
        for index, kind in enumerate(program.kinds):
            self.need(kind.index == index, f"kind {kind.name!r} has index {kind.index}, stands at {index}")
            self.check_kind(kind)
        self.check_purity()

    def fixed(self) -> None:
        """The fields, procedures and kinds that engines know by name."""
        for name, generator in (("start", False), ("turn", False), ("moves", True), ("after", False)):
            proc = self.procs.get(name)
            self.need(proc is not None, f"there is no procedure {name!r}")
            assert proc is not None
            fits = not proc.params and proc.result is None and proc.generator == generator
            self.need(fits, f"the procedure {name!r} has a wrong head")
        fields = {f.name: f for f in self.program.fields}
        n = self.program.players + 1
        for name, type_, length in (("mover", INT, None), ("over", BOOL, None), ("rank", FLOAT, n)):
            field = fields.get(name)
            good = field is not None and field.type is type_ and field.length == length
            self.need(good, f"the field {name!r} is missing or has a wrong type")
        passes = [kind for kind in self.program.kinds if kind.name == "pass"]
        self.need(len(passes) == 1 and len(passes[0].params) == 1, "there must be one kind named 'pass'")

    # --- procedures and kinds -------------------------------------------------------------------------

    def check_proc(self, proc: Proc) -> None:
        self.proc, self.span = proc, proc.span
        self.types, self.loops, self.regions, self.judged = {}, 0, 0, 0
        self.need(not (proc.generator and proc.result), "a generator has a result")
        _unique("parameters", (p.name for p in proc.params))
        env: Env = {}
        for param in proc.params:
            env = self.define(env, param.name, param.type)
        end = self.block(proc.body, env)
        self.span = proc.span
        self.need(proc.result is None or end is None, "the end is reached without a value")
        self.proc = None

    def check_kind(self, kind: Kind) -> None:
        self.span = kind.span
        play = self.procs.get(kind.play)
        self.need(play is not None, f"the kind {kind.name!r} is played by {kind.play!r}, which is not there")
        assert play is not None
        same = [p.type for p in play.params] == [p.type for p in kind.params]
        self.need(same and not play.generator, f"{kind.play!r} does not take what kind {kind.name!r} gives")
        last = kind.params[-1].type if kind.params else None
        self.need(last is INT, f"the last parameter of kind {kind.name!r} must be the site")
        env: Env = {p.name: p.type for p in kind.params}
        for expr in (kind.origin, kind.target, kind.level_from, kind.level_to):
            if expr is not None:
                self.typed(expr, INT, env)

    def check_purity(self) -> None:
        """Generators, and procedures called as values, write nothing outside their sandboxes."""
        pure = {p.name for p in self.program.procs if p.generator}
        for proc in self.program.procs:
            for stmt in statements(proc.body, _JUDGING):
                if isinstance(stmt, Best | Narrow | Provided):
                    pure.update(judges(stmt))
            for expr in block_exprs(proc.body, _VALUED):
                pure.add(str(expr.data[1] if isinstance(expr.data, tuple) else expr.data))
        todo = [self.procs[name] for name in sorted(pure)]
        while todo:
            proc = todo.pop()
            self.proc = proc
            for stmt in _outside_sandboxes(proc.body):
                self.span = stmt.span
                self.need(not isinstance(stmt, _WRITES), "a write where the state must stay as it is")
                called = stmt.name if isinstance(stmt, Do) else ""
                called = stmt.procedure if isinstance(stmt, Ask) else called
                if called and called not in pure:
                    pure.add(called)
                    todo.append(self.procs[called])
        self.proc = None

    # --- statements -----------------------------------------------------------------------------------

    def define(self, env: Env, name: str, type_: Type) -> Env:
        known = self.types.setdefault(name, type_)
        if known is not type_:
            raise self.fail(f"the local {name!r} is {known!r} and {type_!r}")
        return None if env is None else {**env, name: type_}

    def block(self, block: Block, env: Env) -> Env:
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
            case Assign():
                return self.define(env, stmt.name, self.typed(stmt.value, None, env))
            case Draw():
                self.typed(stmt.bound, INT, env)
                return self.define(env, stmt.name, INT)
            case If():
                self.typed(stmt.condition, BOOL, env)
                return _both(self.block(stmt.then, env), self.block(stmt.otherwise, env))
            case While():
                self.typed(stmt.condition, BOOL, env)
                self.loop(stmt.body, env)
            case ForSites():
                self.need(stmt.name not in env, f"the loop variable {stmt.name!r} is set already")
                self.typed(stmt.sites, SITES, env)
                self.loop(stmt.body, self.define(env, stmt.name, INT))
            case ForRange():
                self.need(stmt.name not in env, f"the loop variable {stmt.name!r} is set already")
                self.typed(stmt.low, INT, env)
                self.typed(stmt.high, INT, env)
                self.loop(stmt.body, self.define(env, stmt.name, INT))
            case Break() | Continue():
                self.need(self.loops > 0, "break or continue outside a loop")
                return None
            case Return():
                assert self.proc is not None
                self.need(self.judged == 0, "a return out of Priority, Best, Narrow or Provided")
                result = self.proc.result
                self.need((stmt.value is None) == (result is None), "a return does not fit the result")
                if stmt.value is not None:
                    self.typed(stmt.value, result, env)
                return None
            case Do():
                self.callee(stmt.name, stmt.args, env, generator=False, result=None)
            case Ask():
                self.callee(stmt.procedure, stmt.args, env, generator=False, result=None)
                result = self.procs[stmt.procedure].result
                if result is None:
                    raise self.fail(f"{stmt.procedure!r} gives nothing")
                return self.define(env, stmt.name, result)
            case ListMoves():
                self.pool(stmt.pool, stmt.index, env)
                return self.define(env, stmt.name, INT)
            case Simultaneous() | Apply():
                self.regions += 1
                env = self.block(stmt.body, env)
                self.regions -= 1
                return env
            case Sandbox():
                loops, self.loops = self.loops, 0
                env = self.block(stmt.body, env)
                self.loops = loops
                return env
            case Offer() | Generate() | Priority() | Best() | Narrow() | Provided():
                self.offers(stmt, env)
            case _:
                self.write(stmt, env)
        return env

    def loop(self, body: Block, env: Env) -> None:
        self.loops += 1
        self.block(body, env)
        self.loops -= 1

    def offers(self, stmt: Stmt, env: Env) -> None:
        assert self.proc is not None
        self.need(self.proc.generator, "an offer outside a generator")
        self.need(self.regions == 0, "an offer in a region of effects")
        match stmt:
            case Offer():
                self.need(0 <= stmt.kind < len(self.program.kinds), f"there is no kind {stmt.kind}")
                kind = self.program.kinds[stmt.kind]
                self.params(kind.params[:-1], stmt.args, env, f"kind {kind.name!r}")
                self.typed(stmt.sites, SITES, env)
            case Generate():
                self.callee(stmt.name, stmt.args, env, generator=True, result=None)
            case Priority():
                self.judge(stmt.bodies, env)
            case Best():
                self.callee(stmt.value, stmt.args, env, generator=False, result=INT)
                self.judge((stmt.body,), env)
            case Narrow():
                everything = Expr(Op.CONST, SITES, data=0)
                self.callee(stmt.keep, (everything, *stmt.args), env, generator=False, result=SITES)
                plain = not inside(stmt.body) & _JUDGED
                self.need(plain, "something in Narrow is judged")
                self.judge((stmt.body,), env)
            case Provided():
                self.callee(stmt.check, stmt.args, env, generator=False, result=BOOL)
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
        match stmt:
            case Store():
                self.place(stmt.field, stmt.index, env)
                self.typed(stmt.value, stmt.field.type, env)
            case Adjust():
                self.place(stmt.field, stmt.index, env)
                self.need(stmt.field.type in (INT, FLOAT), "an Adjust of what is no number")
                self.typed(stmt.delta, stmt.field.type, env)
            case Include():
                self.place(stmt.field, stmt.index, env)
                self.need(stmt.field.type is SITES, "an Include in what is no set")
                self.typed(stmt.sites, SITES, env)
            case Put():
                self.numbers(env, stmt.site, stmt.what, stmt.state, stmt.value, stmt.rotation, stmt.count)
            case Take():
                self.typed(stmt.sites, SITES, env)
            case MovePiece():
                self.numbers(env, stmt.origin, stmt.target, stmt.owner)
            case SetAt():
                self.need(stmt.kind in SITE_VALUES, f"a site has no {stmt.kind!r}")
                self.numbers(env, stmt.site, stmt.value, stmt.level)
            case Push():
                self.numbers(env, stmt.site, stmt.what, stmt.state, stmt.value, stmt.rotation, stmt.level)
            case MoveLevels():
                self.numbers(env, stmt.origin, stmt.target, stmt.level)
            case TakeLevel():
                self.numbers(env, stmt.site, stmt.level)
            case Remember():
                for flag in (stmt.irreversible, stmt.turn):
                    if flag is not None:
                        self.typed(flag, BOOL, env)
            case Snapshot() | Restore():
                self.need(id(stmt.field) in self.known, f"the field {stmt.field.name!r} is not declared")
                self.need(stmt.field.length is not None, "a snapshot of a scalar field")
            case Poke():
                self.pool(stmt.pool, stmt.index, env)
                self.typed(stmt.value, stmt.pool.type, env)
            case PlayMove():
                self.pool(stmt.pool, stmt.index, env)
            case PlayOut():
                self.typed(stmt.limit, INT, env)
            case Reseed():
                self.numbers(env, stmt.seed, stmt.number)
            case _:
                raise self.fail(f"an unknown statement {type(stmt).__name__}")

    def pool(self, pool: Pool, index: Expr, env: Env) -> None:
        self.need(0 <= pool.number < POOLS, f"the pool {pool.name!r} has no number")
        self.need(pool.type in (INT, FLOAT), f"the pool {pool.name!r} holds no numbers")
        self.typed(index, INT, env)

    def numbers(self, env: Env, *exprs: Expr | None) -> None:
        for expr in exprs:
            if expr is not None:
                self.typed(expr, INT, env)

    def place(self, field: Field, index: Expr | None, env: Env) -> None:
        if id(field) not in self.known:
            raise self.fail(f"the field {field.name!r} is not declared")
        if (index is None) != (field.length is None):
            raise self.fail(f"an index does not fit {field.name!r}")
        if index is not None:
            self.typed(index, INT, env)

    # --- expressions ----------------------------------------------------------------------------------

    def typed(self, expr: Expr, type_: Type | None, env: Env) -> Type:
        """Check an expression, and that it has this type if one is wanted."""
        self.expr(expr, env)
        if type_ is not None and expr.type is not type_:
            raise self.fail(f"{type_!r} is wanted, {show_expr(expr)} is {expr.type!r}")
        return expr.type

    def expr(self, expr: Expr, env: Env) -> None:
        assert env is not None
        signature = SIGNATURES[expr.op]
        data = expr.data
        if not (data is None if signature.data is None else isinstance(data, signature.data)):
            raise self.fail(f"{expr.op.name} has a wrong constant {data!r}")
        if expr.args:
            self.expr(expr.args[0], env)
            if expr.op in BINDERS and len(expr.args) > 1:
                env = self.define(env, str(data), INT) or env
            for arg in expr.args[1:]:
                self.expr(arg, env)
        shape = (expr.op, expr.type, *[a.type for a in expr.args])
        if shape not in self.shapes:
            self.arguments(expr)
            self.shapes.add(shape)
        if data is not None:
            self.result(expr, env)

    def arguments(self, expr: Expr) -> None:
        """The arguments' number and types, as the signature says."""
        letters = SIGNATURES[expr.op].args
        free = letters.endswith("*")
        letters = letters.rstrip("*")
        count = len(expr.args)
        enough = count >= len(letters) if free else count == len(letters)
        self.need(enough, f"{expr.op.name} has {count} arguments")
        same: dict[str, Type] = {}
        result = SIGNATURES[expr.op].result
        for letter, type_ in (*((c, a.type) for c, a in zip(letters, expr.args, strict=False)),
                              *(() if result == "=" else ((result, expr.type),))):  # fmt: skip
            good = type_ in TYPES[letter] and (letter not in "na" or same.setdefault(letter, type_) is type_)
            if not good:  # the text is long: only made for a mistake
                raise self.fail(f"a type does not fit in {show_expr(expr)}")

    def result(self, expr: Expr, env: Mapping[str, Type]) -> None:
        """Checks of what depends on the constant."""
        data, op = expr.data, expr.op
        match op:
            case Op.CONST:
                good = type(data) is _PYTHON_TYPES[expr.type]
                if expr.type is SITES and isinstance(data, int):
                    good = good and 0 <= data < 1 << self.program.sites
                if not good:
                    raise self.fail(f"the constant {data!r} is no {expr.type!r}")
            case Op.VAR:
                known = env.get(str(data))
                if known is None:
                    raise self.fail(f"the local {data!r} is read before it is set")
                if known is not expr.type:
                    raise self.fail(f"the local {data!r} is {known!r}, read as {expr.type!r}")
            case Op.FIELD | Op.ELEM:
                assert isinstance(data, Field)
                if id(data) not in self.known:
                    raise self.fail(f"the field {data.name!r} is not declared")
                if data.type is not expr.type or (data.length is None) != (op is Op.FIELD):
                    raise self.fail(f"the field {data.name!r} is read wrongly")
            case Op.OLD_ELEM:
                assert isinstance(data, tuple)
                self.need(id(data[1]) in self.known, "a snapshot of a field that is not declared")
            case Op.TABLE | Op.IMAGE | Op.FILL | Op.RUN | Op.FLOOD:
                assert isinstance(data, Table)
                wanted = TABLE_TYPES.get(op, expr.type)
                self.need(id(data) in self.known, f"the table {data.name!r} is not declared")
                self.need(data.type is wanted, f"the table {data.name!r} is read wrongly")
            case Op.RAY:
                assert isinstance(data, Rays)
                self.need(id(data) in self.known, f"the rays {data.name!r} are not declared")
            case Op.CALL:
                self.callee(str(data), expr.args, None, generator=False, result=expr.type)
            case Op.ANY_MOVE | Op.MOVES_TO | Op.COUNT_MOVES:
                self.callee(str(data), expr.args, None, generator=True, result=None)
            case Op.ANY_MOVE_TO:
                self.callee(str(data), expr.args[1:], None, generator=True, result=None)
            case Op.MOST:
                assert isinstance(data, tuple)
                self.callee(data[0], expr.args, None, generator=True, result=None)
                self.callee(data[1], (), None, generator=False, result=INT)
            case Op.PEEK:
                assert isinstance(data, Pool)
                self.need(data.type is expr.type, f"the pool {data.name!r} is read wrongly")
            case Op.REPEATS:
                self.need(len(expr.args) < 2 and all(a.type is INT for a in expr.args), "REPEATS is wrong")

    def callee(
        self, name: str, args: tuple[Expr, ...], env: Env, *, generator: bool, result: Type | None
    ) -> None:
        proc = self.procs.get(name)
        self.need(proc is not None, f"there is no procedure {name!r}")
        assert proc is not None
        self.need(proc.generator == generator, f"{name!r} is {'no' if generator else 'a'} generator")
        self.need(result is None or proc.result is result, f"{name!r} gives no {result!r}")
        self.params(proc.params, args, env, repr(name))

    def params(self, params: tuple[Param, ...], args: tuple[Expr, ...], env: Env, what: str) -> None:
        self.need(len(params) == len(args), f"{what} takes {len(params)} arguments, not {len(args)}")
        for param, arg in zip(params, args, strict=True):
            if env is not None:
                self.expr(arg, env)
            if arg.type is not param.type:
                raise self.fail(f"{what} takes {param.name}: {param.type!r}")


def _both(a: Env, b: Env) -> Env:
    """What is defined whichever of two ways was taken."""
    if a is None or b is None:
        return b if a is None else a
    return {name: type_ for name, type_ in a.items() if name in b}


def _outside_sandboxes(block: Block) -> Iterable[Stmt]:
    for stmt in block:
        yield stmt
        if not isinstance(stmt, Sandbox):
            for inner in blocks_of(stmt):
                yield from _outside_sandboxes(inner)
