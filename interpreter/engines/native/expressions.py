"""Instruction selection for expressions: from each operation of the core to what writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from gdl.core.ops import Expr, Op
from gdl.source.diagnostics import InternalError
from interpreter.engines.native import (
    boards,
    fields,
    folds,
    procedure_calls,
    scalars,
    search_intrinsics,
    sets,
)
from interpreter.engines.native.boards import Boards
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.folds import BitSlices, Folds
from interpreter.engines.native.lines import Lines
from interpreter.engines.native.predicates import Predicates
from interpreter.engines.native.procedure_calls import Consumers, ProcedureCalls
from interpreter.engines.native.reaching import Reaching
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
        self.reaching = Reaching(scope, self.sets, self.boards)
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
_F = TypeVar("_F")


def _by(
    family: Callable[[Expressions], _F], writers: Mapping[Op, Callable[[_F, Expr], str]]
) -> dict[Op, _Writer]:
    """The writers of a family, as those of all families."""

    def bound(write: Callable[[_F, Expr], str]) -> _Writer:
        return lambda to, e: write(family(to), e)

    return {op: bound(write) for op, write in writers.items()}


#: Every operation that is left when all passes are done, as its family writes it. Pieces are fields by then.
OPERATIONS: dict[Op, _Writer] = {
    **_by(lambda to: to.scalars, scalars.WRITERS),
    **_by(lambda to: to.fields, fields.WRITERS),
    **_by(lambda to: to.sets, sets.WRITERS),
    **_by(lambda to: to.folds, folds.WRITERS),
    **_by(lambda to: to.boards, boards.WRITERS),
    **_by(lambda to: to.calls, procedure_calls.WRITERS),
    **_by(lambda to: to.consumers, procedure_calls.CONSUMER_WRITERS),
    **_by(lambda to: to.searches, search_intrinsics.WRITERS),
    # a line may be recognised in these
    Op.GT: lambda to, e: to.lines.recognised(e) or to.scalars.compare(e),
    # and what is next to a group in these
    Op.SOME: lambda to, e: to.reaching.recognised(e) or to.sets.some(e),
    Op.SUBSET: lambda to, e: to.reaching.recognised(e) or to.sets.subset(e),
    Op.OR: lambda to, e: to.lines.recognised(e) or to.scalars.lazily(e),
}
