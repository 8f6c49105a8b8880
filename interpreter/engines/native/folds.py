"""Folds over the members of a set, vectorised or bit-sliced where possible: FILTER, EXISTS, SUM, others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gdl.analyses.ranges import LEAST
from gdl.core.ops import BOOL, Expr, Op, Table
from gdl.core.walk import free_vars
from interpreter.engines.native.boards import Boards
from interpreter.engines.native.constants import shifts_of
from interpreter.engines.native.predicates import Predicates
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets


class Folds(Family):
    """Writes what asks something of each member."""

    def __init__(
        self, scope: Scope, sets: Sets, boards: Boards, predicates: Predicates, slices: BitSlices
    ) -> None:
        super().__init__(scope)
        self.sets = sets
        self.boards = boards
        self.predicates = predicates
        self.slices = slices

    def loop(self, expr: Expr) -> str:
        """FILTER, EXISTS, SUM, GATHER and GREATEST."""
        f, op, (sites, inner) = self.f, expr.op, expr.args
        type_ = self.type_of(expr.type)
        value = self.value(sites)
        answer = self.at_once(expr, value)
        if answer is not None:
            return answer
        if op in (Op.FILTER, Op.EXISTS):
            value, inner = self.narrowed(value, inner, str(expr.data))
        result = f.alloca(type_, 8)
        f.store(type_, "false" if op is Op.EXISTS else "0", result, 8)
        most = f.alloca("i64")
        if op is Op.GREATEST:
            f.store("i64", str(LEAST), most)
        with self.sets.members(value) as (site, _, done), self.scope.bound(str(expr.data), site, False):
            self.scope.look_in(expr)
            answer = self.value(inner)
            if op is Op.EXISTS:
                f.store("i1", answer, result, 8)
                f.branch(answer, done, after := f.name_of("else"))
                f.label(after)
            elif op is Op.FILTER:
                self.sets.keep_if(answer, site, result)
            elif op is Op.GREATEST:
                # of the least number there is, nothing is greater before the first: but it is as great
                old = f.load("i64", most)
                more = f.op(f"icmp sgt i64 {answer}, {old}")
                f.store("i64", f.op(f"select i1 {more}, i64 {answer}, i64 {old}"), most)
                before = f.load(type_, result, 8)
                f.store(type_, f.op(f"select i1 {more}, {type_} 0, {type_} {before}"), result, 8)
                self.sets.keep_if(f.op(f"icmp sge i64 {answer}, {old}"), site, result)
            else:
                word = "add" if op is Op.SUM else "or"
                old = f.load(type_, result, 8)
                f.store(type_, f.op(f"{word} {type_} {old}, {answer}"), result, 8)
        return f.load(type_, result, 8)

    def at_once(self, expr: Expr, sites: str) -> str | None:
        """The same without a loop, where that can be done."""
        f, op, inner, name = self.f, expr.op, expr.args[1], str(expr.data)
        if op is Op.GATHER:
            own = inner.args[0] if inner.op is Op.TABLE else inner
            table = inner.data
            if own.op is Op.VAR and own.data == name and isinstance(table, Table):
                if len(table.values) >= self.sites:
                    return self.boards.step(table, sites)
            return None
        if op is Op.GREATEST:
            return self.slices.greatest(inner, name, sites)
        counting = op is Op.SUM and inner.op is Op.TO_INT and inner.args[0].type is BOOL
        if op is Op.SUM and not counting:
            return None
        members = self.predicates.lifted(inner.args[0] if counting else inner, name)
        if members is None:
            return None
        result = f.op(f"and {self.set_type} {sites}, {members}")
        if op is Op.EXISTS:
            return f.op(f"icmp ne {self.set_type} {result}, 0")
        return self.sets.size(result) if counting else result

    def narrowed(self, sites: str, condition: Expr, name: str) -> tuple[str, Expr]:
        """Fewer sites to look at, where a part of the condition can be worked out at once."""
        while condition.op is Op.AND:
            for part, rest in (condition.args, condition.args[::-1]):
                members = self.predicates.lifted(part, name)
                if members is not None:
                    sites = self.f.op(f"and {self.set_type} {sites}, {members}")
                    condition = rest
                    break
            else:
                break
        return sites, condition


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[Folds, Expr], str]] = {
    Op.FILTER: Folds.loop,
    Op.EXISTS: Folds.loop,
    Op.SUM: Folds.loop,
    Op.GATHER: Folds.loop,
    Op.GREATEST: Folds.loop,
}


class BitSlices(Family):
    """Writes numbers of all sites as sets."""

    def __init__(self, scope: Scope, sets: Sets, boards: Boards, predicates: Predicates) -> None:
        super().__init__(scope)
        self.sets = sets
        self.boards = boards
        self.predicates = predicates

    def greatest(self, value: Expr, name: str, sites: str) -> str | None:
        """The members with the greatest value; None where that takes a loop."""
        f, negative = self.f, value.op is Op.NEG
        counted = value.args[0] if negative else value
        parts = self.neighbours(counted.args[0], name) if counted.op is Op.SIZE else None
        if parts is None:
            return None
        for plane in reversed(self.added(parts)):
            better = (
                self.sets.without(sites, plane) if negative else f.op(f"and {self.set_type} {sites}, {plane}")
            )
            some = f.op(f"icmp ne {self.set_type} {better}, 0")
            sites = f.op(f"select i1 {some}, {self.set_type} {better}, {self.set_type} {sites}")
        return sites

    def neighbours(self, sites: Expr, name: str) -> list[str] | None:
        """For each way to neighbours (a table's set) that are in a set: the sites that have one there."""
        if sites.op is not Op.INTER:
            return None
        for row, others in (sites.args, sites.args[::-1]):
            if row.op is not Op.TABLE or not isinstance(row.data, Table) or name in free_vars(others):
                continue
            rows = self.predicates.static_sets(row, name)
            ways = None if rows is None else shifts_of(_columns(rows, self.sites), self.sites)
            if ways is not None:
                there = self.value(others)
                return [self.boards.shifted([way], there) for way in ways]
        return None

    def added(self, parts: Sequence[str]) -> list[str]:
        """How many of the sets each site is in: the bits of that number, the lowest first."""
        f, type_ = self.f, self.set_type
        waiting, planes = list(parts), []
        while waiting:
            carried = []
            while len(waiting) > 1:
                a, b = waiting.pop(0), waiting.pop(0)
                odd, both = f.op(f"xor {type_} {a}, {b}"), f.op(f"and {type_} {a}, {b}")
                if waiting:
                    c = waiting.pop(0)
                    one_more = f.op(f"and {type_} {odd}, {c}")
                    odd, both = f.op(f"xor {type_} {odd}, {c}"), f.op(f"or {type_} {both}, {one_more}")
                carried.append(both)
                waiting.append(odd)
            planes.append(waiting[0])
            waiting = carried
        return planes


def _columns(rows: Sequence[int], sites: int) -> list[int]:
    """For each site the sites that have it in their row."""
    return [sum(1 << s for s, row in enumerate(rows) if row >> t & 1) for t in range(sites)]
