"""Whom effects hurt: what is taken, or gives way, is always the mover's own (by occupancy, mover by mover).

(between if:(is Friend (who at:(between))) (apply (remove (between))))      takes one's own pieces
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.by_mover import Meets
from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.categories import Handling, Moves
from gdl.source.diagnostics import Diagnostic


def _takes_its_own(subject: Subject) -> Iterator[Diagnostic]:
    """Effects that take pieces, and only ever those of whoever moves. Whom a decision takes is decided."""
    for several in subject.each_written(subject.rules(Moves)):
        effect = several[0]
        meets = subject.meets.get(effect.span, {})
        if effect.handling is Handling.STAYS and effect.span not in subject.offered:
            if _only_own(subject, {player: each.taken for player, each in meets.items()}, meets):
                yield finding(
                    "W0644", "this only ever takes pieces of the player who moves", effect.span,
                    "takes the mover's own pieces",
                    "see whose pieces the conditions around it ask for: `Enemy` and `Next` are others', "
                    "`Friend` and `Mover` one's own",
                )  # fmt: skip
        elif effect.handling in (Handling.MOVES, Handling.PLACES):
            if _only_own(subject, {player: each.covered for player, each in meets.items()}, meets):
                yield finding(
                    "W0644", "pieces only ever come onto pieces of the same player here, which are gone then",
                    effect.span, "ends the mover's own pieces",
                    "see which sites it goes to: `(sites Empty)`, or those of an `Enemy`",
                )  # fmt: skip


def _only_own(subject: Subject, by_mover: dict[int, set[int]], meets: dict[int, Meets]) -> bool:
    """Are pieces met by two players or more, and by each mover only the mover's own?

    What one player alone does to a piece of its own is a rule of that player: the calf that comes to its cow.
    """
    owners = subject.program.owners
    return (
        sum(bool(each - {0}) for each in by_mover.values()) > 1
        and not any(each.unsure for each in meets.values())
        and all(owners[what] == player for player, each in by_mover.items() for what in each - {0})
    )


RULES = (Rule("W0644", _takes_its_own),)
