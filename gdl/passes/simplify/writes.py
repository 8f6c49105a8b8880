"""Vectorisation of writes: loops that put each site into fixed sets, or take it out, do it for all at once.

    for s in @goal:                      s.all = @goal
        @seen |= one(s)        =>        @seen |= s.all

Taken out of a loop are the writes to those Sites fields that no other statement of it touches in another way;
what is left stays in the loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core import walk
from gdl.core.ops import Block, Expr, Op, Proc, Stmt
from gdl.support.identity import IdentitySet
from gdl.support.values import evolve

#: All that a loop may consist of.
_SIMPLE = walk.bits(o.Assign, o.Include, o.Store, o.Adjust, o.If)
_WRITES = o.Include | o.Store | o.Adjust
#: What may read any field.
_FAR = walk.bits(Op.REPEATS, *o.CALLS)
_LOOP = walk.bits(o.ForSites)
_WRITTEN = walk.bits(o.Include, o.Store, o.Adjust)
_READS = walk.bits(*o.FIELD_READS)


def whole_writes(block: Block, proc: Proc) -> Block:
    """Do such writes at once, in all loops."""
    if not walk.op_mask(block) & _LOOP:
        return block
    taken: set[str] = set()

    @cache
    def reads() -> Counter[str]:
        return Counter(_variables(block))

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, o.ForSites) or not _simple(stmt):
            return (stmt,)
        if not taken:
            taken.update([p.name for p in proc.params], walk.assigned(block))
        return _split(stmt, reads, taken)

    return walk.map_block(block, on_stmt=on_stmt, mask=_LOOP)


def _variables(block: Block) -> Iterator[str]:
    for expr in walk.block_exprs(block, Op.VAR.bit):
        yield str(expr.data)


def _simple(loop: o.ForSites) -> bool:
    """Whether a loop does nothing but write to fields, chosen by what is looked at near at hand."""
    here = walk.op_mask(loop.body)
    return bool(here & _WRITTEN) and not here & (_FAR | walk.STATEMENTS & ~_SIMPLE)


def _split(loop: o.ForSites, reads: Callable[[], Counter[str]], taken: set[str]) -> tuple[Stmt, ...]:
    """What is done at once, and the loop with the rest."""
    if loop.name in walk.assigned(loop.body):
        return (loop,)
    body = _without_locals(loop, reads)
    if body is None:
        return (loop,)
    writes = [s for s in walk.statements(body, _WRITTEN) if isinstance(s, _WRITES)]
    steady = IdentitySet(_steady(body, loop.name, {s.field for s in writes}))
    fields = {s.field for s in steady} - {s.field for s in writes if s not in steady}
    rest = _kept(body, fields, False)
    if not fields or not fields.isdisjoint(_fields(rest)):
        return (loop,)
    before: list[Stmt] = []
    sites = loop.sites
    if sites.op not in (Op.CONST, Op.VAR):
        name = f"{loop.name}.all"
        while name in taken:
            name += "'"
        taken.add(name)
        before.append(o.Assign(name, sites, span=loop.span))
        sites = k.var(name, o.SITES)
    at_once = walk.map_block(
        _kept(body, fields, True),
        on_stmt=lambda s: (evolve(s, sites=sites),) if isinstance(s, o.Include) else (s,),
    )
    if rest:
        return (*before, *at_once, evolve(loop, sites=sites, body=rest))
    return (*before, *at_once)


def _without_locals(loop: o.ForSites, reads: Callable[[], Counter[str]]) -> Block | None:
    """The body with the values of its locals in their place; None where they are not of it alone."""
    names = Counter(
        s.name for s in walk.statements(loop.body, walk.bits(o.Assign)) if isinstance(s, o.Assign)
    )
    if not names:
        return loop.body
    own = Counter(_variables(loop.body))
    if any(times > 1 or own[name] != reads()[name] for name, times in names.items()):
        return None
    written = {s.field for s in walk.statements(loop.body, _WRITTEN) if isinstance(s, _WRITES)}
    values: dict[str, Expr] = {}
    for stmt in loop.body:
        if isinstance(stmt, o.Assign):
            if not written.isdisjoint(_read(stmt.value)):
                return None
            values[stmt.name] = walk.substitute(stmt.value, values)
    if len(values) < len(names):
        return None  # one is set in a branch
    return walk.map_block(
        tuple(s for s in loop.body if not isinstance(s, o.Assign)), lambda e: walk.substitute(e, values)
    )


def _steady(block: Block, name: str, written: set[o.Field]) -> Iterator[o.Include]:
    """The writes that are the same for each site, and stand where they are made for each or for none."""
    for stmt in block:
        if isinstance(stmt, o.Include) and stmt.sites == k.one(k.var(name, o.INT)):
            if stmt.index is None or _same(stmt.index, name, written):
                yield stmt
        elif isinstance(stmt, o.If) and _same(stmt.condition, name, written):
            yield from _steady(stmt.then, name, written)
            yield from _steady(stmt.otherwise, name, written)


def _same(expr: Expr, name: str, written: set[o.Field]) -> bool:
    """Whether an expression is the same in each round."""
    return name not in walk.free_vars(expr) and written.isdisjoint(_read(expr))


def _read(expr: Expr) -> set[o.Field]:
    return {e.data for e in walk.subexprs(expr, _READS) if isinstance(e.data, o.Field)}


def _fields(block: Block) -> set[o.Field]:
    """The fields that a block's statements read or write."""
    result = {s.field for s in walk.statements(block, _WRITTEN) if isinstance(s, _WRITES)}
    return result | {e.data for e in walk.block_exprs(block, _READS) if isinstance(e.data, o.Field)}


def _kept(block: Block, fields: set[o.Field], those: bool) -> Block:
    """The writes to these fields, or all others."""

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, o.If):
            return (stmt,) if stmt.then or stmt.otherwise else ()
        written = getattr(stmt, "field", None)
        return (stmt,) if (written in fields) is those else ()

    return walk.map_block(block, on_stmt=on_stmt)
