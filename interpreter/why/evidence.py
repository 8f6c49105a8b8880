"""What is seen of rules that were asked, and of positions before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gdl.compile.probes import Probe
from gdl.source.text import Use
from interpreter.engines.interface import Endpoints
from interpreter.engines.pieces import Contents
from interpreter.why.observer import Entry, Offered
from interpreter.why.words import Words


def innermost(log: Sequence[Entry], wanted: Callable[[Offered], bool]) -> dict[Probe, list[Offered]]:
    """Of the rules that were asked on the position itself, and are wanted, those within which no other is."""
    found: dict[Probe, list[Offered]] = {}
    inside: list[int] = []  # the numbers of those found so far, those of one rule after each other
    for number, entry in enumerate(log):
        if isinstance(entry, Offered) and entry.here and wanted(entry):
            if not inside or inside[-1] < entry.first:
                found.setdefault(entry.probe, []).append(entry)
            inside.append(number)
    return found


def changes(words: Words, before: Contents, after: Contents) -> Iterator[str]:
    """What is elsewhere, new or gone on the board, a sentence for each site."""
    for site, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        name = words.site(site)
        if new is None:
            yield f"{name} becomes empty (there was {words.piece(old)})"
        elif old is None:
            yield f"on {name} comes {words.piece(new)}"
        else:
            yield f"on {name} is now {words.piece(new)} (there was {words.piece(old)})"


def via_of(probe: Probe) -> tuple[Use, ...]:
    """The definitions that a probe's place came out of."""
    return () if probe.form is None else probe.form.via


def ends_of(seen: Endpoints) -> tuple[int, int]:
    return seen.origin, seen.target
