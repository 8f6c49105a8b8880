"""Instruction selection for expressions: from each operation of the core to what writes it."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.internal_error import InternalError
from gdl.core.ops import Expr, Op
from interpreter.engines.native.bit_slicing import BitSlices
from interpreter.engines.native.boards import Boards
from interpreter.engines.native.consumers import Consumers
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.folds import Folds
from interpreter.engines.native.lines import Lines
from interpreter.engines.native.predicates import Predicates
from interpreter.engines.native.procedure_calls import ProcedureCalls
from interpreter.engines.native.scalars import Scalars
from interpreter.engines.native.scope import Scope
from interpreter.engines.native.search_intrinsics import SearchIntrinsics
from interpreter.engines.native.sets import Sets


class Expressions:
    """The families that write the expressions of one function."""

    def __init__(self, scope: Scope) -> None:
        scope.value = self.value
        self.fields = Fields(scope)
        self.scalars = Scalars(scope)
        self.sets = Sets(scope, self.fields)
        self.boards = Boards(scope, self.fields, self.sets)
        self.lines = Lines(scope, self.fields, self.sets)
        self.predicates = Predicates(scope, self.fields, self.sets, self.boards)
        self.slices = BitSlices(scope, self.sets, self.boards, self.predicates)
        self.folds = Folds(scope, self.sets, self.boards, self.predicates, self.slices)
        self.calls = ProcedureCalls(scope)
        self.consumers = Consumers(scope)
        self.searches = SearchIntrinsics(scope)

    def value(self, expr: Expr) -> str:
        """The operand that holds an expression's value."""
        write = OPERATIONS.get(expr.op)
        if write is None:
            raise InternalError(f"the engine does not know {expr.op.name}")
        return write(self, expr)


#: What writes an operation.
_Writer = Callable[[Expressions, Expr], str]

_ARITHMETIC: _Writer = lambda to, e: to.scalars.arithmetic(e)  # noqa: E731
_COMPARE: _Writer = lambda to, e: to.scalars.compare(e)  # noqa: E731
_ALGEBRA: _Writer = lambda to, e: to.sets.algebra(e)  # noqa: E731
_LOOP: _Writer = lambda to, e: to.folds.loop(e)  # noqa: E731
_ASKED: _Writer = lambda to, e: to.consumers.asked(e)  # noqa: E731

#: Every operation that is left when all passes are done. Pieces are fields by then.
OPERATIONS: dict[Op, _Writer] = {
    Op.CONST: lambda to, e: to.scalars.constant(e),
    Op.VAR: lambda to, e: to.scalars.variable(e),
    Op.FIELD: lambda to, e: to.fields.of_field(e),
    Op.ELEM: lambda to, e: to.fields.of_element(e),
    Op.TABLE: lambda to, e: to.fields.of_table(e),
    Op.OLD_ELEM: lambda to, e: to.fields.old_element(e),
    Op.ADD: _ARITHMETIC,
    Op.SUB: _ARITHMETIC,
    Op.MUL: _ARITHMETIC,
    Op.DIV: _ARITHMETIC,
    Op.MOD: _ARITHMETIC,
    Op.POW: _ARITHMETIC,
    Op.NEG: _ARITHMETIC,
    Op.ABS: _ARITHMETIC,
    Op.MIN: _ARITHMETIC,
    Op.MAX: _ARITHMETIC,
    Op.TO_FLOAT: _ARITHMETIC,
    Op.TO_INT: _ARITHMETIC,
    Op.SIN: _ARITHMETIC,
    Op.COS: _ARITHMETIC,
    Op.TAN: _ARITHMETIC,
    Op.EXP: _ARITHMETIC,
    Op.LOG: _ARITHMETIC,
    Op.LOG10: _ARITHMETIC,
    Op.SQRT: _ARITHMETIC,
    Op.EQ: _COMPARE,
    Op.NE: _COMPARE,
    Op.LT: _COMPARE,
    Op.LE: _COMPARE,
    Op.GT: lambda to, e: to.lines.recognised(e) or to.scalars.compare(e),
    Op.GE: _COMPARE,
    Op.AND: lambda to, e: to.scalars.lazily(e),
    Op.OR: lambda to, e: to.lines.recognised(e) or to.scalars.lazily(e),
    Op.XOR: lambda to, e: to.scalars.different(e),
    Op.NOT: lambda to, e: to.scalars.negated(e),
    Op.SELECT: lambda to, e: to.scalars.select(e),
    Op.ONE: lambda to, e: to.sets.one(e.args[0]),
    Op.UNION: _ALGEBRA,
    Op.INTER: _ALGEBRA,
    Op.DIFF: _ALGEBRA,
    Op.HAS: lambda to, e: to.sets.has(e.args[0], e.args[1]),
    Op.SUBSET: lambda to, e: to.sets.subset(e),
    Op.SOME: lambda to, e: to.sets.some(e),
    Op.SIZE: lambda to, e: to.sets.size(to.value(e.args[0])),
    Op.NTH: lambda to, e: to.sets.chosen(e),
    Op.LAST: lambda to, e: to.sets.last(to.value(e.args[0])),
    Op.FILTER: _LOOP,
    Op.EXISTS: _LOOP,
    Op.SUM: _LOOP,
    Op.GATHER: _LOOP,
    Op.GREATEST: _LOOP,
    Op.IMAGE: lambda to, e: to.boards.image(e),
    Op.RAY: lambda to, e: to.boards.ray(e),
    Op.FILL: lambda to, e: to.boards.fill(e),
    Op.RUN: lambda to, e: to.boards.run(e),
    Op.FLOOD: lambda to, e: to.boards.flood(e),
    Op.REPEATS: lambda to, e: to.boards.repeats(e),
    Op.CALL: lambda to, e: to.calls.call_value(e),
    Op.ANY_MOVE: _ASKED,
    Op.ANY_MOVE_TO: _ASKED,
    Op.MOVES_TO: _ASKED,
    Op.COUNT_MOVES: _ASKED,
    Op.MOST: lambda to, e: to.consumers.most(e),
    Op.PEEK: lambda to, e: to.searches.peek(e),
    Op.ROOM: lambda to, e: to.searches.room(e),
    Op.STOPPED: lambda to, _: to.searches.stopped(),
    Op.FINGERPRINT: lambda to, e: to.searches.fingerprint(e),
}
