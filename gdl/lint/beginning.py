"""The starting position, by running the rules that set it up (partial evaluation of `start`).

    drawn = draw below 4            not known: it is forgotten what the locals and fields are that
    @red |= cells[drawn]            hang on it
    for s in {0-7}: put 1 at s      known, whatever was drawn

Where chance decides what stands where, nothing is told.
"""

from __future__ import annotations

from typing import Any

from gdl.analyses.mod_ref import Effects
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.arithmetic import as_bits, members
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.core.walk import assigned, bits, map_expr, op_mask
from gdl.source.text import Span
from gdl.support.values import define, field

_MOST_ROUNDS = 10_000
#: What changes what stands where, and what is done next.
_PLACING = bits(o.Put, o.Push, o.Take, o.TakeLevel, o.MovePiece, o.MoveLevels, o.Apply, o.Restore, o.Sandbox)
_DECIDING = _PLACING | bits(o.Break, o.Continue, o.Return)


@define
class Beginning:
    """What stands where at the start."""

    #: by site the components there, from the bottom
    pieces: dict[int, list[int]] = field(factory=dict)
    #: by site how many
    counts: dict[int, int] = field(factory=dict)
    #: by the rule's place the sites where it put a piece, and those that it found occupied
    placed: dict[Span, set[int]] = field(factory=dict)
    dropped: dict[Span, set[int]] = field(factory=dict)
    #: by field (and index of its element) what it is set to
    fields: dict[tuple[o.Field, int | None], Any] = field(factory=dict)
    #: by site the place of the rule that put the first piece there
    first: dict[int, Span] = field(factory=dict)

    def sites(self, *components: int) -> int:
        """Where these components stand, as bits."""
        return as_bits(site for site, there in self.pieces.items() if set(components) & set(there))

    def number(self, *components: int) -> int:
        """How many pieces of these components there are."""
        return sum(
            self.counts.get(site, 1) if len(there) == 1 else sum(c in components for c in there)
            for site, there in self.pieces.items()
            if set(components) & set(there)
        )


def beginning_of(program: Program) -> Beginning | None:
    """The starting position; None where chance, or what else is not known before, decides of pieces."""
    running = _Running(program)
    try:
        running.block(running.procs["start"].body, {})
    except (NotConstant, RecursionError):
        return None
    return running.beginning


class _Running:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.procs = {proc.name: proc for proc in program.procs}
        self.beginning = Beginning()
        self.rounds = 0
        self.effects = Effects(program)
        #: the fields of which more is set than is kept here
        self.unknown: set[o.Field] = set()

    def block(self, block: Block, env: dict[str, Any]) -> None:
        for stmt in block:
            self.stmt(stmt, env)

    def stmt(self, stmt: Stmt, env: dict[str, Any]) -> None:
        self.rounds += 1
        if self.rounds > _MOST_ROUNDS:
            raise NotConstant
        try:
            self.run(stmt, env)
        except NotConstant:
            if self.moves_pieces((stmt,)):
                raise
            self.unknown |= self.effects.block((stmt,)).writes
            for name in assigned((stmt,)):
                env.pop(name, None)

    def moves_pieces(self, block: Block) -> bool:
        """Whether a block, or what it calls, may change what stands where, or leave what is around it."""
        called = self.effects.called(block)
        return bool(op_mask(block) & _DECIDING) or any(
            op_mask(self.procs[each].body) & _PLACING  # it is left alone by what it returns
            for name in called
            for each in self.effects.reached(name)
        )

    def run(self, stmt: Stmt, env: dict[str, Any]) -> None:
        match stmt:
            case o.Put() | o.Push():
                self.put(stmt, env)
            case o.If():
                holds = self.value(stmt.condition, env)
                if not holds and stmt.condition.op is Op.NOT and not stmt.otherwise:
                    self.note_dropped(stmt, env)
                self.block(stmt.then if holds else stmt.otherwise, env)
            case o.ForSites():
                for site in members(int(self.value(stmt.sites, env))):
                    self.block(stmt.body, {**env, stmt.name: site})
            case o.ForRange():
                for each in range(int(self.value(stmt.low, env)), int(self.value(stmt.high, env)) + 1):
                    self.block(stmt.body, {**env, stmt.name: each})
            case o.Assign():
                try:
                    env[stmt.name] = self.value(stmt.value, env)
                except NotConstant:
                    env.pop(stmt.name, None)
            case o.Simultaneous():
                self.block(stmt.body, env)
            case o.Do():
                proc = self.procs[stmt.name]
                args = [self.value(arg, env) for arg in stmt.args]
                self.block(proc.body, dict(zip((p.name for p in proc.params), args, strict=True)))
            case o.Store():
                index = None if stmt.index is None else int(self.value(stmt.index, env))
                self.beginning.fields[stmt.field, index] = self.value(stmt.value, env)
            case o.Adjust() | o.Include():
                self.unknown.add(stmt.field)
            case o.Remember() | o.SetAt():
                pass  # says nothing of what stands where
            case _:
                raise NotConstant

    def put(self, stmt: o.Put | o.Push, env: dict[str, Any]) -> None:
        site, what = int(self.value(stmt.site, env)), int(self.value(stmt.what, env))
        if not 0 <= site < self.program.sites:
            return
        there = self.beginning.pieces.setdefault(site, [])
        if isinstance(stmt, o.Put):
            there[:] = [what]
            if stmt.count is not None:
                self.beginning.counts[site] = int(self.value(stmt.count, env))
        else:
            there.append(what)
        self.beginning.placed.setdefault(stmt.span, set()).add(site)
        self.beginning.first.setdefault(site, stmt.span)

    def note_dropped(self, stmt: o.If, env: dict[str, Any]) -> None:
        """A piece that was to be put on a site that is occupied."""
        for inner in stmt.then:
            if isinstance(inner, o.Put):
                self.beginning.dropped.setdefault(inner.span, set()).add(int(self.value(inner.site, env)))

    def value(self, expr: Expr, env: dict[str, Any]) -> Any:
        """The value of an expression in the position as it is so far."""

        return evaluate(map_expr(expr, self._known), env, self.program.sites, self.procs)

    def _known(self, e: Expr) -> Expr:
        """A question about the position as the answer to it."""
        owners = self.program.owners
        if e.op is not Op.VAR and any(arg.op is not Op.CONST for arg in e.args):
            return e
        number = e.args[0].data if e.args else None
        match e.op:
            case Op.OCCUPIED:
                return k.sites_(as_bits(self.beginning.pieces))
            case Op.OWNED | Op.OF_KIND:
                meant = [c for c in range(len(owners)) if number == (owners[c] if e.op is Op.OWNED else c)]
                return k.sites_(self.beginning.sites(*meant))
            case Op.WHAT | Op.WHO if isinstance(number, int):
                top = (self.beginning.pieces.get(number) or [0])[-1]
                return k.int_(top if e.op is Op.WHAT else owners[top] if top else 0)
            case Op.FIELD | Op.ELEM if isinstance(e.data, o.Field) and e.data not in self.unknown:
                index = number if e.op is Op.ELEM else None
                key = e.data, index if isinstance(index, int) else None
                value = self.beginning.fields.get(key, e.data.initial)
                if e.type is o.SITES and isinstance(value, bool | float):
                    return e
                return Expr(Op.CONST, e.type, data=value)
        return e

    # --- the first moves ------------------------------------------------------------------------------

    def offers(self, block: Block, env: dict[str, Any]) -> bool:
        """Does a block of a generator offer any move in this position?"""
        return any(self._offers(stmt, env) for stmt in block)

    def _offers(self, stmt: Stmt, env: dict[str, Any]) -> bool:
        self.rounds += 1
        if self.rounds > _MOST_ROUNDS:
            raise NotConstant
        match stmt:
            case o.Offer():
                return bool(self.value(stmt.sites, env))
            case o.Assign():
                env[stmt.name] = self.value(stmt.value, env)
                return False
            case o.If():
                return self.offers(stmt.then if self.value(stmt.condition, env) else stmt.otherwise, env)
            case o.ForSites():
                sites = members(int(self.value(stmt.sites, env)))
                return any(self.offers(stmt.body, {**env, stmt.name: site}) for site in sites)
            case o.Generate():
                proc = self.procs[stmt.name]
                given = [self.value(arg, env) for arg in stmt.args]
                return self.offers(proc.body, dict(zip((p.name for p in proc.params), given, strict=True)))
            case o.Priority():
                return any(self.offers(body, dict(env)) for body in stmt.bodies)
        raise NotConstant


def can_begin(program: Program) -> bool | None:
    """Has the first player a move at the start? None where that is not known before."""
    running = _Running(program)
    if running.procs["chance"].body:
        return None  # dice are rolled before
    try:
        running.block(running.procs["start"].body, {})
        running.rounds = 0
        return running.offers(running.procs["moves"].body, {})
    except (NotConstant, RecursionError):
        return None


def holds_at_start(program: Program, condition: Expr) -> bool | None:
    """Does a condition hold at the start, before anything is played?"""
    running = _Running(program)
    try:
        running.block(running.procs["start"].body, {})
        return bool(running.value(condition, {}))
    except (NotConstant, RecursionError):
        return None
