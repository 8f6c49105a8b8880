"""Equipment that no rule asks for is worked out all the same, for the mistakes in it.

Regions, tracks, maps and the moves of pieces are lowered where a rule asks for them. What none asks for is
lowered by a builder of its own, after the rules and outside of whatever observes them, and thrown away: what
is wrong there is wrong whether it is used or not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import noting
from gdl.equip.facts import Facts
from gdl.ludeme.categories import Item
from gdl.ludemes.each_piece import ForEachPiece
from gdl.ludemes.equipment import Piece
from gdl.source.diagnostics import Diagnostic
from gdl.words.words import RoleType


def check_equipment(
    items: Iterable[Item], facts: Facts, asked: Collection[int], mistakes: list[Diagnostic]
) -> None:
    """Note what is wrong with items of the equipment; `asked` are the components whose rules were lowered."""
    b = Builder(facts)
    for item in items:
        with b.procedure("equipment", outer={}):
            item.check(b, mistakes)
        if isinstance(item, Piece) and item.moves is not None:
            own = [c for c in facts.components[1:] if c.ludeme is item]
            if not any(c.index in asked for c in own):
                with noting(mistakes), b.procedure("moves", generator=True, outer={}):
                    by_its_rules = ForEachPiece.plain(tuple(c.name for c in own), RoleType.ALL)
                    by_its_rules.lower(b)
