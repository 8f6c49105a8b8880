"""What the statements and expressions of a program say about ranges: the constraints that are solved."""

from __future__ import annotations

from typing import Protocol

from gdl.analyses.ranges.values import Key, Local, Range, Ranges, Result
from gdl.core import ops as o
from gdl.core.intrinsics import Ask, ListMoves, PlayOut
from gdl.core.ops import Expr, Op, Proc, Program, Stmt
from gdl.core.walk import bits, exprs_of, statements, subexprs
from gdl.support.values import define, field, frozen

#: Operations that say something about ranges.
_FACTS = bits(*o.BINDERS, *o.CALLS)


def facts_of(program: Program) -> list[Fact]:
    """What a program says about ranges."""
    collected = FactCollector(program, {p.name: p for p in program.procs})
    for proc in program.procs:
        collected.collect(proc)
    return [fact for fact in collected.facts if not _is_mover(fact.key)]


def _is_mover(key: Key) -> bool:
    return isinstance(key, o.Field) and key.name == "mover"


class Telling(Protocol):
    """Something that says which values a key can have."""

    @property
    def key(self) -> Key:
        """Which field, local or result it is about."""

    def range(self, ranges: Ranges) -> Range | None:
        """What it says by what is known of others; None where these are not reached yet."""


@frozen(eq=False)
class Fact:
    """Something that a key's range must take in: an expression's, or a fixed one, or a sum's."""

    key: Key
    #: the procedure in which the expression stands
    proc: str
    expr: Expr | None = None
    fixed: Range | None = None
    plus: o.Field | None = None
    below: bool = False
    upto: Expr | None = None
    #: the statement that says it, if it is one that sets the key to the expression or adds that to it
    stmt: Stmt | None = None

    def range(self, ranges: Ranges) -> Range | None:
        """What it says by what is known of others; None where these are not reached yet."""
        if self.fixed is not None:
            return self.fixed
        assert self.expr is not None
        result = ranges.so_far(self.expr, self.proc)
        if result is None:
            return None
        if self.below:
            return 0, max(0, result[1] - 1)
        if self.plus is not None:
            base = ranges.key(self.plus)
            return None if base is None else (base[0] + result[0], base[1] + result[1])
        if self.upto is not None:
            high = ranges.so_far(self.upto, self.proc)
            return None if high is None else (result[0], max(result[0], high[1]))
        return result


@define
class FactCollector:
    """Collects what the statements and expressions of procedures say about ranges."""

    program: Program
    procs: dict[str, Proc]
    here: str = ""
    facts: list[Fact] = field(factory=list)

    def collect(self, proc: Proc) -> None:
        """Collect what one procedure says."""
        self.here = proc.name
        for stmt in statements(proc.body):
            self.stmt(stmt)
            if stmt.op_mask & _FACTS:
                for whole in exprs_of(stmt):
                    for expr in subexprs(whole, _FACTS):
                        self.expr(expr)

    def fixed(self, name: str, range_: Range) -> None:
        """A local of the procedure at hand has values in a range, whatever others have."""
        self.facts.append(Fact(Local(self.here, name), self.here, fixed=range_))

    def params(self, name: str, args: tuple[Expr, ...], first: int = 0) -> None:
        """The arguments of a procedure's parameters."""
        for param, arg in zip(self.procs[name].params[first:], args, strict=False):
            if param.type is o.INT:
                self.facts.append(Fact(Local(name, param.name), self.here, arg))

    def sites(self) -> Range:
        """The range of a site."""
        return 0, max(self.program.sites - 1, 0)

    def expr(self, expr: Expr) -> None:
        """A node that binds a variable or calls."""
        if expr.op in o.BINDERS:
            self.fixed(str(expr.data), self.sites())
        elif expr.op is Op.ANY_MOVE_TO:
            self.params(str(expr.data), expr.args[1:])
        else:
            self.params(str(expr.data[0] if isinstance(expr.data, tuple) else expr.data), expr.args)

    def stmt(self, stmt: Stmt) -> None:
        """A statement itself."""
        here, result = self.here, self.facts
        match stmt:
            case o.Assign():
                if stmt.value.type is o.INT:
                    result.append(Fact(Local(here, stmt.name), here, stmt.value, stmt=stmt))
            case o.Draw():
                result.append(Fact(Local(here, stmt.name), here, stmt.bound, below=True))
            case o.ForSites():
                self.fixed(stmt.name, self.sites())
            case o.ForRange():
                result.append(Fact(Local(here, stmt.name), here, stmt.low, upto=stmt.high))
            case o.Store() if stmt.field.type is o.INT:
                result.append(Fact(stmt.field, here, stmt.value, stmt=stmt))
            case o.Adjust() if stmt.field.type is o.INT:
                result.append(Fact(stmt.field, here, stmt.delta, plus=stmt.field, stmt=stmt))
            case o.Return() if stmt.value is not None and stmt.value.type is o.INT:
                result.append(Fact(Result(here), here, stmt.value, stmt=stmt))
            case o.Do() | o.Generate():
                self.params(stmt.name, stmt.args)
            case Ask():
                called = self.procs[stmt.procedure]
                self.params(called.name, stmt.args)
                if called.result is o.INT:
                    value = Expr(Op.CALL, o.INT, stmt.args, stmt.procedure)
                    result.append(Fact(Local(here, stmt.name), here, value))
            case ListMoves() | PlayOut():
                self.fixed(stmt.name, (0, 1 << 62))
            case o.Best():
                self.params(stmt.value, stmt.args)
            case o.Narrow():
                self.params(stmt.keep, stmt.args, first=1)
            case o.Provided():
                self.params(stmt.check, stmt.args)
            case o.Offer():
                play = self.procs[self.program.kinds[stmt.kind].play]
                self.params(play.name, stmt.args)
                result.append(Fact(Local(play.name, play.params[-1].name), here, fixed=self.sites()))
