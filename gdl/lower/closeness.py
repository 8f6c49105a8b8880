"""Fuzzy truth: how near a condition is to holding, from 0.0 (far) to 1.0 (it holds), put together from parts.

That is the fuzzy evaluation of goals of Schiffel and Thielscher (*Fluxplayer: a successful general game
player*, 2007), with conjunctions by products. None stands for what cannot be told without looking ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import certain
from gdl.core import make as k
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import FLOAT, INT, PIECE_SETS, SITES, Assign, Expr, Op
from gdl.core.walk import map_expr
from gdl.lower.numbers import function_with, once
from gdl.lower.statics import kind_of
from gdl.words.words import RelationType, SiteType

#: What is missing from a number by so much counts half.
HALF = 4.0
#: A part of a conjunction of which nothing is known counts so much.
UNKNOWN = 0.5
#: A player's own move need not be one that loses: how much the nearness of such an end counts.
AVOIDABLE = 0.25


def nearly(missing: Expr, half: float = HALF) -> Expr:
    """What is missing, from 0, as closeness: 1.0 if nothing is, a half if it is `half`."""
    amount = missing if missing.type is FLOAT else k.to_float(missing)
    return k.div(k.float_(half), k.add(k.float_(half), amount))


def above(number: Expr, limit: Expr, even: bool = False) -> Expr:
    """By how much a number is above a limit (or has come to it, if `even`): a Float from 0.0."""
    over = k.sub(number, limit)
    return k.max_(k.add(over, k.float_(1.0)) if even else over, k.float_(0.0))


def risen(number: Expr, target: int) -> Expr:
    """How far a number has come from nothing to a target: what is counted up is worth the same each time."""
    there = k.div(k.add(number, k.float_(1.0)), k.float_(target + 1.0))
    return k.max_(k.min_(there, k.float_(1.0)), k.float_(0.0))


def negated(closeness: Expr | None) -> Expr | None:
    """Of a negation: how near the condition is to not holding."""
    return None if closeness is None else k.sub(k.float_(1.0), closeness)


def all_of(parts: Sequence[Expr | None]) -> Expr | None:
    """Of a conjunction: the product."""
    there = [part for part in parts if part is not None]
    if not there:
        return None
    if len(there) < len(parts):
        there.append(k.float_(UNKNOWN))
    return k.joined(k.mul, there)


def any_of(parts: Iterable[Expr | None]) -> Expr | None:
    """Of a choice: as if they were independent chances."""
    there = [part for part in parts if part is not None]
    if not there:
        return None
    if len(there) == 1:
        return there[0]
    none = k.joined(k.mul, [k.sub(k.float_(1.0), part) for part in there])
    return k.sub(k.float_(1.0), none)


def lead(amount: Expr, half: float = HALF) -> Expr:
    """A number of points ahead (below 0: behind) on the scale from -1.0 to 1.0."""
    points = amount if amount.type is FLOAT else k.to_float(amount)
    return k.div(points, k.add(k.float_(half), k.abs_(points)))


def vacant(b: Builder, type_: SiteType | None) -> Expr:
    """The sites of the board without a piece."""
    return k.diff(k.sites_(b.facts.sites_of(type_)), k.OCCUPIED)


# --- Ways over the board --------------------------------------------------------------------------------


def steps_to(b: Builder, region: int, type_: SiteType | None = None) -> tuple[int, ...]:
    """How many steps the way from each site to a region takes over the bare board; -1 where there is none."""
    kind = kind_of(b, type_)
    near = b.facts.topology.neighbours(kind, RelationType.ADJACENT)
    offset = b.facts.offsets[kind]
    result = [-1] * b.facts.size
    edge = [site for site in range(len(near)) if region >> (site + offset) & 1]
    distance = 0
    while edge:
        for site in edge:
            result[site + offset] = distance
        distance += 1
        edge = sorted({n for site in edge for n in near[site] if result[n + offset] < 0})
    return tuple(result)


def on_the_way(b: Builder, pieces: Expr, region: int, type_: SiteType | None = None) -> Expr:
    """How near pieces are to a region: the nearest and all together count alike."""
    steps = steps_to(b, region, type_)
    farthest = max(steps)
    if farthest <= 0:
        return k.float_(0.0)
    table = b.table(steps, INT, -1, "steps_to")

    def look(sites: Expr) -> Expr:
        nearest = b.variable("nearest", k.int_(farthest))
        total, number = b.variable("total", k.int_(0)), b.variable("number", k.int_(0))
        with b.each(sites) as site:
            here = b.assign("here", k.table(table, site))
            with b.if_(k.ge(here, k.int_(0))):
                b.emit(Assign(str(nearest.data), k.min_(nearest, here), span=b.span))
                b.emit(Assign(str(total.data), k.add(total, here), span=b.span))
                b.emit(Assign(str(number.data), k.add(number, k.int_(1)), span=b.span))
        with b.if_(k.eq(number, k.int_(0))):
            b.returns(k.float_(0.0))
        mean = k.div(k.to_float(total), k.to_float(number))
        both = k.div(k.add(k.to_float(nearest), mean), k.float_(2.0 * farthest))
        return k.sub(k.float_(1.0), both)

    return function_with(b, "on_the_way", FLOAT, (pieces,), look)


def way_from(b: Builder, site: Expr, region: int, type_: SiteType | None = None) -> Expr:
    """How near a site is to a region; no site is not near at all."""
    steps = steps_to(b, region, type_)
    farthest = max(steps)
    if farthest <= 0:
        return certain(k.has(k.sites_(region), site))

    def near(distance: Expr) -> Expr:
        way = k.div(k.to_float(distance), k.float_(float(farthest + 1)))
        return k.select(k.lt(distance, k.int_(0)), k.float_(0.0), k.sub(k.float_(1.0), way))

    return once(b, "way", FLOAT, (k.table(b.table(steps, INT, -1, "steps_to"), site),), near)


# --- partial evaluation for the empty board -------------------------------------------------------------

_NUMBERS = (Op.WHAT, Op.WHO, Op.COUNT_AT, Op.HEIGHT)


def reached_from(b: Builder, make: Callable[[], Expr]) -> tuple[int, ...]:
    """By site, as bits, what a set of sites is for a piece that is alone on the board there; empty where that
    cannot be told."""
    origin = "from_"
    with b.bind({Context.FROM: k.var(origin, INT)}):
        sites = map_expr(make(), _without_pieces)
    result = []
    for site in range(b.facts.size):
        try:
            result.append(int(evaluate(sites, {origin: site}, b.facts.size)))
        except NotConstant:
            result.append(0)
    return tuple(result)


def _without_pieces(expr: Expr) -> Expr:
    if expr.op in PIECE_SETS:
        return k.EMPTY_SET
    return k.int_(0) if expr.op in _NUMBERS and expr.type is not SITES else expr
