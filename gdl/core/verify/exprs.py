"""Checks expressions: the types of arguments, what constants stand for, calls."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from gdl.core import ops as o
from gdl.core.arithmetic import fits
from gdl.core.exprs import show_expr
from gdl.core.intrinsics import Pool
from gdl.core.operations import TABLE_TYPES, TYPES
from gdl.core.ops import Expr, Op, Proc, Program
from gdl.source.diagnostics import InternalError
from gdl.source.text import NOWHERE, Span
from gdl.support.identity import IdentitySet

_PYTHON_TYPES = {o.INT: int, o.BOOL: bool, o.FLOAT: float, o.SITES: int}

#: Locals known here, with their types; None where control does not arrive.
Env = dict[str, o.Type] | None


class ExprVerifier:
    """Checks the expressions of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.procs = {p.name: p for p in program.procs}
        self.known = IdentitySet[object]((*program.fields, *program.tables, *program.rays))
        self.span: Span = NOWHERE
        #: operations, their types and those of their arguments, that have been looked at
        self.shapes: set[tuple[Enum, ...]] = set()
        # of the procedure at hand
        self.proc: Proc | None = None
        self.types: dict[str, o.Type] = {}

    def fail(self, message: str) -> InternalError:
        """The error to raise, with the place at hand."""
        where = f" in {self.proc.name}" if self.proc is not None else ""
        return InternalError(message + where, self.span)

    def need(self, condition: bool, message: str) -> None:
        """Raise InternalError where a condition does not hold."""
        if not condition:
            raise self.fail(message)

    def define(self, env: Env, name: str, type_: o.Type) -> Env:
        """The environment with one more local. A local has one type in a procedure."""
        known = self.types.setdefault(name, type_)
        if known is not type_:
            raise self.fail(f"the local {name!r} is {known!r} and {type_!r}")
        return None if env is None else {**env, name: type_}

    def typed(self, expr: Expr, type_: o.Type | None, env: Env) -> o.Type:
        """Check an expression, and that it has this type if one is wanted."""
        self.expr(expr, env)
        if type_ is not None and expr.type is not type_:
            raise self.fail(f"{type_!r} is wanted, {show_expr(expr)} is {expr.type!r}")
        return expr.type

    def numbers(self, env: Env, *exprs: Expr) -> None:
        """Check that these are Ints."""
        for expr in exprs:
            self.typed(expr, o.INT, env)

    def expr(self, expr: Expr, env: Env) -> None:
        """Check an expression against its operation's signature."""
        assert env is not None
        signature = expr.op.signature
        data = expr.data
        if not (data is None if signature.data is None else isinstance(data, signature.data)):
            raise self.fail(f"{expr.op.name} has a wrong constant {data!r}")
        if expr.args:
            self.expr(expr.args[0], env)
            if expr.op in o.BINDERS and len(expr.args) > 1:
                env = self.define(env, str(data), o.INT) or env
            for arg in expr.args[1:]:
                self.expr(arg, env)
        shape = (expr.op, expr.type, *[a.type for a in expr.args])
        if shape not in self.shapes:
            self.arguments(expr)
            self.shapes.add(shape)
        if data is not None:
            self.result(expr, env)

    def arguments(self, expr: Expr) -> None:
        """The arguments' number and types, as the signature says."""
        letters = expr.op.signature.args
        free = letters.endswith("*")
        letters = letters.rstrip("*")
        count = len(expr.args)
        enough = count >= len(letters) if free else count == len(letters)
        self.need(enough, f"{expr.op.name} has {count} arguments")
        same: dict[str, o.Type] = {}
        result = expr.op.signature.result
        for letter, type_ in (*((c, a.type) for c, a in zip(letters, expr.args, strict=False)),
                              *(() if result == "=" else ((result, expr.type),))):  # fmt: skip
            good = type_ in TYPES[letter] and (letter not in "na" or same.setdefault(letter, type_) is type_)
            if not good:  # the text is long: only made for a mistake
                raise self.fail(f"a type does not fit in {show_expr(expr)}")

    def is_value(self, data: object, type_: o.Type) -> bool:
        """Whether a constant is a value of a type, and one that engines can hold."""
        if type(data) is not _PYTHON_TYPES[type_]:
            return False
        if isinstance(data, int) and type_ is o.SITES:
            return 0 <= data < 1 << self.program.sites
        return not isinstance(data, int) or fits(data)

    def result(self, expr: Expr, env: Mapping[str, o.Type]) -> None:
        """Checks of what depends on the constant."""
        data, op = expr.data, expr.op
        match op:
            case Op.CONST:
                if not self.is_value(data, expr.type):
                    raise self.fail(f"the constant {data!r} is no {expr.type!r}")
            case Op.VAR:
                known = env.get(str(data))
                if known is None:
                    raise self.fail(f"the local {data!r} is read before it is set")
                if known is not expr.type:
                    raise self.fail(f"the local {data!r} is {known!r}, read as {expr.type!r}")
            case Op.FIELD | Op.ELEM:
                assert isinstance(data, o.Field)
                if data not in self.known:
                    raise self.fail(f"the field {data.name!r} is not declared")
                if data.type is not expr.type or (data.length is None) != (op is Op.FIELD):
                    raise self.fail(f"the field {data.name!r} is read wrongly")
            case Op.OLD_ELEM:
                assert isinstance(data, tuple)
                self.need(data[1] in self.known, "a snapshot of a field that is not declared")
            case Op.TABLE | Op.IMAGE | Op.FILL | Op.RUN | Op.FLOOD:
                assert isinstance(data, o.Table)
                wanted = TABLE_TYPES.get(op, expr.type)
                self.need(data in self.known, f"the table {data.name!r} is not declared")
                self.need(data.type is wanted, f"the table {data.name!r} is read wrongly")
            case Op.RAY:
                assert isinstance(data, o.Rays)
                self.need(data in self.known, f"the rays {data.name!r} are not declared")
            case Op.CALL:
                self.callee(str(data), expr.args, None, generator=False, result=expr.type)
            case Op.ANY_MOVE | Op.MOVES_TO | Op.COUNT_MOVES:
                self.callee(str(data), expr.args, None, generator=True, result=None)
            case Op.ANY_MOVE_TO:
                self.callee(str(data), expr.args[1:], None, generator=True, result=None)
            case Op.MOST:
                assert isinstance(data, tuple)
                self.callee(data[0], expr.args, None, generator=True, result=None)
                self.callee(data[1], (), None, generator=False, result=o.INT)
            case Op.PEEK:
                assert isinstance(data, Pool)
                self.need(data.type is expr.type, f"the pool {data.name!r} is read wrongly")
            case Op.REPEATS:
                self.need(len(expr.args) < 2 and all(a.type is o.INT for a in expr.args), "REPEATS is wrong")

    def callee(
        self, name: str, args: tuple[Expr, ...], env: Env, *, generator: bool, result: o.Type | None
    ) -> None:
        """Check the call of a procedure."""
        proc = self.procs.get(name)
        self.need(proc is not None, f"there is no procedure {name!r}")
        assert proc is not None
        self.need(proc.generator == generator, f"{name!r} is {'no' if generator else 'a'} generator")
        self.need(result is None or proc.result is result, f"{name!r} gives no {result!r}")
        self.params(proc.params, args, env, repr(name))

    def params(self, params: tuple[o.Param, ...], args: tuple[Expr, ...], env: Env, what: str) -> None:
        """Check arguments against parameters."""
        self.need(len(params) == len(args), f"{what} takes {len(params)} arguments, not {len(args)}")
        for param, arg in zip(params, args, strict=True):
            if env is not None:
                self.expr(arg, env)
            if arg.type is not param.type:
                raise self.fail(f"{what} takes {param.name}: {param.type!r}")
