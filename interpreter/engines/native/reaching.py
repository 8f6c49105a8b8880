"""Liberties: whether anything is next to a group that is not in the way, with early exit.

A group is flooded ring after ring. What is asked of its surroundings is mostly answered by the first ring, so
the flood is left as soon as one site is found: a stone with an empty site beside it asks for no more.
"""

from __future__ import annotations

from gdl.core.ops import Expr, Op, Table
from gdl.support.values import frozen
from interpreter.engines.native.boards import Boards
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets


@frozen
class _Around:
    """What is next to a group, but for some sites: the steps, where it begins, what it goes through."""

    steps: Table
    start: Expr
    through: Expr
    without: tuple[Expr, ...]


class Reaching(Family):
    """Writes questions of what is next to a group."""

    def __init__(self, scope: Scope, sets: Sets, boards: Boards) -> None:
        super().__init__(scope)
        self.sets = sets
        self.boards = boards

    def recognised(self, expr: Expr) -> str | None:
        """Whether some sites are next to a group, or all of those are in a set; None for anything else."""
        if not (expr.op_mask & Op.FLOOD.bit and expr.op_mask & Op.GATHER.bit):
            return None
        if expr.op is Op.SOME:
            around = _around(expr.args[0], ())
            return None if around is None else self.reaches(around)
        around = _around(expr.args[0], expr.args[1:])
        return None if around is None else self.f.op(f"xor i1 {self.reaches(around)}, true")

    def reaches(self, around: _Around) -> str:
        """Whether there is such a site."""
        f, type_ = self.f, self.set_type
        through, start = self.value(around.through), self.value(around.start)
        free = "-1"
        for sites in around.without:
            free = self.sets.without(free, self.value(sites)) if free != "-1" else self._but(sites)
        first = f.op(f"and {type_} {start}, {through}")
        begin, head, ring = f.here(), f.name_of("grow"), f.name_of("ring")
        onward, done = f.name_of("onward"), f.name_of("done")
        f.label(head)
        front, reach = "%" + f.name_of("front"), "%" + f.name_of("reach")
        new_front, new_reach = "%" + f.name_of("front"), "%" + f.name_of("reach")
        hole = len(f.lines)
        some = f.op(f"icmp ne {type_} {front}, 0")
        f.branch(some, ring, done)
        f.label(ring)
        next_to = self.boards.step(around.steps, front)
        met = f.op(f"icmp ne {type_} {f.op(f'and {type_} {next_to}, {free}')}, 0")
        asked = f.here()
        f.branch(met, done, onward)
        f.label(onward)
        inside = f.op(f"and {type_} {next_to}, {through}")
        f.do(f"{new_front} = and {type_} {inside}, {self.sets.complement(reach)}")
        f.do(f"{new_reach} = or {type_} {reach}, {new_front}")
        last = f.here()
        f.jump(head)
        f.lines[hole:hole] = [
            f"  {front} = phi {type_} [ {first}, %{begin} ], [ {new_front}, %{last} ]",
            f"  {reach} = phi {type_} [ {first}, %{begin} ], [ {new_reach}, %{last} ]",
        ]
        f.label(done)
        return f.op(f"phi i1 [ false, %{head} ], [ true, %{asked} ]")

    def _but(self, sites: Expr) -> str:
        return self.sets.complement(self.value(sites))


def _around(sites: Expr, without: tuple[Expr, ...]) -> _Around | None:
    """A set as what is next to a group, without others; None where it is anything else."""
    while sites.op is Op.DIFF:
        sites, less = sites.args
        without = (*without, less)
    if sites.op is not Op.GATHER:
        return None
    group, row = sites.args
    if group.op is not Op.FLOOD or row.op is not Op.TABLE or row.data != group.data:
        return None
    if row.args[0].op is not Op.VAR or row.args[0].data != sites.data:
        return None
    assert isinstance(group.data, Table)
    start, through = group.args
    # what is next to a group and not of it is not of that through which it goes, else it would be of it
    others = tuple(through if less == group else less for less in without)
    return _Around(group.data, start, through, others)
