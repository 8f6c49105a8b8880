"""How much is wrong with a form, as a cost, and what to tell of it where that way of reading it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from gdl.source.diagnostics import UNSURE, Diagnostic
from gdl.support.values import frozen

Found = list[Diagnostic]


@frozen(eq=False)
class Trouble:
    """How much is wrong with a form, and a way to tell what."""

    cost: float
    tell: Callable[[], Found]


NO_TROUBLE = Trouble(0.0, list)
#: What is wrong with something has been told already: it costs little, and nothing is added.
TOLD = Trouble(0.01, list)


def once(trouble: Trouble) -> Trouble:
    """The same, told the first time only: a form that stands in several places has its mistakes once."""
    waiting = [trouble.tell]
    return Trouble(trouble.cost, lambda: waiting.pop()() if waiting else [])


def unsure(trouble: Trouble) -> Trouble:
    """The same, where something else may be wrong instead: its repairs are not sure."""
    return Trouble(trouble.cost, lambda: [_doubted(each) for each in trouble.tell()])


def _doubted(diagnostic: Diagnostic) -> Diagnostic:
    fixes = tuple(evolve(fix, applicability=UNSURE) if fix.sure else fix for fix in diagnostic.fixes)
    return evolve(diagnostic, fixes=fixes)


def told_by_all(troubles: Iterable[Trouble]) -> Found:
    """What all of these tell."""
    return [each for trouble in troubles for each in trouble.tell()]
