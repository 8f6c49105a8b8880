"""How near formations are: rows, pieces in line, sides joined, pieces together. Floats from 0.0 to 1.0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.ops import FLOAT, INT, Assign, Expr, If, Return, Table
from gdl.lower.closeness import nearly
from gdl.lower.numbers import function_with

#: A piece more in a row counts so many times as much.
MORE = 6
#: From so many in a row on, one more counts no more: the sums stay exact as floats.
ENOUGH = 12
#: So many pairs of own pieces with a free site in line count a half.
PAIRS = 16.0
#: On larger boards nobody looks at the distances of all pieces from all others.
MOST_SITES = 400


def _worth(number: int) -> int:
    """What so many in a row count, besides the first."""
    return int(MORE ** min(number, ENOUGH))


def row_chance(b: Builder, axes: Sequence[tuple[Table, Table]], length: int, own: Expr, free: Expr) -> Expr:
    """How near some sites are to a row of so many: by how much of each possible row they have.

    `axes` are steps and the steps back; a row is possible on sites that are own or free. All rows of an axis
    are looked at together, each under the site that it begins with.
    """

    def look(own: Expr, free: Expr) -> Expr:
        able = b.assign("able", k.union(own, free))
        total: Expr = k.int_(0)
        for _, back in axes:
            mine, possible, open_ = own, able, able
            # least[j]: the beginnings of rows of which more than j sites are own
            least = [mine]
            for _ in range(length - 1):
                mine = b.assign("mine", k.image(back, mine))
                possible = b.assign("possible", k.image(back, possible))
                open_ = b.assign("open", k.inter(open_, possible))
                grown = [k.union(least[0], mine)]
                grown += [k.union(more, k.inter(less, mine)) for less, more in pairwise(least)]
                grown.append(k.inter(least[-1], mine))
                least = [b.assign("least", each) for each in grown]
            for number, beginnings in enumerate(least):
                worth = _worth(number) - (_worth(number - 1) if number else 0)
                total = k.add(total, k.mul(k.int_(worth), k.size(k.inter(beginnings, open_))))
        amount = b.assign("amount", k.to_float(total))
        return k.div(amount, k.add(amount, k.float_(float(_worth(length - 1)))))

    return function_with(b, "row_chance", FLOAT, (own, free), look)


def third_chance(b: Builder, size: int, third: Table, own: Expr, free: Expr) -> Expr:
    """How near some sites are to three in line: by the pairs that have a free site in line. `third` has the
    sites in line with two others, at first * size + second."""

    def look(own: Expr, free: Expr) -> Expr:
        def with_one() -> Expr:
            one = b.context(Context.FROM)

            def with_both() -> Expr:
                index = k.add(k.mul(one, k.int_(size)), b.context(Context.TO))
                return k.size(k.inter(k.table(third, index), free))

            return b.sum(own, with_both, Context.TO)

        # Each pair is met twice.
        pairs = b.assign("pairs", k.to_float(b.sum(own, with_one, Context.FROM)))
        return k.div(pairs, k.add(pairs, k.float_(2 * PAIRS)))

    return function_with(b, "third_chance", FLOAT, (own, free), look)


def rows_chance(b: Builder, rows: Table, length: int, own: Expr, free: Expr) -> Expr:
    """How near some sites are to so many in one of some rows: by how much they have of each in which so many
    are own or free."""

    def look(own: Expr, free: Expr) -> Expr:
        total = b.variable("total", k.int_(0))
        worth = b.table(tuple(_worth(n) if n else 0 for n in range(length + 1)), INT, 0, "worth")
        with b.count_up(k.int_(0), k.int_(len(rows.values) - 1)) as index:
            row = b.assign("row", k.table(rows, index))
            number = b.assign("number", k.size(k.inter(row, own)))
            open_ = k.add(number, k.size(k.inter(row, free)))
            with b.if_(k.ge(open_, k.int_(length))):
                more = k.table(worth, k.min_(number, k.int_(length)))
                b.emit(Assign(str(total.data), k.add(total, more), span=b.span))
        amount = b.assign("amount", k.to_float(total))
        return k.div(amount, k.add(amount, k.float_(float(_worth(length)))))

    return function_with(b, "rows_chance", FLOAT, (own, free), look)


def joining(
    b: Builder, step: Table, around: Callable[[Expr], Expr], sides: tuple[Expr, Expr], own: Expr, free: Expr
) -> Expr:
    """How near two sides are to being joined: by the fewest free sites that it takes.

    `step` has each site's neighbours; `around` says what is next to any of some sites.
    """

    def look(own: Expr, free: Expr) -> Expr:
        first, last = sides
        reached = b.variable("reached", k.flood(step, first, own))
        # What was reached last: everything else has been looked at from all sides.
        front = b.variable("front", reached)
        missing = b.variable("missing", k.int_(0))
        with b.while_(k.not_(k.some(k.inter(reached, last)))):
            next_to = k.union(first, around(front))
            onward = b.assign("onward", k.inter(k.diff(next_to, reached), free))
            b.emit(If(k.not_(k.some(onward)), (Return(k.float_(0.0)),), span=b.span))
            wider = k.flood(step, onward, k.union(own, onward))
            b.emit(Assign(str(front.data), wider, span=b.span))
            b.emit(Assign(str(reached.data), k.union(reached, front), span=b.span))
            b.emit(Assign(str(missing.data), k.add(missing, k.int_(1)), span=b.span))
        return nearly(missing)

    return function_with(b, "joining", FLOAT, (own, free), look)


def apart(b: Builder, step: Table, members: Expr) -> Expr:
    """How far from each other some sites are in the mean, as a part of the farthest; less than 1.0."""
    size = b.facts.size
    if size > MOST_SITES:
        return k.float_(0.0)
    distances = _distances(step, size)
    farthest = max(distances)
    table = b.table(tuple(farthest if d < 0 else d for d in distances), INT, -1, "apart")

    def look(members: Expr) -> Expr:
        def from_one() -> Expr:
            one = b.context(Context.FROM)
            index = k.mul(one, k.int_(size))
            return b.sum(members, lambda: k.table(table, k.add(index, b.context(Context.TO))), Context.TO)

        total = b.assign("total", k.to_float(b.sum(members, from_one, Context.FROM)))
        number = b.assign("number", k.to_float(k.size(members)))
        pairs = k.mul(number, number)
        return k.select(
            k.gt(number, k.float_(1.0)), k.div(total, k.mul(pairs, k.float_(farthest + 1.0))), k.float_(0.0)
        )

    return function_with(b, "apart", FLOAT, (members,), look)


def _distances(step: Table, size: int) -> list[int]:
    """How many steps from each site to each other; -1 where there is no way."""
    result = [-1] * (size * size)
    for start in range(size):
        seen = edge = 1 << start
        distance = 0
        while edge:
            onward = 0
            for site in members(edge):
                result[start * size + site] = distance
                onward |= int(step.values[site])
            edge = onward & ~seen
            seen |= edge
            distance += 1
    return result
