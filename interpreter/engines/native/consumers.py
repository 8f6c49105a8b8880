"""Runs of generators inside expressions: the moves are collected or asked for, and the stacks put back."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import Expr, Op
from interpreter.engines.native.memory import BUNDLES_TOP, CHECKS_TOP
from interpreter.engines.native.scope import Family

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
        found = self.f.call("i64", most, [*self.context(), ("i64", marks[0])])
        self.restore(marks)
        return found

    def marks(self) -> tuple[str, str]:
        """The tops of the stacks of bundles and checks."""
        f = self.f
        return f.load("i64", f.at("%C", BUNDLES_TOP)), f.load("i64", f.at("%C", CHECKS_TOP))

    def restore(self, marks: tuple[str, str]) -> None:
        """Put the tops of the stacks back."""
        f = self.f
        f.store("i64", marks[0], f.at("%C", BUNDLES_TOP))
        f.store("i64", marks[1], f.at("%C", CHECKS_TOP))


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[Consumers, Expr], str]] = {
    Op.ANY_MOVE: Consumers.asked,
    Op.ANY_MOVE_TO: Consumers.asked,
    Op.MOVES_TO: Consumers.asked,
    Op.COUNT_MOVES: Consumers.asked,
    Op.MOST: Consumers.most,
}
