"""Constant conditions: what holds always or never, by constant folding and value ranges.

Three-valued: True, False, or None where it is not known. Sound: what is said holds in every position that can
come, as reads of fields that nothing writes are what they are at the start, a component that nothing puts
stands nowhere, and numbers stay in the ranges found for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import ALL, Range, Ranges, fits
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import Expr, Op, Proc, Program, Stmt
from gdl.core.programs import MOVE_LIMIT, MOVES, TRIALS
from gdl.core.walk import bits, statements, subexprs
from gdl.lint.conservation import BEGINNING, Conservation, conserved

_SITE_VALUES = {"state": Op.STATE_AT, "value": Op.VALUE_AT, "rotation": Op.ROTATION_AT}
_WRITING = bits(o.Store, o.Adjust, o.Include, o.Restore)
_SETTING = bits(o.Put, o.Push, o.SetAt)
#: What still grows after so many rounds grows without end.
_ROUNDS = 5
#: Of so many cases a union of pieces may be each.
_FEW_CASES = 64

T = TypeVar("T")


class Decisions:
    """What is known of the conditions of one game."""

    def __init__(
        self,
        program: Program,
        procs: Mapping[str, Proc],
        ranges: Ranges,
        annotated: Callable[[], Program],
    ) -> None:
        self.program = program
        self.procs = procs
        self.ranges = ranges
        #: gives the program with what may stand where pieces are written
        self._annotated = annotated
        self._table_sizes: dict[o.Table, int] = {}
        self._counting = False
        self._site_values: dict[Op, Range] = {}
        self._variables: dict[tuple[str, str], frozenset[int]] = {}
        self._fields: dict[o.Field, frozenset[int]] = {}
        self._set_to: dict[str, dict[str, list[Expr]]] = {}
        #: by question, expression and procedure what was found: each asks the others of its parts
        self._known: dict[tuple[str, Expr, str], Any] = {}

    def _once(self, question: str, expr: Expr, proc: str, find: Callable[[Expr, str], T]) -> T:
        """What was found before, or is now (memoization)."""
        key = question, expr, proc
        if key not in self._known:
            self._known[key] = find(expr, proc)
        result: T = self._known[key]
        return result

    @contextmanager
    def _apart(self) -> Iterator[None]:
        """What is found inside is not what will be known in the end."""
        before, self._known = self._known, {}
        try:
            yield
        finally:
            self._known = before

    # --- what the program writes ----------------------------------------------------------------------

    @cached_property
    def written(self) -> frozenset[o.Field]:
        """The fields that anything sets to another value than they begin with."""
        fields: set[o.Field] = set()
        for proc in self.program.procs:
            for stmt in statements(proc.body, _WRITING):
                if isinstance(stmt, o.Adjust | o.Restore) or (isinstance(stmt, o.Include) and stmt.present):
                    fields.add(stmt.field)
                elif isinstance(stmt, o.Store):
                    value = stmt.value
                    if value.op is not Op.CONST or value.data != stmt.field.initial:
                        fields.add(stmt.field)
        return frozenset(fields)

    @cached_property
    def present(self) -> frozenset[int]:
        """The components that can ever stand on a site."""
        return self._put_by(tuple(proc.name for proc in self.program.procs))

    @cached_property
    def put_during_play(self) -> frozenset[int]:
        """The components of which there can come to be more during play than at the start."""
        names = tuple(proc.name for proc in self.program.procs if proc.name not in BEGINNING)
        copied = any(
            {Op.WHAT, Op.WHAT_LEVEL} & {e.op for e in subexprs(stmt.what)}
            for name in names
            for stmt in statements(self.procs[name].body)
            if isinstance(stmt, o.Put | o.Push)
        )
        return self.present if copied else self._put_by(names)

    def _put_by(self, names: Iterable[str]) -> frozenset[int]:
        result: set[int] = set()
        for name in names:
            for stmt in statements(self.procs[name].body):
                if isinstance(stmt, o.Put | o.Push):
                    result |= self.components(stmt.what, name)
        return frozenset(result) - {0}

    def components(self, what: Expr, proc: str) -> set[int]:
        """The components that an expression can give."""
        everything = set(range(len(self.program.owners)))
        match what.op:
            case Op.CONST:
                return {int(what.data)} & everything if isinstance(what.data, int) else everything
            case Op.TABLE:
                assert isinstance(what.data, o.Table)
                values = what.data.values
                low, high = self.range(what.args[0], proc)
                return {int(v) for v in values[max(0, low) : max(0, high + 1)]} & everything
            case Op.SELECT:
                return self.components(what.args[1], proc) | self.components(what.args[2], proc)
            case Op.WHAT | Op.WHAT_LEVEL:
                return set()  # what stands somewhere was put there
            case Op.VAR:
                return set(self._assigned(str(what.data), proc))
            case Op.FIELD if isinstance(what.data, o.Field):
                return set(self._stored(what.data)) & everything
        low, high = self.range(what, proc)
        return {c for c in everything if low <= c <= high}

    def _assigned(self, name: str, proc: str) -> frozenset[int]:
        """What a variable can be: what is assigned to it, if that says more than its range does."""
        key = proc, name
        if key not in self._variables:
            low, high = self.range(k.var(name, o.INT), proc)
            every = frozenset(c for c in range(len(self.program.owners)) if low <= c <= high)
            self._variables[key] = every  # while it is found out: variables may be set to each other
            set_to = self._assignments(proc).get(name, [])
            if set_to and all(param.name != name for param in self.procs[proc].params):
                result = frozenset(c for value in set_to for c in self.components(value, proc))
                self._variables[key] = result & every
        return self._variables[key]

    def _stored(self, field: o.Field) -> frozenset[int]:
        """What a field can be, as a component: what is stored in it, if that says more than its range."""
        if field not in self._fields:
            low, high = self.range(k.field(field), "")
            every = frozenset(c for c in range(len(self.program.owners)) if low <= c <= high)
            self._fields[field] = every  # while it is found out: fields may be set to each other
            result: set[int] = set()
            for proc in self.program.procs:
                for stmt in statements(proc.body, _WRITING):
                    if getattr(stmt, "field", None) != field:
                        continue
                    result |= self.components(stmt.value, proc.name) if isinstance(stmt, o.Store) else every
            self._fields[field] = every & (result | {field.initial})
        return self._fields[field]

    def _assignments(self, proc: str) -> dict[str, list[Expr]]:
        """By variable of a procedure what is assigned to it (def-use chains: one walk for all of them)."""
        if proc not in self._set_to:
            result = self._set_to[proc] = {}
            for stmt in statements(self.procs[proc].body):
                if isinstance(stmt, o.Assign):
                    result.setdefault(stmt.name, []).append(stmt.value)
        return self._set_to[proc]

    @cached_property
    def owners_present(self) -> frozenset[int]:
        """The owners of the components that can ever stand on a site."""
        return frozenset(self.program.owners[c] for c in self.present)

    @cached_property
    def site_values(self) -> dict[Op, Range]:
        """What the state, value and rotation of sites can be: a fixed point, as some are copied."""
        self._site_values = dict.fromkeys(_SITE_VALUES.values(), (0, 0))
        for _ in range(_ROUNDS):
            before = dict(self._site_values)
            with self._apart():
                for proc in self.program.procs:
                    for stmt in statements(proc.body, _SETTING):
                        self._take_in(stmt, proc.name)
            if self._site_values == before:
                return before
        return dict.fromkeys(_SITE_VALUES.values(), ALL)

    def _take_in(self, stmt: Stmt, proc: str) -> None:
        """What a statement sets the state, value or rotation of a site to."""
        for name, op in _SITE_VALUES.items():
            value: Expr | None = None
            if isinstance(stmt, o.Put | o.Push):
                value = getattr(stmt, name)
            elif isinstance(stmt, o.SetAt) and stmt.kind == name:
                value = stmt.value
            if value is not None:
                low, high = self.range(value, proc)
                result = self._site_values[op]
                self._site_values[op] = min(result[0], low), max(result[1], high)

    @cached_property
    def _after_a_move(self) -> frozenset[str]:
        """The procedures that run only when a move has been made."""
        effects = Effects(self.program)
        names = {"after"} & self.procs.keys()
        reached = set().union(*(effects.reached(name) for name in names))
        others = [p.name for p in self.program.procs if p.name not in reached or p.name in ("moves", "turn")]
        before = set().union(*(effects.reached(name) for name in others)) if others else set()
        return frozenset(reached - before)

    @cached_property
    def moves_again(self) -> bool:
        """Can a player ever move twice in a row?"""
        if self.program.players < 2:
            return True
        return any(
            isinstance(stmt, o.Store) and stmt.field.name == "next"
            for proc in self.program.procs
            if proc.name not in (*BEGINNING, "after")
            for stmt in statements(proc.body, _WRITING)
        )

    @cached_property
    def conservation(self) -> Conservation | None:
        """Of which pieces there are always as many, if that is known."""
        if self._counting:
            return None  # it asks what is put where, which may ask how many there are
        self._counting = True
        try:
            with self._apart():
                return conserved(self.program, self._annotated, self.put_during_play, self.empty)
        finally:
            self._counting = False

    def _size(self, sites: Expr, proc: str) -> Range:
        """How many members a set has, at least and at most."""
        least, most = 0, self._most(sites, proc)
        meant = self._meant(sites, proc)
        if meant and not self._counting and self.conservation is not None:
            numbers = [self.conservation.number(each, self.program.sites) for each in meant]
            least = min(number[0] for number in numbers)
            most = min(most, max(number[1] for number in numbers))
        return least, most

    def _meant(self, sites: Expr, proc: str) -> list[frozenset[int]]:
        """The components whose pieces a set has, in each case; none where it is no set of pieces."""
        owners = self.program.owners
        match sites.op:
            case Op.OCCUPIED:
                return [frozenset(range(1, len(owners)))]
            case Op.OWNED:
                low, high = self.range(sites.args[0], proc)
                low, high = max(low, 0), min(high, max(owners, default=0))
                return [
                    frozenset(c for c in range(1, len(owners)) if owners[c] == owner)
                    for owner in range(low, high + 1)
                ]
            case Op.OF_KIND if isinstance(sites.args[0].data, int) and sites.args[0].op is Op.CONST:
                return [frozenset((sites.args[0].data,))]
            case Op.UNION:
                first, second = (self._meant(arg, proc) for arg in sites.args)
                few = len(first) * len(second) <= _FEW_CASES
                return [one | other for one in first for other in second] if few else []
        return []

    # --- numbers --------------------------------------------------------------------------------------

    def range(self, number: Expr, proc: str) -> Range:
        """All values that a number can have there."""
        low, high = self._range(number, proc)
        return (low, high) if fits((low, high)) else ALL

    def _range(self, number: Expr, proc: str) -> Range:
        return (
            self._once("range", number, proc, self._find_range)
            if number.args
            else self._find_range(number, proc)
        )

    def _find_range(self, number: Expr, proc: str) -> Range:
        op, args = number.op, number.args
        if op in (Op.STATE_AT, Op.VALUE_AT, Op.ROTATION_AT) and not self.program.stacks:
            return self._site_values.get(op) or self.site_values[op]
        if op is Op.COUNT_AT and not self.program.counts and not self.program.stacks:
            return 0, 1
        if op is Op.SIZE:
            return self._size(args[0], proc)
        if op is Op.FIELD and isinstance(number.data, o.Field):
            if number.data.name == MOVES and TRIALS not in {f.name for f in self.program.fields}:
                return int(proc in self._after_a_move), MOVE_LIMIT
            if number.data.name == "next" and proc not in BEGINNING:
                return 1, self.program.players  # the start says who is next
            if number.data not in self.written and number.data.name != "mover":
                return int(number.data.initial), int(number.data.initial)
        if op is Op.ELEM and isinstance(number.data, o.Field) and number.data not in self.written:
            first = int(number.data.initial)
            return min(0, first), max(0, first)
        if op in (Op.ADD, Op.SUB, Op.MIN, Op.MAX) and number.type is o.INT:
            (a, b), (c, d) = self._range(args[0], proc), self._range(args[1], proc)
            return {
                Op.ADD: (a + c, b + d), Op.SUB: (a - d, b - c),
                Op.MIN: (min(a, c), min(b, d)), Op.MAX: (max(a, c), max(b, d)),
            }[op]  # fmt: skip
        if op is Op.SELECT and number.type is o.INT:
            decided = self.holds(args[0], proc)
            ways = [args[1]] if decided is True else [args[2]] if decided is False else list(args[1:])
            ranges = [self._range(way, proc) for way in ways]
            return min(r[0] for r in ranges), max(r[1] for r in ranges)
        return self.ranges.of(number, proc)

    def _most(self, sites: Expr, proc: str) -> int:
        """How many members a set has at most."""
        return self._once("most", sites, proc, self._find_most)

    def _find_most(self, sites: Expr, proc: str) -> int:
        args = sites.args
        match sites.op:
            case Op.CONST if isinstance(sites.data, int):
                return sites.data.bit_count()
            case Op.ONE:
                return 1
            case Op.UNION:
                return min(self.program.sites, sum(self._most(a, proc) for a in args))
            case Op.INTER:
                return min(self._most(a, proc) for a in args)
            case Op.DIFF | Op.FILTER | Op.GREATEST:
                return self._most(args[0], proc)
            case Op.SELECT:
                return max(self._most(a, proc) for a in args[1:])
            case Op.TABLE if isinstance(sites.data, o.Table):
                size = self._table_sizes.get(sites.data)
                if size is None:
                    size = max((int(v).bit_count() for v in sites.data.values), default=0)
                    self._table_sizes[sites.data] = size
                return size
        return 0 if self.empty(sites, proc) else self.program.sites

    # --- sets -----------------------------------------------------------------------------------------

    def empty(self, sites: Expr, proc: str) -> bool:
        """Is the set surely empty, whatever is played?"""
        return self._once("empty", sites, proc, self._find_empty)

    def _find_empty(self, sites: Expr, proc: str) -> bool:
        args = sites.args
        match sites.op:
            case Op.CONST:
                return not sites.data
            case Op.ONE:
                low, high = self.range(args[0], proc)
                return high < 0 or low >= self.program.sites
            case Op.FIELD | Op.ELEM:
                return (
                    isinstance(sites.data, o.Field)
                    and sites.data not in self.written
                    and not sites.data.initial
                )
            case Op.INTER:
                fixed = [a.data for a in args if a.op is Op.CONST and isinstance(a.data, int)]
                apart = len(fixed) == 2 and not fixed[0] & fixed[1]
                return apart or any(self.empty(a, proc) for a in args)
            case Op.UNION:
                return all(self.empty(a, proc) for a in args)
            case Op.DIFF:
                return self.empty(args[0], proc) or args[0] == args[1]
            case Op.FILTER:
                return self.empty(args[0], proc) or self.holds(args[1], proc) is False
            case Op.GATHER | Op.GREATEST:
                return self.empty(args[0], proc) or (sites.op is Op.GATHER and self.empty(args[1], proc))
            case Op.SELECT:
                decided = self.holds(args[0], proc)
                ways = args[1:2] if decided is True else args[2:] if decided is False else args[1:]
                return all(self.empty(a, proc) for a in ways)
            case Op.OWNED:
                if args[0].op is Op.CONST:
                    return args[0].data not in self.owners_present
                low, high = self.range(args[0], proc)
                return not any(low <= owner <= high for owner in self.owners_present)
            case Op.OF_KIND if args[0].op is Op.CONST:
                return args[0].data not in self.present
            case Op.OCCUPIED:
                return not self.present
            case Op.TABLE if isinstance(sites.data, o.Table):
                return not sites.data.outside and not any(sites.data.values)
            case Op.IMAGE | Op.FILL | Op.FLOOD:
                return any(self.empty(a, proc) for a in args)
        value = self._evaluated(sites)
        return value == 0 and value is not None

    def _evaluated(self, expr: Expr) -> object:
        if expr.free:
            return None
        try:
            return evaluate(expr, {}, self.program.sites, self.procs)
        except (NotConstant, RecursionError):
            return None

    # --- conditions -----------------------------------------------------------------------------------

    def holds(self, condition: Expr, proc: str) -> bool | None:
        """Does it always hold, never, or is it not known?"""
        return self._once("holds", condition, proc, self._find_holds)

    def _find_holds(self, condition: Expr, proc: str) -> bool | None:
        op, args = condition.op, condition.args
        match op:
            case Op.CONST:
                return bool(condition.data)
            case Op.NOT:
                inner = self.holds(args[0], proc)
                return None if inner is None else not inner
            case Op.AND | Op.OR:
                parts = [self.holds(a, proc) for a in args]
                decisive = op is Op.OR
                if decisive in parts:
                    return decisive
                return None if None in parts else not decisive
            case Op.XOR:
                a, b = (self.holds(each, proc) for each in args)
                return None if a is None or b is None else a != b
            case Op.SELECT:
                decided = self.holds(args[0], proc)
                ways = args[1:2] if decided is True else args[2:] if decided is False else args[1:]
                result = {self.holds(way, proc) for way in ways}
                return result.pop() if len(result) == 1 else None
            case Op.FIELD | Op.ELEM if isinstance(condition.data, o.Field):
                return None if condition.data in self.written or condition.data.initial else False
            case Op.HAS:
                if self.empty(args[0], proc):
                    return False
                low, high = self.range(args[1], proc)
                return False if high < 0 or low >= self.program.sites else None
            case Op.SOME:
                if self.empty(args[0], proc):
                    return False
                return True if self._size(args[0], proc)[0] > 0 else None
            case Op.SUBSET:
                if self.empty(args[0], proc):
                    return True
                wanted = args[0].data.bit_count() if isinstance(args[0].data, int) else 0
                return False if wanted > self._size(args[1], proc)[1] else None
            case Op.EXISTS:
                never = self.empty(args[0], proc) or self.holds(args[1], proc) is False
                return False if never else None
        if op in o.COMPARISONS:
            return self._compared(condition, proc)
        value = self._evaluated(condition) if condition.type is o.BOOL else None
        return None if value is None else bool(value)

    def _compared(self, condition: Expr, proc: str) -> bool | None:
        op, (first, second) = condition.op, condition.args
        if first.type is o.SITES:
            if self.empty(first, proc) and self.empty(second, proc):
                return op is Op.EQ
            return None
        if first.type is not o.INT:
            return None
        if op in (Op.EQ, Op.NE) and not self.moves_again and {_field(first), _field(second)} == _IN_TURN:
            return op is Op.NE
        if first == second and op not in (Op.LT, Op.GT, Op.NE):
            return True
        if first == second:
            return False
        (a, b), (c, d) = self.range(first, proc), self.range(second, proc)
        match op:
            case Op.LT:
                return True if b < c else False if a >= d else None
            case Op.LE:
                return True if b <= c else False if a > d else None
            case Op.GT:
                return True if a > d else False if b <= c else None
            case Op.GE:
                return True if a >= d else False if b < c else None
        same = True if a == b == c == d else False if b < c or d < a else None
        return same if op is Op.EQ or same is None else not same


#: Who moved before, and who moves: never the same where nobody moves again.
_IN_TURN = {"prev", "mover"}


def _field(expr: Expr) -> str | None:
    """The name of the field that an expression reads."""
    return expr.data.name if expr.op is Op.FIELD and isinstance(expr.data, o.Field) else None
