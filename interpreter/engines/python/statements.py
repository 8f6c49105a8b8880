"""Statements of the core as Python statements, and offers for each sink.

A generator is compiled once for each sink that is used on it:

`all`     g(S, out, chk, ...)   adds bundles to the list `out`; `chk` are the checks of what is around
`any`     g(S, ...)             whether it offers a legal move; stops at the first
`any_to`  g(S, targets, ...)    ... one to the targets
`to`      g(S, ...)             the set of all destinations
`count`   g(S, ...)             how many legal moves

Where offers must be judged (Priority, Best, Narrow, Provided) in the last four, the part in question is
collected as `all` does and then looked through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import Ranges, fits
from gdl.analyses.worst_case_steps import Pace
from gdl.core import ops as o
from gdl.core.intrinsics import Ask, Begin, ListMoves, PlayMove, PlayOut, Poke, Reseed, SaveRecord, Tally
from gdl.core.ops import Block, Expr, Proc, Program, Stmt
from gdl.core.walk import assigned, statements
from gdl.source.diagnostics import InternalError
from interpreter.engines.python import runtime
from interpreter.engines.python.constants import Constants
from interpreter.engines.python.expressions import Expressions
from interpreter.engines.python.random import draw, mix
from interpreter.engines.python.writer import Names, Writer

#: What a generator gives at its end, and the local that it collects in.
RESULTS = {"any": "False", "any_to": "False", "to": "found", "count": "found"}

#: Python allows a hundred levels of indentation; from so many on choices between many things go no deeper.
DEEP = 40


class Statements(Expressions):
    """Writes the statements of one function."""

    def __init__(
        self,
        proc: Proc,
        sink: str,
        program: Program,
        ranges: Ranges,
        effects: Effects,
        pace: Pace,
        constants: Constants,
        names: Names,
        writer: Writer,
        calls: Callable[[str, str], str],
    ) -> None:
        super().__init__(proc.name, ranges, constants, names, writer)
        self.pace = pace
        self.program = program
        self.effects = effects
        self.calls = calls
        self.sink = sink
        self.out, self.checks = "out", "chk"

    def call(self, name: str, sink: str) -> str:
        """The name of the Python function of a procedure, for a sink if it is a generator."""
        return self.calls(name, sink)

    def block(self, block: Block) -> None:
        """Emit the statements of a block."""
        for stmt in block:
            self.writer.span = stmt.span
            self.stmt(stmt)

    def inner(self, block: Block) -> None:
        """Emit a block one level deeper."""
        with self.writer.indent():
            self.block(block)

    def values(self, args: tuple[Expr, ...]) -> str:
        """Further arguments of a call."""
        return "".join(f", {self.value(a)}" for a in args)

    def packed(self, args: tuple[Expr, ...]) -> str:
        """A tuple."""
        texts = [self.value(a) for a in args]
        return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"

    def stmt(self, stmt: Stmt) -> None:
        """Emit one statement."""
        emit = self.writer.emit
        match stmt:
            case o.Assign():
                text = self.value(stmt.value)
                emit(f"{self.local(stmt.name)} = {text}")
            case o.If():
                self.if_(stmt)
            case o.While():
                emit(f"for {self.temp('round')} in range({stmt.limit}):")
                with self.writer.indent():
                    self.look_in(stmt)
                    emit(f"if not {self.cond(stmt.condition)}:")
                    with self.writer.indent():
                        emit("break")
                    self.block(stmt.body)
            case o.ForSites():
                fixed = stmt.name not in set(assigned(stmt.body))
                self.each_member(stmt.name, stmt.sites, lambda: self.round(stmt), own_bit=fixed)
            case o.ForRange():
                low, high = self.value(stmt.low), self.value(stmt.high)
                outer = self.locals.get(stmt.name)
                self.locals[stmt.name] = name = self.names.fresh(stmt.name)
                emit(f"for {name} in range({low}, {high} + 1):")
                with self.writer.indent():
                    self.round(stmt)
                if outer is not None:
                    self.locals[stmt.name] = outer
            case o.Break():
                emit("break")
            case o.Continue():
                emit("continue")
            case o.Return():
                emit(f"return {self.result() if stmt.value is None else self.value(stmt.value)}".rstrip())
            case o.Do():
                emit(f"{self.call(stmt.name, '')}(S{self.values(stmt.args)})")
            case o.Draw():
                bound = self.value(stmt.bound)
                emit(f"{self.local(stmt.name)}, S.rng = {self.helper(draw)}(S.rng, {bound})")
            case o.Remember():
                flags = ["False" if f is None else self.cond(f) for f in (stmt.irreversible, stmt.turn)]
                emit(f"{self.helper(runtime.remember)}(S, {flags[0]}, {flags[1]})")
            case o.Sandbox():
                kept = self.temp("kept")
                emit(f"{kept} = S")
                emit("S = S.copy()")
                self.block(stmt.body)
                emit(f"S = {kept}")
            case o.Apply():
                self.block(stmt.body)
            case o.Snapshot():
                emit(f"{self.local(stmt.name)} = {self.slot(stmt.field)}[:]")
            case o.Restore():
                emit(f"{self.slot(stmt.field)}[:] = {self.local(stmt.name)}")
            case o.Store() | o.Adjust() | o.Include():
                self.write(stmt)
            case Ask():
                emit(f"{self.local(stmt.name)} = {self.call(stmt.procedure, '')}(S{self.values(stmt.args)})")
            case Poke() | Tally() | ListMoves() | PlayMove() | PlayOut() | Begin() | Reseed() | SaveRecord():
                self.search(stmt)
            case o.Offer():
                self.offer(stmt)
            case o.Generate():
                self.generate(stmt)
            case o.Priority() | o.Best() | o.Narrow() | o.Provided():
                self.judge(stmt)
            case _:
                raise InternalError(f"the engine does not know {type(stmt).__name__}", stmt.span)

    def search(
        self, stmt: Poke | Tally | ListMoves | PlayMove | PlayOut | Begin | Reseed | SaveRecord
    ) -> None:
        """Emit a statement of a search."""
        emit = self.writer.emit
        match stmt:
            case Poke():
                name = "poke_int" if stmt.pool.type is o.INT else "poke_float"
                emit(f"SEARCH.{name}({stmt.pool.number}, {self.value(stmt.index)}, {self.value(stmt.value)})")
            case Tally():
                emit(f"SEARCH.tally({stmt.pool.number}, {self.value(stmt.index)})")
            case ListMoves():
                listed = f"SEARCH.list_moves(S, {stmt.pool.number}, {self.value(stmt.index)})"
                emit(f"{self.local(stmt.name)} = {listed}")
            case PlayMove():
                emit(f"SEARCH.play_move(S, {stmt.pool.number}, {self.value(stmt.index)})")
            case SaveRecord():
                emit(f"SEARCH.save_record(S, {stmt.pool.number}, {self.value(stmt.index)})")
            case PlayOut():
                emit(f"{self.local(stmt.name)} = SEARCH.play_out(S, {self.value(stmt.limit)})")
            case Begin():
                emit("SEARCH.begin(S)")
            case Reseed():
                emit(f"S.rng = {self.helper(mix)}({self.value(stmt.seed)}, {self.value(stmt.number)})")

    def look_in(self, loop: Stmt | Expr) -> None:
        """Emit a look whether to stop, where the loop may take long."""
        super().look_in(loop)
        if self.sink == "all" and isinstance(loop, Stmt) and self.pace.polls(loop):
            self.writer.emit(f"{self.helper(runtime.find_room)}({self.out})")

    def round(self, loop: o.ForSites | o.ForRange) -> None:
        """The body of a loop."""
        self.look_in(loop)
        self.body(loop.body)

    def body(self, block: Block) -> None:
        """A block that must not be empty in Python."""
        before = len(self.writer.lines)
        self.block(block)
        if len(self.writer.lines) == before:
            self.writer.emit("pass")

    def if_(self, stmt: o.If) -> None:
        """Emit a choice."""
        self.writer.emit(f"if {self.cond(stmt.condition)}:")
        self.inner(stmt.then)
        if not stmt.otherwise:
            return
        if self.alone(stmt.otherwise):
            self.elif_(cast(o.If, stmt.otherwise[0]))
            return
        self.writer.emit("else:")
        self.inner(stmt.otherwise)

    def elif_(self, stmt: o.If) -> None:
        """Emit a choice that is all there is to do otherwise, no deeper where its condition is one line."""
        while True:
            with self.writer.capture() as before:
                condition = self.cond(stmt.condition)
            if before:
                self.writer.emit("else:")
                self.inner((stmt,))
                return
            self.writer.emit(f"elif {condition}:")
            self.inner(stmt.then)
            if not (stmt.otherwise and self.alone(stmt.otherwise)):
                break
            stmt = cast(o.If, stmt.otherwise[0])
        if stmt.otherwise:
            self.writer.emit("else:")
            self.inner(stmt.otherwise)

    def alone(self, block: Block) -> bool:
        """Whether a block is one choice, so deep in others that it is not to stand deeper still."""
        return self.writer.depth >= DEEP and len(block) == 1 and isinstance(block[0], o.If)

    def result(self) -> str:
        """What a function returns that has come to its end."""
        return RESULTS.get(self.sink, "")

    # --- fields ---------------------------------------------------------------------------------------

    def write(self, stmt: o.Store | o.Adjust | o.Include) -> None:
        """Emit a write to a field; to an array only where the index is inside."""
        target, field = f"S.{self.slots[stmt.field]}", stmt.field
        change = self.change(stmt, target if stmt.index is None else None)
        if stmt.index is None:
            self.writer.emit(f"{target} {change}")
            return
        array, length = self.slot(field), field.length
        assert length is not None
        text = self.value(stmt.index)
        low, high = self.range(stmt.index)
        if low >= 0 and high < length:
            self.writer.emit(f"{array}[{text}] {self.change(stmt, f'{array}[{text}]')}")
            return
        index = self.atom(text)
        self.writer.emit(f"if {self.guard(index, low, high, length)}:")
        with self.writer.indent():
            self.writer.emit(f"{array}[{index}] {self.change(stmt, f'{array}[{index}]')}")

    def guard(self, index: str, low: int, high: int, length: int) -> str:
        """The condition that an index, known to be from `low` to `high`, is inside."""
        if high < length:
            return f"{index} >= 0"
        return f"{index} < {length}" if low >= 0 else f"0 <= {index} < {length}"

    def change(self, stmt: o.Store | o.Adjust | o.Include, target: str | None) -> str:
        """The operator and the value of an assignment."""
        if target is None:
            return ""
        match stmt:
            case o.Store():
                return f"= {self.value(stmt.value)}"
            case o.Adjust():
                delta = self.value(stmt.delta)
                if stmt.field.type is o.INT:
                    before, by = self.ranges.key(stmt.field) or (0, 0), self.range(stmt.delta)
                    if not fits((before[0] + by[0], before[1] + by[1])):
                        return f"= {self.helper(runtime.wrap)}({target} + {delta})"
                return f"+= {delta}"
            case o.Include():
                sites = self.value(stmt.sites)
                return f"|= {sites}" if stmt.present else f"&= ~{sites}"

    # --- offers ---------------------------------------------------------------------------------------

    def offer(self, stmt: o.Offer) -> None:
        """Emit an offer of moves to the present sink."""
        emit, sites = self.writer.emit, self.value(stmt.sites)
        match self.sink:
            case "all":
                name = self.temp("to")
                emit(f"if {name} := {sites}:")
                with self.writer.indent():
                    emit(f"{self.out}.append(({stmt.kind}, {self.packed(stmt.args)}, {name}, {self.checks}))")
            case "any":
                emit(f"if {sites}:")
                with self.writer.indent():
                    emit("return True")
            case "any_to":
                emit(f"if {sites} & targets:")
                with self.writer.indent():
                    emit("return True")
            case "to":
                emit(f"found |= {sites}")
            case "count":
                emit(f"found += ({sites}).bit_count()")

    def generate(self, stmt: o.Generate) -> None:
        """Emit a call of another generator with the present sink."""
        emit, name, values = self.writer.emit, self.call(stmt.name, self.sink), self.values(stmt.args)
        match self.sink:
            case "all":
                emit(f"{name}(S, {self.out}, {self.checks}{values})")
            case "to":
                emit(f"found |= {name}(S{values})")
            case "count":
                emit(f"found += {name}(S{values})")
            case _:
                emit(f"if {name}(S{', targets' if self.sink == 'any_to' else ''}{values}):")
                with self.writer.indent():
                    emit("return True")

    def judge(self, stmt: o.Priority | o.Best | o.Narrow | o.Provided) -> None:
        """Offers that depend on other offers or on what-if."""
        if self.sink == "any" and isinstance(stmt, o.Priority):
            for body in stmt.bodies:  # there is a legal move in the first that has one iff in any
                self.block(body)
        elif self.sink == "any" and isinstance(stmt, o.Best | o.Narrow):
            self.block(stmt.body)
        elif self.sink != "all":
            self.collected(stmt)
        elif isinstance(stmt, o.Priority):
            self.priority(stmt.bodies)
        elif isinstance(stmt, o.Best | o.Narrow):
            out, judge = self.out, self.call(stmt.value if isinstance(stmt, o.Best) else stmt.keep, "")
            self.out = self.temp("out")
            self.writer.emit(f"{self.out} = []")
            args = self.packed(stmt.args)
            self.block(stmt.body)
            given = f"S, {self.out}, {judge}, {args}"
            chosen = (
                f"OFFERS.best({given}, {self.checks})"
                if isinstance(stmt, o.Best)
                else f"OFFERS.narrowed({given})"
            )
            self.writer.emit(f"{out}.extend({chosen})")
            self.out = out
        else:
            outer = self.checks
            self.checks = self.temp("chk")
            check = self.call(stmt.check, "")
            self.writer.emit(f"{self.checks} = ({check}, {self.packed(stmt.args)}, {outer})")
            self.block(stmt.body)
            self.checks = outer

    def priority(self, bodies: tuple[Block, ...]) -> None:
        """Body after body until one offers a legal move."""
        first = bodies[0] if bodies else ()
        if len(bodies) < 2:
            self.block(first)
            return
        start, out = self.temp("start"), self.out
        self.writer.emit(f"{start} = len({out})")
        self.block(first)
        if self.may_check(first):
            self.writer.emit(f"if not OFFERS.any(S, {out}, {self.checks}, {start}):")
            with self.writer.indent():
                self.writer.emit(f"del {out}[{start}:]")
                self.priority(bodies[1:])
        else:
            self.writer.emit(f"if len({out}) == {start}:")
            with self.writer.indent():
                self.priority(bodies[1:])

    def may_check(self, block: Block) -> bool:
        """Whether offers made there can have checks."""
        for stmt in statements(block):
            if isinstance(stmt, o.Provided):
                return True
            if isinstance(stmt, o.Generate):
                for name in self.effects.reached(stmt.name):
                    proc = self.effects.procs[name]
                    if proc.generator and any(isinstance(s, o.Provided) for s in statements(proc.body)):
                        return True
        return False

    def collected(self, stmt: Stmt) -> None:
        """Collect the offers, then look through them for the present sink."""
        sink, out, checks, emit = self.sink, self.out, self.checks, self.writer.emit
        self.sink, self.out, self.checks = "all", self.temp("out"), "None"
        emit(f"{self.out} = []")
        self.stmt(stmt)
        collected = self.out
        self.sink, self.out, self.checks = sink, out, checks
        match sink:
            case "any":
                emit(f"if OFFERS.any(S, {collected}, None):")
            case "any_to":
                emit(f"if OFFERS.any_to(S, {collected}, targets):")
            case "to":
                emit(f"found |= OFFERS.to(S, {collected})")
            case "count":
                emit(f"found += OFFERS.count(S, {collected})")
        if sink.startswith("any"):
            with self.writer.indent():
                emit("return True")


def cached_fields(proc: Proc, effects: Effects, reads: dict[o.Field, int]) -> list[o.Field]:
    """The fields worth a local: read more than once and not replaced while the function runs.

    Arrays are changed in place, so their lists stay the same, except that a sandbox has its own.
    """
    touched = effects.block(proc.body)
    sandboxes = any(isinstance(s, o.Sandbox) for s in statements(proc.body))
    chosen = []
    for field, count in reads.items():
        moves = field in touched.writes and (field.length is None or sandboxes)
        if count > 1 and not moves:
            chosen.append(field)
    return chosen
