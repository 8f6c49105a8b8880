"""Branch merging: offers under conditions that exclude each other are brought together under one choice.

    if (@mover == 1):                       if (@mover == 1):
        offers A                                offers A
    if (@mover == 2):            =>             offers C
        offers B                            else:
    if (@mover == 1):                           if (@mover == 2):
        offers C                                    offers B

Only in generators: what stands there writes nothing, so a value compared once stays what it was. The same
moves are offered, in another order.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import Block, Expr, If, Op, Program, Stmt
from gdl.core.walk import assigned, bits, map_bodies, rebuild_blocks, same

_IF = bits(If)


def merge_branches(program: Program) -> Program:
    """Merge branches under the same condition, in all generators."""
    return map_bodies(program, lambda proc: _block(proc.body) if proc.generator else proc.body)


def _block(block: Block) -> Block:
    result: list[Stmt] = []
    waiting: list[If] = []
    for stmt in block:
        inner = rebuild_blocks(stmt, _block) if stmt.op_mask & _IF else stmt
        compared = _compared(inner)
        if waiting and compared != _compared(waiting[0]):
            result.extend(_together(waiting))
            waiting = []
        if compared is None:
            result.append(inner)
        else:
            assert isinstance(inner, If)
            waiting.append(inner)
    result.extend(_together(waiting))
    made = tuple(result)
    return block if same(made, block) else made


def _compared(stmt: Stmt) -> Expr | None:
    """What a condition alone on a statement compares with a constant."""
    if not isinstance(stmt, If) or stmt.otherwise or stmt.condition.op is not Op.EQ:
        return None
    value, constant = stmt.condition.args
    if constant.op is not Op.CONST or value.op not in (Op.FIELD, Op.VAR):
        return None
    return None if value.op is Op.VAR and value.data in set(assigned(stmt.then)) else value


def _together(ifs: list[If]) -> list[Stmt]:
    """One choice of all of them."""
    if len(ifs) < 2:
        return list(ifs)
    first, *others = ifs
    value = first.condition.args[0]
    same = [stmt for stmt in ifs if stmt.condition == first.condition]
    rest = [stmt for stmt in others if stmt.condition != first.condition]
    if any(value.op is Op.VAR and value.data in set(assigned(stmt.then)) for stmt in ifs):
        return list(ifs)
    then = tuple(inner for stmt in same for inner in stmt.then)
    return [If(k.eq(value, first.condition.args[1]), then, tuple(_together(rest)), span=first.span)]
