"""What a mutation makes of a genome, and how it is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from gdl.support.printable import one_line
from gdl.support.values import frozen
from interpreter.invent.genes import Donors, Gene, Genes
from interpreter.invent.genome import Defined, Edit

#: What each part is called in a story.
PARTS = {"equipment": "the equipment", "start": "the starting position", "play": "the moves",
         "end": "the ending"}  # fmt: skip
#: Texts are shown no longer than that in stories.
_SHOWN = 70
#: The owner's number behind the name of a piece, or the player's in a word.
DIGITS = re.compile(r"\d+$")


@frozen
class Change:
    """A genome before and after one mutation; what was before undoes it."""

    before: str
    after: str
    #: which kind of mutation it is
    kind: str
    #: the part of the game that is another
    part: str
    #: the same in words
    words: str


@frozen
class Edits:
    """What a kind of mutation has thought of."""

    edits: tuple[Edit, ...]
    words: str
    more: Mapping[str, Defined] = {}


#: A kind of mutation: what it does to a gene; None where it can do nothing.
Way = Callable[[Gene, Genes, Donors, Random], Edits | None]


def in_its_place(gene: Gene, new: str) -> Edits:
    return Edits(((*gene.place, new),), f"{shown(new)} in place of {shown(gene.text)}")


def shown(text: str) -> str:
    """A text of rules for a story, not too long."""
    plain = one_line(" ".join(text.split()))
    return f"`{plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + '…'}`"
