r"""Inlining: small procedures in place of their calls, and small generators in place of looks at them.

    call[other](@mover)      =>      (3 - @mover)
    any_move[drops]()        =>      some(({0-8} \ occupied()))
    call[expand]({0-2}, 1)   =>      {0-5}

A procedure that only returns an expression is put in where it is called, if its arguments may be worked out
as often as its parameters stand there. A generator that only makes offers without checks is, to one who asks
whether there is a move, the union of their destinations. Procedures that call themselves stay.

A call on constants whose procedure reads nothing of the state is evaluated, loops and all (interprocedural
constant folding).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from gdl.analyses.mod_ref import CALL_MASK, Effects, ModRef, callees
from gdl.analyses.termination import Termination
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.walk import bits, bound_vars, free_vars, map_expr, map_program, subexprs, substitute, with_args

#: An expression of more nodes than this is only put in where it is called once.
SMALL = 40
#: Into an expression of more nodes no locals are put.
MOST_NODES = 20_000
#: What would be nested deeper stays a call: passes and engines call themselves for each level.
DEEP = 400
_BINDERS = bits(*o.BINDERS)
#: Types of which equal values are the same: of floats there are two zeros.
_WHOLE: dict[object, Callable[[float], int]] = {o.INT: int, o.BOOL: bool, o.SITES: int}


def inline(program: Program) -> Program:
    """Put in what is small enough."""
    effects = Effects(program)
    termination = Termination(program, effects)
    calls = Counter(name for p in program.procs for name in effects.called(p.body))
    bodies: dict[str, tuple[Proc, Expr]] = {}
    for proc in program.procs:
        value = _offered(proc.body) if proc.generator else _returned(proc.body)
        if value is None or proc.name in _reached(value, effects):
            continue
        if proc.generator and termination.may_diverge(value):
            continue  # who asks whether there is a move stops at the first offer; algebra looks at all
        if calls[proc.name] == 1 or value.size <= SMALL:
            bodies[proc.name] = proc, value
    constants = _ConstantCalls(program, effects)
    if not bodies and not constants.foldable:
        return program
    number = [0]

    def on_node(expr: Expr) -> Expr:
        return _inlined(constants.folded(expr), bodies, number)

    def on_expr(expr: Expr) -> Expr:
        made = map_expr(expr, on_node, CALL_MASK)
        return made if made.depth <= max(DEEP, expr.depth) else expr

    return map_program(program, on_expr=on_expr, mask=CALL_MASK)


class _ConstantCalls:
    """Calls that come to the same whenever they are made: on constants, of what neither reads nor writes."""

    def __init__(self, program: Program, effects: Effects) -> None:
        self._sites = program.sites
        #: the procedures whose calls may be evaluated
        self.foldable = {
            proc.name: proc
            for proc in program.procs
            if proc.result in _WHOLE and effects.proc(proc.name) == ModRef()
        }
        self._known: dict[tuple[str, tuple[Expr, ...]], Expr | None] = {}

    def folded(self, expr: Expr) -> Expr:
        """The constant in place of a call; the same where it is none."""
        name = str(expr.data)
        if (
            expr.op is not Op.CALL
            or name not in self.foldable
            or any(arg.op is not Op.CONST or arg.type not in _WHOLE for arg in expr.args)
        ):
            return expr
        key = name, expr.args
        if key not in self._known:
            self._known[key] = self._evaluated(expr)
        return self._known[key] or expr

    def _evaluated(self, call: Expr) -> Expr | None:
        try:
            value = evaluate(call, {}, self._sites, self.foldable, wrapping=False)
        except NotConstant:
            return None
        if call.type is o.SITES and int(value) >> self._sites:
            return None
        return Expr(Op.CONST, call.type, data=_WHOLE[call.type](value))


def _reached(value: Expr, effects: Effects) -> set[str]:
    result: set[str] = set()
    for inner in subexprs(value, CALL_MASK):
        for name in callees(inner):
            result |= effects.reached(name)
    return result


def _returned(body: Block, rest: Expr | None = None) -> Expr | None:
    """The expression of a body that only returns it; `if c: return a` and then `return b` is a choice.

    `rest` is what comes of a body that goes on behind its end. From back to front: so a body of thousands of
    statements is no recursion.
    """
    value = rest
    for stmt in reversed(body):
        if isinstance(stmt, o.Return):
            value = stmt.value
        elif isinstance(stmt, o.If):
            then, otherwise = _returned(stmt.then), _returned(stmt.otherwise, value)
            known = then is not None and otherwise is not None and otherwise.depth <= DEEP
            value = k.select(stmt.condition, then, otherwise) if known else None  # type: ignore[arg-type]
        elif isinstance(stmt, o.Assign) and value is not None:
            value = _put_in(value, stmt.name, stmt.value)
        else:
            value = None
    return value


def _put_in(rest: Expr, name: str, value: Expr) -> Expr | None:
    """A local's value in place of the local, if that stands in one place at most and not in a loop."""
    if rest.size > MOST_NODES:
        return None
    if value.op not in o.LEAVES and (_stands(rest, name) > 1 or _in_loop(rest, name)):
        return None
    if not free_vars(value).isdisjoint(bound_vars(rest)) or name in set(bound_vars(rest)):
        return None
    return substitute(rest, {name: value})


def _offered(body: Block) -> Expr | None:
    """The destinations of all offers of a generator that only makes offers without checks."""
    parts: list[Expr] = []  # from back to front
    for stmt in reversed(body):
        result: Expr | None
        if isinstance(stmt, o.Assign):
            result = _put_in(k.union(*reversed(parts)), stmt.name, stmt.value)
            parts.clear()
        else:
            result = _offers_of(stmt)
        if result is None:
            return None
        parts.append(result)
    return k.union(*reversed(parts))


def _offers_of(stmt: Stmt) -> Expr | None:
    if isinstance(stmt, o.Offer):
        return stmt.sites
    if isinstance(stmt, o.If):
        then, otherwise = _offered(stmt.then), _offered(stmt.otherwise)
        if then is not None and otherwise is not None:
            return k.select(stmt.condition, then, otherwise)
    if isinstance(stmt, o.Generate):
        return k.moves_to(stmt.name, *stmt.args)
    return None


def _stands(expr: Expr, name: str) -> int:
    """How often a variable stands in an expression."""
    return sum(e.data == name for e in subexprs(expr, Op.VAR.bit))


def _in_loop(expr: Expr, name: str) -> bool:
    """Whether it stands where it would be worked out for each member."""
    if not expr.op_mask & _BINDERS:
        return False
    if expr.op in o.BINDERS:
        return name in free_vars(expr.args[1]) or _in_loop(expr.args[0], name)
    return any(_in_loop(a, name) for a in expr.args)


def _inlined(expr: Expr, bodies: dict[str, tuple[Proc, Expr]], number: list[int]) -> Expr:
    """The expression in place of a call; the same where it stays a call."""
    if expr.op in (Op.CALL, Op.ANY_MOVE, Op.MOVES_TO):
        result, args = bodies.get(str(expr.data)), expr.args
    elif expr.op is Op.ANY_MOVE_TO:
        result, args = bodies.get(str(expr.data)), expr.args[1:]
    else:
        return expr
    if result is None:
        return expr
    proc, value = result
    for param, arg in zip(proc.params, args, strict=True):
        if arg.op not in o.LEAVES and (_stands(value, param.name) > 1 or _in_loop(value, param.name)):
            return expr
    value = _renamed(value, number)
    value = substitute(value, {p.name: a for p, a in zip(proc.params, args, strict=True)})
    match expr.op:
        case Op.ANY_MOVE:
            return k.some(value)
        case Op.ANY_MOVE_TO:
            return k.some(k.inter(value, expr.args[0]))
    return value


def _renamed(expr: Expr, number: list[int]) -> Expr:
    """The same with names of its own for what it binds, so that they clash with none where it is put in."""
    if not expr.op_mask & _BINDERS:
        return expr
    if expr.op not in o.BINDERS:
        return with_args(expr, tuple(_renamed(a, number) for a in expr.args))
    number[0] += 1
    name = f"{str(expr.data).split('.')[0]}.{number[0]}"
    inside = substitute(expr.args[1], {str(expr.data): k.var(name, o.INT)})
    return Expr(expr.op, expr.type, (_renamed(expr.args[0], number), _renamed(inside, number)), name)
