"""The regions and tracks of a game, as lists of sites: those that are the same all through a game."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.builder.builder import Builder
from gdl.compile.compile import within_budget
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import SITES, Return
from gdl.equip.facts import DeclaredRegions, Facts
from gdl.lower.regions import region_parts
from gdl.lower.tracks import paths
from gdl.source.diagnostics import LanguageError
from interpreter.drawing.view import Named, Way


def regions_of(facts: Facts) -> tuple[Named, ...]:
    """Every region that is declared, in order; those that depend on the position have no sites."""
    builder = Builder(facts)  # one for all: what regions have in common is worked out once
    return tuple(
        Named(name, _owner(facts, declared), _sites(builder, declared))
        for name, items in facts.regions.items()
        for declared in items
    )


def tracks_of(facts: Facts) -> tuple[Way, ...]:
    """Every track of the board, in order, without what lies behind its end; none where one is wrong."""
    try:
        with within_budget():
            result = paths(Builder(facts))
    except LanguageError:
        return ()
    return tuple(
        Way(path.name, path.owner or 0, tuple(site for site in path.sites if site >= 0), path.loop)
        for path in result
    )


def _owner(facts: Facts, declared: DeclaredRegions) -> int:
    """The one player whose region it is; 0 for nobody's and several players'."""
    owners = [owner for owner, items in facts.regions_of.items() if any(item is declared for item in items)]
    return owners[0] if len(owners) == 1 else 0


def _sites(builder: Builder, declared: DeclaredRegions) -> tuple[int, ...]:
    facts, name = builder.facts, builder.fresh("region")
    try:
        with within_budget(), builder.procedure("region", SITES, outer={}, name=name):
            builder.emit(Return(k.union(*region_parts(builder, declared)), span=builder.span))
        result = evaluate(k.call(name, SITES), {}, facts.size, builder.procs)
    except (NotConstant, LanguageError):
        return ()
    return tuple(_within(facts, int(result)))


def _within(facts: Facts, sites: int) -> Iterator[int]:
    return (site for site in members(sites) if site < facts.size)
