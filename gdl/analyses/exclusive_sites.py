"""Mutual exclusion: destinations of a kind of moves of which at most one is ever legal.

    offer 1() to filter[s]((all \\ own), (has(bottom, s) or has(own, below[s])))     one in each column

What every legal destination takes (its necessary literals: which sites are in a set, and which are not) is
read off the conditions under which it is offered. Of sets that only grow, and only by the destinations of
moves, what a site took to get in stays so: an invariant by induction over moves, closed under implication.
So where one destination takes that another is in such a set, and the other that it is not, they exclude each
other: of a column into which discs fall one cell at a time is open. It is a proof, so nothing is found where
rules are written in ways that are not followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from gdl.analyses.necessary_literals import (
    NOTHING,
    Growth,
    Literal,
    NecessaryLiterals,
    NotFollowedError,
    growing_sets,
)
from gdl.core import ops as o
from gdl.core.ops import Program

Groups: TypeAlias = "Mapping[int, tuple[tuple[int, ...], ...]]"


def exclusive_sites(program: Program) -> Groups:
    """By kind, the groups of its destinations of which at most one is legal in any state that is reached from
    the start: each with the site first that takes the least."""
    grown = growing_sets(program)
    if not grown:
        return {}
    walk = NecessaryLiterals(program, grown)
    try:
        walk.generator("moves", {})
    except NotFollowedError:
        return {}
    implied = _implied(program, grown, walk.offered)
    result = {}
    for kind, needs in walk.offered.items():
        if groups := tuple(_groups(grown, needs, implied)):
            result[kind] = groups
    return result


# --- what excludes what -----------------------------------------------------------------------------------


def _implied(
    program: Program,
    grown: Mapping[o.Field, Growth],
    offered: Mapping[int, Mapping[int, frozenset[Literal]]],
) -> dict[Literal, frozenset[Literal]]:
    """For each site in a growing set what is in such sets too, since it came in by a move that took it."""
    direct: dict[Literal, frozenset[Literal]] = {}
    for field, growth in grown.items():
        for site in range(program.sites):
            ways = [offered[kind][site] for kind in growth.kinds if site in offered.get(kind, {})]
            common = frozenset[Literal].intersection(*ways) if ways else NOTHING
            direct[Literal(field, site)] = frozenset(each for each in common if each.absent_from is None)
    return {literal: _closed(needs, direct) for literal, needs in direct.items()}


def _closed(literals: Iterable[Literal], direct: Mapping[Literal, frozenset[Literal]]) -> frozenset[Literal]:
    """Literals with all that they imply."""
    seen, todo = set[Literal](), list(literals)
    while todo:
        literal = todo.pop()
        if literal not in seen:
            seen.add(literal)
            todo += direct.get(literal, ())
    return frozenset(seen)


def _groups(
    grown: Mapping[o.Field, Growth],
    needs: Mapping[int, frozenset[Literal]],
    implied: Mapping[Literal, frozenset[Literal]],
) -> Iterable[tuple[int, ...]]:
    """The groups of sites that exclude each other, all pairs of them."""
    takes = {
        site: _closed((each for each in its if each.absent_from is None), implied)
        for site, its in needs.items()
    }
    excluded: dict[int, set[int]] = {site: set() for site in needs}
    for site, its in takes.items():
        for each in its:
            other = needs.get(each.site, NOTHING)
            empty = all(Literal(each.field, each.site, at) in other for at in grown[each.field].elements)
            if each.site in needs and each.site != site and empty:
                excluded[site].add(each.site)
                excluded[each.site].add(site)
    seen = set[int]()
    for site in sorted(excluded):
        group = excluded[site] | {site}
        if len(group) > 1 and site not in seen and all(excluded[each] | {each} == group for each in group):
            yield tuple(sorted(group, key=lambda each: (len(takes[each]), each)))
        seen |= group
