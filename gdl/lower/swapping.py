"""Swapping sides: the second player may do so instead of making the first move."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import INT, Kind, Offer, Param, Put
from gdl.equip.facts import Facts
from gdl.lower.offer import note_move
from gdl.lower.turns import moves_field


def offer_swap(b: Builder) -> None:
    """The second player's offer to swap sides: the pieces on the board change owners."""
    index = len(b.kinds)
    with b.procedure("play_swap", outer={}, extra=(Param("site_", INT),), name="play_swap"):
        twins = {c.index: _twin(b.facts, c.index) for c in b.facts.components[1:]}
        with b.simultaneous():
            for one, other in twins.items():
                if other is not None:
                    with b.each(k.of_kind(k.int_(one))) as site:
                        b.emit(Put(site, k.int_(other)))
        note_move(b, k.NOWHERE_SITE, k.NOWHERE_SITE, False)
    b.kinds.append(
        Kind(
            index, "swap", "play_swap", (Param("site_", INT),), k.NOWHERE_SITE, k.NOWHERE_SITE,
            decision="swap",
        )
    )  # fmt: skip
    second = k.and_(k.eq(b.context(Context.MOVER), k.int_(2)), k.eq(k.field(moves_field(b)), k.int_(1)))
    with b.if_(second):
        b.emit(Offer(index, (), k.sites_(1)))


def _twin(facts: Facts, index: int) -> int | None:
    """The same piece of the other player."""
    component = facts.components[index]
    for other in facts.components[1:]:
        if other.owner == 3 - component.owner and other.base == component.base:
            return other.index
    for other in facts.components[1:]:
        if other.owner == 3 - component.owner:
            return other.index
    return None
