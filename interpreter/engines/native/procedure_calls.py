"""Calls of procedures and helpers; what they may write is read anew afterwards."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.intrinsics import Ask
from gdl.core.ops import INT, Do, Draw, Expr, Op, Remember
from interpreter.engines.native.scope import Family


class ProcedureCalls(Family):
    """Writes calls."""

    def call_value(self, expr: Expr) -> str:
        """CALL: a procedure that writes nothing."""
        name = self.module.function(str(expr.data))
        found = self.f.call(self.type_of(expr.type), name, [*self.context(), *self.scope.passed(expr.args)])
        self.scope.pass_on(str(expr.data))
        return found

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
        found = self.f.call(self.type_of(result), self.module.function(stmt.procedure), args)
        self.returned(stmt.procedure)
        self.scope.set(stmt.name, result, found)

    def returned(self, name: str) -> None:
        """After a procedure that may have written."""
        for field in self.module.effects.proc(name).writes:
            self.scope.forget(field)
        self.scope.pass_on(name)

    def draw(self, stmt: Draw) -> None:
        """A random number below a bound."""
        name = self.module.helper("draw")
        found = self.f.call("i64", name, [("ptr", "%C"), ("i64", self.value(stmt.bound))])
        self.scope.set(stmt.name, INT, found)

    def remember(self, stmt: Remember) -> None:
        """The present position is kept."""
        flags = ["false" if e is None else self.value(e) for e in (stmt.irreversible, stmt.turn)]
        passed = [*self.context(), *(("i1", flag) for flag in flags)]
        self.f.call("void", self.module.helper("remember"), passed)


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[ProcedureCalls, Expr], str]] = {
    Op.CALL: ProcedureCalls.call_value,
}
