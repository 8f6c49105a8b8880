"""Calls of procedures and helpers, after which what they may write is read anew; and runs of generators
inside expressions: the moves are collected or asked for, and the stacks put back.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.intrinsics import Ask
from gdl.core.ops import INT, Do, Draw, Expr, Op, Remember
from interpreter.engines.native.memory import BUNDLES_TOP, CHECKS_TOP
from interpreter.engines.native.scope import Family


class ProcedureCalls(Family):
    """Writes calls."""

    def call_value(self, expr: Expr) -> str:
        """CALL: a procedure that writes nothing."""
        name = self.module.function(str(expr.data))
        result = self.f.call(self.type_of(expr.type), name, [*self.context(), *self.scope.passed(expr.args)])
        self.scope.pass_on(str(expr.data))
        return result

    def do(self, stmt: Do) -> None:
        """Call a procedure for its effects."""
        args = self.scope.passed(stmt.args)
        self.f.call("void", self.module.function(stmt.name), [*self.context(), *args])
        self.returned(stmt.name)

    def ask(self, stmt: Ask) -> None:
        """Call a procedure for its effects and its result."""
        result = self.module.procs[stmt.procedure].result
        assert result is not None
        args = [*self.context(), *self.scope.passed(stmt.args)]
        answer = self.f.call(self.type_of(result), self.module.function(stmt.procedure), args)
        self.returned(stmt.procedure)
        self.scope.set(stmt.name, result, answer)

    def returned(self, name: str) -> None:
        """After a procedure that may have written."""
        for field in self.module.effects.proc(name).writes:
            self.scope.forget(field)
        self.scope.pass_on(name)

    def draw(self, stmt: Draw) -> None:
        """A random number below a bound."""
        name = self.module.helper("draw")
        result = self.f.call("i64", name, [("ptr", "%C"), ("i64", self.value(stmt.bound))])
        self.scope.set(stmt.name, INT, result)

    def remember(self, stmt: Remember) -> None:
        """The present position is kept."""
        flags = ["false" if e is None else self.value(e) for e in (stmt.irreversible, stmt.turn)]
        passed = [*self.context(), *(("i1", flag) for flag in flags)]
        self.f.call("void", self.module.helper("remember"), passed)


_SINKS = {Op.ANY_MOVE: "any", Op.ANY_MOVE_TO: "any_to", Op.MOVES_TO: "to", Op.COUNT_MOVES: "count"}


class Consumers(Family):
    """Writes operations that run a generator."""

    def asked(self, expr: Expr) -> str:
        """ANY_MOVE, ANY_MOVE_TO, MOVES_TO and COUNT_MOVES: the generator, compiled for that question."""
        name = self.module.function(str(expr.data), _SINKS[expr.op])
        return self.f.call(self.type_of(expr.type), name, [*self.context(), *self.scope.passed(expr.args)])

    def most(self, expr: Expr) -> str:
        """MOST: all moves are collected and valued."""
        assert isinstance(expr.data, tuple)
        args = self.scope.passed(expr.args)
        marks = self.marks()
        name = self.module.function(expr.data[0], "all")
        self.f.call("void", name, [*self.context(), ("i64", "-1"), *args])
        most = self.module.most(expr.data[1])
        result = self.f.call("i64", most, [*self.context(), ("i64", marks[0])])
        self.restore(marks)
        return result

    def marks(self) -> tuple[str, str]:
        """The tops of the stacks of bundles and checks."""
        f = self.f
        return f.load("i64", f.at("%C", BUNDLES_TOP)), f.load("i64", f.at("%C", CHECKS_TOP))

    def restore(self, marks: tuple[str, str]) -> None:
        """Put the tops of the stacks back."""
        f = self.f
        f.store("i64", marks[0], f.at("%C", BUNDLES_TOP))
        f.store("i64", marks[1], f.at("%C", CHECKS_TOP))


#: What writes each operation of the two families.
WRITERS: dict[Op, Callable[[ProcedureCalls, Expr], str]] = {
    Op.CALL: ProcedureCalls.call_value,
}
CONSUMER_WRITERS: dict[Op, Callable[[Consumers, Expr], str]] = {
    Op.ANY_MOVE: Consumers.asked,
    Op.ANY_MOVE_TO: Consumers.asked,
    Op.MOVES_TO: Consumers.asked,
    Op.COUNT_MOVES: Consumers.asked,
    Op.MOST: Consumers.most,
}
