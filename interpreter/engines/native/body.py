"""Code generation for procedures: from each kind of statement to what writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.analyses.worst_case_steps import ENDLESS
from gdl.core import ops as o
from gdl.core.intrinsics import (
    Ask,
    Begin,
    ListMoves,
    PlayMove,
    PlayOut,
    Poke,
    Reseed,
    SaveRecord,
    Tally,
)
from gdl.core.ops import Block, Expr, ForRange, ForSites, If, Op, Proc, Stmt, Store, While
from gdl.core.walk import assigned, statements
from gdl.source.diagnostics import InternalError
from interpreter.engines.native.expressions import Expressions
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.memory import ERROR, STACK_END, TOO_DEEP
from interpreter.engines.native.module import Module
from interpreter.engines.native.offers import Offers
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.slots import Slots
from interpreter.engines.native.trying import Sandboxes
from interpreter.engines.native.writer import FunctionWriter
from interpreter.engines.native.writes import Writes

_ZERO = {o.INT: "0", o.BOOL: "false", o.FLOAT: "0.0", o.SITES: "0"}


class Body:
    """Writes one procedure, for one sink where it is a generator.

    `in_slots`: it is `moves`, as a random ply wants it.
    """

    def __init__(
        self, module: Module, writer: FunctionWriter, source: Proc, sink: str, in_slots: bool = False
    ) -> None:
        self.f = writer
        self.source = source
        self.scope = scope = Scope(module, writer, source.name)
        to = Expressions(scope)
        self.calls, self.searches = to.calls, to.searches
        self.control = Control(scope, to.fields, to.sets, self.block)
        self.writes = Writes(scope, to.fields, to.sets)
        self.sandboxes = Sandboxes(scope, self.block)
        self.slots = Slots(scope, to.sets, self.block)
        self.offers: Offers | Slots = self.slots
        if not in_slots:
            self.offers = Offers(scope, to.sets, to.consumers, self.sandboxes, self.block, source, sink)

    def write_procedure(self) -> None:
        """The whole body."""
        for number, param in enumerate(self.source.params):
            self.scope.set(param.name, param.type, f"%p{number}")
        self.offers.begin()
        if self.scope.module.recursive(self.source.name):
            self.guard_stack()
        self.block(self.source.body)
        if self.f.reached and self.source.result is None:
            self.offers.leave(None)

    def guard_stack(self) -> None:
        """What calls itself stops before the thread's stack is full."""
        f = self.f
        frame = f.call("ptr", "llvm.frameaddress.p0", [("i32", "0")], "")
        here = f.op(f"ptrtoint ptr {frame} to i64")
        end = f.load("i64", f.at("%C", STACK_END))
        deep, good = f.name_of("deep"), f.name_of("good")
        f.branch(f.op(f"icmp ult i64 {here}, {end}"), deep, good, likely=False)
        f.label(deep)
        f.store("i64", str(TOO_DEEP), f.at("%C", ERROR))
        self.offers.leave(None if self.source.result is None else _ZERO[self.source.result])
        f.label(good)
        if self.scope.module.pace.recursive(self.source.name):
            self.scope.look()

    def block(self, block: Block) -> None:
        """Some statements, one after the other."""
        around = self.scope.around
        for stmt in block:
            write = STATEMENTS.get(type(stmt))
            if write is None:
                raise InternalError(f"the engine does not know {type(stmt).__name__}", stmt.span)
            around.append(stmt)
            write(self, stmt)
            around.pop()

    def return_(self, stmt: o.Return) -> None:
        """Leave the function; what is outside the record is as it was before any sandbox."""
        value = None if stmt.value is None else self.scope.value(stmt.value)
        if self.sandboxes.kept:
            self.sandboxes.give_back(self.sandboxes.kept[0])
        self.offers.leave(value)


_WRITE: Callable[[Body, Any], None] = lambda to, s: to.writes.write(s)  # noqa: E731
_COPY: Callable[[Body, Any], None] = lambda to, s: to.writes.copy_array(s)  # noqa: E731
_JUDGE: Callable[[Body, Any], None] = lambda to, s: to.offers.judge(s)  # noqa: E731

#: Every kind of statement that is left when all passes are done. Pieces are fields by then.
STATEMENTS: dict[type[Stmt], Callable[[Body, Any], None]] = {
    o.Assign: lambda to, s: to.writes.assign(s),
    o.Store: _WRITE,
    o.Adjust: _WRITE,
    o.Include: _WRITE,
    o.Snapshot: _COPY,
    o.Restore: _COPY,
    o.If: lambda to, s: to.control.if_(s),
    o.While: lambda to, s: to.control.while_(s),
    o.ForSites: lambda to, s: to.control.for_sites(s),
    o.ForRange: lambda to, s: to.control.for_range(s),
    o.Break: lambda to, _: to.control.break_(),
    o.Continue: lambda to, _: to.control.continue_(),
    o.Return: lambda to, s: to.return_(s),
    o.Do: lambda to, s: to.calls.do(s),
    Ask: lambda to, s: to.calls.ask(s),
    o.Draw: lambda to, s: to.calls.draw(s),
    o.Remember: lambda to, s: to.calls.remember(s),
    o.Sandbox: lambda to, s: to.sandboxes.sandbox(s),
    o.Apply: lambda to, s: to.block(s.body),
    o.Offer: lambda to, s: to.offers.offer(s),
    o.Generate: lambda to, s: to.offers.generate(s),
    o.Priority: _JUDGE,
    o.Best: _JUDGE,
    o.Narrow: _JUDGE,
    o.Provided: _JUDGE,
    Poke: lambda to, s: to.searches.poke(s),
    Tally: lambda to, s: to.searches.tally(s),
    ListMoves: lambda to, s: to.searches.list_moves(s),
    PlayMove: lambda to, s: to.searches.play_move(s),
    SaveRecord: lambda to, s: to.searches.save_record(s),
    PlayOut: lambda to, s: to.searches.play_out(s),
    Begin: lambda to, _: to.searches.begin(),
    Reseed: lambda to, s: to.searches.reseed(s),
}


class Control(Family):
    """Writes branches and loops."""

    def __init__(self, scope: Scope, fields: Fields, sets: Sets, block: Callable[[Block], None]) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets
        self.block = block
        #: where Continue and Break of the innermost loop go
        self.loops: list[tuple[str, str]] = []

    def break_(self) -> None:
        """Leave the innermost loop."""
        self.f.jump(self.loops[-1][1])

    def continue_(self) -> None:
        """Go on with the innermost loop."""
        self.f.jump(self.loops[-1][0])

    def if_(self, stmt: If) -> None:
        """A branch; ends of games are unlikely."""
        f = self.f
        then, otherwise, done = f.name_of("then"), f.name_of("else"), f.name_of("endif")
        likely = False if not stmt.otherwise and self.ends_game(stmt.then) else None
        f.branch(self.value(stmt.condition), then, otherwise if stmt.otherwise else done, likely=likely)
        f.label(then)
        with self.scope.conditional():
            self.block(stmt.then)
        f.jump(done)
        if stmt.otherwise:
            f.label(otherwise)
            with self.scope.conditional():
                self.block(stmt.otherwise)
            f.jump(done)
        f.label(done)

    def ends_game(self, block: Block) -> bool:
        """Whether the game ends in a block: that comes once in a game."""
        over = self.module.field("over")
        return any(isinstance(s, Store) and s.field is over for s in statements(block))

    @contextmanager
    def looping(self, body: Block, go_on: str, done: str) -> Iterator[None]:
        """Inside a loop: what its body writes may have changed whenever it begins again."""
        self.forget_written(body)
        self.loops.append((go_on, done))
        with self.scope.conditional():
            yield
        self.loops.pop()

    def forget_written(self, body: Block) -> None:
        """What a block may write is read anew."""
        for field in self.module.written(body):
            self.scope.forget(field)

    def while_(self, stmt: While) -> None:
        """A loop with a condition and a limit."""
        f = self.f
        counted = stmt.limit < ENDLESS
        rounds = f.alloca("i64") if counted else ""
        if counted:
            f.store("i64", "0", rounds)
        head, test, body, done = (f.name_of(n) for n in ("while", "test", "body", "done"))
        self.forget_written(stmt.body)
        f.label(head)
        if counted:
            number = f.load("i64", rounds)
            f.branch(f.op(f"icmp ult i64 {number}, {max(stmt.limit, 0)}"), test, done)
            f.label(test)
            f.store("i64", f.op(f"add i64 {number}, 1"), rounds)
        self.scope.look_in(stmt)
        with self.looping(stmt.body, head, done):
            f.branch(self.value(stmt.condition), body, done)
            f.label(body)
            self.block(stmt.body)
        f.jump(head)
        f.label(done)

    def for_sites(self, stmt: ForSites) -> None:
        """A loop over the members of a set."""
        if stmt.sites.op is Op.ONE:
            self.for_one(stmt, stmt.sites.args[0])
            return
        value = self.value(stmt.sites)
        changes = stmt.name in set(assigned(stmt.body))
        self.forget_written(stmt.body)
        with self.sets.members(value) as (site, go_on, done):
            self.scope.look_in(stmt)
            with self.scope.bound(stmt.name, site, changes), self.looping(stmt.body, go_on, done):
                self.block(stmt.body)

    def for_one(self, stmt: ForSites, site: Expr) -> None:
        """The members of a set of one, or none: no loop."""
        f = self.f
        value = self.value(site)
        guard = self.fields.guard(site, value, self.sites)
        body, done = f.name_of("only"), f.name_of("done")
        if guard is not None:
            f.branch(guard, body, done)
        f.label(body)
        changes = stmt.name in set(assigned(stmt.body))
        with self.scope.bound(stmt.name, value, changes), self.looping(stmt.body, done, done):
            self.block(stmt.body)
        f.label(done)

    def for_range(self, stmt: ForRange) -> None:
        """A loop over numbers, both ends included."""
        f = self.f
        low, high = self.value(stmt.low), self.value(stmt.high)
        counter = f.alloca("i64")
        f.store("i64", low, counter)
        body, step, onward, done = (f.name_of(n) for n in ("each", "next", "onward", "done"))
        self.forget_written(stmt.body)
        f.branch(f.op(f"icmp sle i64 {low}, {high}"), body, done)
        f.label(body)
        number = f.load("i64", counter)
        self.scope.look_in(stmt)
        changes = stmt.name in set(assigned(stmt.body))
        with self.scope.bound(stmt.name, number, changes), self.looping(stmt.body, step, done):
            self.block(stmt.body)
        f.label(step)
        # not past the greatest number there is
        f.branch(f.op(f"icmp slt i64 {number}, {high}"), onward, done)
        f.label(onward)
        f.store("i64", f.op(f"add i64 {number}, 1"), counter)
        f.jump(body)
        f.label(done)
