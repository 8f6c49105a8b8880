"""Reachability and shortest paths over the board, where rules say which steps there are."""

from __future__ import annotations

from typing import Protocol

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Assign, Expr
from gdl.lower.directions import absolute_rows, rows_of
from gdl.lower.numbers import function_with
from gdl.ludeme.categories import Direction
from gdl.words.words import AbsoluteDirection, RelationType, SiteType

#: What `Infinity` is: farther than any way.
INFINITY = 1_000_000_000


class OneStep(Protocol):
    """A step as a rule has it: in which directions, and which of the sites reached it may land on."""

    @property
    def directions(self) -> Direction | None:
        """The directions in which the step may go."""

    def landing(self, b: Builder, reached: Expr) -> Expr:
        """Where the step may end."""


def onward(b: Builder, step: OneStep, relation: RelationType, type_: SiteType | None, sites: Expr) -> Expr:
    """Where one such step leads from any of some sites."""
    if step.directions is None:
        rows = absolute_rows(b, AbsoluteDirection(relation.value), type_)
    else:
        rows = rows_of(b, step.directions, type_)
    steps = rows.steps(b)

    def from_one() -> Expr:
        return step.landing(b, k.table(steps, rows.row(b.context(Context.FROM))))

    return b.gather(sites, from_one, Context.FROM)


def count_steps(
    b: Builder, step: OneStep, relation: RelationType, type_: SiteType | None, origin: Expr, target: Expr
) -> Expr:
    """How many such steps the shortest way from a site to any of some takes; INFINITY if there is none, and
    -1, as without a step, if there is no site to go to."""

    def search(start: Expr, goal: Expr) -> Expr:
        reached = b.variable("reached", k.one(start))
        newest = b.variable("newest", k.one(start))
        number = b.variable("number", k.int_(0))
        missing = k.not_(k.some(k.inter(reached, goal)))
        with b.while_(k.and_(missing, k.some(newest))):
            _set(b, newest, k.diff(onward(b, step, relation, type_, newest), reached))
            _set(b, reached, k.union(reached, newest))
            _set(b, number, k.add(number, k.int_(1)))
        return k.select(k.some(goal), k.select(missing, k.int_(INFINITY), number), k.int_(-1))

    return function_with(b, "steps", INT, (origin, target), search)


def sites_within(
    b: Builder,
    step: OneStep,
    relation: RelationType,
    type_: SiteType | None,
    origin: Expr,
    bounds: tuple[Expr, Expr],
) -> Expr:
    """The sites that so many such steps lead to, and no fewer."""

    def search(start: Expr, least: Expr, most: Expr) -> Expr:
        reached = b.variable("reached", k.one(start))
        newest = b.variable("newest", k.one(start))
        result = b.variable("found", k.select(k.le(least, k.int_(0)), k.one(start), k.EMPTY_SET))
        number = b.variable("number", k.int_(1))
        with b.while_(k.and_(k.le(number, most), k.some(newest))):
            _set(b, newest, k.diff(onward(b, step, relation, type_, newest), reached))
            _set(b, reached, k.union(reached, newest))
            with b.if_(k.ge(number, least)):
                _set(b, result, k.union(result, newest))
            _set(b, number, k.add(number, k.int_(1)))
        return result

    return function_with(b, "sites_within", SITES, (origin, *bounds), search)


def _set(b: Builder, variable: Expr, value: Expr) -> None:
    assert isinstance(variable.data, str)
    b.emit(Assign(variable.data, value, span=b.span))
