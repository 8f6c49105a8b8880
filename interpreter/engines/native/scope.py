"""One function being written: its locals, value numbering of its reads, and polling whether to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.analyses.ranges import LEAST, MOST, fits
from gdl.core.ops import INT, SITES, Expr, Field, Stmt, Type
from interpreter.engines.native.memory import ERROR, FUEL, SELDOM
from interpreter.engines.native.module import Module
from interpreter.engines.native.writer import FunctionWriter

#: A read: of which state, field, element and word of a set.
_Read = tuple[str, Field, str, str]


class Scope:
    """One function being written, for a procedure (whose name tells ranges apart) or for none."""

    #: the operand that holds an expression's value: `Expressions` ties this knot, as each family of
    #: operations writes its arguments, which may be of any other
    value: Callable[[Expr], str]

    def __init__(self, module: Module, writer: FunctionWriter, proc: str) -> None:
        self.module = module
        self.ranges = module.ranges
        self.f = writer
        self.proc = proc
        #: the record in use: a sandbox has its own
        self.state = "%S"
        #: locals in memory (alloca, type) and loop variables that never change (operand)
        self.places: dict[str, tuple[str, Type]] = {}
        self.fixed: dict[str, str] = {}
        #: locals that are sets of the record where nothing is written, and where these stand
        self.same: dict[str, str] = {}
        self._reads: list[dict[_Read, str]] = [{}]
        #: the statements around the one being written, itself included
        self.around: list[Stmt] = []

    def type_of(self, type_: Type) -> str:
        """LLVM's name of a type of the core."""
        return self.module.memory.types[type_]

    def context(self) -> list[tuple[str, str]]:
        """The first two arguments of every procedure."""
        return [("ptr", self.state), ("ptr", "%C")]

    def passed(self, args: tuple[Expr, ...]) -> list[tuple[str, str]]:
        """Arguments, each with its type."""
        return [(self.type_of(a.type), self.value(a)) for a in args]

    # --- stopping: see gdl/analyses/worst_case_steps.py -------------------------------------------------

    def look(self) -> None:
        """Leave the function if whoever works here is to stop."""
        f = self.f
        left = f.op(f"sub i64 {f.load('i64', f.at('%C', FUEL))}, 1")
        f.store("i64", left, f.at("%C", FUEL))
        ask, on = f.name_of("ask"), f.name_of("on")
        f.branch(f.op(f"icmp eq i64 {f.op(f'and i64 {left}, {SELDOM - 1}')}, 0"), ask, on, likely=False)
        f.label(ask)
        self.leave_if(f.call("i1", self.module.helper("stopped"), [("ptr", "%C")]))
        f.label(on)

    def look_in(self, loop: Stmt | Expr) -> None:
        """The same in each round of a loop, if it may take long."""
        if self.module.pace.polls(loop):
            self.look()

    def pass_on(self, called: str) -> None:
        """A search leaves off where a procedure that it has called was left: what it writes stays."""
        pace = self.module.pace
        if self.proc in self.module.procs and pace.searches(self.proc) and pace.stops(called):
            self.leave_on_error()

    def leave_on_error(self) -> None:
        """Leave the function if something has gone wrong."""
        f = self.f
        self.leave_if(f.op(f"icmp ne i64 {f.load('i64', f.at('%C', ERROR))}, 0"))

    def leave_if(self, halted: str) -> None:
        """Leave the function, with zero as its result."""
        f = self.f
        leave, on = f.name_of("leave"), f.name_of("on")
        f.branch(halted, leave, on, likely=False)
        f.label(leave)
        f.end("ret void" if f.result == "void" else f"ret {f.result} zeroinitializer")
        f.label(on)

    # --- ranges ---------------------------------------------------------------------------------------

    def range(self, expr: Expr) -> tuple[int, int]:
        """The range of an expression; all numbers where it may wrap around."""
        result = self.ranges.of(expr, self.proc)
        return result if fits(result) else (LEAST, MOST)

    def within(self, expr: Expr, low: int, high: int) -> bool:
        """Whether an expression always lies in a range."""
        result = self.range(expr)
        return low <= result[0] and result[1] <= high

    # --- locals ---------------------------------------------------------------------------------------

    def place(self, name: str, type_: Type) -> str:
        """The memory of a local variable. LLVM turns it into registers."""
        known = self.places.get(name)
        if known is None:
            known = self.places[name] = (self.f.alloca(self.type_of(type_), self._align(type_)), type_)
        return known[0]

    def _align(self, type_: Type) -> int:
        return 8 if type_ is SITES else 0

    def get(self, name: str, type_: Type) -> str:
        """The value of a local."""
        if name in self.fixed:
            return self.fixed[name]
        return self.f.load(self.type_of(type_), self.place(name, type_), self._align(type_))

    def set(self, name: str, type_: Type, value: str) -> None:
        """Set a local."""
        self.same.pop(name, None)
        self.f.store(self.type_of(type_), value, self.place(name, type_), self._align(type_))

    @contextmanager
    def bound(self, name: str, value: str, changes: bool) -> Iterator[None]:
        """A loop's variable: fixed, or in memory where the body changes it."""
        outer = self.fixed.pop(name, None), self.places.pop(name, None)
        if changes:
            self.set(name, INT, value)
        else:
            self.fixed[name] = value
        yield
        self.fixed.pop(name, None)
        self.places.pop(name, None)
        if outer[0] is not None:
            self.fixed[name] = outer[0]
        if outer[1] is not None:
            self.places[name] = outer[1]

    # --- reads of the state, each made once -------------------------------------------------------------

    @contextmanager
    def conditional(self) -> Iterator[None]:
        """What is read inside may not have been read afterwards."""
        self._reads.append(dict(self._reads[-1]))
        yield
        self._reads.pop()

    def forget(self, field: Field) -> None:
        """A field of the present state has changed."""
        for reads in self._reads:
            for key in [k for k in reads if k[0] == self.state and k[1] is field]:
                del reads[key]

    def forget_state(self) -> None:
        """All of the present state has changed."""
        for reads in self._reads:
            for key in [k for k in reads if k[0] == self.state]:
                del reads[key]

    def known(self, key: _Read) -> str | None:
        """The value that a read gave before, if nothing has changed since."""
        return self._reads[-1].get(key)

    def remember(self, key: _Read, value: str) -> str:
        """Note what a read gave."""
        self._reads[-1][key] = value
        return value


class Family:
    """One family of writers, of one function: what each of them has at hand."""

    def __init__(self, scope: Scope) -> None:
        module = scope.module
        self.scope = scope
        self.f = scope.f
        self.module = module
        self.memory = module.memory
        self.constants = module.constants
        self.program = module.program
        self.sites = module.program.sites
        self.words = module.memory.words
        self.bits = 64 * self.words
        self.set_type = module.memory.types[SITES]
        self.type_of = scope.type_of
        self.context = scope.context

    def value(self, expr: Expr) -> str:
        """The operand that holds an expression's value."""
        return self.scope.value(expr)
