"""Endings that come too late: what they wait for has ended the game a move before.

(if (and {(is Mover P1) ("Arrived" P1) ("Arrived" P2)}) (result Mover Draw))     never comes
(if ("Arrived" P2) (result P2 Win))                                              as this came with P2's move

What one player has achieved came about by a move of that player. So an ending that asks for it after the move
of another waits for a position in which the game goes on though it was achieved.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.subject import Rule, Subject, finding
from gdl.lower.players import fixed_player
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.ludeme.categories import BoolExpr, is_all
from gdl.ludemes.ending import EndIf
from gdl.ludemes.game import End
from gdl.ludemes.is_site import IsPlayer, PlayerCondition
from gdl.source.diagnostics import Diagnostic
from gdl.words.words import RoleType


def _too_late(subject: Subject) -> Iterator[Diagnostic]:
    """Endings after the move of one player that ask for what another has achieved, which ends the game."""
    if subject.facts.players != 2:
        return
    for end in subject.rules(End):
        rules = [each for each in end.all() if isinstance(each, EndIf)]
        for rule in rules:
            parts = _parts(rule.condition)
            mover = next((player for each in parts if (player := _after_move_of(each)) is not None), None)
            for part in parts if mover is not None and subject.own(rule) else ():
                role = part.achieved_by()
                by = None if role is None else fixed_player(role)
                if by is None or by == mover:
                    continue
                before = next((other for other in rules if _comes_of(other, part, by)), None)
                if before is None or before is rule:
                    continue
                yield finding(
                    "W0623", f"this never comes: what P{by} has achieved has ended the game with the move of "
                    f"P{by}", rule.condition.span, f"asked after a move of P{mover}",
                    f"see the ending in line {before.span.line}, and after whose move this is to hold",
                )  # fmt: skip
                break


def _parts(condition: BoolExpr) -> tuple[BoolExpr, ...]:
    """What has to hold together."""
    return tuple(condition.operands()) if is_all(condition) else (condition,)


def _after_move_of(condition: BoolExpr) -> int | None:
    """Of whom it asks whether it is the player that has just moved."""
    if not isinstance(condition, IsPlayer) or condition.what is not PlayerCondition.MOVER:
        return None
    return fixed_player(condition.who) if isinstance(condition.who, RoleType) else None


def _comes_of(ending: EndIf, achieved: BoolExpr, by: int) -> bool:
    """Does the ending come whenever that is so after a move of that player?"""
    if ending.result is None:
        return False
    return all(_same(each, achieved) or _after_move_of(each) == by for each in _parts(ending.condition))


def _same(one: object, other: object) -> bool:
    """Do two parts of the rules say the same?"""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if not isinstance(one, Ludeme) or not isinstance(other, Ludeme):
        return one == other
    if type(one) is not type(other):
        return False
    return all(_same(getattr(one, name), getattr(other, name)) for name in ARGUMENTS[type(one)])


RULES = (Rule("W0623", _too_late),)
