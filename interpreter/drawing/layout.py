"""From a game's equipment to the plan that is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.words.words import SiteType
from interpreter.drawing.plan import Plan, Spot

if TYPE_CHECKING:
    from gdl.equip.facts import Facts


def plan_of(facts: Facts) -> Plan:
    """Where the board's main sites lie, their colours, the lines between points, and the hands."""
    main, topology = facts.main, facts.topology
    colours = {
        site: name
        for name, cells in facts.coloured.items()
        for site in range(facts.board_count)
        if cells >> site & 1
    }
    spots = tuple(
        Spot(site.index, site.label, site.x, site.y, colours.get(site.index, ""))
        for site in topology.sites(main)
    )
    lines = topology.graph.edges if main is SiteType.VERTEX else ()
    beside = tuple((container.name, tuple(container.sites)) for container in facts.containers)
    return Plan(spots, lines, beside)
