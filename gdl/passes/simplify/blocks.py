"""Copy propagation, dead stores and unreachable code: rules for statements.

    three = 3                              @next = 3
    @next = three                =>
    for s in {4}:                          @seen |= one(4)
        @seen |= one(s)
    return                                 return
    @over = True

A round of `simplify-statements` applies each of them once, inner statements first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core import walk
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.passes.simplify.writes import whole_writes
from gdl.support.values import evolve

#: What `simplify_stmt` has something to say of.
_RULED = walk.bits(
    o.If, o.While, o.ForSites, o.ForRange, o.Include, o.Offer, o.Take, o.Adjust, o.Priority, o.Best, o.Narrow,
    o.Provided, o.Sandbox, o.Simultaneous,
)  # fmt: skip
_NOUGHT = (k.int_(0), k.float_(0.0))
_ENDS = walk.bits(o.Return, o.Break, o.Continue)
_LEAVES = walk.bits(o.Break, o.Continue)
_ASSIGN = walk.bits(o.Assign)
_BINDERS = walk.bits(*o.BINDERS)


def simplify_statements(program: Program, settled: Container[Proc] = ()) -> Program:
    """Simplify the statements of all procedures but those (by identity) that have settled."""
    procs = tuple(p if p in settled else simplify_proc(p) for p in program.procs)
    if walk.same(procs, program.procs):
        return program
    return evolve(program, procs=procs)


def simplify_proc(proc: Proc) -> Proc:
    """Simplify the statements of one procedure."""
    body = walk.map_block(proc.body, on_stmt=simplify_stmt, mask=_RULED)
    body = without_unreached(body)
    body = whole_writes(copies(body, proc), proc)
    body = without_unread(body)
    return walk.with_body(proc, body)


def simplify_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
    """What a statement becomes by itself; the statements inside are done already."""
    match stmt:
        case o.If():
            return _if(stmt)
        case o.While() if stmt.condition == k.FALSE:
            return ()
        case o.ForSites() | o.ForRange():
            return _loop(stmt)
        case o.Include() | o.Offer() | o.Take() if stmt.sites == k.EMPTY_SET:
            return ()
        case o.Adjust() if stmt.delta in _NOUGHT:
            return ()
        case o.Priority():
            bodies = tuple(b for b in stmt.bodies if b)
            if len(bodies) < 2:
                return bodies[0] if bodies else ()
            return (stmt,) if len(bodies) == len(stmt.bodies) else (evolve(stmt, bodies=bodies),)
        case o.Best() | o.Narrow() | o.Provided() | o.Sandbox() | o.Simultaneous() if not stmt.body:
            return ()
    return (stmt,)


def _if(stmt: o.If) -> tuple[Stmt, ...]:
    """A known condition; no branch; only the second branch; the same in both."""
    condition, then, otherwise = stmt.condition, stmt.then, stmt.otherwise
    if condition.op is Op.CONST:
        return then if condition.data else otherwise
    if then == otherwise:
        return then
    if not then:
        return (evolve(stmt, condition=k.not_(condition), then=otherwise, otherwise=()),)
    if condition.op is Op.NOT and otherwise:
        return (evolve(stmt, condition=condition.args[0], then=otherwise, otherwise=then),)
    return (stmt,)


def _loop(stmt: o.ForSites | o.ForRange) -> tuple[Stmt, ...]:
    """No round; or one, whose variable is put in."""
    if not stmt.body:
        return ()
    value: Expr | None = None
    if isinstance(stmt, o.ForSites):
        if stmt.sites == k.EMPTY_SET:
            return ()
        if stmt.sites.op is Op.CONST and isinstance(stmt.sites.data, int):
            if stmt.sites.data.bit_count() == 1:
                value = k.int_(stmt.sites.data.bit_length() - 1)
    elif stmt.low.op is Op.CONST and stmt.high.op is Op.CONST:
        if int(str(stmt.low.data)) > int(str(stmt.high.data)):
            return ()
        if stmt.low == stmt.high:
            value = stmt.low
    if value is None or stmt.name in set(walk.assigned(stmt.body)) or _leaves(stmt.body):
        return (stmt,)
    values = {stmt.name: value}
    return walk.map_block(stmt.body, on_expr=lambda e: walk.substitute(e, values), mask=Op.VAR.bit)


def _leaves(block: Block) -> bool:
    """Whether a Break or Continue belongs to the loop around."""
    if not walk.op_mask(block) & _LEAVES:
        return False
    for stmt in block:
        if isinstance(stmt, o.Break | o.Continue):
            return True
        if not isinstance(stmt, o.ForSites | o.ForRange | o.While) and any(
            _leaves(b) for b in walk.blocks_of(stmt)
        ):
            return True
    return False


def without_unreached(block: Block) -> Block:
    """Nothing stands after what leaves a block."""

    def ends(stmt: Stmt) -> bool:
        match stmt:
            case o.Return() | o.Break() | o.Continue():
                return True
            case o.If():
                return bool(stmt.then and stmt.otherwise) and ends(stmt.then[-1]) and ends(stmt.otherwise[-1])
        return False

    def cut(inner: Block) -> Block:
        for number, stmt in enumerate(inner):
            if ends(stmt) and number + 1 < len(inner):
                return inner[: number + 1]
        return inner

    def deep(inner: Block) -> Block:
        new = tuple([walk.rebuild_blocks(s, deep) if s.op_mask & _ENDS else s for s in cut(inner)])
        return inner if walk.same(new, inner) else new

    return deep(block) if walk.op_mask(block) & _ENDS else block


def copies(block: Block, proc: Proc) -> Block:
    """A local set only once, to a constant or to another that does not change, is replaced by that."""
    times = Counter(walk.assigned(block))
    names = {p.name for p in proc.params}
    values: dict[str, Expr] = {}

    def steady(value: Expr) -> bool:
        if value.op is Op.CONST:
            return True
        return value.op is Op.VAR and times[str(value.data)] + (str(value.data) in names) == 1

    hidden = {str(e.data) for e in walk.block_exprs(block, _BINDERS)}
    for stmt in walk.statements(block, _ASSIGN):
        if isinstance(stmt, o.Assign) and times[stmt.name] == 1 and steady(stmt.value):
            clash = stmt.value.op is Op.VAR and str(stmt.value.data) in hidden
            if not clash and stmt.name not in hidden | names:
                values[stmt.name] = stmt.value
    if not values:
        return block
    values = {name: _followed(value, values) for name, value in values.items()}

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return () if isinstance(stmt, o.Assign) and stmt.name in values else (stmt,)

    return walk.map_block(block, lambda e: walk.substitute(e, values), on_stmt, Op.VAR.bit | _ASSIGN)


def _followed(value: Expr, values: Mapping[str, Expr]) -> Expr:
    """Where a copy of a copy comes from."""
    while value.op is Op.VAR and str(value.data) in values:
        value = values[str(value.data)]
    return value


def without_unread(block: Block) -> Block:
    """No local is set that is never read. (A Draw stays: it moves the generator on.)"""
    assigns = walk.statements(block, _ASSIGN)
    if not assigns:
        return block
    read: set[str] = set()
    for stmt in walk.statements(block):
        for expr in walk.exprs_of(stmt):
            read |= walk.free_vars(expr)

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return () if isinstance(stmt, o.Assign) and stmt.name not in read else (stmt,)

    if all(isinstance(s, o.Assign) and s.name in read for s in assigns):
        return block
    return walk.map_block(block, on_stmt=on_stmt, mask=_ASSIGN)
