"""Dead-code elimination for moves that are only asked about: whether there is one, or where they lead.

    if not(any_move[replies]()):                         ...
    generator replies():                       =>        generator replies():
        offer 7(x) to S                                      offer 0() to S

Nobody plays such an offer, so it does not matter which kind of move it is, and the procedures that would play
it need not be there: it becomes one of the pass, the kind that is always there. What is judged by playing it
(in a Provided or Best) keeps its kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.walk import bits, blocks_of, map_bodies, program_exprs, rebuild_blocks, same
from gdl.support.values import evolve

#: What runs a generator without a look at which moves it offers.
_ASKING = (Op.ANY_MOVE, Op.ANY_MOVE_TO, Op.MOVES_TO)
_PLAYING = bits(*o.CONSUMERS) & ~bits(*_ASKING)
_GENERATE = bits(o.Generate)
_OFFER = bits(o.Offer)


def strip_unplayed_moves(program: Program) -> Program:
    """Strip offers that nobody plays of their kind of move."""
    procs = {p.name: p for p in program.procs}
    played = _played(program, procs)
    nobody = next(kind.index for kind in program.kinds if kind.name == "pass")

    def body(proc: Proc) -> Block:
        return proc.body if not proc.generator or proc.name in played else _plain(proc.body, nobody)

    return map_bodies(program, body)


def _played(program: Program, procs: dict[str, Proc]) -> set[str]:
    """The generators of which some move may be played."""
    waiting = ["moves", *(p.name for p in program.procs if p.generator and p.entry)]
    for expr in program_exprs(program, _PLAYING):
        waiting.extend(_generators(expr, procs))
    for proc in program.procs:
        if proc.generator:
            waiting.extend(name for name, judged in _generated(proc.body, False) if judged)
    result: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in result:
            result.add(name)
            waiting.extend(inner for inner, _ in _generated(procs[name].body, False))
    return result


def _generators(expr: Expr, procs: dict[str, Proc]) -> Iterator[str]:
    names = expr.data if isinstance(expr.data, tuple) else (expr.data,)
    for name in names:
        if str(name) in procs and procs[str(name)].generator:
            yield str(name)


def _generated(block: Block, judged: bool) -> Iterator[tuple[str, bool]]:
    """The generators that a block runs, and whether their moves are judged by playing them."""
    for stmt in block:
        if not stmt.op_mask & _GENERATE:
            continue
        if isinstance(stmt, o.Generate):
            yield stmt.name, judged
        inside = judged or isinstance(stmt, o.Provided | o.Best | o.Narrow)
        for inner in blocks_of(stmt):
            yield from _generated(inner, inside)


def _plain(block: Block, kind: int) -> Block:
    """The block with its offers of the kind, but for those that are judged."""

    def changed(stmt: Stmt) -> Stmt:
        if isinstance(stmt, o.Offer):
            return stmt if stmt.kind == kind else evolve(stmt, kind=kind, args=())
        if isinstance(stmt, o.Provided | o.Best | o.Narrow) or not stmt.op_mask & _OFFER:
            return stmt
        return rebuild_blocks(stmt, lambda inner: _plain(inner, kind))

    new = tuple(changed(stmt) for stmt in block)
    return block if same(new, block) else new
