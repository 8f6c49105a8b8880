"""Code generation for procedures: from each kind of statement to what writes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.core import ops as o
from gdl.core.intrinsics import Ask, ListMoves, PlayMove, PlayOut, Poke, Reseed, Tally
from gdl.core.ops import Block, Proc, Stmt
from gdl.source.diagnostics import InternalError
from interpreter.engines.native.control import Control
from interpreter.engines.native.expressions import Expressions
from interpreter.engines.native.memory import ERROR, STACK_END, TOO_DEEP
from interpreter.engines.native.module import Module
from interpreter.engines.native.offers import Offers
from interpreter.engines.native.sandboxes import Sandboxes
from interpreter.engines.native.scope import Scope
from interpreter.engines.native.slots import Slots
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
    PlayOut: lambda to, s: to.searches.play_out(s),
    Reseed: lambda to, s: to.searches.reseed(s),
}
