"""Which whole numbers an expression can give: tells an engine which tests of bounds it may leave out.

One range for each field, parameter, local and result, found together by going round until nothing grows.
What grows for ever is widened in steps: to the sites, then to 32 bits, then to all numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

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
    Param,
    Proc,
    Program,
    Provided,
    Return,
    Stmt,
    Store,
    Table,
)
from gdl.core.searching import Ask, ListMoves
from gdl.core.walk import CONSUMERS, bits, exprs_of, statements, subexprs

Range = tuple[int, int]
#: Operations that say something about ranges.
_FACTS = bits(Op.CALL, *BINDERS, *CONSUMERS)

LEAST, MOST = -(1 << 63), (1 << 63) - 1
ALL: Range = (LEAST, MOST)
_BIT: Range = (0, 1)


def _join(a: Range | None, b: Range | None) -> Range | None:
    if a is None or b is None:
        return b if a is None else a
    return min(a[0], b[0]), max(a[1], b[1])


def fits(range_: Range) -> bool:
    """Whether all of it has 64 bits."""
    return range_[0] >= LEAST and range_[1] <= MOST


@frozen
class Local:
    """The key of a local variable or parameter."""

    proc: str
    name: str


@frozen
class Result:
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

    def of(self, expr: Expr, proc: str) -> Range:
        """All values that the expression can have within that procedure, before wrapping around."""
        found = self._of(expr, proc)
        return ALL if found is None else found

    def key(self, key: Key) -> Range | None:
        if key in self.known:
            return self.known[key]
        return None if self.searching else ALL

    def site(self) -> Range:
        return 0, max(self.program.sites - 1, 0)

    def _of(self, expr: Expr, proc: str) -> Range | None:
        if expr.type is BOOL:
            return _BIT
        if expr.type is not INT:
            return ALL
        op, data, sites = expr.op, expr.data, self.program.sites
        match op:
            case Op.CONST:
                assert isinstance(data, int)
                return data, data
            case Op.VAR:
                return self.key(Local(proc, str(data)))
            case Op.FIELD:
                assert isinstance(data, Field)
                return self.key(data)
            case Op.ELEM:
                assert isinstance(data, Field)
                return _join(self.key(data), (0, 0))
            case Op.OLD_ELEM:
                assert isinstance(data, tuple)
                return _join(self.key(data[1]), (0, 0))
            case Op.TABLE:
                assert isinstance(data, Table)
                return self._looked_up(data, expr.args[0], proc)
            case Op.CALL:
                return self.key(Result(str(data)))
            case Op.SIZE | Op.RUN:
                return 0, sites
            case Op.NTH | Op.LAST:
                return -1, sites - 1
            case Op.TO_INT:
                return _BIT if expr.args[0].type is BOOL else ALL
            case Op.SELECT:
                return _join(self._of(expr.args[1], proc), self._of(expr.args[2], proc))
            case Op.WHAT | Op.WHAT_LEVEL:
                return 0, max(len(self.program.owners) - 1, 0)
            case Op.WHO | Op.WHO_LEVEL:
                return 0, max(self.program.owners, default=0)
            case Op.COUNT_MOVES | Op.REPEATS | Op.ROOM:
                return 0, 1 << 62
            case Op.FINGERPRINT:
                return 0, MOST
        return self._arithmetic(expr, proc)

    def _looked_up(self, table: Table, index: Expr, proc: str) -> Range | None:
        """The values of a table that an index can come to."""
        at = self._of(index, proc)
        if at is None:
            return None
        values: tuple[int | float, ...] = table.values[max(at[0], 0) : max(at[1] + 1, 0)]
        if at[0] < 0 or at[1] >= len(table.values):
            values = (*values, table.outside)
        return (int(min(values)), int(max(values))) if values else None

    def _arithmetic(self, expr: Expr, proc: str) -> Range | None:
        ranges = [self._of(a, proc) for a in expr.args if a.type is INT]
        if any(r is None for r in ranges) and expr.op in _EXACT:
            return None
        # what wrapped around can be anything
        spans = [ALL if r is None or not fits(r) else r for r in ranges]
        match expr.op:
            case Op.ADD:
                return spans[0][0] + spans[1][0], spans[0][1] + spans[1][1]
            case Op.SUB:
                return spans[0][0] - spans[1][1], spans[0][1] - spans[1][0]
            case Op.MUL:
                ends = [a * b for a in spans[0] for b in spans[1]]
                return min(ends), max(ends)
            case Op.NEG:
                return -spans[0][1], -spans[0][0]
            case Op.ABS:
                low, high = spans[0]
                return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
            case Op.MIN:
                return min(spans[0][0], spans[1][0]), min(spans[0][1], spans[1][1])
            case Op.MAX:
                return max(spans[0][0], spans[1][0]), max(spans[0][1], spans[1][1])
            case Op.MOD:
                most = max(abs(spans[1][0]), abs(spans[1][1])) - 1
                return (max(spans[0][0], -most) if spans[0][0] < 0 else 0), max(0, min(spans[0][1], most))
            case Op.DIV:
                most = max(abs(spans[0][0]), abs(spans[0][1]))
                negative = spans[0][0] < 0 or spans[1][0] < 0
                return (-most if negative else 0), most
        return ALL


_EXACT = (Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.ABS, Op.MIN, Op.MAX, Op.MOD, Op.DIV)


def find_ranges(program: Program) -> Ranges:
    """The ranges of a program."""
    ranges = Ranges(program, searching=True)
    procs = {p.name: p for p in program.procs}
    steps = sorted({-1, 0, 1, program.players, program.sites - 1, program.sites, (1 << 31) - 1, LEAST, MOST})
    facts = [(proc.name, fact) for proc in program.procs for fact in _facts(proc, procs, program)]
    for f in program.fields:
        if f.name == "mover":  # a promise of every program
            ranges.known[f] = (1, program.players)
        elif f.type is INT:
            ranges.known[f] = (int(f.initial), int(f.initial))
    told = {fact.key for _, fact in facts}
    entries = {p.name for p in program.procs if p.entry}
    for proc in program.procs:
        for param in proc.params:
            key = Local(proc.name, param.name)
            if param.type is INT and (proc.name in entries or key not in told):
                ranges.known[key] = ALL  # called by somebody else
    for round_ in range(200):
        changed = False
        for name, fact in facts:
            if isinstance(fact.key, Field) and fact.key.name == "mover":
                continue
            new = fact.range(ranges, name)
            old = ranges.known.get(fact.key)
            joined = _join(old, None if new is None else new if fits(new) else ALL)
            if joined is not None and joined != old:
                ranges.known[fact.key] = _widened(old, joined, steps) if round_ > 2 else joined
                changed = True
        if not changed:
            break
    else:
        ranges.known.clear()
    ranges.searching = False
    return ranges


def _widened(old: Range | None, new: Range, steps: list[int]) -> Range:
    """Grow to the next step, so that the search ends."""
    low, high = new
    if old is None or low < old[0]:
        low = max(s for s in steps if s <= low)
    if old is None or high > old[1]:
        high = min(s for s in steps if s >= high)
    return low, high


@frozen
class _Fact:
    """Something that a key's range must take in: an expression's, or a fixed one, or a sum's."""

    key: Key
    expr: Expr | None = None
    fixed: Range | None = None
    plus: Field | None = None
    below: bool = False
    upto: Expr | None = None

    def range(self, ranges: Ranges, proc: str) -> Range | None:
        if self.fixed is not None:
            return self.fixed
        assert self.expr is not None
        found = ranges._of(self.expr, proc)
        if found is None:
            return None
        if self.below:
            return 0, max(0, found[1] - 1)
        if self.plus is not None:
            base = ranges.key(self.plus)
            return None if base is None else (base[0] + found[0], base[1] + found[1])
        if self.upto is not None:
            high = ranges._of(self.upto, proc)
            return None if high is None else (found[0], max(found[0], high[1]))
        return found


def _params(params: tuple[Param, ...], proc: str, args: tuple[Expr, ...]) -> Iterator[_Fact]:
    for param, arg in zip(params, args, strict=False):
        if param.type is INT:
            yield _Fact(Local(proc, param.name), arg)


def _facts(proc: Proc, procs: dict[str, Proc], program: Program) -> Iterator[_Fact]:
    """What the statements and expressions of a procedure say about ranges."""
    sites: Range = (0, max(program.sites - 1, 0))
    for stmt in statements(proc.body):
        yield from _stmt_facts(stmt, proc, procs, program, sites)
        for whole in exprs_of(stmt):
            for expr in subexprs(whole, _FACTS):
                if expr.op in BINDERS:
                    yield _Fact(Local(proc.name, str(expr.data)), fixed=sites)
                elif expr.op is Op.CALL:
                    yield from _params(procs[str(expr.data)].params, str(expr.data), expr.args)
                else:
                    name = expr.data[0] if isinstance(expr.data, tuple) else expr.data
                    args = expr.args[1:] if expr.op is Op.ANY_MOVE_TO else expr.args
                    yield from _params(procs[str(name)].params, str(name), args)


def _stmt_facts(
    stmt: Stmt, proc: Proc, procs: dict[str, Proc], program: Program, sites: Range
) -> Iterator[_Fact]:
    match stmt:
        case Assign() if stmt.value.type is INT:
            yield _Fact(Local(proc.name, stmt.name), stmt.value)
        case Draw():
            yield _Fact(Local(proc.name, stmt.name), stmt.bound, below=True)
        case ForSites():
            yield _Fact(Local(proc.name, stmt.name), fixed=sites)
        case ForRange():
            yield _Fact(Local(proc.name, stmt.name), stmt.low, upto=stmt.high)
        case Store() if stmt.field.type is INT:
            yield _Fact(stmt.field, stmt.value)
        case Adjust() if stmt.field.type is INT:
            yield _Fact(stmt.field, stmt.delta, plus=stmt.field)
        case Return() if stmt.value is not None and stmt.value.type is INT:
            yield _Fact(Result(proc.name), stmt.value)
        case Do() | Generate():
            yield from _params(procs[stmt.name].params, stmt.name, stmt.args)
        case Ask():
            called = procs[stmt.procedure]
            yield from _params(called.params, called.name, stmt.args)
            if called.result is INT:
                yield _Fact(Local(proc.name, stmt.name), Expr(Op.CALL, INT, stmt.args, stmt.procedure))
        case ListMoves():
            yield _Fact(Local(proc.name, stmt.name), fixed=(0, 1 << 62))
        case Best():
            yield from _params(procs[stmt.value].params, stmt.value, stmt.args)
        case Narrow():
            yield from _params(procs[stmt.keep].params[1:], stmt.keep, stmt.args)
        case Provided():
            yield from _params(procs[stmt.check].params, stmt.check, stmt.args)
        case Offer():
            kind = program.kinds[stmt.kind]
            play = procs[kind.play]
            yield from _params(play.params, play.name, stmt.args)
            yield _Fact(Local(play.name, play.params[-1].name), fixed=sites)
        case _:
            pass
