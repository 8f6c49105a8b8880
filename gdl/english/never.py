"""Reachability of endings by what is said: what no rule ever proposes is never proposed, nor decided.

Options leave such endings behind: where nobody can propose to resign, it never comes that who resigns
loses. A reader who plays by the rules need not be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr
from gdl.ludemes.ending import EndForEach, EndIf
from gdl.ludemes.is_site import IsSaid
from gdl.ludemes.proposals import Propose


def that_can_come(endings: Sequence[Any], rules: Ludeme) -> tuple[Any, ...]:
    """Those endings of the rules whose condition does not ask for what nobody can say."""
    said: set[str] = set()
    for each in ludemes_in(rules):
        if isinstance(each, Propose):
            said.update((each.what,) if isinstance(each.what, str) else each.what)
    asking = EndIf | EndForEach
    return tuple(each for each in endings if not isinstance(each, asking) or _can_hold(each.condition, said))


def _can_hold(condition: BoolExpr, said: set[str]) -> bool:
    if isinstance(condition, IsSaid):
        return condition.text in said
    parts = [_can_hold(part, said) for part in condition.operands()]
    return any(parts) if condition.connective() == "or" and parts else all(parts)
