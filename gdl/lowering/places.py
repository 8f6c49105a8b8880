"""Places by name: coordinates and hands."""

from __future__ import annotations

from gdl.core.builder import Builder
from gdl.lowering.errors import MeaningError
from gdl.source import Span
from gdl.suggest import nearest
from gdl.types import SiteType


def coordinate(b: Builder, name: str, type_: SiteType | None, span: Span) -> int:
    """The site that a coordinate such as `a1` (or a number in quotes) names."""
    kind = type_ or b.facts.main
    topology = b.facts.topology
    site = topology.find(name, kind)
    if site is None and name.isdigit() and int(name) < topology.count(kind):
        site = int(name)
    if site is None:
        labels = topology.labels(kind)
        near = nearest(name, labels)
        advice = f"did you mean {near[0]!r}?" if near else f"sites are called {labels[0]} to {labels[-1]}"
        raise MeaningError("E0405", f"there is no site called {name!r}", span, "off the board", advice)
    return site + b.facts.offsets[kind]


def hand_sites(b: Builder, name: str, owner: int, span: Span) -> range:
    """The sites of a hand: by its name, or for `Hand` that of the owner."""
    for container in b.facts.containers:
        if container.dice is None and container.name.lower() == name.lower():
            return container.sites
    for container in b.facts.containers:
        if container.dice is None and container.owner == owner:
            return container.sites
    hands = [c.name for c in b.facts.containers if c.dice is None]
    advice = f"the hands are: {', '.join(hands)}" if hands else "add (hand Each) to the equipment"
    raise MeaningError("E0406", f"there is no hand {name!r} for this piece", span, "", advice)
