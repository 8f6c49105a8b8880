"""Which whole numbers an expression can give: tells an engine which tests of bounds it may leave out.

One range for each field, parameter, local and result, found together by going round until nothing grows.
What grows for ever is widened in steps: to the sites, then to 32 bits, then to all numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from attrs import define, field, frozen

from gdl.core.intrinsics import Ask, ListMoves
from gdl.core.ops import (
    BINDERS,
    BOOL,
    INT,
    Adjust,
    Assign,
    Best,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    Generate,
    Narrow,
    Offer,
    Op,
    Proc,
    Program,
    Provided,
    Return,
    Stmt,
    Store,
    Table,
)
from gdl.core.parts import PARTS
from gdl.core.walk import CONSUMERS, bits, exprs_of, statements, subexprs

Range = tuple[int, int]
#: Operations that say something about ranges.
_FACTS = bits(Op.CALL, *BINDERS, *CONSUMERS)

LEAST, MOST = -(1 << 63), (1 << 63) - 1
ALL: Range = (LEAST, MOST)
_BIT: Range = (0, 1)


def join(a: Range | None, b: Range | None) -> Range | None:
    """The least range that takes in both; None is that of nothing."""
    if a is None or b is None:
        return b if a is None else a
    return min(a[0], b[0]), max(a[1], b[1])


def fits(range_: Range) -> bool:
    """Whether all of it has 64 bits."""
    return range_[0] >= LEAST and range_[1] <= MOST


class Local(NamedTuple):
    """The key of a local variable or parameter."""

    proc: str
    name: str


class Result(NamedTuple):
    """The key of a procedure's result."""

    proc: str


Key = Field | Local | Result


@define
class Ranges:
    """The ranges found for a program; `of` asks for an expression's."""

    program: Program
    known: dict[Key, Range] = field(factory=dict)
    #: while going round: what nothing has been seen for yet is not reached
    searching: bool = False
    #: while going round: the keys asked for
    asked: list[Key] = field(factory=list)

    def of(self, expr: Expr, proc: str) -> Range:
        """All values that the expression can have within that procedure, before wrapping around."""
        found = self._of(expr, proc)
        return ALL if found is None else found

    def so_far(self, expr: Expr, proc: str) -> Range | None:
        """The same while going round; None for what is not reached yet."""
        return self._of(expr, proc)

    def key(self, key: Key) -> Range | None:
        if self.searching:
            self.asked.append(key)
            return self.known.get(key)
        return self.known.get(key, ALL)

    def by_procedure(self) -> dict[str, dict[Key, Range]]:
        """What is known of the locals of each procedure; under "" of all else."""
        found: dict[str, dict[Key, Range]] = {}
        for key, range_ in self.known.items():
            found.setdefault(key.proc if isinstance(key, Local) else "", {})[key] = range_
        return found

    def site(self) -> Range:
        return 0, max(self.program.sites - 1, 0)

    def _of(self, expr: Expr, proc: str) -> Range | None:
        if expr.type is not INT:
            return _BIT if expr.type is BOOL else ALL
        rule = _RULES.get(expr.op)
        return ALL if rule is None else rule(self, expr, proc)

    def _const(self, expr: Expr, _: str) -> Range:
        value = expr.data
        assert isinstance(value, int)
        return value, value

    def _var(self, expr: Expr, proc: str) -> Range | None:
        return self.key(Local(proc, str(expr.data)))

    def _field(self, expr: Expr, _: str) -> Range | None:
        assert isinstance(expr.data, Field)
        return self.key(expr.data)

    def _elem(self, expr: Expr, _: str) -> Range | None:
        found = expr.data[1] if isinstance(expr.data, tuple) else expr.data
        assert isinstance(found, Field)
        return join(self.key(found), (0, 0))

    def _call(self, expr: Expr, _: str) -> Range | None:
        return self.key(Result(str(expr.data)))

    def _counted(self, _: Expr, __: str) -> Range:
        return 0, self.program.sites

    def _member(self, _: Expr, __: str) -> Range:
        return -1, self.program.sites - 1

    def _truth(self, expr: Expr, _: str) -> Range:
        return _BIT if expr.args[0].type is BOOL else ALL

    def _select(self, expr: Expr, proc: str) -> Range | None:
        return join(self._of(expr.args[1], proc), self._of(expr.args[2], proc))

    def _component(self, _: Expr, __: str) -> Range:
        return 0, max(len(self.program.owners) - 1, 0)

    def _owner(self, _: Expr, __: str) -> Range:
        return 0, max(self.program.owners, default=0)

    def _many(self, _: Expr, __: str) -> Range:
        return 0, 1 << 62

    def _number(self, _: Expr, __: str) -> Range:
        return 0, MOST

    def _summed(self, expr: Expr, proc: str) -> Range | None:
        """A sum over some of the sites."""
        each = self._of(expr.args[1], proc)
        if each is None:
            return 0, 0
        low, high = each if fits(each) else ALL
        return min(0, low) * self.program.sites, max(0, high) * self.program.sites

    def _looked_up(self, expr: Expr, proc: str) -> Range | None:
        """The values of a table that an index can come to."""
        table = expr.data
        assert isinstance(table, Table)
        at = self._of(expr.args[0], proc)
        if at is None:
            return None
        values: tuple[int | float, ...] = table.values[max(at[0], 0) : max(at[1] + 1, 0)]
        if at[0] < 0 or at[1] >= len(table.values):
            values = (*values, table.outside)
        return (int(min(values)), int(max(values))) if values else None

    def _arithmetic(self, expr: Expr, proc: str) -> Range | None:
        spans = []
        for arg in expr.args:
            found = self._of(arg, proc)
            if found is None:
                return None
            # what wrapped around can be anything
            spans.append(found if fits(found) else ALL)
        return _ARITHMETIC[expr.op](*spans)


def _product(a: Range, b: Range) -> Range:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _absolute(a: Range) -> Range:
    low, high = a
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))


def _remainder(a: Range, b: Range) -> Range:
    most = max(abs(b[0]), abs(b[1])) - 1
    return (max(a[0], -most) if a[0] < 0 else 0), max(0, min(a[1], most))


def _quotient(a: Range, b: Range) -> Range:
    most = max(abs(a[0]), abs(a[1]))
    return (-most if a[0] < 0 or b[0] < 0 else 0), most


_ARITHMETIC: dict[Op, Callable[..., Range]] = {
    Op.ADD: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    Op.SUB: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    Op.MUL: _product,
    Op.NEG: lambda a: (-a[1], -a[0]),
    Op.ABS: _absolute,
    Op.MIN: lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    Op.MAX: lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    Op.MOD: _remainder,
    Op.DIV: _quotient,
}
_RULES: dict[Op, Callable[[Ranges, Expr, str], Range | None]] = {
    Op.CONST: Ranges._const, Op.VAR: Ranges._var, Op.FIELD: Ranges._field, Op.ELEM: Ranges._elem,
    Op.OLD_ELEM: Ranges._elem, Op.TABLE: Ranges._looked_up, Op.CALL: Ranges._call,
    Op.SIZE: Ranges._counted, Op.RUN: Ranges._counted, Op.NTH: Ranges._member, Op.LAST: Ranges._member,
    Op.TO_INT: Ranges._truth, Op.SUM: Ranges._summed, Op.SELECT: Ranges._select,
    Op.WHAT: Ranges._component, Op.WHAT_LEVEL: Ranges._component,
    Op.WHO: Ranges._owner, Op.WHO_LEVEL: Ranges._owner,
    Op.COUNT_MOVES: Ranges._many, Op.REPEATS: Ranges._many, Op.ROOM: Ranges._many,
    Op.FINGERPRINT: Ranges._number,
    **dict.fromkeys(_ARITHMETIC, Ranges._arithmetic),
}  # fmt: skip


def find_ranges(program: Program) -> Ranges:
    """The ranges of a program."""
    return settled(program, facts_of(program))


def facts_of(program: Program) -> list[Fact]:
    """What a program says about ranges."""
    collected = FactCollector(program, {p.name: p for p in program.procs})
    for proc in program.procs:
        collected.collect(proc)
    return [fact for fact in collected.found if not _is_mover(fact.key)]


def settled(
    program: Program,
    facts: Sequence[Telling],
    promised: Mapping[Key, Range] | None = None,
    steps: Sequence[int] = (),
) -> Ranges:
    """Ranges that take in what all facts say, and what is promised of keys that no fact is about.

    `steps` are further ones that what grows is widened to.
    """
    ranges = Ranges(program, searching=True)
    for f in program.fields:
        if f.name == "mover":  # a promise of every program
            ranges.known[f] = (1, program.players)
        elif f.type is INT:
            ranges.known[f] = (int(f.initial), int(f.initial))
    ranges.known.update(promised or {})
    told = {fact.key for fact in facts}
    entries = {p.name for p in program.procs if p.entry}
    for proc in program.procs:
        for param in proc.params:
            key = Local(proc.name, param.name)
            if param.type is INT and (proc.name in entries or key not in told):
                ranges.known[key] = ALL  # called by somebody else
    if not _reaches_fixpoint(ranges, facts, steps):
        ranges.known.clear()
    ranges.searching = False
    return ranges


def _is_mover(key: Key) -> bool:
    return isinstance(key, Field) and key.name == "mover"


#: After so many rounds without an end nothing is known; after the first few, what still grows is widened.
_ROUNDS, _EXACT_ROUNDS = 200, 3


def _reaches_fixpoint(ranges: Ranges, facts: Sequence[Telling], further: Sequence[int]) -> bool:
    """Go round until nothing grows, looking again only at facts about what has grown. Whether that ended."""
    program, known, asked = ranges.program, ranges.known, ranges.asked
    sites = program.sites
    steps = sorted({-1, 0, 1, program.players, sites - 1, sites, (1 << 31) - 1, LEAST, MOST, *further})
    readers: dict[Key, set[int]] = {}
    waiting = bytearray(b"\1") * len(facts)
    for round_ in range(_ROUNDS):
        at = waiting.find(1)
        if at < 0:
            return True
        while at >= 0:
            waiting[at] = 0
            fact = facts[at]
            new = fact.range(ranges)
            for key in asked:
                readers.setdefault(key, set()).add(at)
            asked.clear()
            if new is not None:
                old = known.get(fact.key)
                joined = join(old, new if fits(new) else ALL)
                if joined is not None and joined != old:
                    known[fact.key] = joined if round_ < _EXACT_ROUNDS else _widened(old, joined, steps)
                    for reader in readers.get(fact.key, ()):
                        waiting[reader] = 1
            at = waiting.find(1, at + 1)
    return False


def _widened(old: Range | None, new: Range, steps: list[int]) -> Range:
    """Grow to the next step, so that the search ends."""
    low, high = new
    if old is None or low < old[0]:
        low = max(s for s in steps if s <= low)
    if old is None or high > old[1]:
        high = min(s for s in steps if s >= high)
    return low, high


class Telling(Protocol):
    """Something that says which values a key can have."""

    @property
    def key(self) -> Key: ...

    def range(self, ranges: Ranges) -> Range | None: ...


@frozen(eq=False)
class Fact:
    """Something that a key's range must take in: an expression's, or a fixed one, or a sum's."""

    key: Key
    #: the procedure in which the expression stands
    proc: str
    expr: Expr | None = None
    fixed: Range | None = None
    plus: Field | None = None
    below: bool = False
    upto: Expr | None = None
    #: the statement that says it, if it is one that sets the key to the expression or adds that to it
    stmt: Stmt | None = None

    def range(self, ranges: Ranges) -> Range | None:
        if self.fixed is not None:
            return self.fixed
        assert self.expr is not None
        found = ranges.so_far(self.expr, self.proc)
        if found is None:
            return None
        if self.below:
            return 0, max(0, found[1] - 1)
        if self.plus is not None:
            base = ranges.key(self.plus)
            return None if base is None else (base[0] + found[0], base[1] + found[1])
        if self.upto is not None:
            high = ranges.so_far(self.upto, self.proc)
            return None if high is None else (found[0], max(found[0], high[1]))
        return found


_TELLING = bits(
    Assign, Draw, ForSites, ForRange, Store, Adjust, Return, Do, Generate, Ask, ListMoves, Best, Narrow,
    Provided, Offer,
)  # fmt: skip


@define
class FactCollector:
    """Collects what the statements and expressions of procedures say about ranges."""

    program: Program
    procs: dict[str, Proc]
    here: str = ""
    found: list[Fact] = field(factory=list)

    def collect(self, proc: Proc) -> None:
        self.here = proc.name
        for stmt in statements(proc.body):
            if PARTS[type(stmt)].bit & _TELLING:
                self.stmt(stmt)
            if stmt.inside & _FACTS:
                for whole in exprs_of(stmt):
                    for expr in subexprs(whole, _FACTS):
                        self.expr(expr)

    def fixed(self, name: str, range_: Range) -> None:
        self.found.append(Fact(Local(self.here, name), self.here, fixed=range_))

    def params(self, name: str, args: tuple[Expr, ...], first: int = 0) -> None:
        """The arguments of a procedure's parameters."""
        for param, arg in zip(self.procs[name].params[first:], args, strict=False):
            if param.type is INT:
                self.found.append(Fact(Local(name, param.name), self.here, arg))

    def sites(self) -> Range:
        return 0, max(self.program.sites - 1, 0)

    def expr(self, expr: Expr) -> None:
        """A node that binds a variable or calls."""
        if expr.op in BINDERS:
            self.fixed(str(expr.data), self.sites())
        elif expr.op is Op.ANY_MOVE_TO:
            self.params(str(expr.data), expr.args[1:])
        else:
            self.params(str(expr.data[0] if isinstance(expr.data, tuple) else expr.data), expr.args)

    def stmt(self, stmt: Stmt) -> None:
        """A statement itself."""
        here, found = self.here, self.found
        match stmt:
            case Assign():
                if stmt.value.type is INT:
                    found.append(Fact(Local(here, stmt.name), here, stmt.value, stmt=stmt))
            case Draw():
                found.append(Fact(Local(here, stmt.name), here, stmt.bound, below=True))
            case ForSites():
                self.fixed(stmt.name, self.sites())
            case ForRange():
                found.append(Fact(Local(here, stmt.name), here, stmt.low, upto=stmt.high))
            case Store() if stmt.field.type is INT:
                found.append(Fact(stmt.field, here, stmt.value, stmt=stmt))
            case Adjust() if stmt.field.type is INT:
                found.append(Fact(stmt.field, here, stmt.delta, plus=stmt.field, stmt=stmt))
            case Return() if stmt.value is not None and stmt.value.type is INT:
                found.append(Fact(Result(here), here, stmt.value, stmt=stmt))
            case Do() | Generate():
                self.params(stmt.name, stmt.args)
            case Ask():
                called = self.procs[stmt.procedure]
                self.params(called.name, stmt.args)
                if called.result is INT:
                    value = Expr(Op.CALL, INT, stmt.args, stmt.procedure)
                    found.append(Fact(Local(here, stmt.name), here, value))
            case ListMoves():
                self.fixed(stmt.name, (0, 1 << 62))
            case Best():
                self.params(stmt.value, stmt.args)
            case Narrow():
                self.params(stmt.keep, stmt.args, first=1)
            case Provided():
                self.params(stmt.check, stmt.args)
            case Offer():
                play = self.procs[self.program.kinds[stmt.kind].play]
                self.params(play.name, stmt.args)
                found.append(Fact(Local(play.name, play.params[-1].name), here, fixed=self.sites()))
