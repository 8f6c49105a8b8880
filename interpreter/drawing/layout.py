"""From a game's equipment to what is drawn: the plan of its board, its regions and its tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.compile.compile import within_budget
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import SITES, Return
from gdl.equip.facts import DeclaredRegions, Facts
from gdl.lower.places import region_parts
from gdl.lower.tracks import paths
from gdl.source.diagnostics import LanguageError
from gdl.words.words import SiteType
from interpreter.drawing.geometry import loops_of, lying_on
from interpreter.drawing.plan import Place, Plan, Spot
from interpreter.drawing.view import Named, Way

if TYPE_CHECKING:
    from gdl.boards.topology import Topology
    from gdl.equip.facts import Facts

#: The distance between the layers of a board, which are drawn side by side.
_BETWEEN = 1.0


def plan_of(facts: Facts) -> Plan:
    """Where the board's sites lie, their colours, the lines between points, and the hands."""
    main, topology = facts.main, facts.topology
    colours = {
        site: name
        for name, cells in facts.coloured.items()
        for site in range(facts.board_count)
        if cells >> site & 1
    }
    height = [round(point[2], 3) for point in topology.graph.points]
    # lines between layers would cross those of the layers, which are drawn side by side
    flat = tuple((a, b) for a, b in topology.graph.edges if height[a] == height[b])
    lines = flat if main is SiteType.VERTEX else ()
    spots = tuple(_spots(topology, main, 0, colours))
    others = [kind for kind, offset in facts.offsets.items() if kind is not main and offset]
    return Plan(
        spots=spots,
        lines=lines,
        beside=tuple((container.name, tuple(container.sites)) for container in facts.containers),
        others=tuple(
            spot for kind in others for spot in _spots(topology, kind, facts.offsets[kind], {}, kind.value)
        ),
        declared=tuple(facts.coloured),
        loops=loops_of(tracks_of(facts), spots, lines) if lines and facts.tracks and not facts.holes else (),
        holes=facts.holes,
        homes=tuple(
            (region.owner, region.sites)
            for region in regions_of(facts)
            if main is SiteType.CELL and region.owner and region.sites and not region.name
        ),
    )


def _spots(
    topology: Topology, kind: SiteType, offset: int, colours: dict[int, str], prefix: str = ""
) -> Iterator[Spot]:
    """The sites of a kind; of those of another kind than the main one the names say which."""
    graph = topology.graph
    left, low, right, high = graph.bounds
    middle = ((left + right) / 2, (low + high) / 2)
    heights = sorted({round(point[2], 3) for point in graph.points})
    shift = {height: rank * (right - left + _BETWEEN) for rank, height in enumerate(heights)}
    points: list[Place] = [(_short(x + shift[round(z, 3)]), _short(y)) for x, y, z in graph.points]
    shapes = {SiteType.CELL: graph.faces, SiteType.EDGE: graph.edges}.get(kind)
    for site in topology.sites(kind):
        shape = () if shapes is None else tuple(points[corner] for corner in shapes[site.index])
        at = shift.get(round(site.z, 3), 0.0)
        lying = lying_on(shape, (middle[0] + at, middle[1]))
        x, y = (site.x + at, site.y) if lying is None else lying.foot
        lie = None if lying is None else (_short(lying.way[0]), _short(lying.way[1]))
        name = f"{prefix.lower()}:{site.label}" if prefix else site.label
        colour = colours.get(site.index, "")
        yield Spot(site.index + offset, name, _short(x), _short(y), colour, shape, lie)


def _short(value: float) -> float:
    """A coordinate with as many digits as a picture can show."""
    return round(value, 4) + 0.0


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
