"""Functional dependency: levels of stacks that follow from a move's origin, and so tell no moves apart.

    top1 = (@height[from1] - 1)
    offer 3(from1, top1) to ...         of each stack the top piece only

A generator does not change the state. So a level that each offer of a kind works out of the origin and of
fields, always in the same way, is the same for all moves of a position that have the same origin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import INT, Block, Expr, Kind, Op, Program
from gdl.core.statements import PARTS
from gdl.core.walk import assigned, blocks_of, statements, substitute

_OFFERS = PARTS[o.Offer].bit
_ORIGIN = k.var("origin", INT)


def determined_levels(program: Program) -> frozenset[int]:
    """The kinds of moves whose level follows from their origin and the state, if it is no constant."""
    places = {kind.index: _places(kind) for kind in program.kinds}
    levels: dict[int, set[Expr | None]] = {}
    for proc in program.procs:
        if not any(statements(proc.body, _OFFERS)):
            continue
        once = {name for name, times in Counter(assigned(proc.body)).items() if times == 1}
        _follow(proc.body, {}, once, places, levels)
    return frozenset(kind for kind, ways in levels.items() if len(ways) == 1 and None not in ways)


def _places(kind: Kind) -> tuple[int, int] | None:
    """The parameters that are a kind's origin and level, by number, if both are, and neither is the site."""
    names = [param.name for param in kind.params[:-1]]
    origin, level = kind.origin, kind.level_from
    if level is None or origin.op is not Op.VAR or level.op is not Op.VAR:
        return None
    if str(origin.data) not in names or str(level.data) not in names:
        return None
    return names.index(str(origin.data)), names.index(str(level.data))


def _follow(
    block: Block,
    known: Mapping[str, Expr],
    once: set[str],
    places: Mapping[int, tuple[int, int] | None],
    levels: dict[int, set[Expr | None]],
) -> None:
    """Collect the levels offered, as expressions of the origin; None for one that is not. `known`: what the
    locals are that are set `once`."""
    known = dict(known)
    for stmt in block:
        if isinstance(stmt, o.Assign) and stmt.name in once:
            known[stmt.name] = substitute(stmt.value, known)
        elif isinstance(stmt, o.Offer) and (place := places[stmt.kind]) is not None:
            origin, level = (substitute(stmt.args[number], known) for number in place)
            levels.setdefault(stmt.kind, set()).add(_of_origin(origin, level))
        inner = known
        if isinstance(stmt, o.ForSites) and stmt.sites.op is Op.ONE and stmt.name in once:
            inner = {**known, stmt.name: substitute(stmt.sites.args[0], known)}
        for each in blocks_of(stmt):
            _follow(each, inner, once, places, levels)


def _of_origin(origin: Expr, level: Expr) -> Expr | None:
    """A level as an expression of the origin and the state; None where it is something else, or constant."""
    if origin.op is not Op.VAR or level.free != {str(origin.data)}:
        return None
    return substitute(level, {str(origin.data): _ORIGIN})
