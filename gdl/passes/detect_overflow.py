"""Detection of integer overflow: programs whose numbers can go beyond 64 bits say so when it happens.

    @pot += @pot      =>      if (not(@overflow) and (((@pot + @pot) < @pot) != (@pot < 0))):
                                  @overflow = True
                                  @overflow_rule = 1
                              @pot += @pot

Whole numbers wrap around, so a score that grows too large becomes another one, and the game its winner. What
no range proves to fit (`growth`) is tested where it is worked out: before a statement that does, the field
`overflow` becomes true if it wraps, and `overflow_rule` says which rule it was, the first time. The value is
the wrapped one all the same. Programs that prove to fit, which nearly all do, stay as they are.

The tests are plain core, made from the wrapped results themselves. What a procedure that returns a value
works out is tested in a procedure beside it. What generators work out, and what happens in sandboxes, is not:
moves are only offered there, and tried; when one is played it is tested.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.analyses.growth import find_growth
from gdl.analyses.ranges import LEAST, MOST, Ranges, fits
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.programs import OVERFLOW, OVERFLOW_RULE
from gdl.core.walk import bits, block_exprs, exprs_of, rebuild_blocks, with_body
from gdl.support.values import evolve

#: The field that says that something went beyond; the one that says what (see `Program.overflows`).
_ARITHMETIC = o.having(o.Trait.OVERFLOWS)
_LOOKED_AT = bits(*_ARITHMETIC, Op.CALL)
_BITS = 64
_WHOLE, _NOUGHT = k.int_(1 << 32), k.int_(0)


def detect_overflow(program: Program) -> Program:
    """Test the numbers that may come to more than 64 bits hold."""
    result = _Tests(program, find_growth(program))
    procs = tuple(result.proc(proc) for proc in program.procs)
    if not result.overflows:
        return program
    fields = program.fields
    if result.field not in fields:
        fields = (*fields, result.field)
    return evolve(
        program,
        fields=(*fields, result.rule),
        procs=(*procs, *result.added.values()),
        overflows=tuple(result.overflows),
    )


class _Tests:
    """Writes the tests of a program."""

    def __init__(self, program: Program, ranges: Ranges) -> None:
        self.program = program
        self.ranges = ranges
        self.procs = {p.name: p for p in program.procs}
        known = {f.name: f for f in program.fields}
        self.field = known.get(OVERFLOW) or o.Field(OVERFLOW, o.BOOL, None, False, position=False)
        self.rule = o.Field(OVERFLOW_RULE, o.INT, None, 0, position=False)
        self.overflows: list[o.Overflow] = []
        #: the procedures that test what others work out, by what they are for
        self.added: dict[str, Proc] = {}
        self.may: dict[str, bool] = {}
        self.here = ""

    # --- procedures -----------------------------------------------------------------------------------

    def proc(self, proc: Proc) -> Proc:
        """A procedure that writes, with tests."""
        if proc.generator or proc.result is not None:
            return proc
        self.here = proc.name
        return with_body(proc, self.block(proc.body))

    def name_of(self, purpose: str) -> str:
        name = f"overflow_{purpose}"
        while name in self.procs:
            name += "_"
        return name

    def beside(self, name: str) -> str | None:
        """The procedure that tells whether another overflows in working out its value; None if it cannot."""
        if not self.can(name):
            return None
        purpose = f"in_{name}"
        if purpose not in self.added:
            proc = self.procs[name]
            self.added[purpose] = proc  # while it is being made: it may call itself
            outer, self.here = self.here, name
            body = self.block(proc.body, telling=True)
            self.added[purpose] = evolve(
                proc, name=self.name_of(purpose), body=body, result=o.BOOL, entry=False
            )
            self.here = outer
        return self.name_of(purpose)

    def can(self, name: str) -> bool:
        """Whether a procedure, or one that it calls for a value, may work out too large a number."""
        if name not in self.may:
            seen, todo = {name}, [name]
            while todo:
                here = todo.pop()
                for expr in block_exprs(self.procs[here].body, _LOOKED_AT):
                    if expr.op is not Op.CALL:
                        self.may[name] = self.may.get(name, False) or self.too_large(expr, here)
                    elif str(expr.data) not in seen:
                        seen.add(str(expr.data))
                        todo.append(str(expr.data))
            self.may.setdefault(name, False)
        return self.may[name]

    def too_large(self, expr: Expr, proc: str) -> bool:
        """Whether an operation (not one inside it) may come to more than 64 bits hold."""
        if expr.type is not o.INT:
            return False
        if expr.op is Op.POW:  # of which `ranges` says nothing
            base, most = (max(map(abs, self.ranges.of(arg, proc))) for arg in expr.args)
            return base > 1 and (most >= _BITS or base**most > MOST)
        if fits(self.ranges.of(expr, proc)):
            return False
        if expr.op is Op.DIV:  # only the least of all numbers, by -1
            low, high = self.ranges.of(expr.args[1], proc)
            return low <= -1 <= high
        return True

    # --- statements -----------------------------------------------------------------------------------

    def block(self, block: Block, telling: bool = False) -> Block:
        """A block with tests; `telling`: of a procedure that returns whether any test failed."""
        made: list[Stmt] = []
        for stmt in block:
            made += self.stmt(stmt, telling)
        same = len(made) == len(block) and all(a is b for a, b in zip(made, block, strict=True))
        return block if same else tuple(made)

    def stmt(self, stmt: Stmt, telling: bool) -> list[Stmt]:
        test = k.or_(*self.tests(stmt))
        tested: list[Stmt] = []
        if test != k.FALSE:
            tested.append(self.report(test, stmt, telling))
        if isinstance(stmt, o.Return) and telling:
            return [*tested, evolve(stmt, value=k.FALSE)]
        if isinstance(stmt, o.Sandbox) and not telling:
            return [*tested, stmt]
        inner = rebuild_blocks(stmt, lambda block: self.block(block, telling))
        if isinstance(inner, o.While) and tested:
            # the condition is looked at before each round and after the last
            again = evolve(inner, body=(*tested, *inner.body))
            return [*tested, again, *tested]
        return [*tested, inner]

    def report(self, test: Expr, stmt: Stmt, telling: bool) -> Stmt:
        if telling:
            return o.If(test, (o.Return(k.TRUE, span=stmt.span),), span=stmt.span)
        what = stmt.field.name if isinstance(stmt, o.Store | o.Adjust) else ""
        self.overflows.append(o.Overflow(what, stmt.span))
        say: Block = (
            o.Store(self.field, None, k.TRUE, span=stmt.span),
            o.Store(self.rule, None, k.int_(len(self.overflows)), span=stmt.span),
        )
        return o.If(k.and_(k.not_(k.field(self.field)), test), say, span=stmt.span)

    def tests(self, stmt: Stmt) -> list[Expr]:
        result = [test for expr in exprs_of(stmt) for test in self.of(expr)]
        if isinstance(stmt, o.Adjust) and stmt.field.type is o.INT:
            f = stmt.field
            before = k.field(f) if stmt.index is None else k.elem(f, stmt.index)
            sum_ = k.add(before, stmt.delta)
            if self.too_large(sum_, self.here):
                result.append(_wraps(sum_))
        return result

    # --- expressions ----------------------------------------------------------------------------------

    def of(self, expr: Expr) -> list[Expr]:
        """Whether anything in an expression overflows, where it is worked out: tests of which one holds."""
        if not expr.op_mask & _LOOKED_AT:
            return []
        op, args = expr.op, expr.args
        if op in (Op.AND, Op.OR):
            first, second = (self.of(arg) for arg in args)
            reached = args[0] if op is Op.AND else k.not_(args[0])
            return [*first, *([k.and_(reached, k.or_(*second))] if second else [])]
        if op is Op.SELECT:
            condition, first, second = (self.of(arg) for arg in args)
            chosen = k.select(args[0], k.or_(*first), k.or_(*second))
            return [*condition, *([chosen] if first or second else [])]
        if op in o.BINDERS:
            result, inner = self.of(args[0]), self.of(args[1])
            if inner:
                result.append(Expr(Op.EXISTS, o.BOOL, (args[0], k.or_(*inner)), expr.data))
        else:
            result = [test for arg in args for test in self.of(arg)]
        if op is Op.CALL:
            name = self.beside(str(expr.data))
            if name is not None:
                result.append(Expr(Op.CALL, o.BOOL, args, name))
        elif op in _ARITHMETIC and self.too_large(expr, self.here):
            result.append(self.own(expr))
        return result

    def own(self, expr: Expr) -> Expr:
        """Whether an operation comes to more than 64 bits hold; what is in it does not."""
        if expr.op is Op.POW:
            return self.helper("power", _power, expr.args)
        if expr.op is Op.SUM:  # of the high and of the low halves: neither sum is too large
            sites, each = expr.args
            halves = (Expr(Op.SUM, o.INT, (sites, half), expr.data) for half in _halves(each))
            return self.helper("sum", _sum, tuple(halves))
        return _wraps(expr)

    def helper(self, purpose: str, make: Callable[[str], Proc], args: tuple[Expr, ...]) -> Expr:
        name = self.name_of(purpose)
        self.added[purpose] = make(name)
        return Expr(Op.CALL, o.BOOL, args, name)


def _wraps(expr: Expr) -> Expr:
    """Whether an operation wraps around, told by what it comes to."""
    a, *others = expr.args
    b = others[0] if others else a
    match expr.op:
        case Op.ADD:
            return k.ne(k.lt(expr, a), k.lt(b, _NOUGHT))
        case Op.SUB:
            return k.ne(k.gt(expr, a), k.lt(b, _NOUGHT))
        case Op.MUL:
            whole = k.and_(k.eq(k.div(expr, a), b), k.not_(_least_by_minus_one(b, a)))
            return k.and_(k.ne(a, _NOUGHT), k.not_(whole))
        case Op.DIV:
            return _least_by_minus_one(a, b)
    return k.eq(a, k.int_(LEAST))  # the negative, or the absolute value


def _least_by_minus_one(a: Expr, b: Expr) -> Expr:
    return k.and_(k.eq(a, k.int_(LEAST)), k.eq(b, k.int_(-1)))


def _halves(number: Expr) -> tuple[Expr, Expr]:
    """Two numbers, the first times 2**32 and the second make the number; both have its sign."""
    return k.div(number, _WHOLE), k.mod(number, _WHOLE)


def _power(name: str) -> Proc:
    """Whether a to the power of b wraps around: by multiplying, which ends soon."""
    a, b, power = (k.var(each, o.INT) for each in ("a", "b", "power"))
    body: Block = (
        o.If(k.and_(k.le(a, k.int_(1)), k.ge(a, k.int_(-1))), (o.Return(k.FALSE),)),
        o.Assign("power", k.int_(1)),
        o.ForRange(
            "i",
            k.int_(1),
            k.min_(b, k.int_(_BITS)),
            (
                o.If(_wraps(k.mul(power, a)), (o.Return(k.TRUE),)),
                o.Assign("power", k.mul(power, a)),
            ),
        ),
        o.Return(k.FALSE),
    )
    return Proc(name, (o.Param("a", o.INT), o.Param("b", o.INT)), body, o.BOOL)


def _sum(name: str) -> Proc:
    """Whether high * 2**32 + low has more than 64 bits; neither is near to that itself."""
    carry, rest = _halves(k.var("low", o.INT))
    high, low = k.var("all", o.INT), k.var("rest", o.INT)
    end = 1 << 31
    body: Block = (
        o.Assign("all", k.add(k.var("high", o.INT), carry)),
        o.Assign("rest", rest),
        o.If(k.eq(high, k.int_(end)), (o.Return(k.ge(low, _NOUGHT)),)),
        o.If(k.eq(high, k.int_(-end)), (o.Return(k.lt(low, _NOUGHT)),)),
        o.Return(k.or_(k.gt(high, k.int_(end)), k.lt(high, k.int_(-end)))),
    )
    return Proc(name, (o.Param("high", o.INT), o.Param("low", o.INT)), body, o.BOOL)
