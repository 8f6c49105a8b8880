r"""Inlining: small procedures in place of their calls, and small generators in place of looks at them.

    call[other](@mover)      =>      (3 - @mover)
    any_move[drops]()        =>      some(({0-8} \ occupied()))

A procedure that only returns an expression is put in where it is called, if its arguments may be worked out
as often as its parameters stand there. A generator that only makes offers without checks is, to one who asks
whether there is a move, the union of their destinations. Procedures that call themselves stay.
"""

from __future__ import annotations

from collections import Counter

from gdl.analyses.mod_ref import CALLS, Effects, callees
from gdl.analyses.termination import Termination
from gdl.core import make as k
from gdl.core.ops import (
    BINDERS,
    INT,
    Assign,
    Block,
    Expr,
    Generate,
    If,
    Offer,
    Op,
    Proc,
    Program,
    Return,
    Stmt,
)
from gdl.core.walk import bits, bound_vars, free_vars, map_expr, map_program, subexprs, substitute, with_args

#: An expression of more nodes than this is only put in where it is called once.
SMALL = 40
_SIMPLE = (Op.CONST, Op.VAR, Op.FIELD)
_BINDERS = bits(*BINDERS)


def inline(program: Program) -> Program:
    """Put in what is small enough."""
    effects = Effects(program)
    termination = Termination(program, effects)
    calls = Counter(name for p in program.procs for name in effects.called(p.body))
    bodies: dict[str, tuple[Proc, Expr]] = {}
    for proc in program.procs:
        value = _offered(proc.body, {}) if proc.generator else _returned(proc.body)
        if value is None or proc.name in _reached(value, effects):
            continue
        if proc.generator and termination.may_diverge(value):
            continue  # who asks whether there is a move stops at the first offer; algebra looks at all
        if calls[proc.name] == 1 or _nodes(value) <= SMALL:
            bodies[proc.name] = proc, value
    if not bodies:
        return program
    number = [0]

    def on_node(expr: Expr) -> Expr:
        return _inlined(expr, bodies, number)

    return map_program(program, on_expr=lambda e: map_expr(e, on_node, CALLS), mask=CALLS)


def _reached(value: Expr, effects: Effects) -> set[str]:
    found: set[str] = set()
    for inner in subexprs(value, CALLS):
        for name in callees(inner):
            found |= effects.reached(name)
    return found


def _nodes(expr: Expr) -> int:
    return 1 + sum(_nodes(a) for a in expr.args)


def _returned(body: Block) -> Expr | None:
    """The expression of a body that only returns it; `if c: return a` and then `return b` is a choice."""
    if not body:
        return None
    first = body[0]
    if isinstance(first, Return):
        return first.value
    if isinstance(first, Assign) and len(body) > 1:
        rest = _returned(body[1:])
        return None if rest is None else _put_in(rest, first.name, first.value)
    if isinstance(first, If):
        then, otherwise = _returned(first.then), _returned((*first.otherwise, *body[1:]))
        if then is not None and otherwise is not None:
            return k.select(first.condition, then, otherwise)
    return None


def _put_in(rest: Expr, name: str, value: Expr) -> Expr | None:
    """A local's value in place of the local, if that stands in one place at most and not in a loop."""
    if value.op not in _SIMPLE and (_stands(rest, name) > 1 or _in_loop(rest, name)):
        return None
    if not free_vars(value).isdisjoint(bound_vars(rest)) or name in set(bound_vars(rest)):
        return None
    return substitute(rest, {name: value})


def _offered(body: Block, locals_: dict[str, Expr]) -> Expr | None:
    """The destinations of all offers of a generator that only makes offers without checks."""
    result: Expr | None = k.EMPTY_SET
    for number, stmt in enumerate(body):
        if isinstance(stmt, Assign):
            rest = _offered(body[number + 1 :], locals_)
            rest = None if rest is None else _put_in(rest, stmt.name, stmt.value)
            return None if rest is None or result is None else _joined(result, rest)
        one = _offers_of(stmt, locals_)
        if one is None or result is None:
            return None
        result = _joined(result, one)
    return result


def _joined(a: Expr, b: Expr) -> Expr:
    return b if a == k.EMPTY_SET else k.union(a, b)


def _offers_of(stmt: Stmt, locals_: dict[str, Expr]) -> Expr | None:
    if isinstance(stmt, Offer):
        return stmt.sites
    if isinstance(stmt, If):
        then, otherwise = _offered(stmt.then, locals_), _offered(stmt.otherwise, locals_)
        if then is not None and otherwise is not None:
            return k.select(stmt.condition, then, otherwise)
    if isinstance(stmt, Generate):
        return k.moves_to(stmt.name, *stmt.args)
    return None


def _stands(expr: Expr, name: str) -> int:
    """How often a variable stands in an expression."""
    return sum(e.data == name for e in subexprs(expr, Op.VAR.bit))


def _in_loop(expr: Expr, name: str) -> bool:
    """Whether it stands where it would be worked out for each member."""
    if not expr.op_mask & _BINDERS:
        return False
    if expr.op in BINDERS:
        return name in free_vars(expr.args[1]) or _in_loop(expr.args[0], name)
    return any(_in_loop(a, name) for a in expr.args)


def _inlined(expr: Expr, bodies: dict[str, tuple[Proc, Expr]], number: list[int]) -> Expr:
    """The expression in place of a call; the same where it stays a call."""
    if expr.op in (Op.CALL, Op.ANY_MOVE, Op.MOVES_TO):
        found, args = bodies.get(str(expr.data)), expr.args
    elif expr.op is Op.ANY_MOVE_TO:
        found, args = bodies.get(str(expr.data)), expr.args[1:]
    else:
        return expr
    if found is None:
        return expr
    proc, value = found
    for param, arg in zip(proc.params, args, strict=True):
        if arg.op not in _SIMPLE and (_stands(value, param.name) > 1 or _in_loop(value, param.name)):
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
    if expr.op not in BINDERS:
        return with_args(expr, tuple(_renamed(a, number) for a in expr.args))
    number[0] += 1
    name = f"{str(expr.data).split('.')[0]}.{number[0]}"
    inside = substitute(expr.args[1], {str(expr.data): k.var(name, INT)})
    return Expr(expr.op, expr.type, (_renamed(expr.args[0], number), _renamed(inside, number)), name)
