"""Instrumentation for coverage: counters of what decisions offer, which pieces move, who is in which phase.

    offer 3(from1) to steps[from1]    =>    offered.1 = steps[from1]
                                            if some(offered.1):
                                                tally seen[7]
                                            offer 3(from1) to offered.1

Lowering with a `Profile` has counted conditions, effects and results already; what is counted here has no
ludeme of its own. Only a program that is to be profiled is given to this pass, before all others: it is in no
list.

`profile_late` counts late endings: whether what an ending asks for was so already when the last move began.

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

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core import walk
from gdl.core.intrinsics import Tally
from gdl.core.ops import BOOL, CONSUMERS, Block, Expr, Field, If, Op, Proc, Program, Stmt, Store
from gdl.passes.profile import ACTS, NOTING, Counter, Profile, What
from gdl.source.text import NOWHERE
from gdl.support.values import evolve

_OFFERS = walk.bits(o.Offer, o.Priority)
_OFFERING = walk.bits(o.Offer, o.Generate)


def instrument(program: Program, profile: Profile, phases: int = 0) -> Program:
    """The program as it was lowered, with counters in its decisions, its kinds of moves, and its turns.

    `phases` is how many phases its rules have.
    """
    for what in (What.LEGAL, What.PLAYED):  # whoever plays counts these: one word after the other
        for kind in program.kinds:
            profile.word(Counter(what, kind.span, kind.index))
    moved = [profile.word(Counter(What.MOVED, number=what)) for what in range(len(program.owners))]
    plays = {kind.play: kind for kind in program.kinds if kind.origin != k.NOWHERE_SITE}
    procs = []
    for proc in program.procs:
        body = _counted_offers(proc.body, profile)
        if proc.name in plays:
            body = (_moved_piece(plays[proc.name], proc, moved[0]), *body)
        if proc.name == "turn":
            body = (*body, *_at_each_turn(program, profile, phases))
        procs.append(walk.with_body(proc, body))
    return evolve(program, procs=tuple(procs))


def _moved_piece(kind: o.Kind, proc: Proc, first: int) -> Stmt:
    """Count which piece goes, by its component; the word of none is the first."""
    names = {old.name: k.var(new.name, new.type) for old, new in zip(kind.params, proc.params, strict=True)}
    what = k.what(walk.substitute(kind.origin, names))
    return Tally(ACTS, k.add(k.int_(first), k.max_(k.int_(0), what)), span=kind.span)


def _counted_offers(body: Block, profile: Profile) -> Block:
    number = 0

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        nonlocal number
        if isinstance(stmt, o.Priority) and stmt.span is not NOWHERE:
            bodies = [
                _counted_part(part, profile.tally(Counter(What.PART, stmt.span, place)))
                for place, part in enumerate(stmt.bodies)
            ]
            return (evolve(stmt, bodies=tuple(bodies)),)
        if not isinstance(stmt, o.Offer) or stmt.span is NOWHERE:
            return (stmt,)
        number += 1
        name = f"offered.{number}"
        sites = k.var(name, stmt.sites.type)
        count = o.If(k.some(sites), (profile.tally(Counter(What.OFFERED, stmt.span)),), span=stmt.span)
        return (o.Assign(name, stmt.sites, span=stmt.span), count, evolve(stmt, sites=sites))

    return walk.map_block(body, on_stmt=on_stmt, mask=_OFFERS)


def _counted_part(body: Block, tally: Tally) -> Block:
    """A part of a priority that counts whether it has a move."""

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, o.Offer):
            return (o.If(k.some(stmt.sites), (tally,), span=stmt.span), stmt)
        if isinstance(stmt, o.Generate):
            there = Expr(Op.ANY_MOVE, o.BOOL, stmt.args, stmt.name)
            return (o.If(there, (tally,), span=stmt.span), stmt)
        return (stmt,)

    return walk.map_block(body, on_stmt=on_stmt, mask=_OFFERING)


def _at_each_turn(program: Program, profile: Profile, phases: int) -> Block:
    """Count which pieces there are, and in which phase who moves is."""
    stmts: list[Stmt] = []
    for what in range(1, len(program.owners)):
        there = k.some(k.of_kind(k.int_(what)))
        stmts.append(o.If(there, (profile.tally(Counter(What.THERE, number=what)),)))
    fields = {f.name: f for f in program.fields}
    for number in range(phases):
        here = k.TRUE
        if "phase" in fields:
            here = k.eq(k.elem(fields["phase"], k.field(fields["mover"])), k.int_(number))
        elif number:
            here = k.FALSE
        stmts.append(o.If(here, (profile.tally(Counter(What.PHASE, number=number)),)))
    return tuple(stmts)


_TALLIES = walk.bits(Tally)


def profile_late(program: Program, profile: Profile) -> Program:
    """The program, counting the results that come a ply too late."""
    plain = _Plain(program)
    fields: list[Field] = []
    stores: list[Stmt] = []
    counts: dict[int, Block] = {}
    for result, condition in profile.endings.items():
        body: list[Stmt] = []
        for number, part in enumerate(walk.operands(plain.without_notes(condition), Op.OR)):
            if not plain.can_be_asked_again(part):
                continue
            so, late = (Counter(what, result, number) for what in (What.SO, What.LATE))
            fields.append(Field(f"late.{profile.word(so)}", BOOL, None, False, position=False))
            stores.append(Store(fields[-1], None, part, span=result))
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
        body_ = walk.map_block(proc.body, on_stmt=counted, mask=_TALLIES)
        if proc.name == "turn":
            body_ = (*body_, *stores)
        procs.append(walk.with_body(proc, body_))
    return evolve(program, procs=tuple(procs), fields=(*program.fields, *fields))


class _Plain:
    """Conditions that can be asked again without being counted."""

    def __init__(self, program: Program) -> None:
        self._procs = {proc.name: proc for proc in program.procs}

    def without_notes(self, condition: Expr) -> Expr:
        """The condition without what counts whether its parts hold."""
        return walk.map_expr(condition, lambda e: e.args[-1] if e.op is Op.CALL and e.data == NOTING else e)

    def can_be_asked_again(self, condition: Expr) -> bool:
        """Whether it is about the state alone, and counts nothing."""
        return not walk.free_vars(condition) and self._counts_nothing(condition, set())

    def _counts_nothing(self, expr: Expr, seen: set[str]) -> bool:
        for each in walk.subexprs(expr):
            if each.op in CONSUMERS:
                return False
            if each.op is Op.CALL and isinstance(each.data, str) and each.data not in seen:
                seen.add(each.data)
                for stmt in walk.statements(self._procs[each.data].body):
                    if isinstance(stmt, Tally):
                        return False
                    if not all(self._counts_nothing(inner, seen) for inner in walk.exprs_of(stmt)):
                        return False
        return True
