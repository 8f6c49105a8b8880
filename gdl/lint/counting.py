"""Counts that begin below zero: what counts up from a variable that nothing has set yet begins at -1.

(set Var "Quiet" 0)                                 some moves begin the count again at 0
(set Var "Quiet" (+ 1 (var "Quiet")))               the first count of a game makes 0 of -1, not 1 of 0
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes.effects import SetVar
from gdl.ludemes.start_values import SetStartVar
from gdl.source.diagnostics import Diagnostic


def _below_zero(subject: Subject) -> Iterator[Diagnostic]:
    """Variables that are counted up, begin again at 0, and are not set at the start."""
    sets: dict[str, list[SetVar]] = {}
    for each in subject.rules(SetVar):
        sets.setdefault(each.name or "", []).append(each)
    for name, every in sets.items():
        if any((each.name or "") == name for each in subject.rules(SetStartVar)):
            continue
        counts = [each for each in every if each.added is not None and each.added > 0]
        numbers = [each.value.value for each in every if isinstance(each.value, IntLiteral)]
        if len(counts) + len(numbers) < len(every) or 0 not in numbers:
            continue
        for several in subject.each_written(counts):
            yield finding(
                "W0659", f'the first count of "{name}" in a game makes 0 of it, not 1', several[0].span,
                "counts up from -1", f'a variable is -1 until it is set: (start (set Var "{name}" 0))',
                subject=name or None,
            )  # fmt: skip


RULES = (Rule("W0659", _below_zero),)
