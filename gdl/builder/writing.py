"""Writes the statements of a procedure: branches and loops are `with` blocks; and conditions on sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.builder.context import Context, Scoped
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Stmt


class Writer(Scoped):
    """Writes into the procedure being built."""

    def emit(self, stmt: Stmt) -> None:
        """Add a statement to the current block."""
        self.frame.blocks[-1].append(stmt)

    @contextmanager
    def block(self) -> Iterator[list[Stmt]]:
        """Statements made inside are collected instead of added."""
        stmts: list[Stmt] = []
        self.frame.blocks.append(stmts)
        try:
            yield stmts
        finally:
            self.frame.blocks.pop()

    def body(self, make: Callable[[], None]) -> Block:
        """The statements that `make` makes."""
        with self.block() as stmts:
            make()
        return tuple(stmts)

    def assign(self, stem: str, value: Expr) -> Expr:
        """A new local with this value."""
        if value.op in (Op.CONST, Op.VAR):
            return value
        name = self.local(stem)
        self.emit(o.Assign(name, value, span=self.span))
        return k.var(name, value.type)

    def variable(self, stem: str, value: Expr) -> Expr:
        """A new local with this value, even if that is a constant."""
        name = self.local(stem)
        self.emit(o.Assign(name, value, span=self.span))
        return k.var(name, value.type)

    @contextmanager
    def if_(self, condition: Expr) -> Iterator[None]:
        """Statements made inside run if the condition holds."""
        if condition == k.TRUE:
            yield
            return
        with self.block() as stmts:
            yield
        if stmts:
            self.emit(o.If(condition, tuple(stmts), span=self.span))

    def if_else(self, condition: Expr, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Run the statements that `then` makes if the condition holds, else those that `otherwise` makes."""
        first, second = self.body(then), self.body(otherwise)
        if first or second:
            self.emit(o.If(condition, first, second, span=self.span))

    @contextmanager
    def each(self, sites: Expr, *names: Context) -> Iterator[Expr]:
        """For each member, bound to the names given."""
        name = self.local(names[0].value if names else "s")
        member = k.var(name, o.INT)
        with self.block() as stmts, self.bind(dict.fromkeys(names, member)):
            yield member
        if stmts:
            self.emit(o.ForSites(name, sites, tuple(stmts), span=self.span))

    @contextmanager
    def count_up(self, low: Expr, high: Expr, *names: Context) -> Iterator[Expr]:
        """For each number from `low` up to and including `high`, bound to the names given."""
        name = self.local(names[0].value if names else "i")
        number = k.var(name, o.INT)
        with self.block() as stmts, self.bind(dict.fromkeys(names, number)):
            yield number
        if stmts:
            self.emit(o.ForRange(name, low, high, tuple(stmts), span=self.span))

    @contextmanager
    def while_(self, condition: Expr) -> Iterator[None]:
        """Statements made inside run as long as the condition holds, which is looked at before each round."""
        with self.block() as stmts:
            yield
        self.emit(o.While(condition, tuple(stmts), span=self.span))

    @contextmanager
    def simultaneous(self) -> Iterator[None]:
        """Effects made inside are evaluated before any of them is applied."""
        with self.block() as stmts:
            yield
        if stmts:
            self.emit(o.Simultaneous(tuple(stmts), span=self.span))

    @contextmanager
    def sandbox(self) -> Iterator[None]:
        """Statements made inside run on a copy of the state."""
        with self.block() as stmts:
            yield
        self.emit(o.Sandbox(tuple(stmts), span=self.span))

    def returns(self, value: Expr) -> None:
        """Leave the procedure being built with this value."""
        self.emit(o.Return(value, span=self.span))

    @property
    def may_draw(self) -> bool:
        """May chance decide something here: is the state changed, and this done once each time?"""
        return self.frame.changes and not self.frame.within

    def draw(self, bound: Expr) -> Expr:
        """A random whole number below `bound`, where one may be drawn."""
        name = self.local("drawn")
        self.emit(o.Draw(name, bound, span=self.span))
        return k.var(name, o.INT)

    # --- literals -------------------------------------------------------------------------------------

    @staticmethod
    def int(value: int) -> Expr:
        """A constant whole number."""
        return k.int_(value)

    @staticmethod
    def bool(value: bool) -> Expr:
        """A constant truth value."""
        return k.bool_(value)

    @staticmethod
    def float(value: float) -> Expr:
        """A constant number with a fraction."""
        return Expr(Op.CONST, o.FLOAT, data=value)

    # --- sets with a condition ------------------------------------------------------------------------

    def filter(self, sites: Expr, condition: Callable[[], Expr], *names: Context) -> Expr:
        """The members for which the condition, lowered with the names bound to the member, holds."""
        name, test = self._of_members(condition, names)
        return sites if test == k.TRUE else k.filter_(name, sites, test)

    def exists(self, sites: Expr, condition: Callable[[], Expr], *names: Context) -> Expr:
        """Whether the condition, lowered with the names bound to the member, holds for any member."""
        name, test = self._of_members(condition, names)
        return k.exists(name, sites, test)

    def sum(self, sites: Expr, value: Callable[[], Expr], *names: Context) -> Expr:
        """The sum of a value, lowered with the names bound to the member, over all members."""
        name, inside = self._of_members(value, names)
        return k.sum_(name, sites, inside)

    def gather(self, sites: Expr, value: Callable[[], Expr], *names: Context) -> Expr:
        """The set of the sites that a value, lowered with the names bound to the member, gives for each."""
        name, inside = self._of_members(value, names)
        return k.gather(name, sites, inside)

    def _of_members(self, make: Callable[[], Expr], names: tuple[Context, ...]) -> tuple[str, Expr]:
        """What is said of a member of a set, and the name of the variable that stands for it."""
        name = self.local(names[0].value)
        self.frame.within += 1
        try:
            with self.bind(dict.fromkeys(names, k.var(name, o.INT))):
                return name, make()
        finally:
            self.frame.within -= 1
