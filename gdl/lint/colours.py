"""Colours of cells that no rule tells apart: a rule for all but some colours treats these alike.

    (if (is In #1 (sites "Red")) ... (if (is In #1 (sites "Green")) ... what is done on all others))

One colour need not be asked for: it is what is left. Of several, each but one was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.base import ARGUMENTS, of_argument
from gdl.ludeme.kinds import Kind
from gdl.ludemes.colours import Colour
from gdl.ludemes.recolouring import SetColour
from gdl.source.diagnostics import Diagnostic


def _alike(subject: Subject) -> Iterator[Diagnostic]:
    colours = list({each.name: each for each in subject.all(Colour)}.values())
    asked = set(_asked(subject))
    there = {name for name, sites in subject.facts.coloured.items() if sites}
    there |= {
        name for drawn in subject.facts.drawn_tiles for name, cells in drawn.cells.items() if any(cells)
    }
    there |= {each.colour for each in subject.all(SetColour)}
    left = [each for each in colours if each.name in there and each.name not in asked]
    if len(left) < 2 or not any(each.name in asked for each in colours):
        return  # what is left is one colour, or they are mere decoration
    # What a library of definitions leaves has a meaning there: its rule for all others.
    other = next((each for each in left if not subject.own(each)), left[0])
    for colour in left:
        if colour is other or not subject.own(colour) or colour.name in subject.shown:
            continue
        yield finding(
            "W0634", f'no rule tells "{colour.name}" from "{other.name}"', colour.span, "never asked for",
            f'say what is done there: (sites "{colour.name}")', subject=colour.name,
        )  # fmt: skip


def _asked(subject: Subject) -> Iterator[str]:
    """The names of regions that ludemes of the game ask for."""
    for ludeme in subject.ludemes:
        for attribute in ARGUMENTS[type(ludeme)]:
            value = getattr(ludeme, attribute)
            if isinstance(value, str) and of_argument(type(ludeme), attribute) == (Kind.REGION, False):
                yield value


RULES = (Rule("W0634", _alike),)
