"""Proposers: who thinks of changes. Ours mutate by type; others are plug-ins (a language model may be one).

An installed package brings one by an entry point of the group `ludwright.proposers`: its name is what
`--proposer` is given, and it is a function of genes, donors and a generator of random numbers that returns a
`Change`, or None. What it returns goes up the same ladder, so it need not be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from random import Random

from interpreter.errors.user_errors import InventError
from interpreter.invent.change import Change, shown
from interpreter.invent.genes import Donors, Genes
from interpreter.invent.genome import taken_apart
from interpreter.invent.mutation import mutate

GROUP = "ludwright.proposers"
Proposer = Callable[[Genes, Donors, Random], Change | None]

_TOKEN = re.compile(r'"[^"\n]*"|[^\s(){}]+')


def mutate_text(genes: Genes, donors: Donors, rng: Random) -> Change | None:
    """A baseline that knows no language: a token of the text in place of another, or one of a parent's."""
    text = genes.text
    places = [match for match in _TOKEN.finditer(text) if not match[0].startswith("//")]
    others = [match[0] for match in places]
    if donors.every and rng.random() < 0.5:
        others = _TOKEN.findall(rng.choice(donors.every).text)
    place, new = rng.choice(places), rng.choice(others)
    after = f"{text[: place.start()]}{new}{text[place.end() :]}"
    try:
        taken_apart_text(after)
    except InventError:
        return None
    if after == text:
        return None
    return Change(text, after, "text", "", f"{shown(new)} in place of {shown(place[0])}")


def taken_apart_text(text: str) -> None:
    """Raises InventError where brackets do not match, or there is no game."""
    from gdl.source.text import Source

    taken_apart(Source("genome", text))


OURS: Mapping[str, Proposer] = {"typed": mutate, "text": mutate_text}


@cache
def proposer(name: str) -> Proposer:
    """A proposer by its name. Raises InventError."""
    if name in OURS:
        return OURS[name]
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        known = [*OURS, *sorted(points)]
        raise InventError(f"there is no proposer `{name}`: there are {', '.join(known)}", known)
    try:
        loaded = points[name].load()
    except Exception as error:  # whatever a package does wrong, it cannot be used
        raise InventError(
            f"the proposer `{name}` cannot be loaded: {type(error).__name__}: {error}"
        ) from None
    if not callable(loaded):
        raise InventError(f"the proposer `{name}` is no function")
    known_proposer: Proposer = loaded
    return known_proposer
