"""The symbolic state after a move: fields and sets of pieces afterwards, as formulas over those before.

    @last = s                          @last            is   s
    put 1 at s fresh        =>         size(owned(1))   is   (size(owned(1)) + 1)

A value that has no formula is unknown, which matters only where it is asked for (NotExpressible).
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import Ranges
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Proc, Stmt
from gdl.core.walk import assigned, statements, with_args
from gdl.support.values import define, evolve, field, frozen

#: Yes, no, or not known.
Truth = bool | None


class NotExpressible(Exception):
    """There is no formula over the state before: the move has to be played."""


@frozen
class DeltaSet:
    """A set that is `base` but for some sites: whether each is in it `now`, and whether it is in the base.

    Where neither is known it is the same.
    """

    base: Expr
    now: tuple[Truth, ...]
    was: tuple[Truth, ...]

    def changed(self, index: int, now: Truth) -> DeltaSet:
        """The same with one of the sites put in or taken out."""
        if now is None:
            raise NotExpressible
        return DeltaSet(self.base, (*self.now[:index], now, *self.now[index + 1 :]), self.was)

    @property
    def plain(self) -> Expr:
        """The base, if nothing is different."""
        if self.now != self.was:
            raise NotExpressible
        return self.base

    @property
    def growth(self) -> int:
        """How many more members it has than its base."""
        if any((n is None) != (w is None) for n, w in zip(self.now, self.was, strict=True)):
            raise NotExpressible
        return sum(bool(n) - bool(w) for n, w in zip(self.now, self.was, strict=True))


def combined(
    a: DeltaSet, b: DeltaSet, make: Callable[[Expr, Expr], Expr], each: Callable[[Truth, Truth], Truth]
) -> DeltaSet:
    """Two sets put together; `each` tells for one site."""
    now = tuple(map(each, a.now, b.now))
    was = tuple(map(each, a.was, b.was))
    for number, (n, w) in enumerate(zip(now, was, strict=True)):
        sides = [(s.now[number], s.was[number]) for s in (a, b)]
        if n is None and w is None and any(x != y for x, y in sides):
            raise NotExpressible  # it may be one thing now and another in the base
    return DeltaSet(make(a.base, b.base), now, was)


def either(a: Truth, b: Truth) -> Truth:
    """Kleene's or: None where neither side decides."""
    return True if a or b else None if a is None or b is None else False


def both(a: Truth, b: Truth) -> Truth:
    """Kleene's and: None where neither side decides."""
    return False if a is False or b is False else None if a is None or b is None else True


def and_not(a: Truth, b: Truth) -> Truth:
    """Kleene's and, of the first and not the second."""
    return both(a, None if b is None else not b)


_PIECES = o.Put | o.Take | o.MovePiece | o.SetAt | o.Push | o.MoveLevels | o.TakeLevel
#: Reads of pieces as sets, and operations of which there is no formula.
_OPAQUE = (
    *o.BINDERS, *o.CALLS, Op.REPEATS, Op.WHAT, Op.WHO, Op.COUNT_AT, Op.STATE_AT, Op.VALUE_AT,
    Op.ROTATION_AT, Op.HEIGHT, Op.WHAT_LEVEL, Op.WHO_LEVEL, Op.STATE_LEVEL, Op.VALUE_LEVEL, Op.ROTATION_LEVEL,
    Op.ELEM,
)  # fmt: skip

Value = Expr | DeltaSet
#: What a write does to a set of pieces (which: OCCUPIED, OWNED or OF_KIND).
_Change = tuple[str, object]


@define
class _Store:
    """Fields and locals that were written (None: nobody knows what), and what was done to the pieces."""

    fields: dict[o.Field, Value | None] = field(factory=dict)
    locals: dict[str, Value | None] = field(factory=dict)
    changes: list[_Change] | None = field(factory=list)

    def copy(self) -> _Store:
        changes = None if self.changes is None else list(self.changes)
        return _Store(dict(self.fields), dict(self.locals), changes)


class SymbolicState:
    """The state after a move as formulas over the state before; `target` is its destination."""

    def __init__(self, ranges: Ranges, effects: Effects, values: dict[str, Expr], target: Expr) -> None:
        self.program = ranges.program
        self.ranges = ranges
        self.proc = ""
        self.effects = effects
        self.state = _Store(locals=dict(values))
        #: what expressions see: within Simultaneous the state at entry
        self.seen = self.state
        #: the sites that the move is about, and what is known to have stood there; 0: nothing
        self.points: list[Expr] = [target]
        self.held: list[frozenset[int] | None] = [None]
        self.owner: Expr | None = None

    # --- statements -----------------------------------------------------------------------------------

    def play(self, proc: Proc) -> None:
        """A whole procedure. Raises NotExpressible."""
        if any(isinstance(s, o.Return) for s in statements(proc.body)):
            raise NotExpressible
        self.proc = proc.name
        self.block(proc.body)

    def block(self, block: Block) -> None:
        """Execute statements in order."""
        for stmt in block:
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        """Execute a statement; what cannot be expressed is forgotten."""
        match stmt:
            case o.Assign():
                self.state.locals[stmt.name] = self.evaluated(stmt.value)
                self.seen.locals[stmt.name] = self.state.locals[stmt.name]
            case o.Store() if stmt.index is None:
                self.state.fields[stmt.field] = self.evaluated(stmt.value)
            case o.Simultaneous() if self.seen is self.state:
                self.seen = self.state.copy()
                self.block(stmt.body)
                self.seen = self.state
            case o.MovePiece() | o.Put() | o.Take():
                try:
                    self.pieces(stmt)
                except NotExpressible:
                    self.state.changes = None
            case _:
                self.forget(stmt)

    def forget(self, stmt: Stmt) -> None:
        """Whatever the statement may write."""
        result = self.effects.block((stmt,))
        for name in assigned((stmt,)):
            self.state.locals[name] = self.seen.locals[name] = None
        for written in result.writes:
            self.state.fields[written] = None
        inside = list(statements((stmt,)))
        for name in set(self.effects.called((stmt,))):
            for reached in self.effects.reached(name):
                inside += statements(self.effects.procs[reached].body)
        if any(isinstance(s, _PIECES) for s in inside):
            self.state.changes = None

    def evaluated(self, expr: Expr) -> Value | None:
        """The value of an expression, or None."""
        try:
            return self.set_(expr) if expr.type is o.SITES else self.value(expr)
        except NotExpressible:
            return None

    def pieces(self, stmt: o.MovePiece | o.Put | o.Take) -> None:
        """Note what a write of pieces does. The first tells what stood on the sites the move is about."""
        changes = self.state.changes
        if changes is None:
            return
        match stmt:
            case o.Take():
                gone = self.set_(stmt.sites)
                if not stmt.all_levels and self.program.stacks:
                    raise NotExpressible
                changes.append(("take", gone))
            case o.MovePiece():
                origin, target = self.value(stmt.origin), self.value(stmt.target)
                low, high = self.ranges.of(stmt.origin, self.proc)
                known = stmt.apart and stmt.held is not None and 0 not in stmt.held
                known = known and low >= 0 and high < self.program.sites
                if changes or target != self.points[0] or not known or len(self.points) > 1:
                    raise NotExpressible
                self.held = [stmt.over, stmt.held]
                self.points.append(origin)
                self.owner = None if stmt.owner is None else self.value(stmt.owner)
                changes.append(("move", None))
            case o.Put():
                what = self.value(stmt.what)
                there = range(1, len(self.program.owners))
                plain = stmt.count is None and what.op is Op.CONST and what.data in there
                if changes or self.value(stmt.site) != self.points[0] or not plain:
                    raise NotExpressible
                self.held = [frozenset((0,)) if stmt.fresh else stmt.held]
                changes.append(("put", what.data))

    # --- pieces ---------------------------------------------------------------------------------------

    def at_first(self, read: Expr) -> DeltaSet:
        """A set of pieces before the move."""
        there = tuple(self.within(read, n) for n in range(len(self.points)))
        return DeltaSet(read, there, there)

    def within(self, read: Expr, point: int) -> Truth:
        """Whether a set of pieces had one of the sites that the move is about."""
        held = self.held[point]
        if held is None:
            return None
        if read.op is Op.OWNED and read.args[0].op is not Op.CONST:
            if point and read.args[0] == self.owner:
                return True
            return False if held == {0} else None
        result = {self.is_in(read, c) for c in held}
        return result.pop() if len(result) == 1 else None

    def is_in(self, read: Expr, component: int) -> Truth:
        """Whether a set of pieces has the sites with a component."""
        if component == 0 or read.op is Op.OCCUPIED:
            return component != 0
        asked = read.args[0]
        if asked.op is not Op.CONST:
            return None
        return asked.data == (self.program.owners[component] if read.op is Op.OWNED else component)

    def now(self, read: Expr) -> DeltaSet:
        """A set of pieces as an expression sees it."""
        if self.seen.changes is None:
            raise NotExpressible
        result = self.at_first(read)
        for how, what in self.seen.changes:
            if how == "take":
                assert isinstance(what, DeltaSet)
                result = combined(result, self.fitted(what), k.diff, and_not)
            elif how == "move":
                result = result.changed(0, result.now[1]).changed(1, False)
            else:
                assert isinstance(what, int)
                result = result.changed(0, self.is_in(read, what))
        return result

    def fitted(self, delta: DeltaSet) -> DeltaSet:
        """A set that was worked out before all sites that the move is about were known."""
        missing = len(self.points) - len(delta.now)
        return evolve(delta, now=delta.now + (None,) * missing, was=delta.was + (None,) * missing)

    # --- expressions ----------------------------------------------------------------------------------

    def set_(self, expr: Expr) -> DeltaSet:
        """A set as it is after what has been done so far. Raises NotExpressible."""
        args = expr.args
        match expr.op:
            case Op.OCCUPIED | Op.OWNED | Op.OF_KIND:
                return self.now(with_args(expr, tuple(self.value(a) for a in args)))
            case Op.UNION:
                return combined(self.set_(args[0]), self.set_(args[1]), k.union, either)
            case Op.INTER:
                return combined(self.set_(args[0]), self.set_(args[1]), k.inter, both)
            case Op.DIFF:
                return combined(self.set_(args[0]), self.set_(args[1]), k.diff, and_not)
            case Op.VAR | Op.FIELD:
                known = self.known(expr)
                if isinstance(known, DeltaSet):
                    return self.fitted(known)
                return self.steady(known)
            case Op.CONST:
                return self.steady(expr)
            case Op.TABLE:
                at = self.value(args[0])
                return self.steady(k.table(_table(expr), at), self.own(_table(expr), at))
        if expr.op in _OPAQUE:
            raise NotExpressible
        return self.steady(self.rebuilt(expr))

    def steady(self, base: Expr, target: Truth = None) -> DeltaSet:
        """A set that the move does not change."""
        if base.op is Op.CONST and base.data in (0, (1 << self.program.sites) - 1):
            there: tuple[Truth, ...] = (bool(base.data),) * len(self.points)
        else:
            there = (target, *(None,) * (len(self.points) - 1))
        return DeltaSet(base, there, there)

    def own(self, table: o.Table, at: Expr) -> Truth:
        """Whether a table's set for the destination has the destination."""
        if at != self.points[0] or len(table.values) < self.program.sites:
            return None
        result = {bool(int(table.values[s]) >> s & 1) for s in range(self.program.sites)}
        return result.pop() if len(result) == 1 else None

    def known(self, expr: Expr) -> Value:
        """What a variable or a field is by now."""
        if expr.op is Op.VAR:
            value = self.seen.locals.get(str(expr.data))
        else:
            assert isinstance(expr.data, o.Field)
            value = self.seen.fields.get(expr.data, expr)
        if value is None:
            raise NotExpressible
        return value

    def value(self, expr: Expr) -> Expr:
        """A number or truth as it is after what has been done so far. Raises NotExpressible."""
        match expr.op:
            case Op.VAR | Op.FIELD:
                result = self.known(expr)
                assert isinstance(result, Expr)
                return result
            case Op.SIZE:
                members = self.set_(expr.args[0])
                size, growth = k.size(members.base), members.growth
                return size if growth == 0 else k.add(size, k.int_(growth))
            case Op.SOME:
                members = self.set_(expr.args[0])
                return k.TRUE if True in members.now else k.some(members.plain)
            case Op.HAS:
                members, site = self.set_(expr.args[0]), self.value(expr.args[1])
                if site in self.points:
                    there = members.now[self.points.index(site)]
                    if there is not None:
                        return k.bool_(there)
                return k.has(members.plain, site)
        if expr.op in _OPAQUE:
            raise NotExpressible
        return self.rebuilt(expr)

    def rebuilt(self, expr: Expr) -> Expr:
        """The same operation on what its arguments are by now."""
        args = (self.set_(a).plain if a.type is o.SITES else self.value(a) for a in expr.args)
        return with_args(expr, tuple(args))

    def returned(self, body: Block, names: dict[str, Expr]) -> Expr:
        """What a procedure returns, called now with these arguments. Raises NotExpressible."""
        self.state.locals = dict(names)
        self.seen = self.state
        for stmt in body:
            match stmt:
                case o.Return() if stmt.value is not None:
                    return self.value(stmt.value)
                case o.Assign():
                    self.stmt(stmt)
                case _:
                    raise NotExpressible
        raise NotExpressible


def _table(expr: Expr) -> o.Table:
    assert isinstance(expr.data, o.Table)
    return expr.data
