"""Rewriting expressions: arguments first, then by the rules of the operation until none applies.

Every rule takes an expression whose arguments are done and gives an equal, simpler one, or None. Expressions
are pure and total, so a rule may change how often or in which order parts are evaluated, never what comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Op, Program, Type
from gdl.core.ranges import ALL, Range, Ranges, fits
from gdl.core.simplify.pool import Pool
from gdl.core.simplify.values import Evaluator, TooLong, Value
from gdl.core.walk import BINDERS

Rule = Callable[["Rewriter", Expr], Expr | None]
#: The rules of each operation; modules of rules add theirs when they are read.
RULES: dict[Op, list[Rule]] = {}

#: Expressions that cost next to nothing to evaluate again.
LEAVES = (Op.CONST, Op.VAR, Op.FIELD)


def rule(*ops: Op) -> Callable[[Rule], Rule]:
    """Name the operations that a rule is for."""

    def add(function: Rule) -> Rule:
        for op in ops:
            RULES.setdefault(op, []).append(function)
        return function

    return add


@define(eq=False)
class World:
    """What all procedures of a program share while it is simplified."""

    program: Program
    pool: Pool
    ranges: Ranges
    evaluator: Evaluator
    #: procedures that only offer nothing or return one small expression, by name
    inlined: dict[str, Expr] = field(factory=dict)
    #: answers about constant tables
    memo: dict[object, object] = field(factory=dict)

    @property
    def full(self) -> int:
        """All sites."""
        return (1 << self.program.sites) - 1


class Rewriter:
    """Rewrites the expressions of one procedure."""

    def __init__(
        self,
        world: World,
        proc: str,
        sites: frozenset[str] = frozenset(),
        within: dict[str, Expr] | None = None,
        names: set[str] | None = None,
    ) -> None:
        self.world = world
        self.pool = world.pool
        self.proc = proc
        #: variables that are always sites
        self.site_names = sites
        #: variables that are always members of a set
        self.within = within or {}
        #: all names in use
        self.names = names if names is not None else set()
        self._done: dict[int, Expr] = {}
        self._depth = 0
        program = world.program
        self.sites = program.sites
        self.full = self.sites_(world.full)
        self.empty = self.sites_(0)
        self.true, self.false = self.const(BOOL, True), self.const(BOOL, False)

    # --- making ---------------------------------------------------------------------------------------

    def const(self, type_: Type, value: Value) -> Expr:
        return self.pool.make(Op.CONST, type_, (), value)

    def int_(self, value: int) -> Expr:
        return self.const(INT, value)

    def sites_(self, members: int) -> Expr:
        return self.const(SITES, members)

    def bool_(self, value: bool) -> Expr:
        return self.true if value else self.false

    def make(self, op: Op, type_: Type, *args: Expr, data: object = None) -> Expr:
        """An expression of arguments that are done, simplified."""
        return self._normal(self.pool.make(op, type_, args, data))

    def not_(self, a: Expr) -> Expr:
        return self.make(Op.NOT, BOOL, a)

    def and_(self, a: Expr, b: Expr) -> Expr:
        return self.make(Op.AND, BOOL, a, b)

    def or_(self, a: Expr, b: Expr) -> Expr:
        return self.make(Op.OR, BOOL, a, b)

    def select(self, condition: Expr, a: Expr, b: Expr) -> Expr:
        return self.make(Op.SELECT, a.type, condition, a, b)

    def inter(self, a: Expr, b: Expr) -> Expr:
        return self.make(Op.INTER, SITES, a, b)

    def union(self, a: Expr, b: Expr) -> Expr:
        return self.make(Op.UNION, SITES, a, b)

    def diff(self, a: Expr, b: Expr) -> Expr:
        return self.make(Op.DIFF, SITES, a, b)

    def has(self, sites: Expr, site: Expr) -> Expr:
        return self.make(Op.HAS, BOOL, sites, site)

    def some(self, sites: Expr) -> Expr:
        return self.make(Op.SOME, BOOL, sites)

    def one(self, site: Expr) -> Expr:
        return self.make(Op.ONE, SITES, site)

    def with_args(self, expr: Expr, *args: Expr) -> Expr:
        """The same operation on other arguments, simplified."""
        return self.make(expr.op, expr.type, *args, data=expr.data)

    # --- asking ---------------------------------------------------------------------------------------

    def free(self, expr: Expr) -> frozenset[str]:
        return self.pool.known(expr).free

    def depends(self, expr: Expr, name: str) -> bool:
        return name in self.pool.known(expr).free

    def range(self, expr: Expr) -> Range:
        """All values that a number can have."""
        if expr.op is Op.CONST and isinstance(expr.data, int):
            return expr.data, expr.data
        if expr.op is Op.VAR and expr.data in self.site_names:
            return 0, self.sites - 1
        found = self.world.ranges.of(expr, self.proc)
        return found if fits(found) else ALL

    def is_site(self, expr: Expr) -> bool:
        """Whether a number is always a site of the board."""
        low, high = self.range(expr)
        return low >= 0 and high < self.sites

    def fresh(self, stem: str) -> str:
        """A name for a variable that is not in use."""
        stem = stem.split("~")[0]
        number = 1
        while f"{stem}~{number}" in self.names:
            number += 1
        name = f"{stem}~{number}"
        self.names.add(name)
        return name

    # --- rewriting ------------------------------------------------------------------------------------

    def __call__(self, expr: Expr) -> Expr:
        """The expression simplified."""
        return self._visit(self.pool.take(expr))

    def _visit(self, expr: Expr) -> Expr:
        done = self._done.get(id(expr))
        if done is not None:
            return done
        if expr.args:
            args = tuple([self._visit(a) for a in expr.args])
            result = self._normal(self.pool.make(expr.op, expr.type, args, expr.data))
        else:
            result = self._normal(expr)
        self._done[id(expr)] = result
        return result

    def _normal(self, expr: Expr) -> Expr:
        """By rule after rule; the arguments are done."""
        done = self._done.get(id(expr))
        if done is not None:
            return done
        start = expr
        self._done[id(expr)] = expr  # a rule that comes back here goes no further
        if expr.op is not Op.CONST:
            changed = self._folded(expr)
            if changed is None:
                for each in RULES.get(expr.op, ()):
                    changed = each(self, expr)
                    if changed is not None and changed is not expr:
                        expr = self._normal(changed)
                        break
            else:
                expr = changed
        self._done[id(start)] = expr
        return expr

    def _folded(self, expr: Expr) -> Expr | None:
        """The constant that an expression of constants is."""
        if not expr.args:
            return None
        known = self.pool.known(expr)
        if not known.static or known.free:
            return None
        try:
            value = self.world.evaluator.value(expr, {})
        except TooLong:
            return None
        if expr.type is BOOL:
            return self.bool_(bool(value))
        return self.const(expr.type, float(value) if expr.type is FLOAT else int(value))

    def substitute(self, expr: Expr, name: str, value: Expr) -> Expr:
        """The expression with a value for a variable, simplified. Names bound inside stay apart."""
        seen: dict[int, Expr] = {}
        inside = self.free(value)

        def change(e: Expr) -> Expr:
            if name not in self.pool.known(e).free:
                return e
            found = seen.get(id(e))
            if found is None:
                found = seen[id(e)] = self._substituted(e, name, value, inside, change)
            return found

        return change(expr)

    def _substituted(
        self, e: Expr, name: str, value: Expr, inside: frozenset[str], change: Callable[[Expr], Expr]
    ) -> Expr:
        if e.op is Op.VAR:
            return value
        if e.op not in BINDERS:
            return self.with_args(e, *(change(a) for a in e.args))
        sites, body = change(e.args[0]), e.args[1]
        bound = str(e.data)
        if bound == name:
            return self.with_args(e, sites, body)
        if bound in inside:
            other = self.fresh(bound)
            self.site_names |= {other}
            body = self.substitute(body, bound, self.pool.make(Op.VAR, INT, (), other))
            bound = other
        return self.make(e.op, e.type, sites, change(body), data=bound)


def parts_of(op: Op, expr: Expr) -> Iterator[Expr]:
    """The parts of nested ANDs (or others that nest alike), in order."""
    if expr.op is op:
        for arg in expr.args:
            yield from parts_of(op, arg)
    else:
        yield expr


def is_const(expr: Expr, value: object = None) -> bool:
    """Whether it is a constant (this one)."""
    return expr.op is Op.CONST and (value is None or expr.data == value)


def mask(expr: Expr) -> int | None:
    """The members, as bits, of a constant set, or the value of a constant number; None of others."""
    return expr.data if expr.op is Op.CONST and type(expr.data) is int else None
