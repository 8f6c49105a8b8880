"""Late endings: whether what an ending asks for was so already when the last move began.

    tally acts[7]    =>    tally acts[7]
                           if (#occupied == 2):
                               tally acts[8]
                               if late.8:
                                   tally acts[9]

At the end of `turn`, when the next player is to move, the condition of each ending is looked at once more and
kept in a field, the parts of an OR each by itself; where its result comes about it is counted which of them
hold, and which held then, asked of the same player. What always did the player before has brought about, and
the game goes on for a ply too long. Conditions that ask for moves, or that count what they are asked, are
left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core import make as k
from gdl.core.evolve import evolve
from gdl.core.intrinsics import Tally
from gdl.core.ops import BOOL, CONSUMERS, Block, Expr, Field, If, Op, Program, Stmt, Store
from gdl.core.walk import bits, exprs_of, free_vars, map_block, map_expr, statements, subexprs
from gdl.passes.profile import ACTS, NOTING, Counter, Profile, What

_TALLIES = bits(Tally)


def profile_late(program: Program, profile: Profile) -> Program:
    """The program, counting the results that come a ply too late."""
    plain = _Plain(program)
    fields: list[Field] = []
    looks: list[Stmt] = []
    counts: dict[int, Block] = {}
    for result, condition in profile.endings.items():
        body: list[Stmt] = []
        for number, part in enumerate(_parts(plain.without_notes(condition))):
            if not plain.can_be_asked_again(part):
                continue
            so, late = (Counter(what, result, number) for what in (What.SO, What.LATE))
            fields.append(Field(f"late.{profile.word(so)}", BOOL, None, False, position=False))
            looks.append(Store(fields[-1], None, part, span=result))
            before = If(k.field(fields[-1]), (profile.tally(late),), span=result)
            body.append(If(part, (profile.tally(so), before), span=result))
        counts[profile.word(Counter(What.RESULT, result))] = tuple(body)
    if not fields:
        return program

    def counted(stmt: Stmt) -> Block:
        if isinstance(stmt, Tally) and stmt.pool is ACTS and isinstance(stmt.index.data, int):
            return (stmt, *counts.get(stmt.index.data, ()))
        return (stmt,)

    procs = []
    for proc in program.procs:
        body_ = map_block(proc.body, on_stmt=counted, mask=_TALLIES)
        if proc.name == "turn":
            body_ = (*body_, *looks)
        procs.append(proc if body_ is proc.body else evolve(proc, body=body_))
    return evolve(program, procs=tuple(procs), fields=(*program.fields, *fields))


def _parts(condition: Expr) -> Iterator[Expr]:
    """What stands in its ORs."""
    if condition.op is Op.OR:
        for each in condition.args:
            yield from _parts(each)
    else:
        yield condition


class _Plain:
    """Conditions that can be asked again without being counted."""

    def __init__(self, program: Program) -> None:
        self._procs = {proc.name: proc for proc in program.procs}

    def without_notes(self, condition: Expr) -> Expr:
        """The condition without what counts whether its parts hold."""
        return map_expr(condition, lambda e: e.args[-1] if e.op is Op.CALL and e.data == NOTING else e)

    def can_be_asked_again(self, condition: Expr) -> bool:
        """Is it about the state alone, and counts nothing?"""
        return not free_vars(condition) and self._counts_nothing(condition, set())

    def _counts_nothing(self, expr: Expr, seen: set[str]) -> bool:
        for each in subexprs(expr):
            if each.op in CONSUMERS:
                return False
            if each.op is Op.CALL and isinstance(each.data, str) and each.data not in seen:
                seen.add(each.data)
                for stmt in statements(self._procs[each.data].body):
                    if isinstance(stmt, Tally):
                        return False
                    if not all(self._counts_nothing(inner, seen) for inner in exprs_of(stmt)):
                        return False
        return True
