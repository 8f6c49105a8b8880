"""Satisfiability of a condition by enumerating cases (a decision procedure for small theories).

    (and (is Empty (to)) (is Enemy (who at:(to))))      never: what stands on one site is one thing
    (or (< (count Moves) 9) (> (count Moves) 5))        always: each number is on one side of each bound

A condition is broken into questions about a few things: who moves, which site a number names and what stands
there, how large a number is. For each thing the cases that its questions tell apart are gone through
together. Other questions may have either answer, the same one wherever they are asked. So what holds in no
case never holds; what is found possible need not be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Any

from gdl.core import make as k
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import INT, MIRRORED, PIECE_SETS, SITES, Expr, Field, Op, Program
from gdl.core.walk import map_expr, operands, subexprs
from gdl.source.budget import spend
from gdl.support.values import field, frozen

#: Beyond so many cases nothing is said.
MOST_CASES = 5_000
#: What a part of a condition takes in one case, in entries of a table.
CASE = 4

_LOGIC = {Op.AND, Op.OR, Op.NOT, Op.XOR, Op.SELECT}
_ORDER: dict[Op, Callable[[int, int], bool]] = {
    Op.EQ: lambda a, b: a == b, Op.NE: lambda a, b: a != b, Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b, Op.GT: lambda a, b: a > b, Op.GE: lambda a, b: a >= b,
}  # fmt: skip
#: What sets are made of whose members are told by what stands on them.
_OF_CONTENTS = {*PIECE_SETS, Op.UNION, Op.INTER, Op.DIFF, Op.CONST}


class TooManyCases(Exception):
    """There are too many cases to go through."""


@frozen
class _Site:
    """Something that names a site: the cases are where that is, and what stands there."""

    term: Expr


@frozen
class _Number:
    """A number: the cases are the values next to those that it is compared with."""

    term: Expr


@frozen
class _Pair:
    """Two numbers that are compared with each other: the first is less, equal, or greater."""

    first: Expr
    second: Expr


@frozen
class _Unknown:
    """A question of another kind."""

    question: Expr


@frozen
class _Mover:
    """Who moves."""


_Thing = _Site | _Number | _Pair | _Unknown | _Mover
_MOVER = _Mover()


@frozen
class Cases:
    """Goes through the cases of conditions of one program."""

    program: Program
    #: the range of a number, as far as it is known
    range: Callable[[Expr], tuple[int, int]]
    _sets: dict[tuple[Expr, int], Any] = field(factory=dict, init=False)

    def possible(self, *conditions: Expr) -> bool:
        """Can all these conditions hold together? True where there are too many cases to tell."""
        parts = [part for condition in conditions for part in operands(_plain(condition), Op.AND)]
        return all(self._group_possible(group) for group in self._groups(parts))

    def _group_possible(self, conditions: list[Expr]) -> bool:
        try:
            return any(self._all_hold(tuple(conditions)))
        except TooManyCases:
            return True

    def _groups(self, conditions: list[Expr]) -> list[list[Expr]]:
        """Connected components of conditions, which are joined by what they have in common: each has its own
        cases."""
        groups: dict[int, tuple[set[_Thing], list[Expr]]] = {}
        group_of: dict[_Thing, int] = {}
        for number, condition in enumerate(dict.fromkeys(conditions)):
            things = {thing for question in _questions(condition) for thing in self._things(question)}
            together = [condition]
            for met in sorted({group_of[thing] for thing in things if thing in group_of}):
                others, members = groups.pop(met)
                spend(len(others) + len(members), "conditions to compare")
                things |= others
                together = [*members, *together]
            groups[number] = things, together
            group_of |= dict.fromkeys(things, number)
        return [members for _, members in groups.values()]

    def _all_hold(self, conditions: tuple[Expr, ...]) -> Iterable[bool]:
        asked: dict[_Thing, list[Expr]] = {}
        for condition in conditions:
            for question in _questions(condition):
                for thing in self._things(question):
                    asked.setdefault(thing, []).append(question)
        domains = {thing: self._cases(thing, questions) for thing, questions in asked.items()}
        number = 1
        for values in domains.values():
            number *= max(1, len(values))
            if number > MOST_CASES:
                raise TooManyCases
        spend(number * sum(condition.size for condition in conditions) * CASE, "cases to go through")
        things = list(domains)
        for each in product(*domains.values()):
            case = dict(zip(things, each, strict=True))
            yield all(self._holds(condition, case) for condition in conditions)

    # --- what questions are about ---------------------------------------------------------------------

    def _things(self, question: Expr) -> list[_Thing]:
        op, args = question.op, question.args
        mover: list[_Thing] = [_MOVER] if _asks_mover(question) else []
        if op is Op.HAS and self._by_contents(args[0]):
            return [*mover, _Site(args[1])]
        if op in _ORDER and args[0].type is INT:
            first, second = args
            for one, other in ((first, second), (second, first)):
                if _fixed_for(other):
                    if one.op in (Op.WHO, Op.WHAT):
                        return [*mover, _Site(one.args[0])]
                    if one.op is Op.FIELD and _is_mover(one):
                        return [_MOVER]
                    if other.op is Op.CONST:
                        return [_Number(one)]
            if _fixed_for(first) and _fixed_for(second):
                return mover
            a, b = sorted((first, second), key=repr)
            return [_Pair(a, b)]
        return [_Unknown(question)]

    def _by_contents(self, sites: Expr) -> bool:
        """Is a set made of what stands on its members, and of sites named once for all?"""
        if self.program.stacks or sites.op not in _OF_CONTENTS:
            return False
        if sites.op in (Op.OWNED, Op.OF_KIND):
            return _fixed_for(sites.args[0])
        return all(self._by_contents(arg) for arg in sites.args)

    def _cases(self, thing: _Thing, questions: list[Expr]) -> list[Any]:
        match thing:
            case _Mover():
                return list(range(1, self.program.players + 1))
            case _Unknown():
                return [False, True]
            case _Pair():
                return [-1, 0, 1]
            case _Number(term=term):
                bounds = {int(a.data) for q in questions for a in q.args if isinstance(a.data, int)}
                low, high = self.range(term)
                around = {value + d for value in bounds for d in (-1, 0, 1)}
                return sorted(value for value in around if low <= value <= high) or [low]
            case _Site():
                return self._site_cases(questions)
        raise AssertionError(thing)

    def _site_cases(self, questions: list[Expr]) -> list[tuple[int, int]]:
        """A site of each kind that the questions tell apart, with whatever may stand on it; and none."""
        masks = sorted(
            {int(e.data) for q in questions for e in subexprs(q) if e.op is Op.CONST and e.type is SITES
             and isinstance(e.data, int)}
        )  # fmt: skip
        kinds = [(1 << self.program.sites) - 1]
        spend(len(masks) * min(self.program.sites, 1 + len(masks)), "kinds of sites to tell apart")
        for mask in masks:
            kinds = [part for kind in kinds for part in (kind & mask, kind & ~mask) if part]
        sites = sorted((kind & -kind).bit_length() - 1 for kind in kinds)
        pieces = range(len(self.program.owners) or 1)
        if len(sites) * len(pieces) > MOST_CASES:
            raise TooManyCases
        return [(-1, 0), *((site, piece) for site in sites for piece in pieces)]

    # --- answers --------------------------------------------------------------------------------------

    def _holds(self, condition: Expr, case: Mapping[_Thing, Any]) -> bool:
        op, args = condition.op, condition.args
        match op:
            case Op.CONST:
                return bool(condition.data)
            case Op.AND:
                return all(self._holds(a, case) for a in args)
            case Op.OR:
                return any(self._holds(a, case) for a in args)
            case Op.NOT:
                return not self._holds(args[0], case)
            case Op.XOR:
                return self._holds(args[0], case) != self._holds(args[1], case)
            case Op.SELECT:
                return self._holds(args[1] if self._holds(args[0], case) else args[2], case)
        return self._answer(condition, case)

    def _answer(self, question: Expr, case: Mapping[_Thing, Any]) -> bool:
        mover = int(case.get(_MOVER, 1))
        op, args = question.op, question.args
        if op is Op.HAS and self._by_contents(args[0]):
            place = case[_Site(args[1])]
            return self._member(args[0], place, mover)
        if op in _ORDER and args[0].type is INT:
            for one, other, order in ((args[0], args[1], op), (args[1], args[0], MIRRORED.get(op, op))):
                if not _fixed_for(other):
                    continue
                if one.op in (Op.WHO, Op.WHAT) and (place := case.get(_Site(one.args[0]))) is not None:
                    piece = place[1]
                    value = piece if one.op is Op.WHAT else self.program.owners[piece] if piece else 0
                    return _ORDER[order](value, self._number(other, mover))
                if one.op is Op.FIELD and _is_mover(one):
                    return _ORDER[order](mover, self._number(other, mover))
                if other.op is Op.CONST and (number := case.get(_Number(one))) is not None:
                    return _ORDER[order](int(number), self._number(other, mover))
            if _fixed_for(args[0]) and _fixed_for(args[1]):
                return _ORDER[op](self._number(args[0], mover), self._number(args[1], mover))
            a, b = sorted(args, key=repr)
            sign = int(case[_Pair(a, b)])
            return _ORDER[op](sign, 0) if a is args[0] or a == args[0] else _ORDER[op](0, sign)
        return bool(case[_Unknown(question)])

    def _member(self, sites: Expr, place: tuple[int, int], mover: int) -> bool:
        site, piece = place
        args = sites.args
        match sites.op:
            case Op.CONST:
                assert isinstance(sites.data, int)
                return site >= 0 and bool(sites.data >> site & 1)
            case Op.OCCUPIED:
                return piece != 0
            case Op.OWNED:
                return piece != 0 and self.program.owners[piece] == self._number(args[0], mover)
            case Op.OF_KIND:
                return piece != 0 and piece == self._number(args[0], mover)
            case Op.UNION:
                return any(self._member(a, place, mover) for a in args)
            case Op.INTER:
                return all(self._member(a, place, mover) for a in args)
        return self._member(args[0], place, mover) and not self._member(args[1], place, mover)

    def _number(self, number: Expr, mover: int) -> int:
        key = number, mover
        if key not in self._sets:
            given = map_expr(number, lambda e: k.int_(mover) if e.op is Op.FIELD and _is_mover(e) else e)
            self._sets[key] = int(evaluate(given, {}, self.program.sites))
        return int(self._sets[key])


def _plain(condition: Expr) -> Expr:
    """The same condition, with what can be asked in two ways asked in one: a set has some member if it has
    more than 0."""
    return map_expr(condition, _as_number, Op.SOME.bit)


def _as_number(expr: Expr) -> Expr:
    return k.gt(k.size(expr.args[0]), k.int_(0)) if expr.op is Op.SOME else expr


def _questions(condition: Expr) -> Iterable[Expr]:
    """The conditions that a condition is made of by and, or, not."""
    if condition.op in _LOGIC:
        for arg in condition.args:
            yield from _questions(arg)
    elif condition.op is not Op.CONST:
        yield condition


def _is_mover(expr: Expr) -> bool:
    return isinstance(expr.data, Field) and expr.data.name == "mover"


def _asks_mover(expr: Expr) -> bool:
    return any(_is_mover(e) for e in subexprs(expr, Op.FIELD.bit))


@lru_cache(maxsize=4096)
def _fixed_for(number: Expr) -> bool:
    """Is a number told by who moves alone?"""
    if number.op is Op.CONST:
        return True
    given = map_expr(number, lambda e: k.int_(1) if e.op is Op.FIELD and _is_mover(e) else e)
    try:
        evaluate(given, {}, 0)
    except NotConstant:
        return False
    return True
