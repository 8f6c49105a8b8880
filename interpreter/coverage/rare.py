"""What is rare in sound games as a matter of course, so that nothing is said of it."""

from __future__ import annotations

import re

from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import BoolExpr
from gdl.ludemes.booleans import NoPieces
from gdl.ludemes.ending import EndForEach, EndIf, PlayerResult
from gdl.ludemes.ints_state import Counter, ValuePlayer, Var
from gdl.words.words import ResultType, RoleType

#: What conditions ask that only guard against rare cases.
_RARE = re.compile(
    r"\((is\s+(Full|Repeat|Cycle|Proposed|Decided|Triggered|Pending)|no\s+Moves|all\s+Passed"
    r"|count\s+(Repeats|Moves|Turns|MovesThisTurn|Trials|LegalMoves|Phases))\b"
)


def counted_draw(ending: EndIf | EndForEach) -> bool:
    """Is it a draw after so many plies, which the rules count themselves?"""
    result = ending.result
    if not isinstance(result, PlayerResult) or result.result is not ResultType.DRAW:
        return False
    return any(isinstance(each, Var | ValuePlayer | Counter) for each in ludemes_in(ending.condition))


def may_be_far(condition: BoolExpr) -> bool:
    """Does it wait for a number, or for the last piece? Games may seldom get so far."""
    return any(
        (isinstance(each, NoPieces) and each.role is not RoleType.MOVER)
        or (isinstance(each, BoolExpr) and each.compares)
        for each in ludemes_in(condition)
    )


def guards(condition: BoolExpr) -> bool:
    """Does it ask for what is rare in sound games as a matter of course?"""
    return any(_RARE.match(each.span.text) for each in ludemes_in(condition))
