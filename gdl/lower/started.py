"""Where the pieces of each kind stood at the start: a field that only games have whose rules ask."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.core import make as k
from gdl.core.ops import SITES, Block, Field, Stmt, Store

_NAME = "started"


def started_field(b: Builder) -> Field:
    """The sites where pieces of each component stood when the game began."""
    return b.declare(_NAME, SITES, len(b.facts.components), called=None)


def note_start(b: Builder) -> Block:
    """What the starting position ends with, once all rules are lowered: nothing if no rule asks."""
    if _NAME not in b.fields:
        return ()
    field = started_field(b)
    kinds = (k.int_(component.index) for component in b.facts.components[1:])
    stores: list[Stmt] = [Store(field, kind, k.of_kind(kind)) for kind in kinds]
    return tuple(stores)
