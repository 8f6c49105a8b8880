"""Places by name: coordinates and hands."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.core.builder import Builder
from gdl.lowering.errors import MeaningError
from gdl.source import Span
from gdl.types import SiteType

#: So many columns of a board are listed in a message.
MAX_LISTED = 5


def coordinate(b: Builder, name: str, type_: SiteType | None, span: Span) -> int:
    """The site that a coordinate such as `a1` (or a number in quotes) names."""
    kind = type_ or b.facts.main
    topology = b.facts.topology
    site = topology.find(name, kind)
    if site is None and name.isdigit() and int(name) < topology.count(kind):
        site = int(name)
    if site is None:
        advice = f"sites are called {_columns(topology.labels(kind))}"
        raise MeaningError(
            "E0405", f'there is no site called "{name}"', span, "off the board", advice, subject=name
        )
    return site + b.facts.offsets[kind]


def _columns(labels: Sequence[str]) -> str:
    """`a1 to a5, b1 to b5, ...`: what the sites are called, column by column."""
    columns: dict[str, list[str]] = {}
    for label in labels:
        columns.setdefault(label.rstrip("0123456789/"), []).append(label)
    ends = [f"{names[0]} to {names[-1]}" if len(names) > 1 else names[0] for names in columns.values()]
    return ", ".join(ends if len(ends) <= MAX_LISTED else (*ends[:3], "...", ends[-1]))


def hand_sites(b: Builder, name: str, owner: int, span: Span) -> range:
    """The sites of a hand: by its name, or for `Hand` that of the owner."""
    for container in b.facts.containers:
        if container.dice is None and container.name.lower() == name.lower():
            return container.sites
    for container in b.facts.containers:
        if container.dice is None and container.owner == owner:
            return container.sites
    hands = [c.name for c in b.facts.containers if c.dice is None]
    listed = ", ".join(f'"{each}"' for each in hands)
    advice = f"the hands are {listed}" if hands else "add (hand Each) to the equipment"
    raise MeaningError("E0406", f'there is no hand "{name}" for this piece', span, "", advice, subject=name)
